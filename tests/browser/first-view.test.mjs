// What is seen before the program is here: each ruleset's example as the program draws it, on a page of its own; its controls wait.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { assertAccessible, dist, open, picture, started } from "./harness.mjs";
import { rulesets } from "./site.mjs";

/** A first visit whose program arrives when the test says so. */
async function visit(t, { also, ...options } = {}) {
  let arrive;
  const arrived = new Promise((now) => (arrive = now));
  const before = async (it) => {
    await also?.(it);
    await it.route("**/*_bg-*.wasm", async (route) => {
      await arrived;
      await route.continue();
    });
  };
  const { context, page: it, problems } = await open({ before, ...options });
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  await on(it).still.waitFor({ state: "attached" });
  const live = async () => {
    arrive();
    await started(it);
  };
  return { it, live };
}

/** What one sees: every element with its place, its words and what stands in it. */
const seen = (it) =>
  it.evaluate(() =>
    [...document.querySelectorAll(PARTS.seen)].filter((one) => one.checkVisibility()).map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const own = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
      // An empty text is a space in the file.
      return { is: [one.localName, [...one.classList].sort().join(" "), own.join("").replace(/^ $/, ""), one.value ?? "", one.checked ?? ""].join("|"), at: [x, y, width, height] };
    }),
  );

/** The same words in the same places: parts of a pixel apart, for letters are set together where they are one text. */
function assertSame(found, expected) {
  assert.deepEqual(found.map(({ is }) => is), expected.map(({ is }) => is));
  const moved = found.filter(({ at }, place) => at.some((length, side) => Math.abs(length - expected[place].at[side]) > 1));
  assert.deepEqual(moved, []);
}

for (const [place, ruleset] of rulesets(dist).entries()) {
  for (const width of [360, 1280]) {
    test(`what the program draws of ${ruleset} at ${width} px is what was seen first`, async (t) => {
      const { it, live } = await visit(t, { path: `#${ruleset}`, width, touch: width < 600 });
      await on(it).firstShown(ruleset).waitFor({ state: "attached" });
      const [before, title] = [await seen(it), await it.title()];
      assert.match(before.map(({ is }) => is).join("\n"), /% of the time|Lands on/);
      // The program's page, which is the same, is looked at as a whole in access.test.mjs.
      if (place % 2 === (width < 600 ? 0 : 1)) await assertAccessible(it, "what is seen first");
      await live();
      // The log comes with the rest of the program.
      await on(it).manyRolls.waitFor({ state: "attached" });
      await on(it).logEvent.first().waitFor({ state: "attached" });
      assertSame(await seen(it), before);
      assert.equal(await it.title(), title);
    });
  }
}

const links = readFileSync(new URL("../old-links.txt", import.meta.url), "utf8").split("\n");
for (const [place, ruleset] of rulesets(dist).entries()) {
  // An example is there with its answer; of a link at first only what it asks.
  for (const path of place % 2 ? [ruleset] : [links.find((line) => line.startsWith(`${ruleset}/`) && line.includes(".preset=")).split("\t")[0]]) {
    test(`the largest part of #${path} is there before the program: what that draws is no larger`, async (t) => {
      const before = (it) =>
        it.addInitScript(() => {
          window.painted = [];
          const note = (entries) => window.painted.push(...entries.map(({ size, element }) => ({ size, is: `${element?.localName}.${element?.className}` })));
          const watch = new PerformanceObserver((list) => note(list.getEntries()));
          watch.observe({ type: "largest-contentful-paint", buffered: true });
          window.late = () => note(watch.takeRecords());
        });
      const { it, live } = await visit(t, { path: `#${path}`, width: 412, height: 823, touch: true, also: before });
      await on(it).firstShownOrAsked(ruleset).waitFor({ state: "attached" });
      await it.waitForFunction(() => window.painted.length > 0);
      const drawn = () => it.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done)))));
      await drawn();
      await it.evaluate(() => window.late());
      const first = await it.evaluate(() => window.painted.splice(0));
      await live();
      await drawn();
      await it.evaluate(() => window.late());
      assert.deepEqual(await it.evaluate(() => window.painted), [], `after ${JSON.stringify(first)}`);
    });
  }
}

test("the controls say that they are about to come alive, and then are", async (t) => {
  const { it, live } = await visit(t);
  const waits = it.getByText("the controls are about to come alive");
  assert.ok(await waits.isVisible());
  assert.equal(await on(it).enabled.count(), 0);
  await live();
  assert.equal(await waits.isVisible(), false);
  await on(it).entry("Physical level").fill("12");
  await it.waitForFunction(() => location.hash.includes("physical_level=12"));
});

test("an address with a scenario never shows another one's answer", async (t) => {
  const { it, live } = await visit(t, { path: "#crawl/monster-melee?attacker.preset=orc-warrior&attacker.weapon.preset=war-axe&defender.ac=-3&defender.repulsion=true&seed=7" });
  assert.equal(await on(it).chance.isVisible(), false);
  assert.equal(await it.getByText("% of the time").filter({ visible: true }).count(), 0);
  // But what it asks.
  assert.match(await on(it).sentence.innerText(), /^Crawl, monster melee: attacker orc warrior, weapon war axe; defender ac -3, repulsion\. The exact odds/);
  assert.equal(await on(it).gameHere.getAttribute("data-ruleset"), "crawl");
  await picture(it, "first-view-of-a-link");
  await live();
  assert.ok(await on(it).chance.isVisible());
});

