// Fetches the program and starts it, once for the page or the article that it is in. What a ruleset is made of is fetched when it is opened.
import { compiled } from "./compiled.js";

const texts = {
  powder: "./powder.txt",
  dcss: "./dcss.txt",
  crawl: "./crawl.txt",
  angband42: "./angband42.txt",
  angband: "./angband.txt",
  shattered: "./shattered.txt",
  "pixel-dungeon": "./pixel-dungeon.txt",
  dominions: "./dominions.txt",
  brogue: "./brogue.txt",
  nethack: "./nethack.txt",
};

const at = (file) => new URL(file, import.meta.url);

/** The rules, words and presets of a ruleset. What did not arrive whole is fetched past every cache, and what cannot be had may be asked for again. */
const fetched = new Map();
export function textOf(ruleset) {
  if (!fetched.has(ruleset)) {
    const text = ask(ruleset, "default").catch(() => ask(ruleset, "reload"));
    text.catch(() => fetched.delete(ruleset));
    fetched.set(ruleset, text);
  }
  return fetched.get(ruleset);
}

/** A form feed stands behind each of the three. */
async function ask(ruleset, cache) {
  const text = await (await fetch(at(texts[ruleset]), { cache })).text();
  if (text.split("\f").length !== 4) throw new Error(`the rules of ${ruleset} did not arrive`);
  return text;
}

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
  program.equip("ruleset", textOf);
  program.equip("worker", () => fetch(at("./worker.js"), { cache: "reload" }));
  program.starts_at(workplace());
  return program;
}
