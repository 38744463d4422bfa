// `node optimise.mjs FILE …` optimises WebAssembly programs where they stand.
import { execFileSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

// What rustc lets a program use.
const features = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

// Functions side by side as they are named, what is made of one for several types together, are 4 kB less after brotli.
// A large function within another has so many more locals that brotli makes more of both: 22 kB more of the npm package's module. And nothing of Rust's
// lies in the first kilobyte, where the stack would end.
const options = ["-Oz", "--one-caller-inline-max-function-size=15", "--low-memory-unused", "--reorder-functions-by-name"];

export function optimise(file) {
  execFileSync("wasm-opt", [...options, ...features.map((feature) => `--enable-${feature}`), file, "-o", file], { stdio: ["ignore", "ignore", "inherit"] });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) for (const file of process.argv.slice(2)) optimise(file);
