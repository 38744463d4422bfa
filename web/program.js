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

async function compiled() {
  const found = await fetch(at("./tohit-web_bg.wasm"));
  if (!found.ok) throw new Error(`${found.status} ${found.statusText}`);
  // Only what a server calls application/wasm may be compiled while it arrives.
  return WebAssembly.compileStreaming(found.clone()).catch(async () => WebAssembly.compile(await found.arrayBuffer()));
}

/** Where the program starts in a worker. No page may start a worker from another site, but one of its own may import from there. */
function workplace() {
  const address = at("./worker.js").href;
  if (new URL(address).origin === self.origin) return address;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(address)}`], { type: "text/javascript" }));
}

/** The program, started. */
export async function load() {
  const arriving = compiled();
  const program = await import("./tohit-web.js");
  await program.default({ module_or_path: await arriving });
  program.equip(presetsOf, workplace());
  return program;
}
