// Shows the scenario of the address as far as a file has it, and starts the program, which replaces it.
import { expect, imported, load } from "./program.js";

const root = document.documentElement;
root.dataset.boots = "true";
const named = location.hash.slice(1).split(/[/?]/, 1)[0].replaceAll(/[^a-z0-9-]/g, "");
const isKnown = [...document.querySelectorAll(".rulesets [data-ruleset]")].some((tab) => tab.dataset.ruleset === named);
const ruleset = isKnown ? named : root.dataset.ruleset;
// A custom game is known to the program alone.
const isOwn = /^own(-|$)/.test(named);

let program;
// A crash of the program is a trap: its locks stay held for ever.
const trapped = (problem) => problem instanceof WebAssembly.RuntimeError && broke(shown(), true);
addEventListener("error", ({ error }) => trapped(error));
addEventListener("unhandledrejection", ({ reason }) => trapped(reason));

try {
  // A ruleset's page is the page at that ruleset.
  if (root.dataset.page) history.replaceState(null, "", `./${location.hash || `#${root.dataset.page}`}`);
  const show = { scenario: announce, other: showExample }[root.dataset.first];
  const there = isKnown && show?.().catch((problem) => console.info(`no first view: ${problem}`));
  // The first view loads alone until it is painted: the program is large.
  await paint();
  const arriving = load();
  arriving.catch(() => undefined);
  expect(ruleset);
  await there;
  root.dataset.ruleset = isOwn ? "own" : ruleset;
  middle();
  const painted = paint();
  program = await arriving;
  program.equip("broke", broke);
  program.equip("turn", turn);
  await painted;
  await program.page(document.querySelector("#app"), ruleset);
  middle();
  document.querySelector("#share-open").onclick = async () => {
    const { share } = await imported("./share.js");
    await share(program.share_text);
  };
  idle(() => void keepOffline());
} catch (problem) {
  fail(`The page could not start in this browser: ${problem}`);
  if (self.WebAssembly) void self.mend?.();
  throw problem;
}

/** Shows the example of the address's ruleset, from its own page. */
async function showExample() {
  const response = await fetch(new URL(`${ruleset}.html`, document.baseURI));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const other = new DOMParser().parseFromString(await response.text(), "text/html");
  document.title = other.title;
  document.querySelector("#app").replaceChildren(...other.querySelector("#app").childNodes);
  root.dataset.first = "shown";
}

/** Describes the scenario of the address, in its own words, in the answer's place, before the program is loaded. */
async function announce() {
  // The program refuses longer links (web/src/rulebook/link.rs).
  const [place, query = ""] = location.hash.slice(1, 1 + 64 * 1024).split("?", 2);
  const sides = new Map();
  // Only figures of a sheet are readable; pins, dice and whole rules are left out.
  for (const [, side, path, value] of query.matchAll(/(?:^|&)([a-z]+)\.([\w.]+)=([\w/.,+-]{1,40})(?=&|$)/g)) {
    const what = path.split(/[._]/).filter((word) => word !== "preset" && !/^\d+$/.test(word));
    if (value !== "true") what.push(value.replaceAll(/([a-z])[_-](?=\w)/g, "$1 ").replaceAll(",", " "));
    if (!sides.has(side)) sides.set(side, []);
    // Six at most, then an ellipsis.
    if (sides.get(side).length < 7) sides.get(side).push(what.join(" "));
  }
  const entered = [...sides].map(([side, says]) => `${side} ${says.slice(0, 6).join(", ")}${says.length > 6 ? " …" : ""}`);
  markTab();
  const game = document.querySelector(".rulesets [aria-current] span").firstChild.textContent.trim();
  const asked = [[game, place.split("/")[1]?.replaceAll("-", " ")].filter(Boolean).join(", "), entered.join("; ")].filter(Boolean).join(": ");
  const sentence = document.querySelector("#app .sentence");
  // All lines, on a phone too.
  sentence.classList.add("whole");
  sentence.textContent = `${asked}. The exact odds are worked out in this browser as soon as the program is here, which takes a moment the first time.`;
  root.dataset.first = "asked";
}

/** Marks the tab of the address's game, and its edition beside it, as the program does. */
function markTab() {
  const editions = isOwn ? null : document.querySelector(`.editions:has([data-ruleset="${ruleset}"])`);
  const tab = isOwn ? ":has(.named)" : `[data-ruleset="${ruleset}"]`;
  const here = editions?.previousElementSibling ?? document.querySelector(`.rulesets > ${tab}`);
  for (const link of document.querySelectorAll(".rulesets a")) link.removeAttribute("aria-current");
  for (const tab of document.querySelectorAll(".rulesets > a")) tab.querySelector("small")?.classList.toggle("absent", tab === here && Boolean(editions));
  for (const all of document.querySelectorAll(".editions")) all.classList.toggle("absent", all !== editions);
  if (!isOwn) here.dataset.ruleset = ruleset;
  here.setAttribute("aria-current", "page");
  editions?.querySelector(`[data-ruleset="${ruleset}"]`).setAttribute("aria-current", "true");
}

function turn() {
  return new Promise((turn) => setTimeout(turn));
}

/** Resolves after a paint. Background tabs and frames far below do not paint: 500 ms at most. */
function paint() {
  const drawn = new Promise((drawn) => requestAnimationFrame(drawn)).then(turn);
  return Promise.race([drawn, new Promise((late) => setTimeout(late, 500))]);
}

/** Scrolls the rows of tabs and of modes on a phone: centres the present ones. */
function middle() {
  for (const [line, present] of [[".rulesets", "[aria-current]"], [".modes", "[aria-pressed=true]"]]) {
    const row = document.querySelector(line);
    const one = row?.querySelector(present);
    if (!one || row.scrollWidth <= row.clientWidth) continue;
    const [inner, outer] = [one, row].map((part) => part.getBoundingClientRect());
    row.scrollLeft += Math.trunc(inner.left - outer.left + (inner.width - outer.width) / 2);
  }
}

/** Shows an error of the start, and a button to retry; a shown example stays. */
function fail(text) {
  const again = document.createElement("button");
  again.textContent = "Try again";
  again.onclick = () => location.reload();
  alarm().append(text, " ", again);
  // No computation follows.
  if (root.dataset.first === "asked") root.dataset.first = "scenario";
  root.dataset.failed = "true";
}

/** An error message above all content. */
function alarm() {
  const message = document.createElement("p");
  message.className = "failed";
  message.setAttribute("role", "alert");
  document.querySelector("main").before(message);
  return message;
}

/** The present permalink. */
function shown() {
  try {
    return program.permalink();
  } catch {
    return location.hash.slice(1);
  }
}

/** Reports the scenario of a crash, the last one alone. After a crash of the page itself, a button starts a new one. */
function broke(link, isOwn) {
  document.querySelector(".broke")?.remove();
  const [message, repeats] = [alarm(), document.createElement("a")];
  message.classList.add("broke");
  repeats.href = `#${link}`;
  repeats.target = "_blank";
  repeats.textContent = "this link repeats it";
  message.append("The program broke off, by a mistake of its own; ", repeats, ", for whoever mends it. ");
  if (isOwn !== true) return;
  // The address lags: it has the last answered scenario.
  const last = location.hash.slice(1);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Go on without it";
  button.onclick = () => {
    history.replaceState(null, "", `#${last && last !== link ? last : root.dataset.ruleset}`);
    location.reload();
  };
  message.append(button);
}

function idle(run) {
  if (self.requestIdleCallback) requestIdleCallback(run, { timeout: 3000 });
  else setTimeout(run, 500);
}

/**
 * Caches the page for offline visits, and offers a new version when there is one. Not with data saving, and never in a frame,
 * where the cache would be another site's.
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
      const { waiting } = home;
      // Another tab took it over: a reload opens it.
      if (!waiting) return location.reload();
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      waiting.postMessage("take over");
    };
  };
  navigator.serviceWorker.controller?.postMessage("started");
  offer();
  home.addEventListener("updatefound", () => home.installing?.addEventListener("statechange", offer));
}
