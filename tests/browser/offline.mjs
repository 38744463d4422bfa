// Visits that are kept for when there is no network, and what is kept of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
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
  assert.equal(await it.locator("[role=alert].failed").count(), 0);
  await it.getByRole("combobox", { name: /choose/ }).first().click();
  await it.getByRole("option").first().waitFor();
  await it.keyboard.press("Escape");
  await it.getByRole("button", { name: "Why? The chance to hit" }).first().click();
  await it.locator("#why-hit .way").first().waitFor();
  const workers = await Promise.all(it.workers().map((worker) => worker.evaluate(() => Boolean(self.onmessage))));
  assert.deepEqual(workers, [true], "its worker runs");
  await it.getByRole("button", { name: "Share" }).click();
  await it.getByRole("dialog", { name: "Share" }).waitFor();
}
