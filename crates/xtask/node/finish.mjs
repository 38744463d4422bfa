// Finishes the files that Trunk has staged: minifies scripts and styles, then names every file that a page links to
// after its final content (Trunk hashes the wasm before it is optimised), and recomputes the integrity attributes.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";

const dist = process.env.TRUNK_STAGING_DIR;
const read = (name) => readFileSync(join(dist, name));
const names = (...endings) =>
  readdirSync(dist, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => endings.some((ending) => name.endsWith(ending)));

for (const name of names(".js", ".css")) {
  const options = { loader: name.endsWith(".css") ? "css" : "js", minify: true, target: "es2022", legalComments: "none" };
  const { code } = await transform(read(name).toString(), options);
  writeFileSync(join(dist, name), code);
}

// Presets stand in folders named after their rulesets; like all other files they get the name of their content.
for (const name of names("/presets.txt")) renameSync(join(dist, name), join(dist, `${name.split("/").at(-2)}.txt`));
rmSync(join(dist, "presets"), { recursive: true });
for (const page of names(".html")) {
  writeFileSync(join(dist, page), read(page).toString().replaceAll(/presets\/([a-z-]+)\/presets\.txt/g, "$1.txt"));
}

// Leaves first: a script holds the name of the wasm file, a page the names of all.
for (const ending of [".wasm", ".txt", ".css", ".js"]) {
  for (const name of names(ending)) {
    const linked = names(".html").some((page) => read(page).includes(`./${name}`));
    if (!linked || name.includes("/")) continue;
    const hash = createHash("sha256").update(read(name)).digest("hex").slice(0, 16);
    const renamed = `${name.slice(0, -ending.length).replace(/-[0-9a-f]{14,16}(?=_bg$|$)/, "")}-${hash}${ending}`;
    renameSync(join(dist, name), join(dist, renamed));
    for (const text of names(".html", ".js", ".css")) {
      writeFileSync(join(dist, text), read(text).toString().replaceAll(`./${name}`, `./${renamed}`));
    }
  }
}

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
