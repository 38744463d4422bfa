// A clean Node project in a folder of its own, with the packed package installed and nothing else.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

/** The project's repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The command line of the same source. */
export const tohit = process.env.TOHIT_PROGRAM;

/** Makes the project; it goes with the tests of the file. */
export function install() {
  assert.ok(process.env.TOHIT_PACKAGE && tohit, "cargo xtask test --only package says what is packed");
  const dir = mkdtempSync(join(tmpdir(), "tohit-package-"));
  after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, "package.json"), JSON.stringify({ name: "fights", private: true, type: "module" }));
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  execFileSync(npm, ["install", "--offline", "--no-audit", "--no-fund", process.env.TOHIT_PACKAGE], { cwd: dir, stdio: "pipe" });
  return dir;
}

/** Runs a script of the project; gives what it prints. */
export function run(dir, script, input = "") {
  return output(process.execPath, [script], dir, input);
}

/** Runs a program that may find fault with what it is given; gives what it prints. */
export function output(program, words, cwd, input = "") {
  const ran = spawnSync(program, words, { cwd, input, encoding: "utf8", maxBuffer: 1 << 28 });
  assert.ifError(ran.error);
  assert.ok(ran.status === 0 || ran.status === 2, ran.stderr);
  return ran.stdout;
}

/** The manual's examples: a fenced block that has a name is a file. */
export function examples() {
  const manual = readFileSync(join(root, "docs/javascript.md"), "utf8");
  return [...manual.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, name, text]) => ({ name, text }));
}
