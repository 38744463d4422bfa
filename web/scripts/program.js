// Fetches the program and starts it, once for the page or the article that it is in. What a ruleset is made of is fetched when it is opened, the
// text of its rules when it is shown.
import { compiled } from "./compiled.js";
import { files } from "./rulesets.js";

const at = (file) => new URL(file, import.meta.url);

/** Files on their way, or here and not handed to the program yet; and those that were. */
const arriving = new Map();
const handed = new Set();

/** Begins to fetch a file. The program keeps what is whole: a file that it asks for again is fetched past every cache. */
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

/** A script. What was cut off on its way would stay so in the browser's cache; and what failed once is not fetched again under the same address, which others may need, too. */
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
 * Where the program starts in a worker. No page may start a worker from another site, but one of its own may import from there, once it runs: to
 * Firefox, what a module imports as it begins is a worker, too, and the policy of an article need not allow another site's.
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
