// Without a network: the first visit is enough, nothing mixes with another build, and what was lost comes back.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileOf, rulesets } from "./site.mjs";
import { asked, dist, open, serve, started } from "./harness.mjs";

const hit = (it) => it.locator(".hit strong").innerText();
const caches = (it) => it.evaluate(async () => (await window.caches.keys()).sort());

/** A visit that has been kept; gives its page. */
async function visited(t, options = {}) {
  const { context, page, problems, address } = await open({ offline: true, ...options });
  t.after(() => context.close());
  await started(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return { context, it: page, problems, address };
}

/** A copy of the built site that may be changed. */
function copy(t) {
  const dir = mkdtempSync(join(tmpdir(), "tohit-site-"));
  t.after(() => rmSync(dir, { recursive: true }));
  cpSync(dist, dir, { recursive: true });
  return dir;
}

test("the first visit is enough: every ruleset and every permalink works without a network", async (t) => {
  const { context, it, problems, address } = await visited(t);
  const shown = await hit(it);
  await context.setOffline(true);
  await it.reload();
  await started(it);
  assert.equal(await hit(it), shown);
  for (const ruleset of rulesets(dist)) {
    await it.goto("about:blank");
    await it.goto(`${address}#${ruleset}`);
    await started(it);
    assert.match(await it.locator(`.rulesets [aria-current="page"]`).getAttribute("href"), new RegExp(`#${ruleset}/`));
    assert.notEqual(await it.locator(".events").innerText(), "");
  }
  await it.goto("about:blank");
  await it.goto(`${address}#powder/melee?attacker.preset=fred&defender.preset=troll&defender.natural_ac=30`);
  await started(it);
  assert.notEqual(await hit(it), shown);
  assert.deepEqual(problems, []);
});

test("what is kept is fetched once the page is live, and nothing of it twice", async (t) => {
  const from = asked.length;
  const { context, page: it } = await open({ offline: true, path: "#dominions" });
  t.after(() => context.close());
  await started(it);
  await it.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const fetched = asked.slice(from);
  const [own, other] = ["dominions.txt", "angband.txt"].map((name) => fetched.indexOf(fileOf(dist, name)));
  assert.ok(0 <= own && own < other, `${fetched}`);
  const hashed = fetched.filter((name) => /-[0-9a-f]{16}\./.test(name));
  assert.equal(new Set(hashed).size, hashed.length, `${hashed}`);
});

test("whoever saves data keeps nothing", async (t) => {
  const asks = async (saveData) => {
    const before = (it) =>
      it.addInitScript((saveData) => {
        Object.defineProperty(navigator, "connection", { value: { saveData } });
        window.asked = new Promise((told) => (ServiceWorkerContainer.prototype.register = async () => told(true)));
      }, saveData);
    const { context, page: it } = await open({ offline: true, before });
    t.after(() => context.close());
    await started(it);
    // What the page does when it is idle for the first time it has done when it is so twice.
    return it.evaluate(() => Promise.race([window.asked, new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => done(false))))]));
  };
  assert.deepEqual([await asks(false), await asks(true)], [true, false]);
});

test("a new build is offered, taken when a person asks for it, and the old one is gone", async (t) => {
  const dir = copy(t);
  const address = await serve(dir);
  const { it } = await visited(t, { address });
  const before = await caches(it);
  await it.reload();
  await started(it);
  assert.equal(await it.locator("#update").isVisible(), false);
  // Another build: another page, and so another list.
  const page = join(dir, "index.html");
  writeFileSync(page, readFileSync(page, "utf8").replace("<body>", '<body data-build="next">'));
  const worker = join(dir, "sw.js");
  writeFileSync(worker, readFileSync(worker, "utf8").replace(/build="[^"]*"/, 'build="next"'));
  await it.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await it.getByRole("button", { name: "Load it" }).waitFor();
  assert.equal(await it.locator("body").getAttribute("data-build"), null, "nobody is taken by surprise");
  await it.getByRole("button", { name: "Load it" }).click();
  await it.locator('body[data-build="next"]').waitFor();
  await started(it);
  await it.waitForFunction(async () => (await window.caches.keys()).length === 1);
  assert.notDeepEqual(await caches(it), before);
});

test("while a new build arrives, the old one goes on from its own files", async (t) => {
  const dir = copy(t);
  const address = await serve(dir);
  const { it, problems } = await visited(t, { address });
  // The host has only the new build's files by now.
  for (const name of readdirSync(dir)) if (/-[0-9a-f]{16}\./.test(name)) rmSync(join(dir, name));
  writeFileSync(join(dir, "index.html"), "<!doctype html><title>new</title>");
  await it.reload();
  await started(it);
  await it.getByRole("link", { name: "Angband" }).click();
  await it.locator('[aria-current="page"]', { hasText: "Angband" }).waitFor();
  await started(it);
  assert.deepEqual(problems, []);
});

test("a file that was lost from the cache is fetched and kept again", async (t) => {
  const { context, it } = await visited(t);
  const wasm = fileOf(dist, "tohit-web_bg.wasm");
  const lose = async (wasm) => {
    const cache = await window.caches.open((await window.caches.keys())[0]);
    return cache.delete(new URL(wasm, document.baseURI).href);
  };
  assert.equal(await it.evaluate(lose, wasm), true);
  await it.reload();
  await started(it);
  await context.setOffline(true);
  await it.reload();
  await started(it);
});

test("a damaged cache heals", async (t) => {
  const { it } = await visited(t);
  const wasm = fileOf(dist, "tohit-web_bg.wasm");
  await it.evaluate(async (wasm) => {
    const cache = await window.caches.open((await window.caches.keys())[0]);
    const broken = new Response("this is no program", { headers: { "content-type": "application/wasm" } });
    await cache.put(new URL(wasm, document.baseURI).href, broken);
  }, wasm);
  await it.reload();
  await started(it);
  assert.notEqual(await hit(it), "");
});

test("in a frame nothing is kept: it would be another site's", async (t) => {
  const dir = copy(t);
  writeFileSync(join(dir, "wiki.html"), '<!doctype html><title>An article</title><iframe src="./" title="calculator"></iframe>');
  const { context, page: it } = await open({ offline: true, address: await serve(dir), path: "wiki.html" });
  t.after(() => context.close());
  const frame = it.frameLocator("iframe");
  await started(frame);
  const registered = async () => (await navigator.serviceWorker.getRegistrations()).length;
  assert.equal(await frame.locator("html").evaluate(registered), 0);
});
