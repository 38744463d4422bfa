// Times of answers in WebAssembly, in floats and in exact fractions: of each ruleset the document's example, an empty scenario, and the slowest pairings
// of presets. `cargo xtask package && node crates/js/bench.mjs` prints a table; a folder with another package may follow.
import { pathToFileURL } from "node:url";
import { resolve as absolute } from "node:path";

const from = pathToFileURL(`${absolute(process.argv[2] ?? new URL("../../target/npm", import.meta.url).pathname)}/`);
const { default: init, presets, resolve, resolveExact, rulesets, study } = await import(new URL("index.js", from));
await init();

/** Number of pairings of each mode. */
const PAIRS = 100;

const once = (ask, scenario) => {
  const begun = performance.now();
  ask(scenario);
  return performance.now() - begun;
};
/** Minimum of several times: other programs rarely delay all of them. */
const best = (ask, scenario, times) => Math.min(...Array.from({ length: times }, () => once(ask, scenario)));
const shown = (ms) => (ms < 1 ? `${(1000 * ms).toFixed(0)} µs` : `${ms.toFixed(1)} ms`);
const print = (name, floats, exact) => console.log(`${name.slice(0, 60).padEnd(60)} ${shown(floats).padStart(10)} ${shown(exact).padStart(12)}`);
const row = (name, scenario, times) => print(name, best(resolve, scenario, times), best(resolveExact, scenario, Math.ceil(times / 10)));

const isLegal = (scenario) => {
  try {
    return Boolean(resolve(scenario));
  } catch {
    return false;
  }
};

/** Presets of a sheet, an evenly spaced sample. */
function some(ruleset, mode, sheet) {
  const fit = presets(ruleset).filter(({ id }) => isLegal({ ruleset, mode, [sheet]: { preset: id } }));
  const step = Math.max(1, fit.length / Math.sqrt(PAIRS));
  return Array.from({ length: Math.ceil(fit.length / step) }, (_, place) => ({ preset: fit[Math.floor(place * step)].id }));
}

function* pairings(ruleset, mode) {
  const defenders = some(ruleset, mode, "defender");
  for (const attacker of some(ruleset, mode, "attacker")) for (const defender of defenders) yield { ruleset, mode, attacker, defender };
}

function slowest(ruleset, modes) {
  let found = { time: 0, count: 0 };
  for (const { id } of modes) {
    for (const scenario of [...pairings(ruleset, id)].filter(isLegal)) {
      const time = once(resolve, scenario);
      found.count++;
      // A second run leaves out delays of the machine.
      if (time <= found.time) continue;
      const again = best(resolve, scenario, 5);
      if (again > found.time) found = { ...found, time: again, scenario };
    }
  }
  return found;
}

console.log(`${"one answer".padEnd(60)} ${"floats".padStart(10)} ${"exact".padStart(12)}`);
for (const { id, modes, example } of rulesets()) {
  // The answer of a link is a study of one cell.
  print(`${id}: the document's example, as a link`, best(study, example, 200), best((link) => study(link, { exact: true }), example, 20));
  row(`${id}: an empty scenario`, { ruleset: id }, 200);
  const { scenario, count } = slowest(id, modes);
  if (scenario) row(`${id}: ${scenario.mode}, ${scenario.attacker.preset}, ${scenario.defender.preset}`, scenario, 50);
  if (scenario) console.log(`  the slowest of ${count} pairings of presets`);
}