const fight = "#powder/melee?attacker.preset=fred&defender.preset=troll";

for (const path of ["", fight]) {
  test(`the program is on its way before the page's own script runs, and comes once: ${path || "a first visit"}`, async () => {
    const asked = [];
    let first;
    const program = new Promise((found) => (first = found));
    const before = async (it) => {
      it.on("request", (request) => /_bg-.*\.wasm/.test(request.url()) && first(asked.push(request.url())));
      await it.route("**/boot-*.js", (route) => program.then(() => route.continue()));
    };
    const { context, page: it, problems } = await open({ path, before });
    await started(it);
    assert.equal(asked.length, 1);
    assert.deepEqual(problems, []);
    await context.close();
  });
}

for (const width of [360, 1280]) {
  test(`the odds of a link stand as soon as they are drawn, and nothing moves when the rest comes, at ${width} px`, async (t) => {
    const also = (it) =>
      it.addInitScript(() => {
        window.moved = [];
        const note = (shifts) => window.moved.push(...shifts.map(({ value, sources }) => ({ value, of: sources.map(({ node }) => node?.className ?? node?.nodeName) })).filter(({ value }) => value > 0.001));
        const watch = new PerformanceObserver((list) => note(list.getEntries()));
        watch.observe({ type: "layout-shift", buffered: true });
        window.shifts = () => (note(watch.takeRecords()), window.moved);
        // What can be seen at the moment in which the program takes the place of what stood there.
        new MutationObserver((_, watch) => {
          const app = document.querySelector(PARTS.drawn);
          if (!app) return;
          watch.disconnect();
          const isSeen = (part) => Boolean(app.querySelector(part)?.checkVisibility({ visibilityProperty: true }));
          window.came = { odds: isSeen(PARTS.chance), sentence: isSeen(PARTS.sentence), rest: isSeen(PARTS.rest), isLive: "started" in document.documentElement.dataset };
        }).observe(document, { subtree: true, childList: true });
      });
    const { it, live } = await visit(t, { path: fight, width, touch: width < 600, also });
    await live();
    assert.deepEqual(await it.evaluate(() => window.came), { odds: true, sentence: true, rest: false, isLive: false });
    for (const part of [PARTS.doing, width < 600 ? PARTS.log : PARTS.sheets, "footer"]) await it.locator(part).first().waitFor();
    assert.deepEqual(await it.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(window.shifts()))))), []);
  });
}

test("whoever has scrolled a link's page stays there when it is drawn", async (t) => {
  const { it, live } = await visit(t, { path: fight, width: 360, touch: true });
  await it.evaluate(() => scrollTo(0, 500));
  await live();
  assert.equal(await it.evaluate(() => scrollY), 500);
});

test("an address that asks nonsense stops nothing", async (t) => {
  const { it, live } = await visit(t, { path: "#powder/melee?constructor.x=1&__proto__.y=2&attacker.=3&&=" });
  assert.match(await on(it).sentence.innerText(), /^POWDER, melee: .*The exact odds/);
  await live();
  assert.equal(await it.getByText("constructor").first().isVisible(), true);
});

for (const ruleset of rulesets(dist)) {
  test(`${ruleset}.html is the page at that ruleset`, async (t) => {
    const { it, live } = await visit(t, { path: `${ruleset}.html` });
    assert.equal(await it.locator("html").getAttribute("data-ruleset"), ruleset);
    await live();
    assert.match(it.url(), new RegExp(`/#${ruleset}$`));
    assert.match(await on(it).sentence.innerText(), /% of the time/);
  });
}

test("a browser without WebAssembly shows the example, and says why it stays one", async () => {
  const { context, page: it } = await open({ before: (it) => it.addInitScript(() => delete globalThis.WebAssembly) });
  await on(it).alert.waitFor();
  assert.match(await on(it).alert.innerText(), /could not start in this browser/);
  assert.equal(await on(it).outcomes.count(), 1);
  await picture(it, "first-view-without-webassembly");
  await context.close();
});

test("a browser without scripts shows an example of each ruleset, and says why it is no more", async () => {
  const { context, page: it, problems, address } = await open({ scripts: false });
  assert.match(await it.locator("body").innerText(), /needs JavaScript and WebAssembly[^]*Physical level/);
  await picture(it, "first-view-without-scripts");
  for (const ruleset of rulesets(dist)) {
    await (await on(it).linkTo(ruleset)).click();
    await it.waitForURL(ruleset === rulesets(dist)[0] ? address : `${address}${ruleset}.html`);
    assert.match(await on(it).sentence.innerText(), /hits? .*\d/i);
    assert.equal(await on(it).gameHere.getAttribute("data-ruleset"), ruleset);
    assert.equal(await on(it).enabled.count(), 0);
    // Nothing invites to what cannot be done.
    assert.equal(await it.getByText("press any name").filter({ visible: true }).count(), 0);
    const [quiet, colour] = await on(it).editButton.first().evaluate((button) => [PARTS.gameElsewhere, button].map((one) => getComputedStyle(one.matches ? one : document.querySelector(one)).color));
    assert.equal(colour, quiet);
  }
  assert.deepEqual(problems, []);
  await context.close();
});
