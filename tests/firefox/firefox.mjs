// Opens the built page in a Firefox as it comes, which WebDriver BiDi drives, and fails a test in which anything went wrong behind the scenes.
import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import puppeteer from "puppeteer-core";
import { IN_PAGE, PARTS, fieldsOf } from "../browser/calculator.mjs";
import { host } from "../browser/faulty.mjs";
import { dist } from "../browser/harness.mjs";

// For a busy machine: it is only waited out where a test fails.
const LONGEST = 60_000;
const screenshots = process.env.TOHIT_SCREENSHOTS ?? join(dist, "../target/screenshots");

/** The policy of an article that is as strict as docs/embedding.md allows. */
export const policy = (home) => `default-src 'none'; script-src ${home} 'wasm-unsafe-eval'; connect-src ${home}; worker-src blob:; img-src data:`;

// One browser for all tests of a file in each of the system's colours: a page cannot change them while it is open.
const launched = new Map();
after(async () => {
  for (const browser of launched.values()) await (await browser.catch(() => undefined))?.close();
});

function browser(dark) {
  if (!launched.has(dark)) launched.set(dark, launch(dark));
  return launched.get(dark);
}

const launch = (dark) =>
  puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    headless: true,
    timeout: LONGEST,
    extraPrefsFirefox: {
      // No way to other machines.
      "network.dns.disabled": true,
      "layout.css.prefers-color-scheme.content-override": dark ? 0 : 1,
    },
  });

/** The built site on a host of its own, which can be taken away; see `host`. */
export function site(t) {
  assert.ok(existsSync(join(dist, "index.html")), "dist/ is not built: cargo xtask build");
  return host(t, { "/wiki/tools/tohit/": dist });
}

/** Opens a page for the test `t`, as a person who was never here; the test fails if anything goes wrong. `problems` fills with what does. `before` runs in the page before anything else. */
export async function open(t, { address, path = "", dark = false, also = [], problems = [], before } = {}) {
  const home = address ?? (await site(t)).address();
  const context = await (await browser(dark)).createBrowserContext();
  const it = await context.newPage();
  it.setDefaultTimeout(LONGEST);
  await it.setViewport({ width: 1280, height: 800 });
  const state = watch(it, [new URL(home).origin, ...also], problems);
  t.after(async () => {
    // What a test gives up by closing its page is nobody's failure.
    state.isOver = true;
    await context.close();
    assert.deepEqual(problems, [], "nothing goes wrong behind the scenes");
  });
  await it.evaluateOnNewDocument(IN_PAGE);
  if (before) await it.evaluateOnNewDocument(before);
  const answer = await it.goto(home + path);
  assert.ok(answer?.ok(), `${home}${path} answers ${answer?.status()}`);
  return it;
}

/** Opens the built page for the test `t` and waits until it has started. */
export async function page(t, options) {
  const it = await open(t, options);
  await started(it);
  return it;
}

function watch(it, origins, problems) {
  const state = { isOver: false };
  const note = (problem) => state.isOver || problems.push(problem);
  // Firefox tells breaches of the policy as errors that nobody caught.
  it.on("pageerror", (error) => note(`uncaught: ${error.message ?? error}`));
  it.on("console", (message) => ["error", "warn"].includes(message.type()) && note(`console ${message.type()}: ${message.text()}`));
  it.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!origins.includes(origin) && !["data:", "blob:", "about:"].includes(protocol)) note(`third party: ${request.url()}`);
  });
  it.on("requestfailed", (request) => note(`failed: ${request.url()} ${request.failure()?.errorText}`));
  it.on("response", (response) => response.status() >= 400 && note(`status ${response.status()}: ${response.url()}`));
  return state;
}

/** For `before`: notes what the page hears of its workers. Where one fails the page computes for itself, and nobody sees it. */
export function hearing() {
  window.heard = [];
  window.Worker = class extends Worker {
    constructor(address, options) {
      super(address, options);
      for (const kind of ["message", "error"]) this.addEventListener(kind, () => window.heard.push(kind));
    }
  };
}

/** Fails unless a worker of the page was ready, and has received and answered that many questions, each with a message of its own. */
export async function assertAnswered(it, count) {
  assert.deepEqual(await it.evaluate(() => window.heard), Array(1 + 2 * count).fill("message"), "what the page heard of its worker");
}

/** Waits until that is so in the page; where it never is, the failure says `what` was waited for. */
export const until = (it, what, isSo, ...given) =>
  it.waitForFunction(isSo, {}, ...given).catch((error) => assert.fail(`never so: ${what} (${error.message}); the address is ${it.url()}`));

/** Waits until the page is filled by the program. */
export const started = (it) => until(it, "the page has started", () => document.documentElement.hasAttribute("data-started"));

/** Waits until the rest of the program is there too: what it draws moves what stands below, and who leaves before stops it on its way. */
export const whole = (it) => until(it, "the rest of the program is here", () => document.querySelector(PARTS.manyRolls) !== null);

const plain = (text) => text.replaceAll("\u00a0", " ");

/** What stands at the first place of that kind. */
export const text = async (it, selector) => plain(await it.$eval(selector, (element) => element.innerText));

/** Waits until that stands there: these very words, or what looks like it. */
export async function says(it, selector, expected) {
  const isSo = (selector, words, source, flags) => {
    const found = document.querySelector(selector)?.innerText.replaceAll("\u00a0", " ").trim();
    return found !== undefined && (source === undefined ? found === words : new RegExp(source, flags).test(found));
  };
  const { source, flags } = expected instanceof RegExp ? expected : {};
  await it.waitForFunction(isSo, {}, selector, String(expected), source, flags).catch(async () => {
    const found = await text(it, selector).catch(() => "nothing");
    assert.fail(`${selector} says ${JSON.stringify(found)}, not ${expected}; the address is ${it.url()}`);
  });
}

/** What a person sees of that kind under that name, or under a name that begins so: a button, a link, a field. Waits until it is there. */
export async function named(it, selector, name) {
  const find = (selector, name) => {
    const named = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).map((element) => {
      // A label's unit stands in an element of its own.
      const labels = [...(element.labels ?? [])].map((label) => label.firstChild?.textContent);
      return { element, names: [element.getAttribute("aria-label"), ...labels, element.textContent].filter(Boolean).map((one) => one.trim()) };
    });
    return (named.find(({ names }) => names.includes(name)) ?? named.find(({ names }) => names.some((one) => one.startsWith(`${name} `))))?.element;
  };
  return (await until(it, `there is a ${selector} called ${name}`, find, selector, name)).asElement();
}

/** Presses the button of that name. */
export const press = async (it, name) => (await named(it, "button", name)).click();

/** Types into the field of that name on a sheet, in place of what stands there. */
export async function type(it, sheet, name, text) {
  const field = await named(it, fieldsOf(sheet), name);
  await field.focus();
  await replace(it, text);
}

/** Types in place of what stands in the field that has the focus. */
export async function replace(it, text) {
  await it.keyboard.down("Control");
  await it.keyboard.press("a");
  await it.keyboard.up("Control");
  await it.keyboard.type(text);
}

/** Keeps a picture of the whole page in target/screenshots/. */
export async function picture(it, name) {
  mkdirSync(screenshots, { recursive: true });
  await it.screenshot({ path: join(screenshots, `firefox-${name}.png`), fullPage: true });
}
