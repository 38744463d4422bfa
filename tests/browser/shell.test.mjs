// What holds for the page whatever it shows: it starts from any folder, and keeps to itself.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { PARTS, on } from "./calculator.mjs";
import { fileOf, firstLoad, rulesets } from "./site.mjs";
import { dist, open, page, picture, started, until } from "./harness.mjs";

const html = () => readFileSync(join(dist, "index.html"), "utf8");

test("the page starts from a subfolder and shows something", async (t) => {
  const it = await page(t);
  assert.notEqual((await it.locator("body").innerText()).trim(), "");
});

for (const [path, ruleset] of [["", "powder"], ...rulesets(dist).map((name) => [`#${name}`, name])]) {
  test(`a visit to ${path || "the page"} fetches each file once: those that the size gate weighs, and then the rest of the program`, async () => {
    const asked = [];
    const before = (it) => it.on("request", (request) => asked.push(request.url()));
    const { context, page: it, problems, address } = await open({ path, before });
    const root = new URL(address).pathname;
    const names = () => asked.filter((url) => !url.startsWith("data:")).map((url) => new URL(url).pathname.slice(root.length) || "index.html").filter((name) => name !== "icon.svg").sort();
    await started(it);
    const weighed = [...firstLoad(dist, ruleset), fileOf(dist, "rest.wasm")].sort();
    while (names().length < weighed.length) await it.waitForEvent("request");
    // Not until the network is idle: the browser may leave the icon's request open for minutes.
    await it.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await context.close();
    assert.deepEqual(problems, []);
    assert.deepEqual(names(), weighed);
  });
}

test("the content security policy is strict and stands before everything that it governs", () => {
  const [, policy] = html().match(/<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]*)"/i) ?? [];
  assert.ok(policy, "there is a policy");
  const rules = new Map(policy.split(";").map((rule) => rule.trim().split(/\s+/)).map(([name, ...from]) => [name, from]));
  assert.deepEqual(rules.get("default-src"), ["'none'"]);
  assert.deepEqual(rules.get("script-src"), ["'self'", "'wasm-unsafe-eval'"]);
  assert.deepEqual(rules.get("style-src"), ["'self'"]);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);
  assert.ok(html().search(/Content-Security-Policy/i) < html().search(/<(script|link|style)\b/i));
});

test("nothing in the page's source is inline script, inline style, or of another origin", () => {
  assert.doesNotMatch(html(), /<script(?![^>]*\ssrc=)/i);
  assert.doesNotMatch(html(), /<style|\sstyle=|\son[a-z]+=/i);
  assert.doesNotMatch(html(), /\s(src|href)="(https?:)?\/\//i);
});

test("every file that the page vouches for is the file that it got", () => {
  const tags = html().match(/<[^>]*\sintegrity="[^"]*"[^>]*>/g) ?? [];
  assert.notEqual(tags.length, 0);
  for (const tag of tags) {
    const [, name] = tag.match(/\s(?:href|src)="\.\/([^"]*)"/);
    const digest = createHash("sha384").update(readFileSync(join(dist, name))).digest("base64");
    assert.match(tag, new RegExp(`integrity="sha384-${RegExp.escape?.(digest) ?? digest.replaceAll(/[+/]/g, "\\$&")}"`), name);
  }
});

test("a browser that cannot run the program says so; an example that is shown stays", async () => {
  const before = (it) => it.route("**/*.wasm", (route) => route.abort());
  for (const path of ["", "#powder/melee"]) {
    const { context, page: it } = await open({ before, path });
    await on(it).alert.waitFor();
    assert.match(await on(it).alert.innerText(), /could not start/);
    assert.equal(await on(it).outcomes.isVisible(), path === "");
    await context.close();
  }
});

