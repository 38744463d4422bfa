// Without a network: the first visit is enough, nothing mixes with another build or another calculator, and what is kept is whole, whatever the host does.
import assert from "node:assert/strict";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { on } from "./calculator.mjs";
import { asked as documented, copy, deploy, host, isHashed } from "./faulty.mjs";
import { asked, dist, rolled, serve, started, until } from "./harness.mjs";
import { assertWhole, goes, keeps, kept, listed, ready, visit, visited } from "./offline.mjs";
import { fileOf, rulesets } from "./site.mjs";

const hit = (it) => on(it).chance.innerText();
const caches = (it) => it.evaluate(async () => (await window.caches.keys()).sort());

test("the first visit is enough: every ruleset and every permalink works without a network", async (t) => {
  const { context, it, problems, address } = await visited(t);
  const shown = await hit(it);
  await context.setOffline(true);
  await it.reload();
  await started(it);
  assert.equal(await hit(it), shown);
  for (const ruleset of rulesets(dist)) {
    await goes(it, `${address}#${ruleset}`);
    await started(it);
    assert.match(await on(it).gameHere.getAttribute("href"), new RegExp(`#${ruleset}/`));
    assert.notEqual(await rolled(it), "");
    await goes(it, `${address}${ruleset}.html`);
    await started(it);
    assert.match(it.url(), new RegExp(`/#${ruleset}$`));
  }
  await goes(it, `${address}#powder/melee?attacker.preset=fred&defender.preset=troll&defender.natural_ac=30`);
  await started(it);
  assert.notEqual(await hit(it), shown);
  assert.deepEqual(problems, []);
});

test("what is kept is fetched once the page is live, and nothing of it twice", async (t) => {
  const from = asked.length;
  await visited(t, { path: "#dominions" });
  const fetched = asked.slice(from);
  const [own, other] = ["dominions.txt", "angband.txt"].map((name) => fetched.indexOf(fileOf(dist, name)));
  assert.ok(0 <= own && own < other, `${fetched}`);
  const hashed = fetched.filter(isHashed);
  assert.equal(new Set(hashed).size, hashed.length, `${hashed}`);
});

test("whoever saves data keeps nothing", async (t) => {
  const asks = async (saveData) => {
    const before = (it) =>
      it.addInitScript((saveData) => {
        Object.defineProperty(navigator, "connection", { value: { saveData } });
        window.asked = new Promise((done) => (ServiceWorkerContainer.prototype.register = async () => done(true)));
      }, saveData);
    const { it } = await visit(t, { before });
    await started(it);
    // What the page does when it is idle for the first time it has done when it is so twice.
    return it.evaluate(() => Promise.race([window.asked, new Promise((done) => requestIdleCallback(() => requestIdleCallback(() => done(false))))]));
  };
  assert.deepEqual([await asks(false), await asks(true)], [true, false]);
});

test("in a frame nothing is kept: it would be another site's", async (t) => {
  const dir = copy(t);
  writeFileSync(join(dir, "wiki.html"), '<!doctype html><title>An article</title><iframe src="./" title="calculator"></iframe>');
  const { it } = await visit(t, { address: await serve(dir), path: "wiki.html" });
  const frame = it.frameLocator("iframe");
  await started(frame);
  const registered = async () => (await navigator.serviceWorker.getRegistrations()).length;
  assert.equal(await frame.locator("html").evaluate(registered), 0);
});

/** What hosts say of caching. */
const CACHING = {
  "as documented": documented,
  "nothing of caching": () => ({}),
  "no-store": () => ({ "cache-control": "no-store" }),
  "ten minutes for everything": () => ({ "cache-control": "max-age=600" }),
  "a year for everything": () => ({ "cache-control": "public, max-age=31536000, immutable" }),
};

