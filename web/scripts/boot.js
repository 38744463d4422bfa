// Shows what the address asks for as far as it stands in a file, and starts the program, which takes its place.
import { expect, imported, load } from "./program.js";

const root = document.documentElement;
root.dataset.boots = "true";
const named = location.hash.slice(1).split(/[/?]/, 1)[0].replaceAll(/[^a-z0-9-]/g, "");
const isKnown = [...document.querySelectorAll(".rulesets [data-ruleset]")].some((tab) => tab.dataset.ruleset === named);
const ruleset = isKnown ? named : root.dataset.ruleset;

let program;
// The program breaks off by a trap: what it was at is held for ever.
const trapped = (problem) => problem instanceof WebAssembly.RuntimeError && broke(shown(), true);
addEventListener("error", ({ error }) => trapped(error));
addEventListener("unhandledrejection", ({ reason }) => trapped(reason));

try {
  // A page of a ruleset is the page at its ruleset.
  if (root.dataset.page) history.replaceState(null, "", `./${location.hash || `#${root.dataset.page}`}`);
  const show = { scenario: announce, other: showExample }[root.dataset.first];
  const there = isKnown && show?.().catch((problem) => console.info(`no first view: ${problem}`));
  // What is seen at first has the line to itself until it is seen: the program is large.
  await paint();
  const arriving = load();
  arriving.catch(() => undefined);
  expect(ruleset);
  await there;
  root.dataset.ruleset = ruleset;
  middle();
  const painted = paint();
  program = await arriving;
  program.equip("cases", async () => (await fetch(new URL("./cases.json", import.meta.url))).text());
  program.equip("broke", broke);
  program.equip("turn", turn);
  await painted;
  await program.page(document.querySelector("#app"), ruleset);
  middle();
  document.querySelector("#share-open").onclick = async () => {
    const { share } = await imported("./share.js");
    await share(program.share_data);
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

/** Says what the address asks, by its own words, where the answer is going to be said: that is true before the program knows more. */
async function announce() {
  // A link that goes on is refused by the program (web/src/custom_rules.rs).
  const [place, query = ""] = location.hash.slice(1, 1 + 64 * 1024).split("?", 2);
  const sides = new Map();
  // What is no figure of a sheet says nothing to a reader: pins, dice, whole rules.
  for (const [, side, path, value] of query.matchAll(/(?:^|&)([a-z]+)\.([\w.]+)=([\w/.,+-]{1,40})(?=&|$)/g)) {
    const what = path.split(/[._]/).filter((word) => word !== "preset" && !/^\d+$/.test(word));
    if (value !== "true") what.push(value.replaceAll(/([a-z])[_-](?=\w)/g, "$1 ").replaceAll(",", " "));
    if (!sides.has(side)) sides.set(side, []);
    // Six are said, and that there are more.
    if (sides.get(side).length < 7) sides.get(side).push(what.join(" "));
  }
  const told = [...sides].map(([side, says]) => `${side} ${says.slice(0, 6).join(", ")}${says.length > 6 ? " …" : ""}`);
  markTab();
  const game = document.querySelector(".rulesets [aria-current] span").firstChild.textContent.trim();
  const asked = [[game, place.split("/")[1]?.replaceAll("-", " ")].filter(Boolean).join(", "), told.join("; ")].filter(Boolean).join(": ");
  const sentence = document.querySelector("#app .sentence");
  // All its lines, on a phone too.
  sentence.classList.add("whole");
  sentence.textContent = `${asked}. The exact odds are worked out in this browser as soon as the program is here, which takes a moment the first time.`;
  root.dataset.first = "asked";
}

/** Marks the tab of the game that the address names, and its edition beside it, as the program does. */
function markTab() {
  const editions = document.querySelector(`.editions:has([data-ruleset="${ruleset}"])`);
  const here = editions?.previousElementSibling ?? document.querySelector(`.rulesets > [data-ruleset="${ruleset}"]`);
  for (const link of document.querySelectorAll(".rulesets a")) link.removeAttribute("aria-current");
  for (const tab of document.querySelectorAll(".rulesets > a")) tab.querySelector("small").classList.toggle("absent", tab === here && Boolean(editions));
  for (const all of document.querySelectorAll(".editions")) all.classList.toggle("absent", all !== editions);
  here.dataset.ruleset = ruleset;
  here.setAttribute("aria-current", "page");
  editions?.querySelector(`[data-ruleset="${ruleset}"]`).setAttribute("aria-current", "true");
}

function turn() {
  return new Promise((turn) => setTimeout(turn));
}

/** What stands in the page has been painted. Nobody waits for a tab in the background, or for a frame far below, which are not. */
function paint() {
  const drawn = new Promise((drawn) => requestAnimationFrame(drawn)).then(turn);
  return Promise.race([drawn, new Promise((late) => setTimeout(late, 500))]);
}

/** On a phone the tabs are pushed aside: brings the one at hand into the middle. */
function middle() {
  const tab = document.querySelector(".rulesets [aria-current]");
  const tabs = tab?.parentElement;
  if (tabs && tabs.scrollWidth > tabs.clientWidth) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft + (tab.offsetWidth - tabs.offsetWidth) / 2;
}

/** Says why the page does not come alive, and offers to try again; an example that is shown stays. */
function fail(text) {
  const again = document.createElement("button");
  again.textContent = "Try again";
  again.onclick = () => location.reload();
  alarm().append(text, " ", again);
  // Nothing is worked out then.
  if (root.dataset.first === "asked") root.dataset.first = "scenario";
  root.dataset.failed = "true";
}

/** A place above all for what went wrong. */
function alarm() {
  const message = document.createElement("p");
  message.className = "failed";
  message.setAttribute("role", "alert");
  document.querySelector("main").before(message);
  return message;
}

/** The link of what is shown. */
function shown() {
  try {
    return program.permalink();
  } catch {
    return location.hash.slice(1);
  }
}

/** Says over what the program broke off, the last such scenario alone. Where it was the page's own, it goes on as a new one. */
function broke(link, isOwn) {
  document.querySelector(".broke")?.remove();
  const [message, repeats] = [alarm(), document.createElement("a")];
  message.classList.add("broke");
  repeats.href = `#${link}`;
  repeats.target = "_blank";
  repeats.textContent = "this link repeats it";
  message.append("The program broke off, by a mistake of its own; ", repeats, ", for whoever mends it. ");
  if (isOwn !== true) return;
  // The address is a moment behind: it has what was answered last.
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
