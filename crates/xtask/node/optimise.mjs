// `node optimise.mjs FILE` optimises a WebAssembly program where it stands, and prints its size after brotli.
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

// What rustc lets a program use.
const features = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

// Functions side by side as they are named, what is made of one for several types together, are 4 kB less after brotli.
// A large function within another has so many more locals that brotli makes more of both: 22 kB more of the npm package's module. And nothing of Rust's
// lies in the first kilobyte, where the stack would end.
const options = ["-Oz", "--one-caller-inline-max-function-size=15", "--low-memory-unused", "--reorder-functions-by-name"];

const wasmOpt = fileURLToPath(new URL("../../../node_modules/binaryen/bin/wasm-opt", import.meta.url));

export function optimise(file) {
  // What it says is part of the error, if it fails; else it is about names that the splitter left.
  execFileSync(process.execPath, [wasmOpt, ...options, ...features.map((feature) => `--enable-${feature}`), file, "-o", file], { stdio: ["ignore", "ignore", "pipe"], maxBuffer: Infinity });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const file = process.argv[2];
  optimise(file);
  console.log(brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length);
}
