// Without a network: the first visit is enough, nothing mixes with another build, and what was lost or damaged comes back, whatever the host does.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { asked as documented, copy, deploy, host, isHashed } from "./faulty.mjs";
import { fileOf, rulesets } from "./site.mjs";
import { asked, dist, open, serve, started } from "./harness.mjs";

const hit = (it) => it.locator(".hit strong").innerText();
const caches = (it) => it.evaluate(async () => (await window.caches.keys()).sort());
/** What the worker keeps, by its own list. */
const listed = Object.keys(JSON.parse(readFileSync(join(dist, "sw.js"), "utf8").match(/files=(\{[^}]*\})/)[1]));
/** Waits until so many files are kept. */
const keeps = (it, count) =>
  it.waitForFunction(async (count) => {
    const [name] = await window.caches.keys();
    return name && (await (await window.caches.open(name)).keys()).length === count;
  }, count);
/** The files of the page's own folder that are kept, by their names, with how many characters of each. */
const kept = (it) =>
  it.evaluate(async () => {
    const found = {};
    for (const name of await window.caches.keys()) {
      const cache = await window.caches.open(name);
      for (const { url } of await cache.keys()) found[url.slice(document.baseURI.replace(/[^/]*(#.*)?$/, "").length)] = (await (await cache.match(url)).text()).length;
    }
    return found;
  });
const ready = (it) => it.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state === "activated" || new Promise((done) => active.addEventListener("statechange", done, { once: true }))).then(() => undefined));

/** A visit in a browser of its own; gives its page. */
async function visit(t, options = {}) {
  const { context, page, problems, address } = await open({ offline: true, ...options });
  t.after(() => context.close());
  return { context, it: page, problems, address };
}

/** A visit that has been kept. */
async function visited(t, options = {}) {
  const made = await visit(t, options);
  await started(made.it);
  await ready(made.it);
  return made;
}

/** Opens an address anew, as from a bookmark. */
async function goes(it, address) {
  await it.goto("about:blank");
  await it.goto(address);
}

/** Puts something else in place of a kept file, or nothing. */
const damage = (it, name, content) =>
  it.evaluate(
    async ([name, content]) => {
      const cache = await window.caches.open((await window.caches.keys())[0]);
      const address = new URL(name, document.baseURI).href;
      const kept = await cache.match(address);
      if (!kept) throw new Error(`${name} is not kept`);
      if (content === undefined) return cache.delete(address);
      return cache.put(address, new Response(content, { headers: kept.headers }));
    },
    [name, content],
  );

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
    assert.match(await it.locator(`.rulesets [aria-current="page"]`).getAttribute("href"), new RegExp(`#${ruleset}/`));
    assert.notEqual(await it.locator(".events").innerText(), "");
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
        window.asked = new Promise((told) => (ServiceWorkerContainer.prototype.register = async () => told(true)));
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
    await it.getByRole("link", { name: "Angband" }).click();
    await it.locator(".sentence", { hasText: "Grip" }).or(it.locator('.rulesets [aria-current="page"]', { hasText: "Angband" })).first().waitFor();
    await it.getByRole("button", { name: "Share" }).click();
    await it.getByRole("dialog", { name: "Share" }).getByRole("button", { name: "Close" }).click();
    site.isDown = false;
    assert.equal(await it.locator("#update").isVisible(), false);
    const old = await it.locator("html").getAttribute("data-build");
    const next = deploy(dir);
    await it.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
    await it.getByRole("button", { name: "Load it" }).waitFor();
    assert.equal(await it.locator("html").getAttribute("data-build"), old, "nobody is taken by surprise");
    await it.getByRole("button", { name: "Load it" }).click();
    await it.locator(`html[data-build^="${next}"]`).waitFor({ state: "attached" });
    await started(it);
    await it.waitForFunction(async () => (await window.caches.keys()).length === 1);
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
  await it.getByRole("link", { name: "Angband" }).click();
  await it.locator('[aria-current="page"]', { hasText: "Angband" }).waitFor();
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
  await it.getByRole("button", { name: "Load it" }).click();
  await it.locator(`html[data-build^="${next}"]`).waitFor({ state: "attached" });
  await started(it);
  await it.reload();
  await started(it);
  await other.getByRole("link", { name: "Angband" }).click();
  await other.getByRole("combobox", { name: /choose/ }).first().click();
  await other.getByRole("option").first().waitFor();
  await other.keyboard.press("Escape");
  await other.getByRole("button", { name: "Share" }).click();
  await other.getByRole("dialog", { name: "Share" }).waitFor();
  await other.close();
  await it.reload();
  await started(it);
  await it.waitForFunction(async () => (await window.caches.keys()).length === 1);
});

test("two calculators on one origin leave each other alone, also one inside the other's folder", async (t) => {
  const [one, other] = [copy(t), copy(t)];
  deploy(other);
  const site = await host(t, { "/tohit/beta/": other, "/tohit/": one });
  const { context, it } = await visited(t, { address: site.address("/tohit/") });
  await goes(it, site.address("/tohit/beta/"));
  await started(it);
  await it.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.includes("beta"));
  assert.equal((await caches(it)).length, 2);
  site.isDown = true;
  for (const folder of ["/tohit/", "/tohit/beta/"]) {
    await goes(it, site.address(folder));
    await started(it);
  }
  await context.close();
});

