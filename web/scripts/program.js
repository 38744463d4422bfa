// Fetches the program and starts it, once for its page or article. A ruleset's files are fetched when it is opened, the text of its rules when
// it is shown.
import { compiled } from "./compiled.js";
import { files } from "./rulesets.js";

const at = (file) => new URL(file, import.meta.url);

/** Files on their way, or loaded for the program; and those that it has received. */
const arriving = new Map();
const handed = new Set();

/** Starts a fetch. A second request for a file means that it was damaged: it is fetched past every cache. */
function begin(file) {
  if (!arriving.has(file)) {
    const text = fetch(at(file), { cache: handed.has(file) ? "reload" : "default" }).then((answer) => answer.text());
    text.catch(() => undefined);
    arriving.set(file, text);
  }
  return arriving.get(file);
}

async function hand(file) {
  try {
    return await begin(file);
  } finally {
    arriving.delete(file);
    handed.add(file);
  }
}

/** Begins to fetch the compiled rules, words and presets of a ruleset. */
export const expect = (ruleset) => void begin(files[ruleset][0]);

/** A script. A truncated file would stay in the browser's cache, and a failed import is not retried under its address, which others may need. */
export async function imported(file) {
  try {
    return await import(file);
  } catch {
    const again = `${file}?again`;
    await Promise.all([file, again].map((one) => fetch(at(one), { cache: "reload" })));
    return import(again);
  }
}

/**
 * Address of the worker's script. A worker must be of the page's own site, but once it runs it may import from another. In Firefox the static
 * imports of a worker count as workers, too, and an article's policy need not allow another site's.
 */
function workplace() {
  const address = at("./worker.js").href;
  if (new URL(address).origin === self.origin) return address;
  const start = `onmessage = (first) => import(${JSON.stringify(address)}).then(() => onmessage(first), reportError)`;
  return URL.createObjectURL(new Blob([start], { type: "text/javascript" }));
}

/** The program, started. */
export async function load() {
  const arriving = compiled(at("./tohit-web_bg.wasm"));
  const program = await imported("./tohit-web.js");
  await program.default({ module_or_path: await arriving });
  program.equip("ruleset", (ruleset) => hand(files[ruleset][0]));
  program.equip("rules", (ruleset) => hand(files[ruleset][1]));
  program.equip("worker", () => fetch(at("./worker.js"), { cache: "reload" }));
  program.starts_at(workplace());
  return program;
}
