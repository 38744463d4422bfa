// The hook of Trunk.toml: finishes the files that Trunk has staged. It splits the program and optimises it, puts the first view of each ruleset into its page,
// minifies scripts and styles, names every file that a page links to after its final content, and computes the integrity attributes. While one works on the
// page (`trunk serve`) the program stays whole, nothing is optimised or compressed, and nothing is kept for visits without a network.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildSync, transformSync } from "esbuild";
import { optimise } from "./optimise.mjs";

const isRelease = process.env.TRUNK_PROFILE === "release";
const dist = process.env.TRUNK_STAGING_DIR;
const read = (name) => readFileSync(join(dist, name));
const text = (name) => read(name).toString();
const write = (name, content) => writeFileSync(join(dist, name), content);
const names = (...endings) =>
  readdirSync(dist, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => endings.some((ending) => name.endsWith(ending)));

// One sheet of styles in place of several: one request, and a quarter less to download.
for (const name of ["tohit.css", "documents.css"]) buildSync({ entryPoints: [`web/style/${name}`], outfile: join(dist, name), bundle: true });

// What is seen first is rendered on this machine: elements of one type compile in half the time, here too, and what macros are made of is there already, where
// a target is named. Beside it the program is put into two files, in place of the one that Trunk staged: loader.js fetches the second, in place of the splitter's own script.
const compiled = join(process.env.CARGO_TARGET_DIR ?? "target", "wasm32-unknown-unknown/wasm/tohit-web.wasm");
await Promise.all([
  run("--cfg\x1ferase_components", "tohit-web", "--target", "host-tuple", "--profile", "page-dev", "--", join(dist, "first")),
  isRelease && run("", "tohit-bind", "--", "page", compiled, dist),
  run("", "tohit-documents", "--", "docs", join(dist, "docs")),
]);
if (isRelease) {
  renameSync(join(dist, "split_rest.wasm"), join(dist, "rest.wasm"));
  renameSync(join(dist, "loader.js"), join(dist, "__wasm_split.js"));
  for (const name of names(".wasm")) optimise(join(dist, name));
}

// What each ruleset is made of, and its page with what is seen first (web/src/page/first_view.rs): the first ruleset's is the page itself.
const shell = text("index.html").replaceAll(/<!--[^]*?-->\s*/g, "");
const [, main] = shell.match(/data-ruleset="([a-z0-9-]+)"/);
for (const file of readdirSync(join(dist, "first"))) {
  if (/^rulesets\.(js|css)$/.test(file)) continue;
  if (file.endsWith(".txt")) {
    renameSync(join(dist, "first", file), join(dist, file));
    continue;
  }
  const [title, sentence, ...html] = text(`first/${file}`).split("\n");
  const ruleset = file.replace(".html", "");
  const escaped = (words) => words.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const page = shell
    .replace("data-still>", () => `data-still>${html.join("\n")}`)
    .replace(/<title>[^<]*/, () => `<title>${escaped(title)}`)
    .replace(`data-ruleset="${main}"`, `data-ruleset="${ruleset}"`)
    .replace(/(name="description"\s+content=")[^"]*/, (_, before) => before + escaped(`${sentence} Exact chances to hit and damage, computed in your browser.`));
  write(ruleset === main ? "index.html" : file, page);
}
// The lists of rulesets come from their folders: files for program.js, hues for the styles.
renameSync(join(dist, "first", "rulesets.js"), join(dist, "rulesets.js"));
appendFileSync(join(dist, "tohit.css"), text("first/rulesets.css"));
rmSync(join(dist, "first"), { recursive: true });

// These two take other scripts into them.
for (const name of ["tohit-web.js", "program.js"]) {
  buildSync({ entryPoints: [join(dist, name)], outfile: join(dist, name), allowOverwrite: true, bundle: true, format: "esm" });
}
for (const name of ["__wasm_split.js", "loader.js", "compiled.js", "rulesets.js"]) rmSync(join(dist, name), { force: true });
for (const name of names(".js", ".css").filter((name) => name !== "tohit-gadget.js")) {
  const options = { loader: name.endsWith(".css") ? "css" : "js", minify: true, target: "es2022", legalComments: "none" };
  write(name, transformSync(text(name), options).code);
}

