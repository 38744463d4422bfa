// Finishes the files that Trunk has staged: splits and optimises the programs, minifies scripts and styles, then names every file that a page
// links to after its final content, and recomputes the integrity attributes.
import { createHash } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { programs } from "./first-load.mjs";
import { optimise, writeParts } from "./parts.mjs";
import { firstVisits } from "./profile.mjs";
import { writeStills } from "./stills.mjs";

const dist = process.env.TRUNK_STAGING_DIR;
const read = (name) => readFileSync(join(dist, name));
const names = (...endings) =>
  readdirSync(dist, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => endings.some((ending) => name.endsWith(ending)));

// What no first visit runs leaves the programs, if there is a browser (CHROME) that shows what that is; a whole program is larger, and works the same.
const chrome = process.env.CHROME;
const all = programs(dist);
const visits = chrome ? await firstVisits(dist, chrome) : new Map();
for (const [ruleset, { ran }] of visits) {
  const [js, wasm] = all.get(ruleset).map((name) => join(dist, name));
  writeParts(js, wasm, ran);
}

await optimise(names(".wasm").map((name) => join(dist, name)));

// One sheet of styles in place of several: one request, and a quarter less to download.
const sheets = [...read("index.html").toString().matchAll(/<link rel="stylesheet" href="\.\/([^"]*)"[^>]*>\s*/g)];
writeFileSync(join(dist, "tohit.css"), sheets.map(([, name]) => read(name)).join("\n"));
for (const [, name] of sheets) rmSync(join(dist, name));
const single = sheets.reduce((html, [link], place) => html.replace(link, place ? "" : '<link rel="stylesheet" href="./tohit.css" integrity="" />\n    '), read("index.html").toString());
writeFileSync(join(dist, "index.html"), single);

// The element for articles knows the page's files: its styles, the script that starts programs, and the programs.
const whole = read("index.html").toString();
const element = "tohit-element.js";
const [, boot] = whole.match(/<script [^>]*src="([^"]*)"[^>]*data-powder[^>]*>/);
const files = {
  boot,
  programs: Object.fromEntries([...all].map(([ruleset, names]) => [ruleset, names.map((name) => `./${name}`)])),
  styles: [...whole.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, name]) => name).concat("./embed.css"),
};
writeFileSync(join(dist, element), `const files = ${JSON.stringify(files)};\n${read(element)}`);

writeStills(dist, all, visits);

for (const name of names(".js", ".css").filter((name) => name !== "tohit-gadget.js")) {
  const options = { loader: name.endsWith(".css") ? "css" : "js", minify: true, target: "es2022", legalComments: "none" };
  const { code } = await transform(read(name).toString(), options);
  writeFileSync(join(dist, name), code);
}

// Like all other files, presets get the name of their content. Their comments are for whoever edits them.
for (const name of names(".presets")) {
  writeFileSync(join(dist, `${basename(name, ".presets")}.txt`), read(name).toString().replaceAll(/^#.*\n/gm, ""));
}
rmSync(join(dist, "presets"), { recursive: true });
for (const page of [...names(".html"), element]) {
  writeFileSync(join(dist, page), read(page).toString().replaceAll(/presets\/([a-z-]+)\.presets/g, "$1.txt"));
}

// Leaves first: a script holds the name of the wasm file, a page the names of all.
for (const ending of [".wasm", ".txt", ".json", ".css", ".js"]) {
  // The element names many others; it is the last of the scripts, also by its name.
  for (const name of names(ending).sort()) {
    const linked = names(".html", ".js").some((from) => read(from).includes(`./${name}`));
    if (!linked || name.includes("/")) continue;
    const hash = createHash("sha256").update(read(name)).digest("hex").slice(0, 16);
    const renamed = `${name.slice(0, -ending.length).replace(/-[0-9a-f]{14,16}(?=_(bg|rest)$|$)/, "")}-${hash}${ending}`;
    renameSync(join(dist, name), join(dist, renamed));
    for (const text of names(".html", ".js", ".css")) {
      writeFileSync(join(dist, text), read(text).toString().replaceAll(`./${name}`, `./${renamed}`));
    }
  }
}

// Other sites' pages name the element without its hash.
const named = names(".js").find((name) => /^tohit-element-[0-9a-f]{16}\.js$/.test(name));
writeFileSync(join(dist, element), `import "./${named}";\n`);

const attribute = (tag, pattern) => tag.match(pattern)?.[1];
for (const page of names(".html")) {
  const html = read(page)
    .toString()
    .replaceAll(/<[^>]*\sintegrity="[^"]*"[^>]*>/g, (tag) => {
      // Browsers ignore it on what a script is going to fetch, and say so in the console.
      if (/\sas="fetch"/.test(tag)) return tag.replace(/\sintegrity="[^"]*"/, "");
      const file = attribute(tag, /\s(?:href|src)="\.\/([^"]*)"/);
      const digest = createHash("sha384").update(read(file)).digest("base64");
      return tag.replace(/integrity="[^"]*"/, `integrity="sha384-${digest}"`);
    });
  writeFileSync(join(dist, page), html);
}

// What a visit without a network needs: every file, under its name, which is its content's. The list is the build's name.
const kept = names(".html", ".css", ".js", ".wasm", ".txt", ".json", ".png", ".svg", ".webmanifest").filter(
  (name) => !["sw.js", "404.html", "robots.txt", "tohit-gadget.js", element].includes(name) && !name.startsWith("example"),
);
const digest = createHash("sha256");
for (const name of kept.sort()) digest.update(name).update(read(name));
const list = `const build="${digest.digest("hex").slice(0, 16)}",files=${JSON.stringify(kept)};\n`;
writeFileSync(join(dist, "sw.js"), list + read("sw.js"));

// What is named after its content can be kept for ever (the headers file of Netlify, Cloudflare Pages and others).
const forever = kept.filter((name) => /-[0-9a-f]{16}\.\w+$/.test(name));
const lines = forever.map((name) => `/${name}\n  Cache-Control: public, max-age=31536000, immutable\n`);
appendFileSync(join(dist, "_headers"), lines.join(""));

// For hosts that send compressed files as they are.
for (const name of names(".html", ".css", ".js", ".wasm", ".txt", ".json", ".svg", ".webmanifest")) {
  const content = read(name);
  writeFileSync(join(dist, `${name}.br`), smallest(content));
  writeFileSync(join(dist, `${name}.gz`), gzipSync(content, { level: 9 }));
}

/** The smallest that brotli makes of it: which of its modes that is, no kind of file tells. */
function smallest(content) {
  const modes = [constants.BROTLI_MODE_GENERIC, constants.BROTLI_MODE_FONT];
  const pack = (mode) =>
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_MODE]: mode } });
  return modes.map(pack).reduce((least, other) => (other.length < least.length ? other : least));
}
