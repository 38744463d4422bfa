// A program in two parts, as files: the first in place of the program, the rest beside it, and a script that knows both.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
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
