// Without a network, when a file is lost, damaged or cut off on its way: it comes back, and takes nothing else along.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { host } from "./faulty.mjs";
import { dist, started } from "./harness.mjs";
import { assertWhole, goes, keeps, kept, listed, visit, visited } from "./offline.mjs";
import { fileOf, rulesets } from "./site.mjs";

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
  await goes(it, `${site.address()}#${rulesets(dist).at(-1)}`);
  await started(it);
});

const parts = ["boot.js", "early.js", "mend.js", "program.js", "tohit.css", "tohit-web.js", "tohit-web_bg.wasm", "rest.wasm", "powder.txt", "share.js", "worker.js", ""];

for (const [number, part] of parts.entries()) {
  test(`${part || "the page"}, damaged where it is kept, is fetched anew, and only that`, async (t) => {
    const site = await host(t, { "/tohit/": dist });
    const { it } = await visited(t, { address: site.address() });
    const before = await kept(it);
    const name = part && fileOf(dist, part);
    await damage(it, name, ["this is no such thing", ""][number % 2]);
    site.asked.length = 0;
    // The browser has none of it in its own cache.
    const tools = await it.context().newCDPSession(it);
    await tools.send("Network.clearBrowserCache");
    await goes(it, site.address());
    await assertWhole(it);
    const others = new Set(site.asked.filter((asked) => asked !== (name || "index.html") && asked !== "sw.js" && asked !== "embed.html"));
    assert.deepEqual([...others], []);
    assert.deepEqual(await kept(it), before);
  });

  test(`${part || "the page"}, cut off on its way, does not stay so where nothing is kept`, async (t) => {
    const site = await host(t, { "/tohit/": dist });
    const name = part ? fileOf(dist, part) : "index.html";
    let [isHealed, cut] = [false];
    const isCut = new Promise((done) => (cut = done));
    site.fault = (asked) => {
      if (asked !== name || isHealed) return undefined;
      cut();
      return "cut";
    };
    // The page stays: a browser may wait for ever to close one that just fetches itself anew.
    const { context, it } = await visit(t, { address: site.address(), offline: false });
    // What is not fetched before it is asked for.
    const asks = { "share.js": "Share", "worker.js": "Why? The chance to hit" }[part];
    if (asks) await on(it).buttonLike(asks).first().click();
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
    const styled = await on(it).embedded.evaluate((root) => [getComputedStyle(root).containerType, Number.parseFloat(getComputedStyle(root.querySelector(PARTS.chance)).fontSize) > 20]);
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
    await on(it).tryAgain.waitFor();
    assert.equal(await it.evaluate(() => navigator.onLine), true);
    await goes(it, `${site.address()}#powder/melee`);
    await assertWhole(it);
  }
  assert.deepEqual(await kept(it), before);
  await damage(it, fileOf(dist, "tohit-web_bg.wasm"), "this is no such thing");
  await goes(it, `${site.address()}#powder/melee`);
  await on(it).failed.waitFor();
  site.isDown = false;
  await goes(it, `${site.address()}#crawl/melee`);
  await assertWhole(it);
});
