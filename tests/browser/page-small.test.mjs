// The page on a phone, by touch: the answer first and in sight, sheets as tabs, everything within a thumb's reach.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dist, page, picture } from "./harness.mjs";
import { linkTo, rulesets } from "./site.mjs";

const phone = { width: 360, height: 740, touch: true };

test("the band comes first, then the log, then the sheets, and the answer stays in sight in one line", async (t) => {
  const it = await page(t, phone);
  const line = it.locator(".line");
  assert.equal((await line.locator("p").innerText()).replaceAll("\u00a0", " "), "78.6 % · 15.5 a strike · kills in 3.0");
  const top = async (selector) => (await it.locator(selector).boundingBox()).y;
  assert.ok((await top(".band")) < (await top(".log")) && (await top(".log")) < (await top(".question")) && (await top(".question")) < (await top(".answer")));
  await it.locator(".answer").scrollIntoViewIfNeeded();
  const { y } = await line.boundingBox();
  assert.ok(y >= 0 && y < 5, `the line is at ${y}`);
  await picture(it, "phone-log");
});

for (const ruleset of rulesets(dist)) {
  test(`the story of ${ruleset} begins on the first screen, and its first field is one flick below`, async (t) => {
    const it = await page(t, { ...phone, path: `#${ruleset}` });
    const [band, story, field] = await Promise.all([".band", ".story > div", ".sheet.shown .field"].map((one) => it.locator(one).first().boundingBox()));
    assert.ok(story.y + story.height < phone.height, `it ends at ${story.y + story.height}`);
    assert.ok(field.y + field.height < 2 * phone.height, `it ends at ${field.y + field.height}`);
    // A line of modes and rules, two pickers in a line, or three lines of them, two of three for the numbers, the names under the bar, two of the sentence, one
    // of its rest, and one of actions; the notes are clear of the dots.
    assert.ok(band.height < 460, `the band is ${band.height} px high`);
    await picture(it, `phone-${ruleset}`);
  });
}

test("where the defender has hit points, the line says how long it takes, and stays one line", async (t) => {
  const it = await page(t, { ...phone, path: "#angband/melee?attacker.level=30&defender.hp=10000&defender.ac=60" });
  const line = it.locator(".line p");
  assert.match((await line.innerText()).replaceAll("\u00a0", " "), /^[\d.]+ % · [\d.]+ a turn · kills in [\d,.]+$/);
  assert.ok(await line.evaluate((line) => line.scrollWidth <= line.clientWidth && line.clientHeight < 48));
});

test("the rest of the sentence and the questions are a touch away", async (t) => {
  const it = await page(t, { ...phone, path: "#angband/melee?attacker.level=30&defender.preset=ancient-blue-dragon" });
  const sentence = it.locator(".sentence");
  const high = async () => (await sentence.boundingBox()).height;
  const cut = await high();
  await it.getByRole("button", { name: "more", exact: true }).tap();
  await it.getByRole("button", { name: "less", exact: true }).waitFor();
  assert.ok((await high()) > cut, "all of the sentence is seen");
  await it.getByRole("button", { name: "Questions" }).first().tap();
  await it.waitForFunction(() => document.activeElement.matches(".questions > button"));
  assert.ok(await it.locator("#studies").evaluate((it) => it.getBoundingClientRect().top < innerHeight / 2));
  await it.getByRole("button", { name: "Which weapon is best?" }).tap();
  await it.locator("#studies-finding", { hasText: /./ }).waitFor();
});

test("sheets are tabs, and one touch changes a number", async (t) => {
  const it = await page(t, phone);
  const attacker = it.locator("#f-attacker");
  const defender = it.locator("#f-defender");
  assert.deepEqual([await attacker.isVisible(), await defender.isVisible()], [true, false]);
  await it.getByRole("tab", { name: "Defender" }).tap();
  assert.deepEqual([await attacker.isVisible(), await defender.isVisible()], [false, true]);
  assert.equal(await it.getByRole("tab", { name: "Defender" }).getAttribute("aria-selected"), "true");
  await it.getByRole("button", { name: "Natural AC: one more" }).tap();
  assert.equal(await defender.getByLabel("Natural AC", { exact: true }).inputValue(), "9");
  await it.waitForFunction(() => !document.querySelector(".line").textContent.startsWith("78.6"));
  await it.getByRole("tab", { name: "Situation" }).tap();
  assert.ok(await it.getByLabel("Natural enemy", { exact: true }).isVisible());
  // The result in place of a sheet: the distribution begins right under the tabs.
  await it.getByRole("tab", { name: "Result" }).tap();
  assert.equal(await it.locator(".sheet:visible").count(), 0);
  const [tabs, answer] = await Promise.all([".tabs", ".answer"].map((one) => it.locator(one).boundingBox()));
  assert.ok(answer.y - tabs.y - tabs.height < 40, `${tabs.y + tabs.height} and ${answer.y}`);
  await it.getByRole("tab", { name: "Attacker" }).tap();
  assert.ok(await attacker.isVisible());
});

