// Fetches the program and starts it, once for the page or the article that it is in. What a ruleset's presets are is fetched when it is opened.

const presets = {
  powder: "./powder.txt",
  crawl: "./crawl.txt",
  angband: "./angband.txt",
  "pixel-dungeon": "./pixel-dungeon.txt",
  dominions: "./dominions.txt",
};

const at = (file) => new URL(file, import.meta.url);

/** The text of a ruleset's presets; undefined where it cannot be had. */
const fetched = new Map();
export function presetsOf(ruleset) {
  if (!fetched.has(ruleset)) {
    const text = fetch(at(presets[ruleset])).then((response) => (response.ok ? response.text() : undefined));
    fetched.set(ruleset, text.catch(() => void fetched.delete(ruleset)));
  }
  return fetched.get(ruleset);
}

/** The program, compiled. One that was cut off on its way, or damaged where it was kept, is fetched past every cache. */
async function compiled() {
  const compile = async (found) => {
    if (!found.ok) throw new Error(`${found.status} ${found.statusText}`);
    // Only what a server calls application/wasm may be compiled while it arrives.
    return WebAssembly.compileStreaming(found.clone()).catch(async () => WebAssembly.compile(await found.arrayBuffer()));
  };
  const wasm = at("./tohit-web_bg.wasm");
  return compile(await fetch(wasm)).catch(async () => compile(await fetch(wasm, { cache: "reload" })));
}

/** Its script. What failed once is not fetched again under the same address, and the worker needs it under the old one. */
async function bound() {
  try {
    return await import("./tohit-web.js");
  } catch {
    await fetch(at("./tohit-web.js"), { cache: "reload" });
    return import("./tohit-web.js?again");
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
  const arriving = compiled();
  const program = await bound();
  await program.default({ module_or_path: await arriving });
  program.equip(presetsOf, workplace());
  return program;
}
