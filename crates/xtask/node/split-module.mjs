// `node split-module.mjs DIR NAME` splits a ruleset's module of the npm package: what answers a scenario of each mode, and the rest. It optimises both.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { optimise, writeParts } from "./parts.mjs";
import { marked, ranIn } from "./split.mjs";

const [dir, name] = process.argv.slice(2);
const [js, wasm] = [`${name}.js`, `${name}_bg.wasm`].map((file) => join(dir, file));
const { default: init, ask } = await import(pathToFileURL(js));
const { rulesets } = await import(pathToFileURL(join(dir, "rulesets.js")));
const exported = await init({ module_or_path: marked(readFileSync(wasm)) });
for (const { id } of rulesets.find(({ id }) => id === name).modes) {
  const answer = JSON.parse(ask("resolve", JSON.stringify({ ruleset: name, mode: id }), "{}"));
  if (answer.errors) throw new Error(`${name} has no answer in the mode ${id}: ${JSON.stringify(answer.errors)}`);
}
await optimise([wasm, writeParts(js, wasm, new Set(ranIn(exported)))]);
