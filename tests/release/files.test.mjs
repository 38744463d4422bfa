// The files of a release, used as a stranger does: `cargo xtask release` runs this. TOHIT_RELEASE is their folder, TOHIT_VERSION their version.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const { TOHIT_RELEASE: folder, TOHIT_VERSION: version } = process.env;
const names = readdirSync(folder);
const archive = names.find((name) => name.startsWith(`tohit-${version}-`) && name.endsWith(".tar.gz"));
const place = mkdtempSync(join(tmpdir(), "tohit-release-"));
after(() => rmSync(place, { recursive: true }));

/** A new folder. */
function made(name) {
  const dir = join(place, name);
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** Unpacks an archive of the release into a new folder. */
function unpacked(archive, name) {
  const dir = made(name);
  execFileSync("tar", ["-xzf", join(folder, archive), "-C", dir]);
  return dir;
}

test("every file has its SHA-256 in the list", () => {
  const lines = readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n");
  assert.deepEqual(lines.map((line) => line.slice(66)), names.filter((name) => name !== "SHA256SUMS").sort());
  for (const line of lines) assert.equal(createHash("sha256").update(readFileSync(join(folder, line.slice(66)))).digest("hex"), line.slice(0, 64));
});

test("the notes are a section of the changelog", () => {
  const notes = readFileSync(join(folder, "notes.md"), "utf8");
  assert.match(notes, /^### /m);
  assert.doesNotMatch(notes, /^## /m);
});

test("the site is served from any folder, with its documents", async (t) => {
  const dist = unpacked(`tohit-site-${version}.tar.gz`, "site");
  const server = createServer(({ url }, answer) => {
    try {
      answer.end(readFileSync(join(dist, decodeURIComponent(url.replace(/^\/some\/folder\//, "")) || "index.html")));
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  const fetched = async (name) => {
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/some/folder/${name}`);
    assert.equal(answer.status, 200, name);
    return answer.text();
  };
  const page = await fetched("");
  for (const [, file] of page.matchAll(/ (?:src|href)="\.\/([^"#]+)"/g)) await fetched(file);
  assert.match(await fetched("docs/index.html"), /<h1 id="documents">Documents<\/h1>/);
  const worker = await fetched("sw.js");
  for (const file of Object.keys(JSON.parse(worker.match(/files=(\{[^}]*\})/)[1]))) await fetched(file);
});

test("the package works in a new project", () => {
  const project = made("project");
  writeFileSync(join(project, "package.json"), '{ "name": "stranger", "private": true, "type": "module" }');
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  execFileSync(npm, ["install", "--offline", "--no-audit", "--no-fund", join(folder, `tohit-${version}.tgz`)], { cwd: project, shell: process.platform === "win32" });
  const program = 'import init, { resolveExact } from "tohit"; await init(); console.log(resolveExact({ ruleset: "powder", attacker: { preset: "fred" }, defender: { preset: "troll" } }).hit);';
  writeFileSync(join(project, "fred.js"), program);
  assert.equal(execFileSync("node", ["fred.js"], { cwd: project, encoding: "utf8" }), "21725/27648\n");
});

test("every archive has the licences of its libraries", () => {
  const folders = { clap: unpacked(archive, "licences"), leptos: unpacked(`tohit-site-${version}.tar.gz`, "licences-site"), "wasm-bindgen": unpacked(`tohit-${version}.tgz`, "licences-package") };
  for (const [library, folder] of Object.entries(folders)) {
    const file = readdirSync(folder, { recursive: true }).find((file) => /(^|[/\\])THIRD-PARTY-LICENSES$/.test(file));
    const text = readFileSync(join(folder, file), "utf8");
    assert.match(text, new RegExp(`^${library}-[0-9.]+: MIT`, "m"));
    assert.match(text, /Permission is hereby granted/);
  }
});

test("the program comes with manual pages and completions", () => {
  const dir = join(unpacked(archive, "program"), archive.replace(".tar.gz", ""));
  assert.equal(execFileSync(join(dir, "tohit"), ["--version"], { encoding: "utf8" }), `tohit ${version}\n`);
  assert.ok(readdirSync(join(dir, "man")).length > 15);
  assert.equal(readdirSync(join(dir, "completions")).length, 5);
  assert.ok(["README.md", "LICENSE-MIT", "LICENSE-APACHE"].every((file) => readFileSync(join(dir, file)).length > 0));
});

test("on Linux the program runs where there is nothing else", (t) => {
  if (process.platform !== "linux") return t.diagnostic("not on Linux: a program needs the system's libraries");
  const root = made("empty-root");
  const program = join(unpacked(archive, "static"), archive.replace(".tar.gz", ""), "tohit");
  copyFileSync(program, join(root, "tohit"));
  chmodSync(join(root, "tohit"), 0o755);
  const words = ["--user", "--map-root-user", `--root=${root}`, "/tohit", "resolve", "--exact", "--link", "powder/melee?attacker.preset=fred&defender.preset=troll"];
  const ran = spawnSync("unshare", words, { encoding: "utf8", cwd: root });
  assert.equal(ran.status, 0, ran.stderr);
  assert.match(ran.stdout, /"hit": "21725\/27648"/);
});
