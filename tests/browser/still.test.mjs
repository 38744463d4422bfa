// A first visit's still: it looks as the page does that takes its place, and what is done to it is not lost.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { programs } from "../../crates/xtask/node/first-load.mjs";
import { assertAccessible, dist, isStill, open, picture, started } from "./harness.mjs";

/** A first visit whose program arrives when the test says so. */
async function visit(t, options = {}) {
  let arrive;
  const arrived = new Promise((now) => (arrive = now));
  const before = (it) =>
    it.route("**/*_bg-*.wasm", async (route) => {
      await arrived;
      await route.continue();
    });
  const { context, page: it, problems } = await open({ before, ...options });
  t.after(async () => {
    await context.close();
    // Whoever goes elsewhere leaves the program on its way.
    assert.deepEqual(problems.filter((problem) => !problem.endsWith(".wasm net::ERR_ABORTED")), []);
  });
  assert.ok(await isStill(it));
  const live = async () => {
    arrive();
    await it.locator("html[data-started]").waitFor({ state: "attached" });
  };
  return { it, live };
}

/** What one sees: every element with its place, its words and what stands in it. */
const seen = (it) =>
  it.evaluate(() =>
    [...document.querySelectorAll("body *:not(dialog, dialog *)")].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const own = [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
      return [one.localName, one.className.baseVal ?? one.className, own.join(""), one.value ?? "", one.checked ?? "", one.disabled ?? "", x, y, width, height].join("|");
    }),
  );

for (const ruleset of programs(dist).keys()) {
  for (const width of [360, 1280]) {
    test(`what ${ruleset}'s program draws at ${width} px is what the still showed`, async (t) => {
      const { it, live } = await visit(t, { path: `#${ruleset}`, width, touch: width < 600 });
      const [before, title] = [await seen(it), await it.title()];
      await assertAccessible(it, "the still");
      await it.evaluate(() => dispatchEvent(new Event("pointermove")));
      await live();
      assert.deepEqual(await seen(it), before);
      assert.equal(await it.title(), title);
    });
  }
}

const field = (it, sheet, label) => it.getByRole("region", { name: sheet, exact: true }).getByLabel(label, { exact: true });

test("what is done to a still is done to the page", async (t) => {
  const { it, live } = await visit(t);
  const shown = await it.locator(".hit strong").innerText();
  await field(it, "Defender", "Natural AC").fill("40");
  const group = it.getByRole("region", { name: "Defender", exact: true }).locator("details").first();
  await group.locator("summary").click();
  await it.getByRole("button", { name: "Pin to compare" }).click();
  const level = field(it, "Attacker", "Physical level");
  await level.fill("1");
  await level.press("End");
  await level.press("3");
  await live();
  await it.waitForFunction((shown) => document.querySelector(".hit strong").innerText !== shown, shown);
  await it.getByRole("region", { name: "Side by side" }).waitFor();
  assert.equal(await field(it, "Defender", "Natural AC").inputValue(), "40");
  assert.equal(await group.getAttribute("open"), "");
  // One goes on typing where one was.
  await level.and(it.locator(":focus")).waitFor();
  await it.keyboard.press("7");
  assert.equal(await level.inputValue(), "137");
  await it.waitForFunction(() => location.hash.includes("physical_level=137"));
  assert.match(await it.evaluate(() => location.hash), /natural_ac=40/);
});

test("modes, boxes, lists and keys count too, each once", async (t) => {
  const { it, live } = await visit(t, { path: "#pixel-dungeon" });
  const thrown = it.locator(".modes button[aria-pressed=false]").first();
  const [mode, box, list, number] = [await thrown.innerText(), field(it, "Situation", "Surprise"), field(it, "Attacker", "Class"), field(it, "Attacker", "Level")];
  const before = await box.isChecked();
  // The words beside a box are as good as the box.
  await box.evaluate((box) => box.labels[0].click());
  await list.selectOption("mage");
  const value = Number(await number.inputValue());
  await number.press("ArrowUp");
  await live();
  await it.waitForFunction(() => location.hash.includes("class=mage"));
  assert.equal(Number(await number.inputValue()), value + 1);
  assert.equal(await box.isChecked(), !before);
  assert.equal(await list.inputValue(), "mage");

  const other = await visit(t, { path: "#pixel-dungeon" });
  await other.it.getByRole("button", { name: mode, exact: true }).click();
  await other.live();
  await other.it.locator(".modes button[aria-pressed=true]", { hasText: mode }).waitFor();
});

