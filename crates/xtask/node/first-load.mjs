// What a first visit loads: a page and, from there, every file of the site that a page, script or style reached so
// far names. Of the rulesets' files, which the page names all, a visit loads one's: its still and, when somebody begins to use the page, its program, which is its script, its WebAssembly and its presets.
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

/** The files of each ruleset, as the page's script tag tells them: its program's, and the still where there is one. */
function rulesets(dist, page = "index.html") {
  const tag = readFileSync(join(dist, page), "utf8").match(/<script [^>]*data-powder[^>]*>/)?.[0] ?? "";
  const named = [...tag.matchAll(/data-([a-z-]+)="([^"]* [^"]*)"/g)];
  return new Map(named.map(([, ruleset, files]) => [ruleset, files.split(" ").map((file) => file.replace("./", ""))]));
}

/** The files of each ruleset's program: its script, its WebAssembly and its presets. */
export const programs = (dist) => new Map([...rulesets(dist)].map(([ruleset, files]) => [ruleset, files.filter((file) => !isStill(file))]));

const isStill = (file) => file.includes("-still");

/** What waits for the start of the page or is fetched for the system: the icons, the worker that keeps the files, what a
 * press opens, the rest of each program, the pages for browsers without scripts. */
const waits = /\.(png|svg|webmanifest)$|^(sw|tohit-gadget|tohit-element)\.js$|^(share|example)-|_rest-/;

/** What a visit to a ruleset fetches, the page first, until somebody begins to use it: its still where the build made one, and `whole` its program. */
export function firstLoad(dist, ruleset, whole = false, page = "index.html") {
  const files = siteFiles(dist);
  const all = rulesets(dist, page);
  const named = [...all.values()].flat();
  const reached = new Set([page]);
  for (const name of reached) {
    if (!/\.(html|m?js|css)$/.test(name)) continue;
    const text = readFileSync(join(dist, name), "utf8");
    for (const found of files.filter((file) => !waits.test(file) && !named.includes(file))) if (text.includes(found)) reached.add(found);
  }
  const own = all.get(ruleset) ?? [];
  return [...reached, ...(whole || !own.some(isStill) ? own : own.filter(isStill))];
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const dist = process.argv[2];
  const common = firstLoad(dist);
  const part = new Map([...rulesets(dist)].flatMap(([ruleset, own]) => own.map((name) => [name, isStill(name) ? `${ruleset} still` : ruleset])));
  for (const name of siteFiles(dist)) {
    const content = readFileSync(join(dist, name));
    const compressed = join(dist, `${name}.br`);
    const brotli = existsSync(compressed) ? statSync(compressed).size : content.length;
    const of = common.includes(name) ? "page" : (part.get(name) ?? "later");
    console.log([name, content.length, brotli, of].join("\t"));
  }
}