test("what the size gate weighs is enough to change a field; where the rest of the program cannot be had the page says so, and comes to it when asked again", async (t) => {
  let isGone = true;
  const { context, page: it } = await open({ before: (it) => it.route("**/rest-*.wasm", (route) => (isGone ? route.abort() : route.continue())) });
  t.after(() => context.close());
  await started(it);
  const hits = on(it).chance;
  const before = await hits.innerText();
  await on(it).entry("Natural AC").fill("20");
  await until(it, (before) => document.querySelector(PARTS.chance).innerText !== before, before);
  const alert = on(it).alert;
  await alert.waitFor();
  assert.match(await alert.innerText(), /^A part of the program did not arrive; the odds go on\./);
  await picture(it, "shell-without-the-rest");
  assert.equal(await on(it).logEvent.count(), 0);
  isGone = false;
  await on(alert).tryAgain.click();
  await on(it).logEvent.first().waitFor({ state: "attached" });
  assert.equal(await alert.count(), 0);
  await on(it).question("What helps most?").click();
  await on(it).panelTable.first().waitFor();
});

test("what is asked while the rest of the program is on its way leads where it always does, once that is here", async (t) => {
  const asked = [["text='What do I need?'", () => document.activeElement?.id === "goal"], ["text='Compare rules'", () => document.querySelector(PARTS.compareAny)?.checkVisibility()]];
  for (const [button, leads] of asked) {
    let come;
    const held = new Promise((go) => (come = go));
    const before = (it) => it.route("**/rest-*.wasm", (route) => held.then(() => route.continue()));
    const { context, page: it } = await open({ path: "#powder/melee?attacker.preset=fred&defender.preset=troll", height: 600, before });
    t.after(() => context.close());
    await started(it);
    await it.locator(button).click();
    await it.evaluate(() => scrollTo(0, 0));
    come();
    await until(it, leads);
  }
});

/** A visit where the rules of a ruleset cannot be had until `came`. */
async function without(t, ruleset, path = "") {
  let isGone = true;
  let refused = 0;
  const refuse = (route) => {
    refused++;
    return route.abort();
  };
  const before = (it) => it.route(`**/${ruleset}-*.txt`, (route) => (isGone ? refuse(route) : route.continue()));
  const { context, page: it } = await open({ before, path });
  t.after(() => context.close());
  return { it, came: () => (isGone = false), refused: () => refused };
}

test("a page whose rules cannot be had says so, and is alive once they can and somebody tries again", async (t) => {
  const { it, came } = await without(t, "powder");
  await on(it).alert.waitFor();
  assert.match(await on(it).alert.innerText(), /could not start.*The rules of POWDER could not be fetched/);
  assert.ok(await on(it).outcomes.isVisible());
  await picture(it, "shell-without-rules");
  came();
  await on(it).tryAgain.click();
  await started(it);
  assert.equal(await on(it).alert.count(), 0);
});

test("where the rules of another game cannot be had, one stays where one is, and may try again", async (t) => {
  const { it, came, refused } = await without(t, "dcss", "#powder/melee?defender.natural_ac=3");
  await started(it);
  await on(it).gameLink("Crawl").click();
  const again = it.getByRole("link", { name: "Try again" });
  await again.waitFor();
  assert.match(await on(it).intro.innerText(), /The rules of Crawl could not be fetched/);
  assert.match(it.url(), /#powder\/melee\?defender.natural_ac=3$/);
  assert.match(await on(it).gameHere.innerText(), /POWDER/);
  await picture(it, "shell-without-the-other-rules");
  // Each attempt asks more than once.
  const asked = refused();
  await again.click();
  while (refused() < 2 * asked) await it.waitForEvent("requestfailed");
  came();
  await again.click();
  await on(it).gameHere.filter({ hasText: "Crawl" }).waitFor();
  assert.equal(await again.count(), 0);
  assert.match(it.url(), /#dcss$/);
});

test("a page that was opened as a file says why nothing works", async () => {
  const { context, page: it } = await open({ address: pathToFileURL(join(dist, "index.html")).href });
  assert.match(await on(it).alert.innerText(), /opened as a file/);
  assert.equal(await on(it).outcomes.count(), 1);
  await context.close();
});
