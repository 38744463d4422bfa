// Hostile values: every function of the package answers or throws a ScenarioError, and works on.
import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { kept } from "./kept.mjs";
import { install, run } from "./project.mjs";

const dir = install();
copyFileSync(join(import.meta.dirname, "hostile.mjs"), join(dir, "hostile.mjs"));

writeFileSync(join(dir, "doors.mjs"), `
import init, * as tohit from "tohit";
import { counts, isMine, isScenarioError, revived, values } from "./hostile.mjs";

const text = 'rules 1 "Duel"\\nendings\\n  miss: miss\\n  hit: hit\\nstrike\\n  end miss if d20 + 5 < 12\\n  end hit lose 1d8\\n';
const scenario = { ruleset: "powder", mode: "melee", attacker: { physical_level: 3 }, defender: { preset: "troll", hp: 9 } };
const options = { exact: true, turn: true, fight: false, first: "both", seed: 7, script: [16, 8, 2, 7], name: "duel", words: "", presets: "", from: "./" };
await init();
const own = tohit.load(text, { name: "duel" });
let fresh = 0;
const doors = {
  // A module loads once, so each value gets a module of its own.
  init: async (value) => (await import(import.meta.resolve("tohit") + "?" + fresh++)).default(value),
  "load, a text": (value) => tohit.load(value),
  "load, how": (value) => tohit.load(text, value),
  "a game's study": (value) => tohit.load(text, value).study(),
  "own study": (value) => own.study(value),
  "own resolve": (value) => own.resolve(value),
  "own duel": (value) => own.duel(value, value, value),
  ...Object.fromEntries(["resolve", "resolveExact", "explain", "fight", "study", "roll", "importCharacter", "presets", "fields", "rulesets"].map((name) => [name, (value) => tohit[name](value)])),
  ...Object.fromEntries(["explain", "fight", "roll"].map((name) => [name + ", how", (value) => tohit[name](scenario, value)])),
  "compareScreen, a link": (value) => tohit.compareScreen(value, "You have a 5% chance to hit it."),
  "compareScreen, lines": (value) => tohit.compareScreen("brogue/melee", value),
  "study, how": (value) => tohit.study("powder/melee?defender.natural_ac=7..8&show=hit", value),
  "duel, against": (value) => tohit.duel(scenario, value),
  "duel, how": (value) => tohit.duel(scenario, scenario, value),
  "roll, against": (value) => tohit.roll(scenario, { against: value, seed: 7 }),
  "own roll, against": (value) => own.roll({}, { against: value, seed: 7 }),
  ScenarioError: (value) => new tohit.ScenarioError([{ path: "", message: String(typeof value) }]),
};
const tally = { kept: { answered: 0, refused: 0 } };
const wrong = [];
async function tried(door, place, ask) {
  const counts = (tally[door] ??= { answered: 0, refused: 0 });
  try {
    await ask();
    counts.answered++;
  } catch (error) {
    if (isScenarioError(error)) counts.refused++;
    // A value with a throwing getter: the error is its own.
    else if (!isMine(error)) wrong.push(door + ", value " + place + ": " + error?.stack?.slice(0, 300));
  }
}
for (const [door, ask] of Object.entries(doors)) {
  let place = 0;
  for (const value of values(door.length, ${Number(process.env.TOHIT_MUTATIONS ?? 120)}, { isAlive: true, right: [scenario, options] })) await tried(door, ++place, () => ask(value));
}
for (const [place, { door, given }] of ${JSON.stringify(kept("package"))}.entries()) {
  const [of, name] = door.split(" ");
  // Other addresses would need a network.
  if (name !== "init") await tried("kept", place + 1, () => (of === "own" ? own : tohit)[name](...given.map((tree) => revived(tree, counts.alive))));
}
tally.after = [tohit.resolveExact({ ruleset: "powder", defender: { preset: "troll" } }).hit, own.resolveExact().hit];
console.log(JSON.stringify({ tally, wrong }));
`);

test("every function answers or refuses hostile values in words", (t) => {
  const { tally, wrong } = JSON.parse(run(dir, "doors.mjs"));
  assert.deepEqual(wrong, []);
  const { after, kept, ...counts } = tally;
  assert.deepEqual(after, ["19/40", "7/10"]);
  assert.ok(Object.values(counts).every(({ answered, refused }) => answered + refused > 100), JSON.stringify(counts));
  assert.ok(kept.answered > 0 && kept.refused > 0);
  t.diagnostic(JSON.stringify(counts));
});
