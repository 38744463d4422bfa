// Shows what the address asks for as far as it stands in a file, and starts the program, which takes its place.
import { load, textOf } from "./program.js";

const root = document.documentElement;
root.dataset.boots = "true";
const named = location.hash.slice(1).split(/[/?]/, 1)[0].replaceAll(/[^a-z-]/g, "");
const isKnown = [...document.querySelectorAll(".rulesets [data-ruleset]")].some((tab) => tab.dataset.ruleset === named);
const ruleset = isKnown ? named : root.dataset.ruleset;

try {
  // A page of a ruleset is the page at its ruleset.
  if (root.dataset.page) history.replaceState(null, "", `./${location.hash || `#${root.dataset.page}`}`);
  const arriving = load();
  arriving.catch(() => undefined);
  textOf(ruleset).catch(() => undefined);
  if (root.dataset.first === "other" && isKnown) await showExample().catch((problem) => console.info(`no first view: ${problem}`));
  root.dataset.ruleset = ruleset;
  middle();
  const program = await arriving;
  // What is seen first is painted by now, and the start has a turn of its own.
  await new Promise((turn) => setTimeout(turn));
  await program.page(document.querySelector("#app"), ruleset);
  middle();
  document.querySelector("#share-open").onclick = async () => {
    // What failed once is not fetched again under the same address.
    const { share } = await import("./share.js").catch(() => import("./share.js?again"));
    share(program.told);
  };
  idle(() => void keepOffline());
} catch (problem) {
  fail(`The page could not start in this browser: ${problem}`);
  if (self.WebAssembly) void self.mend?.();
  throw problem;
}

/** Shows the example of the ruleset that the address names, from its own page. */
async function showExample() {
  const response = await fetch(new URL(`${ruleset}.html`, document.baseURI));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const other = new DOMParser().parseFromString(await response.text(), "text/html");
  document.title = other.title;
  document.querySelector("#app").replaceChildren(...other.querySelector("#app").childNodes);
  root.dataset.first = "shown";
}

/** On a phone the tabs are pushed aside: brings the one at hand into the middle. */
function middle() {
  const tab = document.querySelector(".rulesets [aria-current]");
  const tabs = tab?.parentElement;
  if (tabs && tabs.scrollWidth > tabs.clientWidth) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft + (tab.offsetWidth - tabs.offsetWidth) / 2;
}

/** Says why the page does not come alive, and offers to try again; an example that is shown stays. */
function fail(text) {
  const message = document.createElement("p");
  message.className = "failed";
  message.setAttribute("role", "alert");
  const again = document.createElement("button");
  again.textContent = "Try again";
  again.onclick = () => location.reload();
  message.append(text, " ", again);
  document.querySelector("main").before(message);
  root.dataset.failed = "true";
}

function idle(run) {
  if (self.requestIdleCallback) requestIdleCallback(run, { timeout: 3000 });
  else setTimeout(run, 500);
}

/**
 * Keeps the page for visits without a network, and offers a new version when there is one. Not for somebody who saves data, and never in a frame,
 * where it would be another site's.
 */
async function keepOffline() {
  if (navigator.connection?.saveData || window.top !== window.self || !("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
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
  navigator.serviceWorker.controller?.postMessage("started");
  offer();
  home.addEventListener("updatefound", () => home.installing?.addEventListener("statechange", offer));
}
