// The package in Node answers all shared cases as the command line does, and throws the errors that it prints.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { install, output, root, run, sharedCases, tohit } from "./project.mjs";

const dir = install();

// Reads a scenario a line and prints an answer a line, like `tohit resolve --lines`.
const lines = (name) => `
import init, { ${name} } from "tohit";
import { readFileSync } from "node:fs";
await init();
for (const line of readFileSync(0, "utf8").trimEnd().split("\\n")) {
  let answer;
  try {
    answer = ${name}(JSON.parse(line));
  } catch (error) {
    answer = { errors: error.errors };
  }
  console.log(JSON.stringify(answer));
}
`;

/** Every shared case as one line. */
const cases = () => sharedCases().map(({ scenario }) => JSON.stringify(scenario));

const parsed = (text) => text.trimEnd().split("\n").map((line) => JSON.parse(line));

for (const [name, words] of [["resolve", []], ["resolveExact", ["--exact"]]]) {
  test(`${name} answers every shared case as the command line does`, () => {
    const asked = cases();
    const input = asked.join("\n") + "\n";
    writeFileSync(join(dir, `${name}.mjs`), lines(name));
    const expected = parsed(output(tohit, ["resolve", "--lines", ...words], dir, input));
    const answered = parsed(run(dir, `${name}.mjs`, input));
    assert.ok(expected.length > 600 && expected.some(({ errors }) => errors));
    assert.equal(answered.length, expected.length);
    for (const [place, answer] of answered.entries()) assert.deepStrictEqual(answer, expected[place], asked[place]);
    // As the types say.
    for (const answer of answered.filter(({ errors }) => !errors)) for (const part of ["hit", "outcomes", "damage"]) assert.equal(part in answer, answer.mode !== "targeting", part);
  });
}

test("other queries answer as the command line does", () => {
  writeFileSync(join(dir, "else.mjs"), `
import init, { explain, fields, fight, presets, roll, rulesets, study } from "tohit";
await init();
const scenario = { ruleset: "powder", defender: { natural_ac: 8, hp: 6 } };
const answers = {
  "explain --json": explain(scenario),
  "explain --json --exact": explain(scenario, { exact: true }),
  "roll --json --seed 7": roll(scenario, { seed: 7 }),
  "roll --json --seed 18446744073709551615": { ...roll(scenario, { seed: 18446744073709551615n }), seed: 18446744073709552000 },
  "roll --json --seed 7 --fight": caught(() => roll(scenario, { seed: 7, fight: true })),
  "roll --json --seed 7 --against powder?defender.hp=7 --first both": roll(scenario, { seed: 7, against: { ruleset: "powder", defender: { hp: 7 } }, first: "both" }),
  "fight": fight(scenario),
  "fight --exact": fight(scenario, { exact: true }),
  "roll --json --seed 7 --turn": roll(scenario, { seed: 7, turn: true }),
  "roll --json --script 16,8,2,7": caught(() => roll(scenario, { script: [16, "8", 2, 7] })),
  "rulesets --json": rulesets(),
  "study --format json powder/melee?defender.natural_ac=5..8&find=hit<1/2": study("powder/melee?defender.natural_ac=5..8&find=hit<1/2"),
  "study --format json --exact angband/melee?seen=hit,miss": study("angband/melee?seen=hit,miss", { exact: true }),
};
function caught(ask) {
  try {
    return ask();
  } catch ({ errors }) {
    return { errors };
  }
}
for (const { id } of rulesets()) {
  answers[\`presets \${id} --json\`] = presets(id);
  answers[\`fields \${id} --json-schema\`] = fields(id);
}
console.log(JSON.stringify(answers));
`);
  const answers = JSON.parse(run(dir, "else.mjs"));
  const scenario = '{ "ruleset": "powder", "defender": { "natural_ac": 8, "hp": 6 } }';
  assert.ok(Object.keys(answers).length > 15);
  for (const [words, answer] of Object.entries(answers)) {
    const printed = output(tohit, words.split(" "), dir, /^(explain|fight|roll)( |$)/.test(words) ? scenario : "");
    if (printed) assert.deepStrictEqual(answer, JSON.parse(printed), words);
    else assert.ok(answer.errors.length > 0, words);
  }
});