test("a preset is picked by touch", async (t) => {
  const it = await page(t, phone);
  await it.getByRole("combobox", { name: "Attacker: choose a preset" }).tap();
  await it.getByRole("option", { name: /^Cockatrice/ }).tap();
  await it.getByRole("button", { name: "Remove Cockatrice" }).waitFor();
  await it.locator(".sentence", { hasText: /^The cockatrice hits the troll / }).waitFor();
});

test("a player's whole way with a thumb: who, how strong, why, a roll, a pin, and the link to it", async (t) => {
  const it = await page(t, { ...phone, path: "#powder/melee" });
  const tap = (role, name) => it.getByRole(role, { name }).first().tap();
  const sentence = it.locator(".sentence");
  await tap("combobox", "Attacker: choose a preset");
  await tap("option", /^Cockatrice/);
  await tap("tab", "Defender");
  await tap("combobox", "Defender: choose a preset");
  await tap("option", /^Troll/);
  await sentence.filter({ hasText: /^The cockatrice hits the troll\b/ }).waitFor();
  const line = await it.locator(".line").innerText();
  const ac = it.getByRole("region", { name: "Defender", exact: true }).getByLabel("Natural AC", { exact: true });
  const before = Number(await ac.inputValue());
  await tap("button", "Natural AC: one more");
  assert.equal(Number(await ac.inputValue()), before + 1);
  // The answer is in sight, and another.
  await it.waitForFunction((line) => document.querySelector(".line").innerText !== line, line);
  await it.locator(".outcomes .ask-why:visible").first().tap();
  await it.locator(".reasons .way:visible").first().waitFor();
  await tap("button", "Roll again");
  const seed = await it.getByLabel("replay no.").inputValue();
  assert.ok((await it.locator(".verdict").innerText()).length > 3);
  await it.locator("#pin").tap();
  await it.locator(".measures .figure").first().waitFor();
  await tap("button", "Share");
  const share = it.getByRole("dialog", { name: "Share" });
  await share.getByLabel("The answer as").selectOption("link");
  const link = await share.getByLabel("Text to copy").inputValue();
  assert.match(link, new RegExp(`#powder/melee\\?.*defender\\.natural_ac=${before + 1}`));
  assert.ok(link.includes(`seed=${seed}`), link);
  const wide = await it.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide[0] <= wide[1]);
  // Whoever opens the link sees the same.
  const shown = await sentence.innerText();
  const other = await page(t, { ...phone, path: link.slice(link.indexOf("#")) });
  assert.equal(await other.locator(".sentence").innerText(), shown);
});

test("what one operates is large enough for a thumb", async (t) => {
  const it = await page(t, phone);
  const small = await it.evaluate(() => {
    const operated = document.querySelectorAll("button, select, summary, .rulesets a, input:not([type=checkbox]), label.chip, .field:has(input[type=checkbox])");
    return [...operated]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => [one.textContent.slice(0, 20) || one.id, one.getBoundingClientRect()])
      .filter(([, { width, height }]) => height < 39.9 || width < 39.9)
      .map(([name, { width, height }]) => `${name}: ${width} by ${height}`);
  });
  assert.deepEqual(small, []);
});

test("every ruleset fits, from one to the next by its tab", async (t) => {
  const it = await page(t, phone);
  for (const ruleset of rulesets(dist)) {
    await (await linkTo(it, ruleset)).tap();
    await it.locator(`.rulesets [aria-current=page][data-ruleset=${ruleset}]`).waitFor();
    const wide = await it.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide[0] <= wide[1], `${ruleset} is ${wide[0]} px wide`);
  }
});
