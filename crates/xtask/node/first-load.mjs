// What a first visit loads: a page and, from there, every file of the site that a page, script or style reached so
// far names. Of the rulesets' programs, which the page names all, a visit loads one: its script, its WebAssembly and its presets.
// As a program, `node first-load.mjs DIR` prints every file of the site with its sizes, and what it is part of; the sizes after brotli are those of the files that the build leaves for hosts.
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Every file under `dist`, with forward slashes; of those that are there compressed, too, the plain ones. */
export function siteFiles(dist) {
  return readdirSync(dist, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => statSync(join(dist, name)).isFile() && !/\.(br|gz)$/.test(name))
    .sort();
}

/** The files of each ruleset's program, as the page's script tag tells them. */
export function programs(dist, page = "index.html") {
  const tag = readFileSync(join(dist, page), "utf8").match(/<script [^>]*data-powder[^>]*>/)?.[0] ?? "";
  const named = [...tag.matchAll(/data-([a-z-]+)="([^"]* [^"]*)"/g)];
  return new Map(named.map(([, ruleset, files]) => [ruleset, files.split(" ").map((file) => file.replace("./", ""))]));
}

/** What waits for the start of the page or is fetched for the system: the icons, the worker that keeps the files, what a
 * press opens, the rest of each program. */
const waits = /\.(png|svg|webmanifest)$|^(sw|tohit-gadget|tohit-element)\.js$|^share-|_rest-/;

/** The files of the first load of a ruleset, the page first; without a ruleset those that all have in common. */
export function firstLoad(dist, ruleset, page = "index.html") {
  const files = siteFiles(dist);
  const all = programs(dist, page);
  const other = new Set([...all].flatMap(([name, own]) => (name === ruleset ? [] : own)));
  const reached = new Set([page]);
  for (const name of reached) {
    if (!/\.(html|m?js|css)$/.test(name)) continue;
    const text = readFileSync(join(dist, name), "utf8");
    for (const found of files.filter((file) => !waits.test(file))) if (text.includes(found) && !other.has(found)) reached.add(found);
  }
  return [...reached];
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const dist = process.argv[2];
  const common = firstLoad(dist);
  const part = new Map([...programs(dist)].flatMap(([ruleset, own]) => own.map((name) => [name, ruleset])));
  for (const name of siteFiles(dist)) {
    const content = readFileSync(join(dist, name));
    const compressed = join(dist, `${name}.br`);
    const brotli = existsSync(compressed) ? statSync(compressed).size : content.length;
    const of = common.includes(name) ? "page" : (part.get(name) ?? "later");
    console.log([name, content.length, brotli, of].join("\t"));
  }
}