test("values that are no numbers are refused by name", () => {
  writeFileSync(join(dir, "numbers.mjs"), `
import init, { resolve } from "tohit";
await init();
try {
  resolve({ ruleset: "powder", attacker: { physical_level: NaN }, defender: { natural_ac: -Infinity } });
} catch ({ errors }) {
  console.log(JSON.stringify(errors.map(({ message }) => message)));
}
`);
  const [first, second] = JSON.parse(run(dir, "numbers.mjs"));
  assert.match(first, /"NaN" is not allowed/);
  assert.match(second, /"-Infinity" is not allowed/);
});

test("an unknown option or an illegal value of one throws", () => {
  writeFileSync(join(dir, "options.mjs"), `
import init, * as tohit from "tohit";
const scenario = { ruleset: "powder", defender: { hp: 6 } };
const link = "powder/melee?defender.natural_ac=7..8&show=hit";
const said = [];
const caught = async (ask) => said.push(await Promise.resolve().then(ask).then(() => "nothing", ({ errors }) => errors?.[0].path + ": " + errors?.[0].message));
await caught(() => init({ form: "./" }));
await init();
await caught(() => tohit.explain(scenario, { exat: true }));
await caught(() => tohit.fight(scenario, { exact: "no" }));
await caught(() => tohit.fight(scenario, true));
await caught(() => tohit.duel(scenario, scenario, { exact: true, frist: "both" }));
await caught(() => tohit.study(link, { limits: 1 }));
await caught(() => tohit.study(link, { exact: 1 }));
await caught(() => tohit.roll(scenario, { sede: 7 }));
await caught(() => tohit.roll(scenario, { seed: 7, turn: "yes" }));
await caught(() => tohit.load("rules 1", { nam: "duel" }));
await caught(() => tohit.fight(scenario, { ["x".repeat(1_000_000)]: true }));
await caught(() => tohit.fight(scenario, { exact: "x y ".repeat(100_000) }));
await caught(() => tohit.roll(scenario, { seed: "x".repeat(1_000_000) }));
await caught(() => tohit.load("x".repeat(60_000)));
await caught(() => tohit.load("rules 1", { words: "x".repeat(60_000) }));
await caught(() => tohit.study(link, { limit: "x".repeat(1_000) }));
// Options that are left out or undefined have their defaults.
for (const how of [undefined, null, {}, { exact: false }, { exact: undefined }]) await caught(() => tohit.fight(scenario, how));
console.log(JSON.stringify(said));
`);
  const said = JSON.parse(run(dir, "options.mjs"));
  const wanted = [
    /^form: there is no such option; there are from$/,
    /^exat: there is no such option; there are exact$/,
    /^exact: no is not allowed; it must be true or false$/,
    /^: a boolean is not allowed here; the options are an object: \{ exact \}$/,
    /^frist: .*; there are exact, first$/,
    /^limits: .*; there are exact, limit$/,
    /^exact: 1 is not allowed/,
    /^sede: .*; there are seed, script, turn, fight, against, first$/,
    /^turn: yes is not allowed/,
    /^nam: .*; there are name, words, presets$/,
    /^x{60}…: /,
    /^exact: (x y ){15}… is not allowed/,
    /^seed: x{60}… is not allowed/,
    /^rules:1:1: /,
    /./,
    /^limit: "x{60}…" is not allowed/,
  ];
  wanted.forEach((pattern, place) => assert.match(said[place], pattern));
  assert.deepEqual(said.slice(wanted.length), ["nothing", "nothing", "nothing", "nothing", "nothing"]);
  for (const message of said) assert.ok(message.length < 400, message.slice(0, 500));
});

test("a study reads a link that carries its game", () => {
  const rules = join(root, "crates/cli/tests/games/skirmish.rules");
  const link = output(tohit, ["link", "--rules", rules, "--link", "?attacker.skill=5"], dir).trimEnd();
  writeFileSync(join(dir, "linked.mjs"), `
import init, { study } from "tohit";
await init();
const first = study(${JSON.stringify(`${link}&defender.guard=9..11&show=hit`)}, { exact: true });
console.log(JSON.stringify([first, study(first.link, { exact: true })]));
`);
  const [first, again] = JSON.parse(run(dir, "linked.mjs"));
  assert.deepEqual(first.rows.map(({ values }) => values.hit), ["3/5", "11/20", "1/2"]);
  assert.deepEqual(again, first);
  const printed = output(tohit, ["study", "--format", "json", "--exact", `${link}&defender.guard=9..11&show=hit`], dir);
  assert.deepEqual(first, JSON.parse(printed));
});

