// What a first visit loads: a page and, from there, every file of the site that a page, script or style reached so
// far names. Files that only the wasm names (data fetched on demand) are not part of it.
// As a program, `node first-load.mjs DIR` prints every file of the site with its sizes.
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

/** Every file under `dist`, with forward slashes. */
export function siteFiles(dist) {
  return readdirSync(dist, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => statSync(join(dist, name)).isFile())
    .sort();
}

/** The files of the first load, the page first. */
export function firstLoad(dist, page = "index.html") {
  const files = siteFiles(dist);
  const reached = new Set([page]);
  for (const name of reached) {
    if (!/\.(html|m?js|css)$/.test(name)) continue;
    const text = readFileSync(join(dist, name), "utf8");
    for (const other of files) if (text.includes(other)) reached.add(other);
  }
  return [...reached];
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const dist = process.argv[2];
  const first = firstLoad(dist);
  for (const name of siteFiles(dist)) {
    const content = readFileSync(join(dist, name));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    const brotli = brotliCompressSync(content, { params });
    console.log([name, content.length, brotli.length, first.includes(name) ? "first" : "later"].join("\t"));
  }
}
