// A character: what a game writes about one is pasted, dropped or chosen as a file, and fills in the fighter.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PARTS, fieldAt, on, plain } from "./calculator.mjs";
import { assertAccessible, page, picture, started, unfold } from "./harness.mjs";

const characters = new URL("../../crates/import/tests/characters/", import.meta.url);
const dump = (name) => readFileSync(new URL(`${name}.txt`, characters), "latin1");
const ranger = dump("angband42-ranger");
const phone = { width: 360, height: 740, touch: true };

/** Pastes a text as a browser does. */
async function paste(it, text) {
  await on(it).openCharacter();
  await on(it).characterText.fill(text);
}

/** Chooses a file that is no text. */
const choosePicture = (it) =>
  on(it).characterPanel.locator("input[type=file]").setInputFiles({ name: "picture.png", mimeType: "image/png", buffer: Buffer.from([137, 80, 78, 71, 0, 1, 2, 3, 0, 0, 0]) });

for (const size of [{ width: 1280, dark: false }, { ...phone, dark: true }]) {
  test(`a pasted dump fills in the fighter for all modes, under the tab of its game, at ${size.width} px`, async (t) => {
    const it = await page(t, { ...size, path: "#powder/melee?attacker.preset=fred&defender.preset=troll&defender.hp=33" });
    const before = plain(await on(it).sentence.textContent());
    await paste(it, ranger);
    await on(it).readAs.waitFor();
    await on(it).gameShown("angband42").waitFor({ state: "attached" });
    assert.equal(await on(it).fieldOf("attacker.level").inputValue(), "25");
    assert.match(await on(it).characterPanel.innerText(), /High-Elf Ranger, level 25: written by Angband 4\.2\.5\./);
    // The game's own figures, beside ours.
    await on(it).stated.filter({ hasText: /all \d+ figures agree/ }).waitFor();
    assert.equal(await on(it).statedDiffers.count(), 0);
    await assertAccessible(it);
    await picture(it, `character-read-${size.width}`);
    // What was left is marked at its field.
    await unfold(it);
    assert.ok((await on(it).leftOpen.count()) > 0);
    // A link has figures, and neither a name nor the text.
    await it.waitForFunction(() => location.hash.startsWith("#angband42/"));
    assert.doesNotMatch(new URL(it.url()).hash, /Ranger,|Dump/);
    // Where it is struck, it is the same one.
    await on(it).mode("Monster strikes").click();
    await on(it).sentence.filter({ hasText: /hits you/i }).waitFor({ state: "attached" });
    await on(it).openTab("left");
    assert.equal(await on(it).fieldOf("defender.level").inputValue(), "25");
    await on(it).openTab("result");
    // One press undoes all of it.
    await on(it).characterPanel.getByRole("button", { name: "Undo" }).click();
    await it.waitForFunction((before) => document.querySelector(PARTS.sentence).textContent.replaceAll("\u00a0", " ") === before, before);
    assert.equal(await on(it).leftOpen.count(), 0);
  });

  test(`from the pasted text to the best of one's weapons it is five actions, at ${size.width} px`, async (t) => {
    const it = await page(t, { ...size, path: "#angband42" });
    await paste(it, ranger);
    await on(it).readAs.waitFor();
    await on(it).fighter("Monster").find("Bullroarer");
    await on(it).openTab("ask");
    await it.getByRole("button", { name: "Which of mine is best?" }).click();
    const rows = on(it).mineRow.filter({ visible: true });
    await rows.nth(1).waitFor();
    const turns = (await rows.locator("td:nth-of-type(3)").allInnerTexts()).map(Number);
    assert.deepEqual(turns, turns.toSorted((one, other) => one - other));
    // The row of what is in hand is marked; another is taken.
    const other = rows.filter({ hasNot: it.locator("xpath=self::*[contains(@class, 'here')]") }).first();
    const [name, hits] = [await other.getByRole("button").first().innerText(), await other.locator("td").first().innerText()];
    await other.getByRole("button").first().click();
    await on(it).mineHere.filter({ hasText: name }).waitFor();
    assert.equal(plain(await on(it).chance.textContent()), plain(hits));
    await picture(it, `character-best-${size.width}`);
  });
}

