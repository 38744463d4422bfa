// Starts the program of the ruleset that the address names, in the page or in a worker of it. A file of its own because the
// content security policy allows no inline script; the build writes the programs' files on the script tag (pattern_script in Trunk.toml).
// In a page without that tag it starts nothing: tohit-element.js takes `load` from it.

/** Where, in the list of a ruleset's files, its still is; the build makes it with a browser, and without one there is none. */
const STILL = 3;

if (typeof document === "undefined") {
  // The page tells where the script is, and then sends the compiled program.
  const program = new Promise((sent) => (onmessage = ({ data }) => sent(data)));
  const { default: init } = await import(new URL(import.meta.url).searchParams.get("js"));
  await init({ module_or_path: await program });
} else if (document.querySelector("script[data-powder]")) {
  try {
    const theme = localStorage.getItem("theme");
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is blocked: the theme is the system's.
  }
  const script = document.querySelector("script[data-powder]");
  const named = location.hash.slice(1).split(/[/?]/, 1)[0].replaceAll(/[^a-z-]/g, "");
  const ruleset = script.hasAttribute(`data-${named}`) ? named : "powder";
  document.documentElement.dataset.ruleset = ruleset;
  const tab = document.querySelector(`.rulesets [data-ruleset="${ruleset}"]`);
  tab.setAttribute("aria-current", "page");
  // The whole way: to some tools a link that begins with # is one to a place in the page.
  for (const other of tab.parentElement.children) other.href = other.href;
  // On a phone the tabs are pushed aside: the one at hand in the middle, once the browser has measured them anyway.
  requestAnimationFrame(() =>
    setTimeout(() => {
      const tabs = tab.parentElement;
      tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft + (tab.offsetWidth - tabs.offsetWidth) / 2;
    }),
  );
  const files = script.getAttribute(`data-${ruleset}`).split(" ");
  const still = isFirst() && files[STILL];
  try {
    if (still) await wait(still);
    const program = await load(files, !still);
    addEventListener("error", ({ error }) => {
      if (error?.name === "RestError") fail(`The page cannot go on without the network: ${error.message}. Load it again when there is one.`);
    });
    // In a turn of its own: none is to hold the page up for long.
    await new Promise((turn) => setTimeout(turn));
    program.page();
    void program.fetchRest?.();
    const share = document.querySelector("#share-open");
    share.onclick = async () => (await import(new URL(share.dataset.module, document.baseURI))).share();
    if (!still) void keepOffline();
  } catch (problem) {
    if (await forgetKept()) location.reload();
    fail(`The page could not start in this browser: ${problem}`);
    throw problem;
  }
}

/** Shows a first visit its still, until somebody begins to use the page; at once where there is no still, or where there is no more to come. */
async function wait(file) {
  let touch;
  try {
    const { show, touched } = await import("./still.js");
    // Nobody has to wait with the first touch until all is shown.
    touch = touched();
    await show(new URL(file, import.meta.url));
  } catch (problem) {
    console.info(`no still: ${problem}`);
    touch = undefined;
  }
  // Not before: what is kept is a hundred times as much as what is shown, and slows it down.
  void keepOffline();
  if (typeof WebAssembly !== "undefined") await touch;
}

/** Says in place of the page why there is none, and over a still, why it stays one. */
function fail(text) {
  const message = document.createElement("p");
  message.className = "failed";
  message.setAttribute("role", "alert");
  message.textContent = text;
  const page = document.querySelector("#page");
  if (document.documentElement.dataset.still) page.before(message);
  else page.replaceChildren(message);
}

/** Whether the page is opened as such: no mode and no scenario in its address, and nothing kept from an earlier visit. */
function isFirst() {
  if (/[/?]/.test(location.hash)) return false;
  try {
    return sessionStorage.length + localStorage.length === 0;
  } catch {
    return true;
  }
}

/** A ruleset's program, from its files beside this one: its script, its WebAssembly and its presets; also what a first visit does without. */
export async function load(files, withRest) {
  const [js, wasm, presets] = files.map((file) => new URL(file, import.meta.url));
  const text = async (response) => ((await response).ok ? (await response).text() : undefined);
  const compiled = async (response) => {
    const found = await response;
    if (!found.ok) throw new Error(`${found.status} ${found.statusText}`);
    // Only what a server calls application/wasm may be compiled while it arrives.
    return WebAssembly.compileStreaming(found.clone()).catch(async () => WebAssembly.compile(await found.arrayBuffer()));
  };
  const arriving = import(js);
  const [program, module, library] = await Promise.all([
    arriving,
    compiled(fetch(wasm)),
    text(fetch(presets)).catch(() => undefined),
    withRest && arriving.then(({ fetchRest }) => fetchRest?.()),
  ]);
  await program.default({ module_or_path: module });
  program.equip(library, workplace(js));
  return program;
}

/** Where a program starts in a worker. No page may start a worker from another site, but one of its own may import from there. */
function workplace(js) {
  const address = `${import.meta.url}?js=${encodeURIComponent(js)}`;
  if (new URL(address).origin === self.origin) return address;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(address)}`], { type: "text/javascript" }));
}

/** Keeps the page for visits without a network, and offers a new version when there is one. Never in a frame, where it would be another site's. */
async function keepOffline() {
  if (window.top !== window.self || !("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  const home = await navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => undefined);
  if (!home) return;
  const offer = () => {
    if (!home.waiting || !navigator.serviceWorker.controller) return;
    const place = document.querySelector("#update");
    place.hidden = false;
    place.querySelector("button").onclick = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      home.waiting?.postMessage("take over");
    };
  };
  offer();
  home.addEventListener("updatefound", () => home.installing?.addEventListener("statechange", offer));
}

/** Forgets what is kept, if a page that did not start came from there: once, for it may not be the reason. */
async function forgetKept() {
  try {
    const home = await navigator.serviceWorker?.getRegistration();
    if (!navigator.serviceWorker?.controller || !navigator.onLine || sessionStorage.getItem("healed")) return false;
    sessionStorage.setItem("healed", "yes");
    for (const name of await caches.keys()) if (name.startsWith("tohit-")) await caches.delete(name);
    return (await home?.unregister()) ?? false;
  } catch {
    return false;
  }
}
