// The address: it follows what is entered, brings it back, and survives whatever people make of it. And what the page remembers, or may not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldAt, on } from "./calculator.mjs";
import { dist, open, page, rolled, started, until } from "./harness.mjs";
import { rulesets } from "./site.mjs";

const field = (it, sheet, label) => on(it).entry(label, sheet);
const hash = (it) => it.evaluate(() => location.hash);
const hit = async (it) => (await on(it).chance.innerText()).replaceAll("\u00a0", " ");

test("the address follows quietly, and brings everything back", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  const entries = await it.evaluate(() => history.length);
  await field(it, "Attacker", "Physical level").fill("12");
  await field(it, "Defender", "Natural AC").fill("20");
  await field(it, "Attacker", "Weapon").uncheck();
  await on(it).again.click();
  await it.waitForFunction(() => /physical_level=12/.test(location.hash) && /natural_ac=20/.test(location.hash) && /seed=/.test(location.hash));
  assert.equal(await it.evaluate(() => history.length), entries + 1, "one entry in the history for all that is made of a link");
  const shown = [await hash(it), await hit(it), await rolled(it)];
  await it.reload();
  await started(it);
  assert.deepEqual([await hash(it), await hit(it), await rolled(it)], shown);
  assert.equal(await field(it, "Attacker", "Physical level").inputValue(), "12");
  assert.equal(await field(it, "Attacker", "Weapon").isChecked(), false);
});

for (const [what, path] of [
  ["a link", "#powder/melee?attacker.physical_level=7"],
  ["the bare address", ""],
])
  test(`the way back from what was changed leads to what was opened, and on to the changes again: ${what}`, async (t) => {
    const it = await page(t, { path });
    const level = field(it, "Attacker", "Physical level");
    const shows = (value) => it.waitForFunction((value) => document.querySelector(fieldAt("attacker.physical_level")).value === value, value);
    const before = await level.inputValue();
    for (const typed of ["12", "13"]) {
      await level.fill(typed);
      await it.waitForFunction((typed) => location.hash.includes(`physical_level=${typed}`), typed);
    }
    await it.goBack();
    await shows(before);
    await it.goForward();
    await shows("13");
  });

test("the way back leads through the modes, each as it was left", async (t) => {
  const it = await page(t, { path: "#dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=ogre" });
  const went = (begins) => it.waitForFunction((begins) => location.hash.startsWith(begins), begins);
  const mode = (name) => on(it).modeHere.filter({ hasText: name }).waitFor();
  await on(it).fieldOf("attacker.strength").fill("25");
  await it.waitForFunction(() => location.hash.includes("attacker.strength=25"));
  await on(it).chooseMode("A monster strikes you");
  await went("#dcss/monster");
  await on(it).extent("duel").click();
  await it.waitForFunction(() => location.hash.includes("extent=duel"));
  await it.goBack();
  await mode("A monster strikes you");
  await it.goBack();
  await mode("You strike");
  assert.equal(await on(it).fieldOf("attacker.strength").inputValue(), "25");
  assert.match(await on(it).fighterName.last().inputValue(), /ogre/i);
  await it.goBack();
  await it.waitForFunction(() => document.querySelector(fieldAt("attacker.strength")).value !== "25");
});

test("a mode that asks for a choice asks again after the way back and a reload", async (t) => {
  const it = await page(t, { path: "#dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=ogre" });
  const asks = () => on(it).missingQuestion.filter({ hasText: "What do you shoot or throw?" }).waitFor();
  await on(it).chooseMode("You shoot or throw");
  await asks();
  await it.waitForFunction(() => location.hash.startsWith("#dcss/ranged"));
  await on(it).chooseMode("You strike");
  await it.waitForFunction(() => location.hash.startsWith("#dcss/melee"));
  await it.goBack();
  await asks();
  await it.reload();
  await on(it).live.waitFor({ state: "attached" });
  await asks();
  // The link alone, somebody else's, is answered as it stands.
  const other = await page(t, { path: new URL(it.url()).hash });
  await on(other).sentence.filter({ hasText: /\d/ }).waitFor();
  assert.equal(await on(other).missing.count(), 0);
});

