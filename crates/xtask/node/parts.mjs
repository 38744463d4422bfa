// A program in two parts, as files: the first in place of the program, the rest beside it, and a script that knows both.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { split } from "./split.mjs";

const restScript = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "../../../web/rest.js"));

/** Splits the program at `wasm`, whose script is at `js`; gives the name of the rest. */
export function writeParts(js, wasm, ran) {
  const { first, rest } = split(readFileSync(wasm), ran);
  const restFile = wasm.replace("_bg.wasm", "_rest.wasm");
  writeFileSync(wasm, first);
  writeFileSync(restFile, rest);
  const script = readFileSync(js).toString();
  const imports = script.replace("function __wbg_get_imports() {", "function programImports() {");
  if (imports === script) throw new Error(`${js} has no imports to give to the rest of its program`);
  writeFileSync(js, `${imports}\nlet restAt = new URL("./${basename(restFile)}", import.meta.url);\n${restScript}`);
  return restFile;
}

// What rustc lets a program use.
const features = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/** Optimises programs where they stand, as many at once as there are processors. */
export async function optimise(files) {
  const waiting = [...files];
  const one = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      await promisify(execFile)("wasm-opt", ["-Oz", ...features.map((feature) => `--enable-${feature}`), file, "-o", file]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, one));
}
