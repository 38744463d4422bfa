// A clean Node project in a folder of its own, with the packed package installed and nothing else.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

/** The project's repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The command line of the same source. */
export const tohit = process.env.TOHIT_PROGRAM;

/** Makes the project; it is deleted after the tests of the file. */
export function install() {
  assert.ok(process.env.TOHIT_PACKAGE && tohit, "cargo xtask test --only package says what is packed");
  const dir = mkdtempSync(join(tmpdir(), "tohit-package-"));
  after(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, "package.json"), JSON.stringify({ name: "fights", private: true, type: "module" }));
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  execFileSync(npm, ["install", "--offline", "--no-audit", "--no-fund", process.env.TOHIT_PACKAGE], { cwd: dir, stdio: "pipe" });
  return dir;
}

/** Runs a script of the project; returns its output. */
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

/** Every shared case; a scenario that names no ruleset is of its file's. */
export function sharedCases() {
  const rulesets = JSON.parse(output(tohit, ["rulesets", "--json"], root)).map(({ id }) => id);
  const folder = join(root, "crates/resolver/cases");
  return readdirSync(folder).flatMap((file) => {
    const ruleset = rulesets.find((id) => file === `${id}.json` || file.startsWith(`${id}-`));
    return JSON.parse(readFileSync(join(folder, file), "utf8")).map(({ scenario, expect }) => ({
      scenario: scenario?.constructor === Object ? { ruleset, ...scenario } : scenario,
      isLegal: expect.error === undefined,
    }));
  });
}
