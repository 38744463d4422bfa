// The types of the package, checked by TypeScript: correct programs type-check, misspelt ones fail.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { examples, install, root, sharedCases } from "./project.mjs";

const dir = install();

const head = 'import init, { duel, explain, fields, fight, load, presets, resolve, resolveExact, roll, rulesets, ScenarioError, study } from "tohit";\n';

const right = `${head}
import type { Answer, Fraction, PowderScenario, Problem, Rolled, Scenario, Study } from "tohit";
await init({ from: new URL("https://example.org/") });
const own = load("rules 1", { name: "duel" });
const won: number | undefined = own.resolve({ attacker: { skill: 8 } }).hit;
const scenario: Scenario = { ruleset: "angband", mode: "melee", attacker: { preset: "x", level: 30 }, defender: { ac: 130 } };
const answer: Answer = resolve(scenario);
const hit: number | undefined = answer.hit;
const sure: number = resolve({ ruleset: "powder" }).hit + resolve({ ruleset: "pixel-dungeon" }).hit + resolve({ ruleset: "pixel-dungeon", mode: "melee" }).hit;
const surely: Fraction = resolveExact({ ruleset: "angband", mode: "melee", attacker: { level: 3 } }).hit;
const linked: number = resolve("powder/melee?defender.natural_ac=8").hit + fight("powder?defender.hp=3").outcomes.killed;
const powder: PowderScenario = { ruleset: "powder" };
const certain: number = resolve(powder).hit;
const exact: Answer<Fraction> = resolveExact({ ruleset: "powder", attacker: { physical_level: 3, parts: [{}] } });
const half: string | undefined = exact.outcomes?.["hit"];
const parts: number = resolve(powder).outcomes["complete-miss"] + resolve(powder).damage["0"];
const ownParts: Fraction = own.resolveExact().outcomes["hit"];
const rolled: Rolled = roll({ ruleset: "pixel-dungeon" }, { seed: 7n, turn: true });
for (const event of rolled.log) if ("roll" in event) console.log(event.roll, event.faces?.length);
const turns: number | undefined = fight(scenario).mean_turns;
const rolledDuel: "win" | "lose" | "both" | "standing" = roll(scenario, { against: scenario, first: "both", seed: 7 }).outcome;
const left: number = own.roll({}, { against: { defender: { hp: 9 } } }).attacker.left;
const wins: Fraction = duel(scenario, scenario, { exact: true, first: "both" }).outcomes.win;
const chance: number = explain(scenario).outcomes["hit"].chance;
const fraction: Fraction = explain(scenario, { exact: true }).steps[0].reached;
const cells: Study = study("angband/melee?defender.ac=0..150");
const edges: Fraction | null = own.study("?attacker.skill=*", { exact: true }).rows[0].values["hit"];
for (const { id, modes } of rulesets()) console.log(presets(id)[0].fills, modes[0].label, fields(id).type);
try {
  resolve({ ruleset: "crawl", mode: "monster-melee" });
} catch (error) {
  if (error instanceof ScenarioError) error.errors.forEach((problem: Problem) => console.log(problem.path));
}
console.log(won, hit, sure, surely, linked, certain, half, parts, ownParts, turns, rolledDuel, left, wins, chance, fraction, cells.find?.[0].from, edges);
`;