test("each weapon of a character is used with its own skill", async (t) => {
  const it = await page(t, { path: "#dcss" });
  await paste(it, dump("dcss-minotaur-fighter"));
  await on(it).readAs.waitFor();
  const skill = () => on(it).fieldOf("attacker.skill").inputValue();
  assert.equal(await skill(), "16.5");
  const weapon = on(it).thing("Weapon");
  await weapon.field.first().click();
  await weapon.rows.filter({ hasText: /spear/i }).first().click();
  await it.waitForFunction(() => !document.querySelector(PARTS.stale));
  assert.equal(await skill(), "0");
  // Its plus is its own: a weapon of the list has none.
  assert.match(await on(it).fieldOf("attacker.weapon.plus").inputValue(), /[1-9]/);
  await weapon.find("Halberd");
  await it.waitForFunction(() => !document.querySelector(PARTS.stale) && document.getElementById("f-attacker-weapon-plus").value === "0");
});

test("what one carries comes first in the picker of the weapon", async (t) => {
  const it = await page(t, { path: "#angband42" });
  await paste(it, ranger);
  await on(it).readAs.waitFor();
  const weapon = on(it).thing("Weapon");
  await weapon.field.first().click();
  const row = weapon.rows.filter({ hasText: /Dagger|Whip|Spear|Maul|Lance|Sword/ }).first();
  assert.match(await weapon.list.innerText(), /Yours/i);
  await row.waitFor();
});

test("weapons of the picker are put among one's own, and kept with the fighter", async (t) => {
  const it = await page(t, { path: "#nethack/melee?attacker.preset=new-valkyrie&defender.preset=jackal&defender.hp=7" });
  await it.getByRole("button", { name: "Which weapon is best?" }).click();
  const put = it.getByRole("button", { name: /^Put .* among mine$/ });
  await put.click();
  await on(it).thing("Weapon").find("Mace");
  await it.getByRole("button", { name: "Put Mace among mine" }).click();
  await it.getByRole("button", { name: "Which of mine is best?" }).waitFor();
  const rows = on(it).mineRow;
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), 2);
  await on(it).openCharacter();
  await on(it).characterName.fill("Brunhild");
  await on(it).keepIt.click();
  await it.getByText("Kept.").waitFor();
  await it.reload();
  await started(it);
  await on(it).fighter("You").find("Brunhild");
  await it.getByRole("button", { name: "Which of mine is best?" }).click();
  await rows.nth(1).waitFor();
  await rows.first().getByRole("button", { name: /away$/ }).click();
  await it.getByRole("button", { name: "Which weapon is best?" }).waitFor();
});

test("a character is kept by name: chosen, renamed, saved as a file and removed", async (t) => {
  const it = await page(t, { path: "#angband42" });
  await paste(it, ranger);
  await on(it).readAs.waitFor();
  await on(it).characterName.fill("Elrohir");
  await on(it).keepIt.click();
  await it.getByText("Kept.").waitFor();
  await it.evaluate(() => void (location.hash = "#angband42/melee?attacker.level=3"));
  await it.reload();
  await started(it);
  // First in the picker of the fighter.
  await on(it).fighter("You").find("Elrohir");
  await it.waitForFunction((level) => document.querySelector(level).value === "25", fieldAt("attacker.level"));
  assert.equal(await on(it).fieldOf("attacker.race").inputValue(), "high-elf");
  await on(it).pasteButton.filter({ visible: true }).click();
  const kept = on(it).keptCharacter;
  await kept.getByRole("textbox").fill("Elladan");
  await kept.getByRole("textbox").blur();
  await kept.getByRole("button", { name: "Choose Elladan" }).waitFor();
  const [download] = await Promise.all([it.waitForEvent("download"), kept.getByRole("button", { name: "Save Elladan as a file" }).click()]);
  assert.equal(download.suggestedFilename(), "elladan.json");
  const saved = readFileSync(await download.path());
  await kept.getByRole("button", { name: "Remove Elladan" }).click();
  await kept.waitFor({ state: "detached" });
  // The file brings it to another browser.
  const other = await page(t, { path: "#powder" });
  await on(other).openCharacter();
  await on(other).characterPanel.locator("input[type=file]").setInputFiles({ name: "elladan.json", mimeType: "application/json", buffer: saved });
  await on(other).gameShown("angband42").waitFor({ state: "attached" });
  assert.equal(await on(other).fieldOf("attacker.level").inputValue(), "25");
  await other.getByRole("heading", { name: "Elladan is here" }).waitFor();
});

test("another fighter takes the name and the marks, and leaves what one carries", async (t) => {
  const it = await page(t, { path: "#angband42" });
  await paste(it, ranger);
  await on(it).readAs.waitFor();
  const name = on(it).fighterName.first();
  assert.equal(await name.getAttribute("placeholder"), "High-Elf Ranger, level 25");
  await on(it).fighter("You").find("Human warrior, level 1");
  await it.evaluate(() => void (location.hash = "#angband42/melee?attacker.level=3"));
  await it.waitForFunction((level) => document.querySelector(level).value === "3", fieldAt("attacker.level"));
  assert.equal(await name.getAttribute("placeholder"), "Choose …");
  assert.equal(await on(it).leftOpen.count(), 0);
  await on(it).thing("Weapon").field.first().click();
  assert.match(await on(it).thing("Weapon").list.innerText(), /Yours/i);
});

