// node last.mjs ADDRESS [FOLDER]: lays the files of the version that is at the address now beside the new version in the folder (dist/), as far as
// they are named after their content. Pages that are open, and those that a browser or a wiki took from its cache, go on with them. No more than one
// version: the worker's list names those of its own build alone.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [address, dist = fileURLToPath(new URL("../../../dist", import.meta.url))] = process.argv.slice(2);
const at = (name) => fetch(new URL(name, address), { cache: "no-store" });

const worker = await at("sw.js").catch((problem) => ({ ok: false, statusText: problem.cause?.message ?? problem.message, status: "" }));
const [, list] = (worker.ok && (await worker.text()).match(/files=(\{[^}]*\})/)) || [];
if (!list) {
  console.log(`There is no version at ${address} to keep files of: ${worker.status} ${worker.statusText}`);
  process.exit();
}
const before = Object.keys(JSON.parse(list)).filter((name) => /^[\w.-]+-[0-9a-f]{16}\.\w+$/.test(name) && !existsSync(join(dist, name)));
for (const name of before) {
  const answer = await at(name);
  const content = Buffer.from(await answer.arrayBuffer());
  const isWhole = name.includes(`-${createHash("sha256").update(content).digest("hex").slice(0, 16)}.`);
  if (isWhole) writeFileSync(join(dist, name), content);
  console.log(`${isWhole ? "kept" : `not kept (${answer.status})`}: ${name}`);
}
console.log(`${before.length} files of the version before, ${readdirSync(dist).length} in all`);
