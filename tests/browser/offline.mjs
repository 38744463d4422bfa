// Visits that are kept for when there is no network, and what is kept of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { on } from "./calculator.mjs";
import { dist, open, started, until } from "./harness.mjs";

/** What the worker keeps, by its own list. */
export const listed = Object.keys(JSON.parse(readFileSync(join(dist, "sw.js"), "utf8").match(/files=(\{[^}]*\})/)[1]));
/** Waits until so many files are kept. */
export const keeps = (it, count) =>
  until(it, async (count) => {
    const [name] = await window.caches.keys();
    return name && (await (await window.caches.open(name)).keys()).length === count;
  }, count);
/** The files of the page's own folder that are kept, by their names, with how many characters of each. */
export const kept = (it) =>
  it.evaluate(async () => {
    const found = {};
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name);
      for (const { url } of await cache.keys()) found[url.slice(document.baseURI.replace(/[^/]*(#.*)?$/, "").length)] = (await (await cache.match(url)).text()).length;
    }
    return found;
  });
export const ready = (it) => it.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state === "activated" || new Promise((done) => active.addEventListener("statechange", done, { once: true }))).then(() => undefined));

/** A visit in a browser of its own; gives its page. */
export async function visit(t, options = {}) {
  const { context, page, problems, address } = await open({ offline: true, ...options });
  t.after(() => context.close());
  return { context, it: page, problems, address };
}

/** A visit that has been kept. */
export async function visited(t, options = {}) {
  const made = await visit(t, options);
  await started(made.it);
  await ready(made.it);
  return made;
}

/** Opens an address anew, as from a bookmark. */
export async function goes(it, address) {
  await it.goto("about:blank");
  await it.goto(address);
}

/** The page is whole: styled, alive, with presets, and its tools work. */
export async function assertWhole(it) {
  await started(it);
  assert.equal(await it.locator("body").evaluate((body) => getComputedStyle(body).fontFamily.includes("Times")), false, "styles");
  assert.equal(await on(it).failed.count(), 0);
  await on(it).anyChoice.click();
  await on(it).rows.first().waitFor();
  await it.keyboard.press("Escape");
  await on(it).why("The chance to hit").first().click();
  await on(it).chanceWay.first().waitFor();
  const workers = await Promise.all(it.workers().map((worker) => worker.evaluate(() => Boolean(self.onmessage))));
  assert.deepEqual(workers, [true], "its worker runs");
  await on(it).share.click();
  await on(it).shareDialog.waitFor();
}
