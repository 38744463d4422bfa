// The documents in the site: each opens, is told by its title, can be used by everybody, fits a phone, is there without a network, and leads nowhere
// where nothing is; the page leads to them.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { test } from "node:test";
import { on } from "./calculator.mjs";
import { assertAccessible, dist, open, page } from "./harness.mjs";
import { visited } from "./offline.mjs";
import { siteFiles } from "./site.mjs";

const documents = siteFiles(dist).filter((name) => /^docs\/.*\.html$/.test(name));

test("there are documents, and every one is in the worker's list", () => {
  assert.ok(documents.length > 40, `${documents.length}`);
  const listed = JSON.parse(readFileSync(join(dist, "sw.js"), "utf8").match(/files=(\{[^}]*\})/)[1]);
  assert.deepEqual(documents.filter((name) => !Object.hasOwn(listed, name)), []);
});

test("no link of a document is dead", () => {
  const dead = documents.flatMap((name) => {
    const html = readFileSync(join(dist, name), "utf8");
    const links = [...html.matchAll(/<[^>]* (?:href|src)="([^"]*)"/g)].map(([, link]) => link.split("#")[0]).filter((link) => link && !/^https?:/.test(link));
    return links.filter((link) => !existsSync(join(dist, posix.join(posix.dirname(name), link)))).map((link) => `${name}: ${link}`);
  });
  assert.deepEqual(dead, []);
});

for (const [width, dark] of [
  [1280, false],
  [320, true],
]) {
  test(`every document opens at ${width} px, ${dark ? "dark" : "light"}, and keeps nobody out`, async (t) => {
    const { context, page: it, problems } = await open({ path: "docs/index.html", width, dark, touch: width < 600 });
    t.after(() => context.close());
    const home = it.url().replace("docs/index.html", "");
    const ground = new Set();
    for (const name of documents) {
      await it.goto(home + name);
      const heading = (await it.locator("h1").innerText()).trim();
      assert.equal(await it.title(), `${heading} (tohit)`, name);
      assert.equal(await it.evaluate(() => document.documentElement.scrollWidth), width, `${name} does not scroll to the side`);
      ground.add(await it.evaluate(() => getComputedStyle(document.body).backgroundColor));
      await assertAccessible(it, name);
    }
    assert.equal(ground.size, 1);
    assert.deepEqual(problems, []);
  });
}

test("every document is two presses away, also without a network", async (t) => {
  const { context, it } = await visited(t);
  await context.setOffline(true);
  await it.locator(".documents a").click();
  await it.waitForURL("**/docs/index.html");
  const links = await it.locator("main a").evaluateAll((all) => all.map(({ href }) => href));
  const places = new Set(links.map((link) => link.replace(/^.*\/(?=docs\/)/, "").split("#")[0]));
  const texts = /\.(rules|txt|js|json|html)\.html$|^docs\/index\.html$/;
  assert.deepEqual(documents.filter((name) => !texts.test(name) && !places.has(name)), []);
  for (const link of new Set(links.map((link) => link.split("#")[0]))) {
    assert.equal((await it.goto(link)).status(), 200, link);
    assert.ok((await it.locator("h1").innerText()).length > 3, link);
  }
});

test("on paper a document is black on white, without what one presses", async (t) => {
  const { context, page: it } = await open({ path: "docs/rules/nethack.html", dark: true });
  t.after(() => context.close());
  await it.emulateMedia({ media: "print" });
  assert.equal(await it.locator("nav").isVisible(), false);
  assert.equal(await it.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "light");
});

test("a document has the theme that was chosen on the page", async (t) => {
  const { context, page: it } = await open({ path: "docs/trust.html" });
  t.after(() => context.close());
  await it.evaluate(() => localStorage.setItem(`tohit ${location.pathname.replace(/docs\/.*$/, "")} theme`, "dark"));
  await it.reload();
  assert.equal(await it.evaluate(() => document.documentElement.dataset.theme), "dark");
});

test("the page leads to documents where they help", async (t) => {
  const it = await page(t, { path: "#powder/melee?defender.preset=troll" });
  const address = (name) => new RegExp(`docs/${name}\\.html$`);
  await on(it).why("The chance to hit").first().click();
  const rules = it.getByRole("link", { name: "All rules of this game" }).first();
  await rules.waitFor();
  assert.match(await rules.getAttribute("href"), address("rules/powder"));
  for (const [name, file] of [
    ["How do you know?", "trust"],
    ["All documents", "index"],
    ["In a wiki, a forum or a page of your own", "embedding"],
  ]) {
    const link = it.locator("a", { hasText: name }).first();
    assert.match(await link.getAttribute("href"), address(file), name);
  }
  const own = await page(t, { path: "#own" });
  assert.match(await own.getByRole("link", { name: "Tutorial" }).getAttribute("href"), address("tutorial"));
  const games = own.getByRole("link", { name: "Games to begin with" });
  assert.ok(await games.isVisible());
  assert.match(await games.getAttribute("href"), address("lessons/index"));
});