test("a link of the page stands for its scenario", () => {
  const rules = join(root, "crates/cli/tests/games/skirmish.rules");
  const own = output(tohit, ["link", "--rules", rules, "--link", "?attacker.skill=5"], dir).trimEnd();
  const address = "https://example.org/tohit/#powder/melee?defender.natural_ac=8&defender.hp=6&seed=7&pin.1=Troll&compare=a";
  writeFileSync(join(dir, "links.mjs"), `
import init, { duel, explain, fight, load, resolve, resolveExact, roll, study } from "tohit";
import { readFileSync } from "node:fs";
await init();
const [address, link] = [${JSON.stringify(address)}, "powder/melee?defender.natural_ac=8&defender.hp=6"];
const scenario = { ruleset: "powder", mode: "melee", defender: { natural_ac: 8, hp: 6 } };
const game = load(readFileSync(${JSON.stringify(rules)}, "utf8"), { name: "skirmish" });
const asked = [resolve, resolveExact, explain, fight, (one) => roll(one, { seed: 3 }), (one) => duel(one, scenario)];
console.log(JSON.stringify([
  ...asked.flatMap((ask) => [[ask(address), ask(scenario)], [ask(link), ask(scenario)]]),
  [study(address + "&show=hit").rows, study(link + "&show=hit").rows],
  [game.resolve("?attacker.skill=5"), game.resolve({ attacker: { skill: 5 } })],
  [resolve(${JSON.stringify(own)}).hit, game.resolve({ attacker: { skill: 5 } }).hit],
]));
`);
  for (const [linked, written] of JSON.parse(run(dir, "links.mjs"))) assert.deepEqual(linked, written);
});

test("the package lists its games", () => {
  const { description } = JSON.parse(readFileSync(join(dir, "node_modules/tohit/package.json"), "utf8"));
  const names = JSON.parse(output(tohit, ["rulesets", "--json"], dir)).map(({ name }) => name);
  assert.ok(names.length > 9);
  for (const name of names) assert.ok(description.includes(name), name);
});

test("all problems are thrown together, with their paths", () => {
  writeFileSync(join(dir, "wrong.mjs"), `
import init, { fields, load, presets, resolve, roll, study } from "tohit";
const errors = [];
const caught = async (ask) => {
  try {
    await ask();
    errors.push("nothing");
  } catch (error) {
    errors.push(error.errors?.map(({ path }) => path) ?? error.message);
  }
};
await caught(() => resolve({ ruleset: "powder" }));
await caught(() => init({ from: new URL("nowhere/", import.meta.url) }));
await caught(() => init({ from: "/tohit/" }));
await init();
await caught(() => resolve({ ruleset: "powder", mode: "shout", attacker: { physical_levl: 1 }, defender: { size: NaN } }));
await caught(() => resolve({ ruleset: "rogue" }));
await caught(() => resolve());
await caught(() => resolve({ ruleset: "powder", attacker: { level: 1n } }));
await caught(() => roll({ ruleset: "powder" }, { seed: 1.5 }));
await caught(() => roll({ ruleset: "powder" }, { seed: 2n ** 64n }));
await caught(() => roll({ ruleset: "powder" }, { seed: 1, script: [] }));
await caught(() => roll({ ruleset: "powder" }, { script: [] }));
await caught(() => load("rules 1", { name: "duel" }));
await caught(() => presets("rogue"));
await caught(() => fields("rogue"));
await caught(() => study("powder/melee?shoe=hit"));
resolve({ ruleset: "powder" });
console.log(JSON.stringify(errors));
`);
  const [early, nowhere, part, ...rest] = JSON.parse(run(dir, "wrong.mjs"));
  assert.match(early, /init/);
  assert.match(nowhere, /nowhere\/tohit_bg\.wasm cannot be loaded .*; copy tohit_bg\.wasm beside the script, or name its folder: init\(\{ from \}\)$/);
  assert.deepEqual(part, ["from"]);
  assert.deepEqual(rest, [
    ["mode", "attacker.physical_levl", "defender.size"],
    ["ruleset"],
    [""],
    [""],
    ["seed"],
    ["seed"],
    ["seed"],
    ["script"],
    ["rules:1:8"],
    ["ruleset"],
    ["ruleset"],
    ["shoe"],
  ]);
});