test("a full storage says so, and loses nothing", async (t) => {
  const it = await page(t, { path: "#angband42" });
  await paste(it, ranger);
  await on(it).readAs.waitFor();
  await on(it).characterName.fill("One");
  await on(it).keepIt.click();
  await on(it).keptCharacter.waitFor();
  await it.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await on(it).characterName.fill("Two");
  await on(it).keepIt.click();
  await it.getByText("This browser keeps no more").waitFor();
  assert.equal(await on(it).keptCharacter.count(), 1);
  assert.equal(await on(it).fieldOf("attacker.level").inputValue(), "25");
});

for (const [file, ruleset, who] of [
  ["dcss-minotaur-fighter.txt", "dcss", "Minotaur Fighter, level 15"],
  ["nethack-own-valkyrie.txt", "nethack", "Dwarven Valkyrie, level 1"],
  ["shattered-mage-immune-packed.dat", "shattered", "Mage, level 10"],
]) {
  test(`a file of ${ruleset} is read, and its fighter has his name`, async (t) => {
    const it = await page(t, { path: "#powder" });
    await on(it).openCharacter();
    const buffer = readFileSync(new URL(file, characters));
    await on(it).characterPanel.locator("input[type=file]").setInputFiles({ name: file, mimeType: "application/octet-stream", buffer });
    await on(it).readAs.waitFor();
    await on(it).gameShown(ruleset).waitFor({ state: "attached" });
    assert.equal(await on(it).fighterName.first().getAttribute("placeholder"), who);
    await on(it).sentence.filter({ hasText: /%/ }).waitFor();
    await picture(it, `character-${ruleset}`);
  });
}

test("a line of the game's screen stands beside our figure, and the fighter stays", async (t) => {
  const it = await page(t, { path: "#brogue/melee?defender.hp=15" });
  await on(it).openCharacter();
  await on(it).characterText.fill("You have a 87% chance to hit the goblin, typically hit for 9% of its current health.");
  await on(it).characterPanel.getByRole("button", { name: "Read it" }).click();
  await on(it).stated.filter({ hasText: "1 of 2 figures agree" }).waitFor();
  assert.match(await on(it).statedDiffers.innerText(), /health.*\s9\s+20/s);
  assert.equal(await on(it).fieldOf("defender.hp").inputValue(), "15");
  await assertAccessible(it);
});

test("what is no character is refused in a sentence, and the fighter stays as he was", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll" });
  const sentence = await on(it).sentence.textContent();
  await on(it).openCharacter();
  const texts = [
    ["A letter.\n\nDear Fred,\nthe troll is at home.\n", "no text of a known game"],
    ["  [Sil 1.3.0 Character Dump]\n\n Name\n Race\n", "a character dump of Sil 1.3.0"],
  ];
  for (const [text, hasText] of texts) {
    await on(it).characterText.fill(text);
    await on(it).characterWrong.filter({ hasText }).waitFor();
    assert.equal(await on(it).sentence.textContent(), sentence);
    await on(it).characterText.fill("");
  }
  await choosePicture(it);
  await on(it).characterWrong.filter({ hasText: "this is no text;" }).waitFor();
  await assertAccessible(it);
});

test("the text that came last is read, even where the rules of one before come later", async (t) => {
  let release;
  const held = new Promise((done) => (release = done));
  const before = (it) => it.route("**/angband42-*.txt", (route) => held.then(() => route.continue()));
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll", before });
  const asked = it.waitForRequest("**/angband42-*.txt");
  await paste(it, ranger);
  await asked;
  await choosePicture(it);
  await on(it).characterWrong.filter({ hasText: "this is no text;" }).waitFor();
  const came = it.waitForResponse("**/angband42-*.txt");
  release();
  await (await came).finished();
  await it.evaluate(() => new Promise((done) => setTimeout(done)));
  assert.equal(await on(it).readAs.count(), 0);
  assert.ok(await on(it).characterWrong.filter({ hasText: "this is no text;" }).isVisible());
  assert.ok(await on(it).gameShown("powder").isVisible());
});

test("a file that is dropped anywhere on the page is read", async (t) => {
  const it = await page(t, { path: "#powder" });
  await it.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "ranger.txt"));
    document.querySelector("footer").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
  }, ranger);
  await on(it).readAs.waitFor();
  await on(it).gameShown("angband42").waitFor({ state: "attached" });
});
