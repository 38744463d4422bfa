// The built site: its files, and what a visit fetches of them.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** True for a file under `dist`; of files that are there compressed, too, only the plain ones count. */
export const isSiteFile = (dist, name) => !/\.(br|gz)$/.test(name) && Boolean(statSync(join(dist, name), { throwIfNoEntry: false })?.isFile());

/** Every file under `dist`, with forward slashes. */
export function siteFiles(dist) {
  return readdirSync(dist, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => isSiteFile(dist, name))
    .sort();
}

const withoutHash = (name) => name.replace(/-[0-9a-f]{16}(?=\.)/, "");

/** The file whose name is that but for the hash of its content. */
export const fileOf = (dist, plain) => siteFiles(dist).find((name) => withoutHash(name) === plain);

/** The names of the rulesets, the first first, as the page's tabs have them. */
export const rulesets = (dist) => [...new Set([...readFileSync(join(dist, "index.html"), "utf8").matchAll(/<a [^>]*data-ruleset="([a-z0-9-]+)"/g)].map(([, name]) => name))];

/** What a first visit to a ruleset fetches until it is live: what the size gate weighs. */
export function firstLoad(dist, ruleset) {
  const all = ["index.html", "tohit.css", "early.js", "mend.js", "boot.js", "program.js", "tohit-web.js", "tohit-web_bg.wasm", `${ruleset}.txt`];
  return (ruleset === rulesets(dist)[0] ? all : [...all, `${ruleset}.html`]).map((name) => fileOf(dist, name));
}
