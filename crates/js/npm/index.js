// The package's door: plain objects in and out, thrown errors, and one WebAssembly module for each ruleset, of which a program loads those it wants.
import { rulesets as all } from "./rulesets.js";

// Written out, so that bundlers see what belongs to the package.
const modules = {
  powder: {
    load: () => import("./powder.js"),
    fields: () => import("./powder.fields.js"),
    wasm: new URL("./powder_bg.wasm", import.meta.url),
    presets: new URL("./powder.txt", import.meta.url),
  },
  crawl: {
    load: () => import("./crawl.js"),
    fields: () => import("./crawl.fields.js"),
    wasm: new URL("./crawl_bg.wasm", import.meta.url),
    presets: new URL("./crawl.txt", import.meta.url),
  },
  angband: {
    load: () => import("./angband.js"),
    fields: () => import("./angband.fields.js"),
    wasm: new URL("./angband_bg.wasm", import.meta.url),
    presets: new URL("./angband.txt", import.meta.url),
  },
  "pixel-dungeon": {
    load: () => import("./pixel-dungeon.js"),
    fields: () => import("./pixel-dungeon.fields.js"),
    wasm: new URL("./pixel-dungeon_bg.wasm", import.meta.url),
    presets: new URL("./pixel-dungeon.txt", import.meta.url),
  },
  dominions: {
    load: () => import("./dominions.js"),
    fields: () => import("./dominions.fields.js"),
    wasm: new URL("./dominions_bg.wasm", import.meta.url),
    presets: new URL("./dominions.txt", import.meta.url),
  },
};

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

function check(name, path) {
  if (!Object.hasOwn(modules, name)) refuse(path, `there is no ruleset ${JSON.stringify(name)}; there are ${Object.keys(modules).join(", ")}`);
}

const loading = new Map();
const loaded = new Map();

/** Loads the modules of some rulesets, or of all; once loaded they stay. */
export default async function init({ rulesets: names = Object.keys(modules), from } = {}) {
  for (const name of names) check(name, "rulesets");
  await Promise.all(
    names.map((name) => {
      if (!loading.has(name)) {
        // What failed may be tried again.
        loading.set(name, start(name, from).catch((error) => {
          loading.delete(name);
          throw error;
        }));
      }
      return loading.get(name);
    }),
  );
}

async function start(name, from) {
  const { load, wasm, presets } = modules[name];
  const [glue, program, text] = await Promise.all([
    load(),
    read(from ? new URL(`${name}_bg.wasm`, from) : wasm, "arrayBuffer"),
    read(from ? new URL(`${name}.txt`, from) : presets, "text"),
  ]);
  await glue.default({ module_or_path: program });
  glue.take(text);
  loaded.set(name, glue);
}

/** A file of the package: fetched, or in Node, which fetches no files, read. */
async function read(url, as) {
  const files = url.protocol === "file:" && globalThis.process?.getBuiltinModule?.("node:fs/promises");
  if (files) return files.readFile(url, as === "text" ? "utf8" : undefined);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} cannot be loaded: status ${response.status}`);
  return response[as]();
}

/** Asks the module of that name; one that is not loaded is spoken for by another, which knows all names. */
function ask(name, kind, document, options) {
  const module = loaded.get(name) ?? loaded.values().next().value;
  if (!module) throw new Error("no ruleset is loaded: await init() first");
  const answer = JSON.parse(module.ask(kind, document, JSON.stringify(options)));
  if (answer.errors) throw new ScenarioError(answer.errors);
  return answer;
}

const askAbout = (scenario, kind, options) => ask(scenario?.ruleset, kind, written(scenario), options);

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

export function roll(scenario, { seed, script, turn = false } = {}) {
  if (script !== undefined) {
    if (seed !== undefined) refuse("seed", "seed and script cannot stand together");
    return askAbout(scenario, "roll", { script, turn });
  }
  // Short enough to type again.
  seed ??= crypto.getRandomValues(new Uint32Array(1))[0] >>> 8;
  const isWhole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!isWhole || seed < 0) refuse("seed", `${String(seed)} is not allowed; it must be a whole number from 0 on (a BigInt above ${Number.MAX_SAFE_INTEGER})`);
  return { seed, ...askAbout(scenario, "roll", { seed: String(seed), turn }) };
}

export function presets(ruleset) {
  if (!loaded.has(ruleset)) refuse("ruleset", `${JSON.stringify(ruleset)} is not loaded; there are ${[...loaded.keys()].join(", ") || "none"}`);
  return ask(ruleset, "presets", "", {});
}

/** Fetched when first asked for: who asks for odds needs no descriptions. */
export async function fields(ruleset) {
  check(ruleset, "ruleset");
  const { default: schema } = await modules[ruleset].fields();
  return structuredClone(schema);
}

export const rulesets = () => structuredClone(all);