test("a visit puts back what was lost, however much", async (t) => {
  const site = await host(t, { "/tohit/": dist });
  const { it } = await visited(t, { address: site.address() });
  const before = await kept(it);
  for (const lost of [Object.keys(before), ["", fileOf(dist, "angband.txt"), "crawl.html"]]) {
    for (const name of lost) await damage(it, name);
    await it.reload();
    await started(it);
    await keeps(it, listed.length);
    assert.deepEqual(await kept(it), before);
  }
  await it.evaluate(async () => {
    for (const name of await window.caches.keys()) await window.caches.delete(name);
  });
  await it.reload();
  await started(it);
  await keeps(it, listed.length);
  site.isDown = true;
  for (const ruleset of rulesets(dist)) {
    await goes(it, `${site.address()}#${ruleset}`);
    await started(it);
  }
});

const parts = ["boot.js", "early.js", "mend.js", "program.js", "tohit.css", "tohit-web.js", "tohit-web_bg.wasm", "powder.txt", "share.js", "worker.js", ""];

/** The page is whole: styled, alive, with presets, and its tools work. */
async function assertWhole(it) {
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

for (const part of parts) {
  test(`${part || "the page"}, damaged where it is kept, is fetched anew, and only that`, async (t) => {
    const site = await host(t, { "/tohit/": dist });
    const { it } = await visited(t, { address: site.address() });
    const before = await kept(it);
    const name = part && fileOf(dist, part);
    for (const content of ["this is no such thing", ""]) {
      await damage(it, name, content);
      site.asked.length = 0;
      // The browser has none of it in its own cache.
      const tools = await it.context().newCDPSession(it);
      await tools.send("Network.clearBrowserCache");
      await goes(it, site.address());
      await assertWhole(it);
      const others = new Set(site.asked.filter((asked) => asked !== (name || "index.html") && asked !== "sw.js" && asked !== "embed.html"));
      assert.deepEqual([...others], []);
      assert.deepEqual(await kept(it), before);
    }
  });

  test(`${part || "the page"}, cut off on its way, does not stay so where nothing is kept`, async (t) => {
    const site = await host(t, { "/tohit/": dist });
    const name = part ? fileOf(dist, part) : "index.html";
    let [isHealed, told] = [false];
    const isCut = new Promise((done) => (told = done));
    site.fault = (asked) => {
      if (asked !== name || isHealed) return undefined;
      told();
      return "cut";
    };
    // The page stays: a browser may wait for ever to close one that just fetches itself anew.
    const { context, it } = await visit(t, { address: site.address(), offline: false });
    // What is not fetched before it is asked for.
    const asks = { "share.js": "Share", "worker.js": "Why? The chance to hit" }[part];
    if (asks) await it.getByRole("button", { name: asks }).first().click();
    await isCut;
    isHealed = true;
    const next = await context.newPage();
    await next.goto(site.address());
    await assertWhole(next);
  });
}

for (const part of ["tohit.css", "embed.css", "tohit-element.js", "embed.js", "program.js"]) {
  test(`in a frame ${part}, cut off on its way, is fetched anew`, async (t) => {
    const site = await host(t, { "/tohit/": dist });
    const name = readFileSync(join(dist, "embed.html"), "utf8").match(new RegExp(`${part.replace(".", "(-[0-9a-f]{16})\\.")}`))?.[0] ?? fileOf(dist, part);
    let cuts = 0;
    site.fault = (asked) => (asked === name && !cuts++ ? "cut" : undefined);
    const { it } = await visit(t, { address: site.address(), path: "embed.html#powder/melee", offline: false });
    await it.waitForFunction(() => document.documentElement.dataset.started);
    assert.ok(cuts > 1, `${name} was asked for ${cuts} times`);
    const styled = await it.locator(".embedded").evaluate((root) => [getComputedStyle(root).containerType, Number.parseFloat(getComputedStyle(root.querySelector(".hit strong")).fontSize) > 20]);
    assert.deepEqual(styled, ["inline-size", true]);
  });
}

test("with a dead uplink a damaged file takes nothing else along", async (t) => {
  const site = await host(t, { "/tohit/": dist });
  const { it } = await visited(t, { address: site.address() });
  await damage(it, fileOf(dist, "crawl.txt"), "this is no such thing");
  const tools = await it.context().newCDPSession(it);
  await tools.send("Network.clearBrowserCache");
  const before = await kept(it);
  site.isDown = true;
  for (let visit = 0; visit < 2; visit++) {
    await goes(it, `${site.address()}#crawl/melee`);
    await it.getByRole("button", { name: "Try again" }).waitFor();
    assert.equal(await it.evaluate(() => navigator.onLine), true);
    await goes(it, `${site.address()}#powder/melee`);
    await assertWhole(it);
  }
  assert.deepEqual(await kept(it), before);
  await damage(it, fileOf(dist, "tohit-web_bg.wasm"), "this is no such thing");
  await goes(it, `${site.address()}#powder/melee`);
  await it.locator("[role=alert].failed").waitFor();
  site.isDown = false;
  await goes(it, `${site.address()}#crawl/melee`);
  await assertWhole(it);
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
    for (const ruleset of rulesets(dist)) {
      await goes(it, `${site.address()}#${ruleset}`);
      await started(it);
    }
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
    if (/^[a-z-]+\.html$/.test(name) && !["embed.html", "index.html"].includes(name)) return { status: 308, location: `/tohit/${name.replace(".html", "")}`, body: "" };
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
    await it.locator(`html[data-build^="${next}"][data-started]`).waitFor({ state: "attached" });
  });
}