// Leaves first: a script holds the name of the wasm file, a page the names of all.
const order = ["tohit-web_bg.wasm", "rest.wasm", ...names(".txt", ".css"), "tohit-web.js", "worker.js", "program.js", "share.js", "early.js", "boot.js", "documents.js", "tohit-element.js", "embed.js"];
for (const name of order.filter((name) => name !== "robots.txt" && existsSync(join(dist, name)))) {
  const hash = createHash("sha256").update(read(name)).digest("hex").slice(0, 16);
  const ending = name.slice(name.lastIndexOf("."));
  const renamed = `${name.slice(0, -ending.length)}-${hash}${ending}`;
  renameSync(join(dist, name), join(dist, renamed));
  for (const from of names(".html", ".js")) {
    const before = text(from);
    if (before.includes(`./${name}`)) write(from, before.replaceAll(`integrity of ./${name}`, integrity(renamed)).replaceAll(`./${name}`, `./${renamed}`));
  }
}

// Other sites' pages name the element without its hash. One that was cut off on its way is fetched past every cache.
const element = "tohit-element.js";
const named = `./${names(".js").find((name) => /^tohit-element-[0-9a-f]{16}\.js$/.test(name))}`;
write(element, `await import("${named}").catch(() => fetch(new URL("${named}", import.meta.url), { cache: "reload" }).then(() => import("${named}?again")));\n`);

for (const page of names(".html")) {
  write(
    page,
    text(page).replaceAll(/<[^>]*\sintegrity="[^"]*"[^>]*>/g, (tag) => {
      const [, file] = tag.match(/\s(?:href|src)="\.\/([^"]*)"/);
      return tag.replace(/integrity="[^"]*"/, `integrity="${integrity(file)}"`);
    }),
  );
}

// What a visit without a network needs: every file, under its name, which is its content's. The list is the build's name.
const kept = !isRelease ? [] : names(".html", ".css", ".js", ".wasm", ".txt", ".png", ".svg", ".webmanifest").filter(
  (name) => !["sw.js", "404.html", "robots.txt", "tohit-gadget.js", element].includes(name),
);
const digest = createHash("sha256");
for (const name of kept.sort()) digest.update(name).update(read(name));
const build = digest.digest("hex").slice(0, 16);
// How the worker knows what is whole: by its name, by what it says of itself (below), or by this.
const known = (name) => (/-[0-9a-f]{16}\.\w+$|\.html$/.test(name) ? "" : createHash("sha256").update(read(name)).digest("hex").slice(0, 16));
const list = `const build="${build}",first="${main}.html",files=${JSON.stringify(Object.fromEntries(kept.map((name) => [name, known(name)])))};\n`;
write("sw.js", list + text("sw.js"));
// A page says which build's it is, and which page.
for (const page of kept.filter((name) => name.endsWith(".html"))) write(page, text(page).replace("<html ", `<html data-build="${build} ${page}" `));
// Each ruleset has a page of its name; that of the first is the page itself, and is kept once.
copyFileSync(join(dist, "index.html"), join(dist, `${main}.html`));

// What is named after its content can be kept for ever (the headers file of Netlify, Cloudflare Pages and others).
// Pages name the other files, so a browser asks for them anew.
const forever = names("").filter((name) => /-[0-9a-f]{16}\.\w+$/.test(name));
const caching = (all, value) => all.map((name) => `/${name}\n  Cache-Control: ${value}\n`).join("");
const headers = caching(names(".html"), "no-cache") + caching(forever, "public, max-age=31536000, immutable");
appendFileSync(join(dist, "_headers"), headers);

// For hosts that send compressed files as they are.
for (const name of !isRelease ? [] : names(".html", ".css", ".js", ".json", ".wasm", ".txt", ".svg", ".webmanifest")) {
  const content = read(name);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  write(`${name}.br`, brotliCompressSync(content, { params }));
  write(`${name}.gz`, gzipSync(content, { level: 9 }));
}

/** What a browser compares a file with. */
function integrity(file) {
  return `sha384-${createHash("sha384").update(read(file)).digest("base64")}`;
}

/** Runs a program of this project on this machine: the flags around here are the page's. */
async function run(flags, ...words) {
  const { RUSTFLAGS, CARGO_BUILD_TARGET, ...env } = process.env;
  const program = spawn("cargo", ["run", "--package", ...words], { env: { ...env, CARGO_ENCODED_RUSTFLAGS: flags }, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(program, "exit");
  if (code !== 0) process.exit(1);
}