// Each with the code that its one error has: of the value, of its name, of the argument.
const wrong = {
  "a misspelt section": ['resolve({ ruleset: "powder", attaker: {} });', "2353|2561"],
  "a misspelt field": ['resolve({ ruleset: "powder", attacker: { physical_levl: 3 } });', "2353|2561"],
  "a misspelt field of one mode among several": ['resolve({ ruleset: "crawl", mode: "monster-melee", attacker: { hitdice: 3 } });', "2353|2561"],
  "a misspelt value": ['resolve({ ruleset: "powder", defender: { size: "lage" } });', "2820|2322"],
  "a number as text": ['resolve({ ruleset: "powder", attacker: { physical_level: "3" } });', "2322"],
  "no ruleset": ['resolve({ mode: "melee" });', "2345"],
  "an unknown ruleset": ['resolve({ ruleset: "rogue" });', "2322|2820"],
  "a mode of another ruleset": ['resolve({ ruleset: "angband", mode: "targeting" });', "2345|2322"],
  "a chance to hit in a mode without one": ['const hit: number = resolve({ ruleset: "pixel-dungeon", mode: "targeting" }).hit;', "2322"],
  "a chance to hit where the mode is not known": ['const hit = (scenario: import("tohit").Scenario): number => resolve(scenario).hit;', "2322"],
  "a misspelt option": ['fight({ ruleset: "powder" }, { exat: true });', "2353|2561|2769"],
  "an option of a wrong kind": ['explain({ ruleset: "powder" }, { exact: "no" });', "2322|2769"],
  "outcomes in a mode without them": ['const miss: number = resolve({ ruleset: "pixel-dungeon", mode: "targeting" }).outcomes["miss"];', "2532|18048"],
  "a fraction taken for a number": ['const hit: number | undefined = resolveExact({ ruleset: "powder" }).hit;', "2322"],
};

const legal = sharedCases().filter(({ isLegal }) => isLegal);
const cases = `import type { Scenario } from "tohit";
${legal.map(({ scenario }, place) => `export const case${place}: Scenario = ${JSON.stringify(scenario)};`).join("\n")}
`;

const manual = examples().filter(({ name }) => name.endsWith(".mts"));
const fileOf = (name) => `${name.replaceAll(" ", "-")}.ts`;

/** What the checker finds wrong, by file. It looks at all in one run, since it takes seconds to start. */
function check(files, ...more) {
  for (const { name, text } of files) writeFileSync(join(dir, name), text);
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", ...more, ...files.map(({ name }) => name)];
  const ran = spawnSync(process.execPath, [tsc, ...options], { cwd: dir, encoding: "utf8" });
  assert.ifError(ran.error);
  assert.equal(ran.stderr, "");
  const found = [...ran.stdout.matchAll(/^([^\s(]+)\(\d+,\d+\): error TS(\d+): (.*)$/gm)];
  assert.equal(found.length > 0, ran.status !== 0, ran.stdout);
  return (name) => found.filter(([, file]) => file === name);
}

const found = check([
  { name: "right.ts", text: right },
  { name: "cases.ts", text: cases },
  ...manual,
  ...Object.entries(wrong).map(([name, [line]]) => ({ name: fileOf(name), text: `${head}${line}\n` })),
]);

test("correct programs type-check", () => {
  assert.ok(manual.length > 0);
  for (const { name } of [{ name: "right.ts" }, { name: "node_modules/tohit/index.d.ts" }, ...manual]) assert.deepEqual(found(name).map(([line]) => line), []);
});

test("the types need neither DOM nor Node types", () => {
  const text = 'import init, { resolve } from "tohit";\nawait init({ from: "https://example.org/" });\nexport const hit: number | undefined = resolve({ ruleset: "powder" }).hit;\n';
  const bare = check([{ name: "bare.ts", text }], "--lib", "es2022", "--typeRoots", "none");
  for (const name of ["bare.ts", "node_modules/tohit/index.d.ts"]) assert.deepEqual(bare(name).map(([line]) => line), []);
});

test("every legal scenario of the shared cases type-checks", () => {
  assert.ok(legal.length > 500);
  assert.deepEqual(found("cases.ts").map(([line]) => line), []);
});

for (const [name, [line, code]] of Object.entries(wrong)) {
  test(`${name} is found`, () => {
    const errors = found(fileOf(name));
    assert.deepEqual(errors.length, 1, `${line}: ${errors}`);
    assert.match(errors[0][2], new RegExp(`^(${code})$`), errors[0][3]);
  });
}