for (const [says, headers] of Object.entries(CACHING)) {
  test(`where the host says ${says}: the page that kept itself goes on without it, and a new build is offered, taken when asked for, and alone there then`, async (t) => {
    const dir = copy(t);
    const site = await host(t, { "/tohit/": dir }, { headers });
    const { it, problems } = await visited(t, { address: site.address() });
    await it.waitForFunction(() => navigator.serviceWorker.controller);
    const before = await caches(it);
    site.isDown = true;
    await on(it).gameLink("Angband").click();
    await on(it).sentence.filter({ hasText: "Grip" }).or(on(it).gameHere.filter({ hasText: "Angband" })).first().waitFor();
    await on(it).share.click();
    await on(on(it).shareDialog).close.click();
    site.isDown = false;
    assert.equal(await on(it).update.isVisible(), false);
    const old = await it.locator("html").getAttribute("data-build");
    const next = deploy(dir);
    await it.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
    await on(it).loadIt.waitFor();
    assert.equal(await it.locator("html").getAttribute("data-build"), old, "nobody is taken by surprise");
    await on(it).loadIt.click();
    await on(it).build(next).waitFor({ state: "attached" });
    await started(it);
    await until(it, async () => (await window.caches.keys()).length === 1);
    assert.notDeepEqual(await caches(it), before);
    site.isDown = true;
    await it.reload();
    await started(it);
    assert.deepEqual(problems, []);
  });
}

test("while a new build arrives, the old one goes on from its own files", async (t) => {
  const dir = copy(t);
  const site = await host(t, { "/tohit/": dir }, { headers: CACHING["no-store"] });
  const { it, problems } = await visited(t, { address: site.address() });
  deploy(dir);
  await it.reload();
  await started(it);
  await on(it).gameLink("Angband").click();
  await on(it).gameHere.filter({ hasText: "Angband" }).waitFor();
  assert.deepEqual(problems, []);
});

test("a tab goes on with its build after another tab took the next one, and what it needed is dropped once it is closed", async (t) => {
  const dir = copy(t);
  const site = await host(t, { "/tohit/": dir }, { headers: CACHING["no-store"] });
  const { context, it } = await visited(t, { address: site.address() });
  const other = await context.newPage();
  await other.goto(site.address());
  await started(other);
  const next = deploy(dir);
  await it.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  await on(it).loadIt.click();
  await on(it).build(next).waitFor({ state: "attached" });
  await started(it);
  await it.reload();
  await started(it);
  await on(other).gameLink("Angband").click();
  await on(other).anyChoice.click();
  await on(other).rows.first().waitFor();
  await other.keyboard.press("Escape");
  await on(other).share.click();
  await on(other).shareDialog.waitFor();
  await other.close();
  await it.reload();
  await started(it);
  await until(it, async () => (await window.caches.keys()).length === 1);
});

test("a new build is loaded in each tab, whichever takes it first", async (t) => {
  const dir = copy(t);
  const site = await host(t, { "/tohit/": dir }, { headers: CACHING["no-store"] });
  const { context, it, problems } = await visited(t, { address: site.address() });
  const other = await context.newPage();
  await other.goto(site.address());
  await started(other);
  const next = deploy(dir);
  await it.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
  for (const tab of [it, other]) await on(tab).loadIt.waitFor();
  for (const tab of [it, other]) {
    await on(tab).loadIt.click();
    await on(tab).build(next).waitFor({ state: "attached" });
    await started(tab);
    assert.equal(await on(tab).update.isVisible(), false);
  }
  assert.deepEqual(problems, []);
});

test("calculators on one origin leave each other alone, also one inside the other's folder, and one of the same build", async (t) => {
  const [one, other] = [copy(t), copy(t)];
  deploy(other);
  const site = await host(t, { "/tohit/beta/": other, "/tohit/": one, "/beta/": one });
  const { context, it } = await visited(t, { address: site.address("/tohit/") });
  for (const folder of ["/tohit/beta/", "/beta/"]) {
    await goes(it, site.address(folder));
    await started(it);
    await it.waitForFunction((worker) => navigator.serviceWorker.controller?.scriptURL === worker, `${site.address(folder)}sw.js`);
  }
  assert.equal((await caches(it)).length, 3);
  site.isDown = true;
  for (const folder of ["/tohit/", "/tohit/beta/", "/beta/"]) {
    await goes(it, site.address(folder));
    await started(it);
  }
  await context.close();
});

