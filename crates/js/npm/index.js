// Interface of the package: plain objects and thrown errors around one WebAssembly module.
import * as program from "./tohit.js";
import { rulesets as all } from "./rulesets.js";

/** Error of an invalid query. */
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

/** A text as a message repeats it: its beginning where it is long. */
const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** The options of a call: an object with these names alone. */
function options(how, names) {
  if (how === undefined || how === null) return {};
  if (typeof how !== "object") refuse("", `a ${typeof how} is not allowed here; the options are an object: { ${names.join(", ")} }`);
  for (const name of Object.keys(how)) {
    if (!names.includes(name)) refuse(short(name), `there is no such option; there are ${names.join(", ")}`);
  }
  return how;
}

let loading;

/** Loads the module once. */
export default async function init(how) {
  const { from } = options(how, ["from"]);
  // A failed load may be repeated.
  loading ??= start(from).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

let isLoaded = false;

async function start(from) {
  const url = from ? within(from) : new URL("./tohit_bg.wasm", import.meta.url);
  await program.default({ module_or_path: await read(url) });
  isLoaded = true;
}

/** Address of the module in a folder: a URL, in a page or worker also a relative one. */
function within(from) {
  try {
    return new URL("tohit_bg.wasm", new URL(from, globalThis.document?.baseURI ?? globalThis.location?.href));
  } catch {
    return refuse("from", `${short(text(from, "from"))} is not allowed; it must be the address of a folder, with a slash at its end`);
  }
}

/** Bytes of a file of the package: fetched, or read in Node. A bundler may omit the file. */
async function read(url) {
  const files = url.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs/promises");
  try {
    if (files) return await files.readFile(url);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.arrayBuffer();
  } catch (error) {
    const instead = "copy tohit_bg.wasm beside the script, or name its folder: init({ from })";
    throw new Error(`${url} cannot be loaded (${error?.message}); ${instead}`, { cause: error });
  }
}

/** Answer of the module. */
function said(put) {
  if (!isLoaded) throw new Error("the module is not loaded: await init() first");
  const answer = JSON.parse(put() || "null");
  if (answer?.errors) throw new ScenarioError(answer.errors);
  return answer;
}

/** Text of any value; values without one are refused. */
const text = (value, path) => tried(path, () => new TextDecoder().decode(new TextEncoder().encode(String(value))));

/** JSON of any value. Values without JSON, such as functions, become null, and numbers that are not finite their names; the module refuses both. */
const written = (value, path = "") => tried(path, () => JSON.stringify(value, named) ?? "null");
const named = (_, value) => (typeof value === "number" && !Number.isFinite(value) ? String(value) : value);

function tried(path, write) {
  try {
    return write();
  } catch (error) {
    return refuse(path, `this cannot be written: ${error?.message}`);
  }
}

/** A link of the page without its address, dice, pins and comparisons. */
function shortened(link) {
  const [place, ...query] = link.slice(link.indexOf("#") + 1).split("?");
  const asked = query.join("?").split("&").filter((pair) => pair && !/^(seed=|log=|pin\.|compare=)/.test(pair));
  return asked.length > 0 ? `${place}?${asked.join("&")}` : place;
}

const ask = (kind, document, options = {}) => said(() => program.ask(kind, document, written(options)));

/** Adds the ruleset of a rule text, and returns functions for it. */
export function load(rules, how) {
  const { name = "mine", words = "", presets: own = "" } = options(how, ["name", "words", "presets"]);
  const ruleset = text(name, "name");
  said(() => program.load(ruleset, text(rules, "rules"), text(words, "words"), text(own, "presets")));
  // Links may omit the name of this ruleset.
  const linked = (link) => (/^[^/?]/.test(link) ? link : `${encodeURIComponent(ruleset)}${link}`);
  // The copy of the JSON has no toJSON that could change the ruleset.
  const of = (scenario, path) => (typeof scenario === "string" ? linked(scenario) : { ...JSON.parse(written(scenario, path)), ruleset });
  return {
    resolve: (scenario) => resolve(of(scenario)),
    resolveExact: (scenario) => resolveExact(of(scenario)),
    roll: (scenario, dice) => roll(of(scenario), dice?.against == null ? dice : { ...dice, against: of(dice.against, "against") }),
    fight: (scenario, how) => fight(of(scenario), how),
    duel: (scenario, against, how) => duel(of(scenario), against == null ? against : of(against, "against"), how),
    explain: (scenario, how) => explain(of(scenario), how),
    study: (link = "", how) => study(linked(text(link, "")), how),
    fields: () => fields(ruleset),
    presets: () => presets(ruleset),
  };
}

/** Asks about a scenario or the link of one. */
const askAbout = (scenario, kind, options) => ask(kind, written(typeof scenario === "string" ? shortened(scenario) : scenario), options);

/** Value of a boolean option. */
function isOn(how, name) {
  const value = how[name] ?? false;
  if (typeof value !== "boolean") refuse(name, `${short(text(value, name))} is not allowed; it must be true or false`);
  return value;
}

/** Whether fractions are asked, as the only option. */
const isExact = (how) => isOn(options(how, ["exact"]), "exact");

export const resolve = (scenario) => askAbout(scenario, "resolve", {});

export const resolveExact = (scenario) => askAbout(scenario, "resolve", { exact: true });

export const explain = (scenario, how) => askAbout(scenario, "explain", { exact: isExact(how) });

export const fight = (scenario, how) => askAbout(scenario, "fight", { exact: isExact(how) });

/** Options of a duel: the scenario of the defender, and the first side. */
const opposed = (against, how) => ({ against: JSON.parse(written(against, "against")), first: JSON.parse(written(how.first ?? "attacker", "first")) });

export function duel(scenario, against, how) {
  const given = options(how, ["exact", "first"]);
  const asked = { exact: isOn(given, "exact") };
  if (against != null) return askAbout(scenario, "duel", { ...asked, ...opposed(against, given) });
  if (given.first !== undefined) asked.first = JSON.parse(written(given.first, "first"));
  // A link says by itself who strikes back, and a scenario does as far as it describes both.
  return typeof scenario === "string" ? ask("linked duel", shortened(scenario), asked) : askAbout(scenario, "duel", asked);
}

export function study(link, how) {
  const given = options(how, ["exact", "limit"]);
  const limit = given.limit === undefined ? {} : { limit: JSON.parse(written(given.limit, "limit")) };
  return ask("study", shortened(text(link, "")), { exact: isOn(given, "exact"), ...limit });
}

export function roll(scenario, dice) {
  const how = options(dice, ["seed", "script", "turn", "fight", "against", "first"]);
  const extent = { turn: isOn(how, "turn"), fight: isOn(how, "fight") };
  if (how.against != null) Object.assign(extent, opposed(how.against, how));
  const { script } = how;
  let { seed } = how;
  if (script !== undefined) {
    if (seed !== undefined) refuse("seed", "seed and script cannot stand together");
    return askAbout(scenario, "roll", { script: JSON.parse(written(script, "script")), ...extent });
  }
  // The seed is short enough to type.
  seed ??= crypto.getRandomValues(new Uint32Array(1))[0] >>> 8;
  const isWhole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!isWhole || seed < 0) refuse("seed", `${short(text(seed, "seed"))} is not allowed; it must be a whole number from 0 on (a BigInt above ${Number.MAX_SAFE_INTEGER})`);
  return { seed, ...askAbout(scenario, "roll", { seed: String(seed), ...extent }) };
}

/** Bytes of a text, a buffer or a view of one. */
function bytes(value) {
  if (typeof value === "string") return new TextEncoder().encode(value);
  const read = tried("", () => {
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return value instanceof ArrayBuffer ? new Uint8Array(value) : undefined;
  });
  return read ?? refuse("", `a ${value === null ? "null" : typeof value} is not allowed here; it must be a text or bytes`);
}

export function importCharacter(written) {
  const given = bytes(written);
  return said(() => program.import_character(given));
}

export function compareScreen(link, lines) {
  const [of, given] = [shortened(text(link, "link")), bytes(lines)];
  return said(() => program.compare_screen(of, given));
}

export const presets = (ruleset) => ask("presets", text(ruleset, "ruleset"));

export const fields = (ruleset) => ask("fields", text(ruleset, "ruleset"));

export const rulesets = () => structuredClone(all);
