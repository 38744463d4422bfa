// The package's door: plain objects in and out, and thrown errors, around one WebAssembly module.
import * as program from "./tohit.js";
import { rulesets as all } from "./rulesets.js";

/** What is wrong with a question. */
export class ScenarioError extends Error {
  constructor(errors) {
    super(errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("\n"));
    this.name = "ScenarioError";
    this.errors = errors;
  }
}

const refuse = (path, message) => {
  throw new ScenarioError([{ path, message }]);
};

let loading;

/** Loads the module; once loaded it stays. */
export default function init({ from } = {}) {
  // What failed may be tried again.
  loading ??= start(from).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

let isLoaded = false;

async function start(from) {
  const url = from ? new URL("tohit_bg.wasm", from) : new URL("./tohit_bg.wasm", import.meta.url);
  await program.default({ module_or_path: await read(url) });
  isLoaded = true;
}

/** A file of the package: fetched, or in Node, which fetches no files, read. */
async function read(url) {
  const files = url.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs/promises");
  if (files) return files.readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: status ${response.status}`);
  return response.arrayBuffer();
}

/** What the module says. */
function said(put) {
  if (!isLoaded) throw new Error("the module is not loaded: await init() first");
  const answer = JSON.parse(put() || "null");
  if (answer?.errors) throw new ScenarioError(answer.errors);
  return answer;
}

const ask = (kind, document, options = {}) => said(() => program.ask(kind, document, JSON.stringify(options)));

/** The game of a rule text: from then on it is a ruleset of that name. */
export function load(text, { name = "mine", words = "", presets = "" } = {}) {
  said(() => program.load(String(name), String(text), String(words), String(presets)));
  const own = (scenario = {}) => ({ ...scenario, ruleset: String(name) });
  return {
    resolve: (scenario) => resolve(own(scenario)),
    resolveExact: (scenario) => resolveExact(own(scenario)),
    roll: (scenario, dice) => roll(own(scenario), dice),
    fight: (scenario, how) => fight(own(scenario), how),
    duel: (scenario, against, how) => duel(own(scenario), own(against), how),
    explain: (scenario, how) => explain(own(scenario), how),
    // A link need not name the only game there is.
    study: (link = "", how) => study(/^[^/?]/.test(link) ? link : `${encodeURIComponent(name)}${link}`, how),
    fields: () => fields(name),
    presets: () => presets(name),
  };
}

const askAbout = (scenario, kind, options) => ask(kind, written(scenario), options);

function written(scenario) {
  try {
    // What is no document, such as undefined or a function, is null to JSON, and refused as that.
    return JSON.stringify(scenario) ?? "null";
  } catch (error) {
    return refuse("", `the scenario cannot be written as JSON: ${error.message}`);
  }
}

export const resolve = (scenario) => askAbout(scenario, "resolve", {});

export const resolveExact = (scenario) => askAbout(scenario, "resolve", { exact: true });

export const explain = (scenario, { exact = false } = {}) => askAbout(scenario, "explain", { exact });

export const fight = (scenario, { exact = false } = {}) => askAbout(scenario, "fight", { exact });

export const duel = (scenario, against, { exact = false, first = "attacker" } = {}) =>
  askAbout(scenario, "duel", { exact, first, against: JSON.parse(written(against)) });

export const study = (link, { exact = false } = {}) => ask("study", String(link), { exact });

export function roll(scenario, { seed, script, turn = false, fight = false } = {}) {
  if (script !== undefined) {
    if (seed !== undefined) refuse("seed", "seed and script cannot stand together");
    return askAbout(scenario, "roll", { script, turn, fight });
  }
  // Short enough to type again.
  seed ??= crypto.getRandomValues(new Uint32Array(1))[0] >>> 8;
  const isWhole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!isWhole || seed < 0) refuse("seed", `${String(seed)} is not allowed; it must be a whole number from 0 on (a BigInt above ${Number.MAX_SAFE_INTEGER})`);
  return { seed, ...askAbout(scenario, "roll", { seed: String(seed), turn, fight }) };
}

export const presets = (ruleset) => ask("presets", String(ruleset));

export const fields = (ruleset) => ask("fields", String(ruleset));

export const rulesets = () => structuredClone(all);