test("going to another ruleset and back brings each as it was left", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await field(it, "Attacker", "Physical level").fill("33");
  await it.waitForFunction(() => /physical_level=33/.test(location.hash));
  await on(it).gameLink("Pixel Dungeon").click();
  await it.waitForFunction(() => location.hash.startsWith("#shattered"));
  await on(it).gameHere.filter({ hasText: "Pixel Dungeon" }).waitFor();
  const there = await hash(it);
  await it.goBack();
  await on(it).gameHere.filter({ hasText: "POWDER" }).waitFor();
  assert.equal(await field(it, "Attacker", "Physical level").inputValue(), "33");
  await it.goForward();
  await on(it).gameHere.filter({ hasText: "Pixel Dungeon" }).waitFor();
  assert.equal(await hash(it), there);
  await on(it).gameLink("POWDER").click();
  await on(it).gameHere.filter({ hasText: "POWDER" }).waitFor();
  assert.equal(await field(it, "Attacker", "Physical level").inputValue(), "33");
});

test("a link typed over the address opens, also over what is half typed", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.physical_level=3" });
  await field(it, "Attacker", "Physical level").focus();
  await it.keyboard.type("9");
  await it.evaluate(() => (location.hash = "#powder/melee?attacker.physical_level=44"));
  await it.waitForFunction(() => document.querySelector(fieldAt("attacker.physical_level")).value === "44");
  assert.equal(await hash(it), "#powder/melee?attacker.physical_level=44");
});

for (const [what, path, says] of [
  ["another program's", "#section-3", /This link names an unknown game: "section-3" is not allowed/],
  ["a misspelt ruleset's", "#powdr/melee", /did you mean "powder"/],
  ["an empty one's", "#?=&&%zz", /This link names an unknown game/],
]) {
  test(`a link that names no ruleset (${what}) says so and shows an example`, async (t) => {
    const it = await page(t, { path });
    assert.match(await on(it).intro.innerText(), says);
    assert.notEqual(await hit(it), "");
    assert.equal(await hash(it), path, "what was in the address stays there, to be mended");
  });
}

test("a link of a megabyte is refused as on the command line, when one comes and later on", async (t) => {
  const path = `#powder/melee?${"attacker.physical_level=1&".repeat(42_000)}`;
  const says = /The link has more than 65536 bytes, and no more are allowed\. Here is an example in its place\./;
  const it = await page(t, { path });
  assert.match(await on(it).intro.innerText(), says);
  const example = await hit(it);
  await it.evaluate(() => (location.hash = "#crawl/melee"));
  await on(it).intro.filter({ hasText: says }).waitFor({ state: "detached" });
  await it.evaluate((path) => (location.hash = path.replace("powder", "crawl")), path);
  await on(it).intro.filter({ hasText: says }).waitFor();
  assert.notEqual(await hit(it), example, "the example is that of the game at hand");
});

for (const [what, path] of [
  ["an unknown mode", "powder/dancing"],
  ["an unknown field", "powder/melee?attacker.strenght=18"],
  ["a wrong value", "powder/melee?attacker.physical_level=many"],
  ["an unknown preset", "powder/melee?attacker.preset=fredd"],
  ["a path into nothing", "powder/melee?attacker.weapon.size.x.y=1&attacker.parts.7.dice=2&.=3"],
  ["what is no text", "powder/melee?attacker.%ff=%fe"],
]) {
  test(`a link with ${what} says what is wrong and answers without it`, async (t) => {
    const it = await page(t, { path: `#${path}` });
    await it.getByText("not allowed; showing the odds without").waitFor();
    assert.equal(await hit(it), "55.0 %");
    await on(it).mend.click();
    await on(it).problems.waitFor({ state: "detached" });
    await it.waitForFunction(() => location.hash === "#powder/melee");
    assert.equal(await hit(it), "55.0 %");
  });
}

