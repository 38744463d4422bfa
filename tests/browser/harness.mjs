// Opens the built page in a real Chromium, from a subfolder of a server on this machine, and fails a test in which
// anything went wrong behind the scenes: a message in the console, an uncaught error, a violation of the content
// security policy, a request that failed or went to another origin.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { IN_PAGE, PARTS } from "./calculator.mjs";
import { mediaType } from "./media-types.mjs";
import { isSiteFile } from "./site.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const screenshots = process.env.TOHIT_SCREENSHOTS ?? join(root, "target/screenshots");

/** The built site. */
export const dist = join(root, "dist");

// One browser for all tests of a file, and one server for the built site, started when first needed.
const servers = [];
let launched;
/** The browser of this file's tests. */
export const browser = () => (launched ??= launch());
let served;
const site = () => (served ??= serve(dist));
after(async () => {
  for (const server of servers) server.close();
  // A browser that did not start has failed its tests already.
  const browser = await launched?.catch(() => undefined);
  await browser?.close();
});

/** The files that any of the servers were asked for, in order. */
export const asked = [];

/** Serves the folder `dir` under `prefix`, and nothing else, on a free port of this machine; gives its address. With `compressed`, as hosts do that send the build's compressed files. */
export async function serve(dir, prefix = "/wiki/tools/tohit/", compressed = false) {
  const server = createServer((request, response) => {
    // Of a host whose file is no page a browser asks for an icon, at any time.
    if (request.url === "/favicon.ico") return response.writeHead(204).end();
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const inside = path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
    const name = inside === "" ? "index.html" : inside;
    if (!name || !isSiteFile(dir, name)) return response.writeHead(404).end();
    asked.push(name);
    const keep = /-[0-9a-f]{16}\.\w+$/.test(name) ? "public, max-age=31536000, immutable" : "no-cache";
    const file = join(dir, name);
    const small = compressed && existsSync(`${file}.br`);
    const headers = { "content-type": mediaType(name), "cache-control": keep, "access-control-allow-origin": "*", ...(small && { "content-encoding": "br" }) };
    response.writeHead(200, headers).end(readFileSync(small ? `${file}.br` : file));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  servers.push(server);
  return `http://127.0.0.1:${server.address().port}${prefix}`;
}

/** The browser of the tests, and how it is started: quietly, and without a way to other machines. */
export const chrome = {
  program: process.env.CHROME ?? "/usr/bin/chromium",
  flags: ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    .concat("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
    .concat(process.getuid?.() === 0 ? "--no-sandbox" : []),
};

/** Starts a browser, with these variables beside those of the system. */
export const launch = (variables = {}) => chromium.launch({ executablePath: chrome.program, args: chrome.flags, env: { ...process.env, ...variables } });

/**
 * Opens a page and watches it; `problems` fills with all that goes wrong behind the scenes. Without `address` it is the
 * built site; `path` follows it, such as `#powder/melee?attacker.level=3`. With `offline` it may keep itself for visits without a network.
 * Without `scripts` it may run none. What it embeds may come from the origins in `also`. With `by` it is opened by that browser.
 */
export async function open({ address, path = "", width = 1280, height = 800, dark = false, touch = false, offline = false, scripts = true, also = [], by = browser(), before } = {}) {
  if (!address) assert.ok(existsSync(join(dist, "index.html")), "dist/ is not built: cargo xtask build");
  const home = address ?? (await site());
  const context = await (await by).newContext({
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    hasTouch: touch,
    isMobile: touch,
    javaScriptEnabled: scripts,
    // What is kept for visits without a network has tests of its own; in all others each visit is a first one.
    serviceWorkers: offline ? "allow" : "block",
  });
  // Long, for a busy machine: it is only waited out where a test fails.
  context.setDefaultTimeout(60_000);
  await context.addInitScript(IN_PAGE);
  const page = await context.newPage();
  const state = { isOver: false };
  const problems = watch(page, [new URL(home).origin, ...also], state);
  // What a test gives up by closing its page is nobody's failure.
  const close = context.close.bind(context);
  context.close = () => {
    state.isOver = true;
    return close();
  };
  await before?.(page);
  await page.goto(home + path);
  return { context, page, problems, address: home };
}

function watch(page, origins, state) {
  const problems = [];
  // In which of the page's visits each request was made. Until the next document is there, the last one still asks for its own.
  const visits = new WeakMap();
  let [visit, shown] = [0, 0];
  // Problems that are none once their frame goes on: Chromium reports an aborted load before the reason for it.
  const aborted = new WeakMap();
  const goesOn = (frame) => {
    const forgiven = aborted.get(frame) ?? [];
    aborted.delete(frame);
    for (const problem of forgiven) if (problems.includes(problem)) problems.splice(problems.indexOf(problem), 1);
  };
  page.on("framedetached", goesOn);
  page.on("framenavigated", (frame) => {
    goesOn(frame);
    if (frame === page.mainFrame()) shown = visit;
  });
  page.on("console", (message) => {
    // This harness's own doing: see serviceWorkers above.
    if (message.text() === "Service Worker registration blocked by Playwright") return;
    if (["error", "warning"].includes(message.type())) problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error}`));
  page.on("request", (request) => {
    const isVisit = request.isNavigationRequest() && request.frame() === page.mainFrame();
    visits.set(request, isVisit ? ++visit : shown);
    const { origin: asked, protocol } = new URL(request.url());
    if (!origins.includes(asked) && !["data:", "blob:"].includes(protocol)) problems.push(`third party: ${request.url()}`);
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // Whoever goes on to another page gives up what this one still asks for; of the icon and the rest of the program, which come in their own time, nobody
    // knows whose they were.
    const isGivenUp = state.isOver || visits.get(request) < visit || request.frame().isDetached() || /\/(icon\.svg|rest-\w+\.wasm)$/.test(request.url());
    if (why === "net::ERR_ABORTED" && isGivenUp) return;
    const problem = `failed: ${request.url()} ${why}`;
    problems.push(problem);
    const frame = request.frame();
    if (why === "net::ERR_ABORTED" && frame !== page.mainFrame()) aborted.set(frame, [...(aborted.get(frame) ?? []), problem]);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`status ${response.status()}: ${response.url()}`);
  });
  return problems;
}

/** Pages of tests that are over, by their options: with the browser's caches warm a page starts in a third of the time. */
const idle = new Map();
/** Number of tests that share a page: a window's history has 50 entries at most. */
const MOST_TESTS = 8;
/** What changes a page, or the storage and windows around it, for longer than one document: such a page serves no other test. */
const LASTING = [
  ["addInitScript", "close", "emulateMedia", "exposeBinding", "exposeFunction", "on", "once", "route", "setViewportSize"],
  ["addInitScript", "close", "grantPermissions", "newCDPSession", "newPage", "on", "route", "setOffline"],
];

/** Opens a page that other tests may use after this one. */
async function openShared(options, key) {
  const shared = { ...(await open({ ...options, path: "robots.txt" })), key, tests: 0, isLasting: false };
  [shared.page, shared.context].forEach((part, place) => {
    for (const name of LASTING[place]) {
      const does = part[name].bind(part);
      part[name] = (...given) => {
        shared.isLasting = true;
        return does(...given);
      };
    }
  });
  return shared;
}

/** Leaves the built page for a file without scripts, and empties what this browser keeps of it. */
async function emptied(page, address) {
  await page.mouse.move(0, 0);
  await page.goto(`${address}robots.txt`);
  await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
}

/** A page for the test `t`, of the pool where its options allow it. */
async function opened(t, { path = "", ...options }) {
  const isPlain = Object.keys(options).every((name) => ["width", "height", "dark", "touch"].includes(name));
  const key = JSON.stringify([options.width, options.height, options.dark, options.touch]);
  const shared = isPlain ? (idle.get(key)?.pop() ?? (await openShared(options, key))) : await open({ path, ...options });
  t.after(async () => {
    const { problems } = shared;
    if (isPlain && !shared.isLasting && problems.length === 0 && ++shared.tests < MOST_TESTS) {
      await emptied(shared.page, shared.address);
      problems.length = 0;
      idle.set(key, [...(idle.get(key) ?? []), shared]);
    } else {
      await shared.context.close();
    }
    assert.deepEqual(problems, [], "nothing goes wrong behind the scenes");
  });
  if (isPlain) await shared.page.goto(shared.address + path);
  return shared.page;
}

/** Opens the built page for the test `t` and waits until all of it is here; the test fails if anything goes wrong. */
export async function page(t, options = {}) {
  const page = await opened(t, options);
  await whole(page);
  return page;
}

/** Waits until all of a page is here. */
async function whole(page) {
  await started(page);
  // The button for many rolls comes with the rest of the program, as does the log.
  await page.locator(PARTS.whole).first().waitFor({ state: "attached" });
}

/** Opens a link of the built page in the window of another one, as a visitor does who was never there. */
export async function anew(page, path) {
  const address = page.url().split("#")[0];
  await emptied(page, address);
  await page.goto(address + path);
  await whole(page);
}

/**
 * The link of a page as it stands. The address follows a moment after the last change, and may be that of an earlier state until then; a page that is hidden
 * writes it at once.
 */
export async function linkOf(page) {
  return page.evaluate(() => (dispatchEvent(new Event("pagehide")), location.hash));
}

/** Run in a page: by its clock every answer takes long from then on, and so the next one is the worker's. */
export const late = () => {
  let now = 1000;
  performance.now = () => (now += 1000);
};

/** Waits until the page, or a frame, is filled by the program. */
export async function started(page) {
  await page.locator(PARTS.live).waitFor({ state: "attached" });
}

/** Opens all dice of the log, and gives their lines: they come with the rest of the program, after the answer. */
export async function rolled(it) {
  await it.locator(PARTS.logDice).evaluate((dice) => (dice.open = true));
  await it.locator(PARTS.logEvent).first().waitFor();
  return it.locator(PARTS.logEvents).innerText();
}

/** Waits until `is` gives yes in the page, also where it gives it later (waitForFunction takes a promise itself for a yes), or where the page begins anew meanwhile. */
export async function until(it, is, given) {
  const end = Date.now() + 60_000;
  while (!(await it.evaluate(is, given).catch(() => false))) {
    assert.ok(Date.now() < end, `for a minute it was not so: ${is}`);
    await it.evaluate(() => new Promise(requestAnimationFrame)).catch(() => undefined);
  }
}

/**
 * What the browser notes of its work while something is done: what that gave, every event in order, and of these the tasks of the pages' main threads.
 * A task's `dur` is by the clock on the wall, its `tdur` by that of its thread, which stands still while the system gives the processor to somebody
 * else; both in microseconds.
 */
export async function traced(browser, work) {
  const session = await browser.newBrowserCDPSession();
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", { traceConfig: { includedCategories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"], excludedCategories: ["*"] } });
  const done = await work();
  const complete = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  const pages = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const isTask = ({ name, pid, tid }) => name === "RunTask" && pages.some((page) => page.pid === pid && page.tid === tid);
  events.sort((a, b) => a.ts - b.ts);
  return { done, events, tasks: events.filter(isTask) };
}

/** The middle one. */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Keeps a picture of the whole page in target/screenshots/. */
export async function picture(page, name) {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}

/** Opens all that is folded away, also what comes to light by that. */
export async function unfold(page) {
  await page.evaluate(async () => {
    for (let folded; (folded = document.querySelector("details:not([open]) > summary")); ) {
      folded.click();
      await null;
    }
  });
}

/** What axe leaves open in the page, for want of an explanation. */
async function unexplained() {
  const isSign = (element) => !/\p{Letter}/u.test(element.textContent);
  const isCut = (element, box = element.parentElement) => {
    if (!box) return false;
    const [inner, outer] = [element, box].map((one) => one.getBoundingClientRect());
    const isInside = outer.left <= inner.left && inner.right <= outer.right && outer.top <= inner.top && inner.bottom <= outer.bottom;
    return (getComputedStyle(box).overflow !== "visible" && !isInside) || isCut(element, box.parentElement);
  };
  const explained = {
    // A sign such as − or ◐ stands for what the label says in words.
    "label-content-name-mismatch": isSign,
    // Targets under an open list are whole again when it closes, and behind what stays in sight when they are scrolled on.
    "target-size": (element, { messageKey } = {}) => messageKey?.startsWith("partiallyObscured") && (isUnder(element) || isBehind(element)),
    // The page in a frame has tests of its own: embed.test.mjs.
    "frame-tested": () => true,
    // Signs have the colour of the words around them, an empty field that of filled ones; what is scrolled aside, and what lies under an open
    // list, a head that stays, or what is said of an error, the colours of what is in sight.
    "color-contrast": (element, { messageKey } = {}) =>
      // The editor's field is transparent, over the same lines in colours. These are tested where the rules are read.
      element.closest(PARTS.bookChanging) ||
      ({
        nonBmp: () => isSign(element),
        // A die's d in the rules has the colour of the other keywords, which are longer.
        shortTextContent: () => isSign(element) || element.matches(PARTS.bookKeyword),
        emptyValue: () => element.value === "",
        elmPartiallyObscured: () => isCut(element) || isUnder(element) || isBehind(element),
        // The text of a step begins under its chance, in the free part of that column, and all of it lies on one colour; as does the band's foot, behind which a phone's answer waits.
        elmPartiallyObscuring: () => isCut(element) || isBehind(element) || element.closest(PARTS.covering),
        // The words of a drawing stand on its own paper, or have a rim in that colour; names of outcomes stand under their bar, on the band's.
        imgNode: () => element.closest(PARTS.drawings),
        // The words in a drawing have a rim in the colour of its paper. The names of the lines stay in sight while the columns beside them are scrolled, and a phone's answer over what is said of it.
        bgOverlap: () => element.closest(PARTS.overlapping) || isCut(element) || isBehind(element) || isOnTop(element) || (line?.height && line.bottom > element.getBoundingClientRect().top) || isUnder(element),
      })[messageKey]?.(),
  };
  const line = document.querySelector(PARTS.line)?.getBoundingClientRect();
  const lists = [...document.querySelectorAll(PARTS.lists)].map((list) => list.getBoundingClientRect()).filter(({ height }) => height > 0);
  const isUnder = (element) => lists.some((list) => list.top < element.getBoundingClientRect().bottom && element.getBoundingClientRect().top < list.bottom);
  // Sticky elements, which stay in sight while others are scrolled under them: heads of tables, the line at the upper edge, and the help at the window's foot.
  const stays = [...document.querySelectorAll(PARTS.sticky)].map((head) => head.getBoundingClientRect()).filter(({ height }) => height > 0);
  const isBehind = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return stays.some((head) => head.top < bottom && top < head.bottom);
  };
  // The end of a line that its box cuts off lies over nothing, whatever axe takes it for.
  const isOnTop = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  // In a shadow root, axe names the way there.
  const found = ([way]) => [way].flat().reduce((from, selector) => (from.shadowRoot ?? from).querySelector(selector), document);
  // Signs that are drawn as a background, beside the words: axe sees no colour behind them, and so looks without.
  const unsigned = new CSSStyleSheet();
  unsigned.replaceSync(`${PARTS.signed} { background-image: none !important } ${PARTS.arrows} { content: none !important }`);
  document.adoptedStyleSheets.push(unsigned);
  const { violations, incomplete } = await window.axe.run({ rules: { "target-size": { enabled: true } } });
  document.adoptedStyleSheets.pop();
  const listed = (all, isLeft) =>
    all.flatMap(({ id, nodes }) =>
      nodes
        .map((node) => ({ ...node, element: found(node.target) }))
        // What was drawn anew while it was looked at is gone.
        .filter(({ element, any }) => element && isLeft(id, element, any[0]?.data ?? undefined))
        .map(({ html, failureSummary, any }) => ({ id, html, failureSummary, data: any.map(({ data }) => data) })),
    );
  return [...listed(violations, () => true), ...listed(incomplete, (id, element, data) => !explained[id]?.(element, data))];
}

/** Fails unless axe finds nothing that keeps people out (WCAG 2.2, A and AA, and best practices), and leaves nothing open that is not explained. */
export async function assertAccessible(page, where = "the page") {
  const axe = fileURLToPath(import.meta.resolve("axe-core/axe.min.js"));
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(readFileSync(axe, "utf8"));
  assert.deepEqual(await page.evaluate(unexplained), [], where);
}