/** Every so manieth chance, the same in each run. */
function chances(seed) {
  let state = seed;
  return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

for (const [what, fault] of [
  ["drops", () => "drop"],
  ["cuts off", () => "cut"],
  ["answers with its own page", () => ({ body: "<!doctype html><title>Busy</title>", type: "text/html" })],
]) {
  test(`a host that ${what} a third of what it is asked for: what is kept after some visits is whole`, async (t) => {
    const next = chances(what.length);
    const site = await host(t, { "/tohit/": dist });
    const { context, it } = await visit(t, { address: site.address() });
    await started(it);
    site.fault = () => (next() < 0.3 ? fault() : undefined);
    for (let visit = 0; visit < 6; visit++) {
      await it.goto(site.address()).catch(() => undefined);
      await it.waitForLoadState("networkidle").catch(() => undefined);
    }
    site.fault = () => undefined;
    // A file that is no page heals nothing: this is what was kept meanwhile.
    await goes(it, `${site.address()}robots.txt`);
    const meanwhile = await kept(it);
    await goes(it, site.address());
    await assertWhole(it);
    await ready(it);
    await it.reload();
    await keeps(it, listed.length);
    const sizes = await kept(it);
    for (const [name, size] of Object.entries(meanwhile)) assert.equal(size, sizes[name], name);
    t.diagnostic(`${Object.keys(meanwhile).length} of ${listed.length} files were kept meanwhile`);
    site.isDown = true;
    await goes(it, `${site.address()}#${rulesets(dist).at(-1)}`);
    await started(it);
    // The same as by a host without faults, of which every ruleset is tried above.
    const again = await visited(t);
    assert.deepEqual(sizes, await kept(again.it));
    await context.close();
  });
}

test("a host that sends its own page for what is not there, and wrong types: neither is kept", async (t) => {
  const dir = copy(t);
  const site = await host(t, { "/tohit/": dir }, { fault: undefined });
  const late = [fileOf(dist, "angband.txt"), "crawl.html", "icon-512.png"];
  site.fault = (name) => (late.includes(name) ? { body: "<!doctype html><html><title>A page for everything</title></html>", type: "text/html" } : /wasm$|txt$/.test(name) ? { type: "application/octet-stream" } : undefined);
  const { it } = await visit(t, { address: site.address() });
  await started(it);
  await keeps(it, listed.length - late.length);
  site.fault = (name) => (/wasm$|txt$/.test(name) ? { type: "application/octet-stream" } : undefined);
  await it.reload();
  await started(it);
  await ready(it);
  const types = await it.evaluate(async () => {
    const cache = await window.caches.open((await window.caches.keys())[0]);
    return Promise.all((await cache.keys()).map(async ({ url }) => [url.split(".").at(-1), (await cache.match(url)).headers.get("content-type")]));
  });
  assert.deepEqual(new Set(types.filter(([ending]) => ["wasm", "txt"].includes(ending)).map(([, type]) => type)), new Set(["application/wasm", "text/plain"]));
  site.isDown = true;
  await goes(it, `${site.address()}#angband`);
  await started(it);
});

test("a host that leads from pages to their names without an ending: they are kept as well", async (t) => {
  const dir = copy(t);
  for (const ruleset of rulesets(dist).slice(1)) cpSync(join(dir, `${ruleset}.html`), join(dir, ruleset));
  const site = await host(t, { "/tohit/": dir });
  site.fault = (name) => {
    if (/^[a-z0-9-]+\.html$/.test(name) && !["embed.html", "index.html"].includes(name)) return { status: 308, location: `/tohit/${name.replace(".html", "")}`, body: "" };
    return name.includes(".") ? undefined : { type: "text/html" };
  };
  const { it } = await visited(t, { address: site.address() });
  await keeps(it, listed.length);
  site.isDown = true;
  await goes(it, `${site.address()}crawl.html`);
  await started(it);
  assert.match(it.url(), /#crawl$/);
});

for (const [where, path, then, hashed] of [
  ["the page", "", "", "no-store"],
  ["a frame", "embed.html#powder/melee", "embed.html#powder/melee", "no-store"],
  // Its first ruleset is in the browser's cache for good, the other one is not there any more.
  ["a frame with another ruleset", "embed.html#powder/melee", "embed.html#crawl/melee", "public, max-age=31536000, immutable"],
]) {
  test(`${where} that the browser took from its cache after a new build came is fetched anew`, async (t) => {
    const dir = copy(t);
    const site = await host(t, { "/tohit/": dir }, { headers: (name) => ({ "cache-control": isHashed(name) ? hashed : "max-age=600" }) });
    const { it } = await visit(t, { address: site.address(), path, offline: false });
    await started(it);
    const next = deploy(dir);
    await goes(it, site.address() + then);
    await on(it).build(next).and(on(it).live).waitFor({ state: "attached" });
  });
}