test("a key for the whole page, and Share, wait for the program as well", async (t) => {
  for (const [act, dialog] of [[(it) => it.keyboard.press("?"), "Keys"], [(it) => it.getByRole("button", { name: "Share", exact: true }).click(), "Share"]]) {
    const { it, live } = await visit(t);
    await act(it);
    await live();
    await it.getByRole("dialog", { name: dialog }).waitFor();
  }
});

test("somebody who must wait is told, and stays where the page was scrolled to", async (t) => {
  const { it, live } = await visit(t, { width: 360, height: 640, touch: true });
  const intro = await it.locator(".intro").innerText();
  await it.mouse.wheel(0, 500);
  await it.waitForFunction(() => scrollY > 0);
  await it.getByRole("button", { name: "Roll again" }).tap();
  const top = await it.evaluate(() => scrollY);
  await it.getByText("One moment: the calculator is starting.").waitFor({ state: "attached" });
  await live();
  assert.notEqual(top, 0);
  assert.equal(await it.evaluate(() => scrollY), top);
  assert.equal(await it.locator(".intro").innerText(), intro);
  await it.waitForFunction(() => document.querySelector(".log .seed input").value !== "1");
});

test("a tab of a still leads to another still", async (t) => {
  const { it } = await visit(t);
  await it.getByRole("link", { name: "Angband" }).click();
  await it.locator("html[data-ruleset=angband][data-still]").waitFor({ state: "attached" });
  await it.getByText("ATTACK.SPO").first().waitFor();
});

test("without its still, a first visit starts as others do", async () => {
  for (const file of ["**/*-still-*.json", "**/still-*.js"]) {
    const { context, page: it } = await open({ before: (it) => it.route(file, (route) => route.abort()) });
    await it.locator("html[data-started]").waitFor({ state: "attached" });
    assert.equal(await it.locator("html[data-still]").count(), 0);
    await field(it, "Defender", "Natural AC").fill("40");
    await it.waitForFunction(() => location.hash.includes("natural_ac=40"));
    await context.close();
  }
});

test("a browser without WebAssembly shows the still, and says why it stays one", async () => {
  const { context, page: it } = await open({ before: (it) => it.addInitScript(() => delete globalThis.WebAssembly) });
  await it.getByRole("alert").waitFor();
  assert.match(await it.getByRole("alert").innerText(), /could not start in this browser/);
  assert.equal(await it.locator(".outcomes").count(), 1);
  await picture(it, "still-without-webassembly");
  await context.close();
});

test("a browser without scripts shows an example of each ruleset, and says why it is no more", async () => {
  const { context, page: it, problems, address } = await open({ scripts: false });
  await it.waitForURL(`${address}example-powder.html`);
  assert.match(await it.locator("main").innerText(), /switched off here[^]*Physical level[^]*Fred against Troll: hits/);
  await picture(it, "still-without-scripts");
  for (const ruleset of programs(dist).keys()) {
    await it.locator(`.rulesets [data-ruleset=${ruleset}]`).click();
    await it.waitForURL(`${address}example-${ruleset}.html`);
    assert.match(await it.locator(".sentence").innerText(), /hits \d/i);
    assert.equal(await it.locator("[aria-current=page]").getAttribute("data-ruleset"), ruleset);
    assert.equal(await it.locator("main :is(button, input, select):enabled").count(), 0);
  }
  assert.deepEqual(problems, []);
  await context.close();
});
