// `node weigh-modules.mjs DIR` prints the WebAssembly modules in a folder, each with its size after brotli.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const dir = process.argv[2];
for (const name of readdirSync(dir).filter((name) => name.endsWith(".wasm")).sort()) {
  const content = readFileSync(join(dir, name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  console.log([name, brotliCompressSync(content, { params }).length].join("\t"));
}