test("every ruleset opens by its tab with an example that has no problem, and by keyboard", async (t) => {
  const it = await page(t);
  const titles = new Set();
  for (const ruleset of rulesets(dist)) {
    await (await on(it).linkTo(ruleset)).focus();
    await it.keyboard.press("Enter");
    await on(it).gameShown(ruleset).waitFor({ state: "attached" });
    await on(it).gameTabHere(ruleset).waitFor();
    assert.equal(await on(it).problems.count(), 0);
    assert.match(await on(it).hint.innerText(), /^An example[:.] /);
    // The duel goes where nobody can strike, as on a map.
    for (let place = 0; place < (await on(it).modeButton.count()); place++) {
      const mode = on(it).modeButton.nth(place);
      // A duel is off where nobody strikes back.
      if ((await mode.getAttribute("aria-disabled")) === "true") continue;
      await mode.click();
      assert.equal(await on(it).problems.count(), 0, await mode.innerText());
      assert.notEqual((await on(it).answered.innerText()).trim(), "");
    }
    titles.add(await it.title());
  }
  assert.equal(titles.size, rulesets(dist).length);
});

test("a first visit offers three fights, and one that is pressed opens", async (t) => {
  const it = await page(t);
  const fights = on(it).firstFights;
  for (const ruleset of rulesets(dist)) {
    await (await on(it).linkTo(ruleset)).click();
    await on(it).gameShown(ruleset).waitFor({ state: "attached" });
    await on(it).gameTabHere(ruleset).waitFor();
    await on(it).openExamples();
    assert.ok(await fights.getByRole("link").count() >= 3, ruleset);
    const second = fights.getByRole("link").nth(1);
    const to = await second.getAttribute("href");
    await second.click();
    await it.waitForFunction((to) => location.hash === to, to);
    assert.equal(await on(it).problems.count(), 0, to);
    assert.notEqual((await on(it).answered.innerText()).trim(), "", to);
  }
  assert.equal(await fights.isVisible(), false, "the menu closes");
});

test("link and sentence are copied", async () => {
  const { context, page: it, problems } = await open({ width: 1600, path: "#powder/melee" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await started(it);
  await on(it).copyAddress.click();
  await on(it).buttonLike("Copied").waitFor();
  assert.equal(await it.evaluate(() => navigator.clipboard.readText()), it.url());
  await on(it).copySentence.click();
  await until(it, async () => (await navigator.clipboard.readText()).startsWith("A level 5"));
  assert.match(await it.evaluate(() => navigator.clipboard.readText()), /^A level 5 player hits a monster 55\.0.% of the time for .* on average.*\(POWDER, wiki page for 115\)\. http.*#powder\/melee$/);
  await context.close();
  assert.deepEqual(problems, []);
});

test("where the clipboard is blocked, the text is shown to be copied by hand", async (t) => {
  const before = (it) => it.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  const it = await page(t, { width: 1600, before, path: "#powder/melee" });
  await on(it).copyAddress.click();
  const text = it.getByRole("textbox", { name: "Copy this" });
  assert.equal(await text.inputValue(), it.url());
  // It is selected one frame after it is there.
  const isSelected = (address) => String(getSelection()) === address || document.activeElement.value?.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd) === address;
  await it.waitForFunction(isSelected, it.url());
  await it.keyboard.press("Tab");
  await text.waitFor({ state: "detached" });
});

const colour = (it) => it.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("light and dark follow the system, or the switch, which is remembered", async (t) => {
  const it = await page(t, { dark: true });
  const dark = await colour(it);
  await it.emulateMedia({ colorScheme: "light" });
  const light = await colour(it);
  assert.notEqual(light, dark);
  const theme = on(it).theme;
  await theme.click();
  assert.equal(await theme.getAttribute("aria-label"), "Light");
  await theme.click();
  assert.equal(await theme.getAttribute("aria-label"), "Dark");
  assert.equal(await colour(it), dark);
  await it.reload();
  await started(it);
  assert.equal(await colour(it), dark);
  await theme.click();
  assert.equal(await colour(it), light);
});

test("blocked storage breaks nothing", async (t) => {
  const before = (it) =>
    it.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      }),
    );
  const it = await page(t, { before });
  const first = await colour(it);
  await on(it).theme.click();
  await on(it).theme.click();
  assert.notEqual(await colour(it), first);
});

test("without JavaScript the page says what it needs", async () => {
  const { context, page: it } = await open();
  const bare = await context.browser().newContext({ javaScriptEnabled: false });
  const other = await bare.newPage();
  await other.goto(it.url());
  assert.match(await other.locator("body").innerText(), /tohit[^]*needs JavaScript and WebAssembly/);
  await bare.close();
  await context.close();
});
