// The questions: each asked and answered in its panel, its figures those of the page's own answer once they are taken; by keyboard, by link, on a phone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { assertAccessible, page, picture } from "./harness.mjs";
import { ask, beside, clipboard, focused, hit, hits, measured, plain, rows, says, unfold } from "./studying.mjs";

const phone = { width: 360, height: 740, touch: true };

test("nothing is asked before it is unfolded; then the steps that help most, each of which can be taken and undone", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  const questions = on(it).questions;
  assert.deepEqual(await questions.allInnerTexts(), ["Which is best?", "What helps most?", "What do I need?", "Was that bad luck?", "Do the rules matter?"]);
  assert.equal(await on(it).panel.count(), 0);
  // Enter moves the keyboard to the panel's title, Escape back to the question; one panel is open at a time.
  await questions.nth(4).focus();
  await it.keyboard.press("Enter");
  await it.waitForFunction(() => document.activeElement.id === "panel-heading" && document.activeElement.textContent === "Do the rules matter?");
  await it.keyboard.press("Escape");
  await on(it).panel.waitFor({ state: "detached" });
  assert.equal(await it.evaluate(() => document.activeElement.textContent), "Do the rules matter?");
  await questions.nth(2).press("Enter");
  await it.waitForFunction(() => document.activeElement.id === "goal");
  await unfold(it);
  assert.equal(await on(it).goal.count(), 0);
  assert.deepEqual(await questions.evaluateAll((all) => all.map((one) => one.ariaExpanded)), ["false", "true", "false", "false", "false"]);
  await measured(it, "hit");
  await says(it, /^Best for the chance to hit: /);
  const before = await hit(it);
  const helpful = await rows(it);
  assert.ok(helpful.every((row) => row[2] !== "="), "what does nothing is not among the first");
  const [first] = helpful;
  assert.match(first[2], /^▲ [\d.]+ points more\s+better$/);
  await on(it).take(first[0]).focus();
  await it.keyboard.press("Enter");
  await hits(it, first[1]);
  await it.waitForFunction(() => document.activeElement.id === "studies-finding");
  await on(it).undo.click();
  await hits(it, before);
  await on(it).buttonLike(/^Show all/).click();
  const all = await rows(it);
  const chances = all.map((row) => Number.parseFloat(row[1])).filter((chance) => !Number.isNaN(chance));
  // Best first, of what a player can change and then of the rest.
  const rises = chances.filter((chance, at) => at > 0 && chance > chances[at - 1]);
  assert.ok(rises.length <= 1, `${chances}`);
  assert.ok(all.some((row) => row[2] === "now"));
  await assertAccessible(it);
  await picture(it, "studies-helps");
});

test("what helps most is measured by turns to kill, and first of what a player can change", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&attacker.weapon.preset=lance&defender.preset=ancient-blue-dragon" });
  await ask(it, "What helps most?");
  await says(it, /^Best for the normal turns to kill: /);
  const labels = (await rows(it)).map(([label]) => label);
  const fixed = labels.map((label) => /slays and brands|dice|sides|weight/i.test(label));
  assert.equal(fixed[0], false, `${labels}`);
  assert.equal(fixed.lastIndexOf(false) < (fixed.includes(true) ? fixed.indexOf(true) : labels.length), true, `${labels}`);
});

test("of the weapons the best comes first, whatever is entered of the present one", async (t) => {
  const it = await page(t, { path: "#crawl/melee?attacker.strength=18&attacker.dexterity=12&attacker.weapon.preset=war-axe&attacker.skills.fighting=5&attacker.skills.weapon=6&defender.preset=orc-warrior", before: clipboard });
  await unfold(it);
  await ask(it, "best?");
  await measured(it, "hit");
  await says(it, /^Best for the chance to hit: .+ gives [\d.]+ %/);
  const [first, second] = await rows(it);
  assert.notEqual(first[0], second[0]);
  // Who opens the study's link stands where it was copied.
  await on(it).studyLink.click();
  const other = await page(t, { path: new URL(await it.evaluate(() => navigator.clipboard.readText())).hash });
  await says(other, /^Best for the chance to hit: .+ gives [\d.]+ %/);
  assert.deepEqual([await hit(other), await rows(other)], [await hit(it), await rows(it)]);
  await on(it).take(first[0]).click();
  await hits(it, first[1]);
  await says(it, /as now\.$/);
  await assertAccessible(it);
  await picture(it, "studies-best");
});

test("in a duel the best weapon is that which wins, with all that was entered about both fighters", async (t) => {
  const it = await page(t, { path: "#dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=ogre&extent=duel&first=defender" });
  await on(it).sentence.filter({ hasText: /wins .*%/ }).waitFor();
  const alone = await on(it).win.first().textContent();
  await on(it).attackerPoints.fill("40");
  await it.waitForFunction((alone) => document.querySelector(PARTS.win).textContent !== alone, alone);
  const before = plain(await on(it).win.first().innerText());
  await ask(it, "best?");
  const finding = await says(it, /^Best for the chance to win: .+ gives [<>\d. ]+ %/);
  assert.ok(finding.includes(`now ${before}`) || finding.endsWith("as now."), `${finding} beside ${before}`);
  const [best] = await rows(it);
  await on(it).take(best[0]).click();
  await it.waitForFunction((most) => document.querySelector(PARTS.win).textContent.replaceAll("\u00a0", " ") === most, best[1]);
});

test("a ranking shows what is held as it is held, and says what the list has not", async (t) => {
  const it = await page(t, { path: "#brogue/monster?attacker.preset=ogre&defender.preset=hero-at-depth-13" });
  await ask(it, "Which armour is best?");
  await says(it, /^None of these is better for you by the .+ than what you have now; the best of them is Banded mail/);
  const [first, second] = await rows(it);
  assert.deepEqual([first[0], first[2], second[0]], ["As it is now", "now", "Banded mail"]);
  assert.equal(await on(it).supposed.innerText(), "Supposed for each: without your enchantment 3; strength 16, and all else as it is.");
  // A thing as the list has it is a row of the list.
  await on(it).fieldOf("defender.armor.enchant").fill("0");
  await says(it, /^Best for you by the .+: Banded mail gives .+, as now\.$/);
  assert.deepEqual((await rows(it)).filter(([, , gain]) => gain === "now").map(([label]) => label), ["Banded mail"]);
});

test("a question without an answer is not offered", async (t) => {
  const offered = async (path) => {
    const it = await page(t, { path });
    await on(it).log.waitFor();
    return on(it).questionButton.allInnerTexts();
  };
  assert.ok(!(await offered("#brogue")).includes("Do the rules matter?"), "no rule is in question");
  assert.ok(!(await offered("#own")).some((title) => title.includes("best")), "there is no list");
});

test("only some of the weapons are ranked: who names them, and whose link does", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=60&extent=turn", before: clipboard });
  await unfold(it);
  await ask(it, "best?");
  await on(it).among.selectOption("attacker.weapon/");
  await says(it, /^Best for the damage of a turn: /);
  const only = on(it).onlyThese;
  const ranked = async (names) => {
    await it.waitForFunction((count) => document.querySelectorAll(PARTS.rank).length === count && !document.querySelector(PARTS.findingStale), names.length);
    assert.deepEqual((await rows(it)).map(([name]) => name).toSorted(), names);
  };
  await only.fill("awl, long sword, lance");
  await ranked(["Awl-Pike", "Lance", "Long Sword"]);
  await on(it).studyLink.click();
  const link = new URL(await it.evaluate(() => navigator.clipboard.readText())).hash;
  assert.match(decodeURIComponent(link), /attacker\.weapon\.preset=\S*lance\S*&order=turn\.mean$/);
  const answer = await on(it).headline.innerText();
  // One alone is no choice; a name that fits nothing is named, and the others are ranked.
  await only.fill("awl");
  await says(it, /^Name at least two\.$/);
  await only.fill("zzz");
  await says(it, /^None of these names is in this list\.$/);
  await only.fill("awl, zzz, lance");
  // The weapon in hand is none of them, and has a row of its own.
  await ranked(["As it is now", "Awl-Pike", "Lance"]);
  assert.equal(await on(it).unknownNames.innerText(), "Not in this list: zzz.");
  // Suppositions of a ranking are said.
  assert.match(await on(it).supposed.innerText(), /^Supposed for each: level 30, .*and all else as it is\.$/);
  const other = await page(t, { path: link });
  await says(other, /^Best for the damage of a turn: /);
  assert.equal(await on(other).panelTitle.innerText(), "Which weapon is best?");
  assert.equal(await on(other).onlyThese.inputValue(), "awl-pike, long-sword, lance");
  assert.equal(await on(other).rank.count(), 3);
  // The weapon of whoever asked stays.
  assert.equal(await on(other).rankNow.locator("th").innerText(), "Long Sword");
  assert.equal(await on(other).headline.innerText(), answer);
  await assertAccessible(other);
  await picture(other, "studies-only");
});

test("the weapon in hand stays in the link of a study of others, and is what one alone is compared with", async (t) => {
  const it = await page(t, { path: "#crawl/melee?attacker.weapon.preset=war-axe&defender.preset=orc-warrior", before: clipboard });
  await unfold(it);
  await ask(it, "best?");
  const only = on(it).onlyThese;
  const names = async (page) => (await rows(page)).map(([name]) => name).toSorted();
  const ranked = (page, count) => page.waitForFunction((count) => document.querySelectorAll(PARTS.rank).length === count && !document.querySelector(PARTS.findingStale), count);
  await only.fill("whip");
  await ranked(it, 2);
  assert.deepEqual(await names(it), ["war axe", "whip"]);
  await only.fill("whip, mace, katana");
  await ranked(it, 4);
  const finding = await on(it).finding.innerText();
  await on(it).studyLink.click();
  const other = await page(t, { path: new URL(await it.evaluate(() => navigator.clipboard.readText())).hash });
  await ranked(other, 4);
  assert.equal(await on(other).finding.innerText(), finding);
  assert.equal(await on(other).headline.innerText(), await on(it).headline.innerText());
});

test("what is measured follows how much of a fight is looked at, until somebody chooses", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.hp=60" });
  const extent = (name) => on(it).extent(name).click();
  const chosen = (value) => it.waitForFunction((value) => document.querySelector(PARTS.measure).value === value, value);
  // Where hit points are known it is the turns to kill.
  await unfold(it);
  await chosen("kill.time.mean");
  await on(it).entry("Hit points").fill("");
  for (const [name, measure] of [["turn", "turn.mean"], ["one strike", "damage.mean"]]) {
    await extent(name);
    await chosen(measure);
  }
  await says(it, /^(Best|No single step is better) for the damage of a strike/);
  await on(it).entry("Hit points").fill("60");
  await chosen("kill.time.mean");
  assert.match(await says(it, /^Best for the normal turns to kill: /), / gives [\d.]+, now [\d.]+ \([\d.]+ sooner\)\.$/);
  // Which weapon is best is decided by as much of a fight as there is: of one strike a weapon of several blows is no worse.
  await ask(it, "best?");
  await extent("one strike");
  await chosen("kill.time.mean");
  await on(it).entry("Hit points").fill("");
  await chosen("turn.mean");
  await says(it, /^Best for the damage of a turn: /);
  await measured(it, "hit");
  await says(it, /^(Best|None of these is better) for the chance to hit/);
  await extent("turn");
  await says(it, /^(Best|None of these is better) for the chance to hit/);
  await chosen("hit");
});

test("a range is a curve with a slider: a value is read and taken with the keyboard, and all of it stands in a table", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=60" });
  await unfold(it);
  await ask(it, "How much does it matter?");
  await on(it).whatChanges.selectOption("defender.ac");
  await measured(it, "hit");
  const sentence = await says(it, /^Chance to hit: [\d.]+ % at 0, [\d.]+ % at \d+; now [\d.]+ %\.$/);
  assert.ok(sentence.endsWith(`now ${await hit(it)}.`), sentence);
  const curve = on(it).studyChart;
  assert.match(plain(await curve.getAttribute("aria-valuetext")), /60: /);
  await curve.focus();
  await it.keyboard.press("Home");
  const at = plain(await curve.getAttribute("aria-valuetext"));
  await it.keyboard.press("Enter");
  await hits(it, at.split(": ").at(-1));
  assert.ok(await curve.evaluate((curve) => curve === document.activeElement), "the focus stays");
  await on(it).studyTable.click();
  assert.match(plain(await on(it).studyTableRow.first().innerText()), /^0\s+[\d.]+ %$/);
  await on(it).undo.click();
  await says(it, /now/);
  await assertAccessible(it);
  await picture(it, "studies-matters");
});

test("the chance to kill of several attackers is measured, too", async (t) => {
  const it = await page(t, { path: "#dominions/sequence?attacker.preset=knight&defender.preset=vanjarl&situation.attackers=2..4/2&show=kill%3C%3D1" });
  await on(it).studies.getByText(/^Chance to kill within 1 turn: [\d.]+.% at 2, [\d.]+.% at 4; now/).waitFor();
  const kills = on(it).measuredBy.locator("option", { hasText: "chance to kill" });
  assert.deepEqual(await kills.allInnerTexts(), ["chance to kill within 1 turn"]);
});

test("whether the rules that are in question matter", async (t) => {
  const it = await page(t, { path: "#angband/melee" });
  await unfold(it);
  await ask(it, "Do the rules matter?");
  // The rules as a whole, and the formula that they are made of, whatever values that has.
  await says(it, /^By the rules of “actual game 3\.0\.5” [\d.]+, (< )?0\.\d+ more than now\. The one rule detail changes the /);
  assert.ok((await rows(it)).some(([label, , gain]) => label === "As it is" && gain === "now"));
  await picture(it, "studies-rules");
  // Who compares the rules is led there.
  const other = await page(t, { path: "#angband/melee" });
  await on(other).compareRules.click();
  await on(other).compare.getByRole("button", { name: "Do the rules matter?" }).click();
  await says(other, /^By the rules of /);
});

test("how lucky a run was, and what it says of a field", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await ask(it, "Was that bad luck?");
  const line = on(it).run;
  const says = async (expected) => {
    await on(it).runFinding.filter({ hasText: expected }).waitFor();
    return plain(await on(it).runFinding.innerText());
  };
  await says(/^Type what came of strike after strike/);
  await line.fill("miss, hit 5, 0");
  // As `tohit study` has it in docs/studies.md.
  assert.equal(await says(/^3 strikes/), "3 strikes: miss, 5, 0 (5 damage). A run as bad as this or worse: 1 in 2.8 (35.3 %). As good or better: 71.3 %.");
  await on(it).runSays.selectOption("defender.natural_ac");
  await says(/natural ac: most likely -?\d+ after miss, 5, 0; nine times in ten between -?\d+ and -?\d+, if each from -?\d+ to -?\d+ was as likely before\.$/i);
  await line.fill("a bite");
  await says(/there is no outcome/i);
  await line.fill("miss, miss, 3");
  await says(/most likely/);
  await assertAccessible(it);
  await picture(it, "seen");
});

test("two ranges are a map: read and taken with the keyboard, all of it in a table and in wikitext", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=60", before: (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]) });
  await unfold(it);
  await ask(it, "How much does it matter?");
  await on(it).whatChanges.selectOption("defender.ac");
  await on(it).andWithIt.selectOption("attacker.level");
  await measured(it, "hit");
  const sentence = await says(it, /^Chance to hit by .+ and .+: [\d.]+ % at \d+ and \d+, [\d.]+ % at \d+ and \d+; now [\d.]+ %\.$/);
  assert.ok(sentence.endsWith(`now ${await hit(it)}.`), sentence);
  const map = on(it).heat;
  assert.match(plain(await map.getAttribute("aria-valuetext")), /60, .*30: /);
  await assertAccessible(it);
  await picture(it, "studies-map");
  await map.focus();
  await it.keyboard.press("Home");
  await it.keyboard.press("ArrowUp");
  const at = plain(await map.getAttribute("aria-valuetext"));
  assert.match(at, / 0, .* 2: /);
  await it.keyboard.press("Enter");
  await hits(it, at.split(": ").at(-1));
  await on(it).heatTable.click();
  const table = on(it).drawingTable;
  assert.equal(plain(await table.locator("tbody tr:nth-child(2) td").first().innerText()), at.split(": ").at(-1));
  await on(it).copyWikitext.click();
  assert.match(plain(await it.evaluate(() => navigator.clipboard.readText())), /\n\|-\n! 2\n\| style="background:rgba\(60,120,200,0\.\d+\)" \| [\d.]+ % \|\| /);
  // Where a condition holds, inside a line.
  await it.evaluate(() => void (location.hash = "angband/melee?defender.ac=0..60/10&attacker.level=1..50&find=hit>=3/4"));
  await says(it, /^The chance to hit reaches 75\.0 % in \d+ of 350 places\.$/);
  assert.match(await on(it).heatEdge.getAttribute("d"), /^M/);
});

test("a stranger's presets are no formulas in the table that is copied, and nothing in wikitext", async (t) => {
  const rules = ["rules 1 \"T\"", "sheet attacker", "  skill: 0..20 = 5", "endings", "  miss: miss", "  hit: hit", "strike", "  end miss if d20 + attacker.skill < 12", "  end hit lose 1d8"];
  const words = ['words "T ~~~~ __NOTOC__"', "attacker = \"Attacker\"", "  presets creature"];
  const names = ['=HYPERLINK("http://evil.example","x")', "+1+1", "~~~~ '''b''' __TOC__ https://evil.example/x"];
  const text = [...rules, "=== words ===", ...words, "=== presets ===", ...names.map((name, place) => `${name} | creature: skill=${place + 6}`), ""].join("\n");
  const it = await page(t, { path: `#own/strike?rules=~${Buffer.from(text).toString("base64url")}&attacker.preset=*&show=hit`, before: clipboard });
  await it.waitForFunction(() => document.querySelectorAll(PARTS.rank).length === 3);
  const copied = async (name) => {
    await it.getByRole("button", { name }).click();
    return it.evaluate(() => navigator.clipboard.readText());
  };
  const csv = (await copied("Copy as CSV")).trimEnd().split("\n").slice(1);
  assert.equal(csv.length, 3);
  assert.ok(csv.some((line) => line.startsWith('"\'=HYPERLINK(""http://evil.example"",""x"")",0.')), csv.join("\n"));
  assert.ok(csv.some((line) => line.startsWith("'+1+1,0.")), csv.join("\n"));
  const wikitext = await copied("Copy as wikitext");
  assert.match(wikitext, /HYPERLINK/);
  assert.doesNotMatch(wikitext.split(" ").slice(4).join(" "), /~~~|__NOTOC|__TOC|'''|https:\/\/evil/);
});

test("a study's link opens it, and the link that is copied is the same; the scenario fills the sheets", async (t) => {
  const path = "#angband/melee?attacker.level=30&defender.ac=0..150/10&show=hit";
  const it = await page(t, { path, before: (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]) });
  await says(it, /^Chance to hit: /);
  assert.equal(await on(it).panelTitle.innerText(), "How much does it matter?");
  assert.equal(await on(it).whatChanges.inputValue(), "defender.ac");
  assert.equal(await on(it).entry("Level").first().inputValue(), "30");
  assert.equal(new URL(it.url()).hash, path, "the address stays as it came");
  const copied = async (name) => {
    await it.getByRole("button", { name }).click();
    return it.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(new URL(await copied("Link to this study")).hash, path);
  const csv = (await copied("Copy as CSV")).split("\n");
  assert.equal(csv.length, 18);
  assert.match(csv[1], /^0,0\.\d+$/);
  assert.match(await copied("Copy as wikitext"), /^\{\| class="wikitable sortable"\n\|\+ \[http:\S+#angband\/melee\?attacker\.level=30&defender\.ac=0\.\.150\/10&show=hit A level 30 human warrior against the monster: chance to hit by armour class \(Angband, [^)]+\)\]\n[^]*\|\}\n$/);
  const [download] = await Promise.all([it.waitForEvent("download"), it.getByRole("link", { name: "Save as a picture" }).click()]);
  assert.equal(download.suggestedFilename(), "tohit-study.svg");
  const svg = readFileSync(await download.path(), "utf8");
  assert.match(svg, /^<svg [^>]*role="img"[^>]*><title>A level 30 [^<]*: chance to hit by armour class \(Angband, [^<]*<\/title>/);
  assert.doesNotMatch(svg, /class=|style=|var\(|oklch|NaN/);
  // In an open page too; a plain link asks nothing.
  await it.evaluate(() => void (location.hash = "angband/melee?attacker.level=1..50&find=hit>=3/4"));
  await says(it, /^The chance to hit reaches 75\.0 % with .*level from 5 on \([\d.]+ % there\)\.$/i);
  await it.evaluate(() => void (location.hash = "angband/melee?seen=hit,miss"));
  await says(it, /^2 strikes: hit, miss \(1 hit\)\./);
  await it.evaluate(() => void (location.hash = "angband/melee?defender.ac=0..150/50&attacker.level=1|30&show=hit,damage.mean"));
  await it.waitForFunction(() => document.querySelectorAll(PARTS.rank).length === 8);
  assert.equal(await on(it).panelTitle.innerText(), "As the link asks");
  await it.evaluate(() => void (location.hash = "angband/melee?attacker.level=40"));
  await says(it, /^Best for|^No single step/);
  assert.notEqual(await on(it).panelTitle.innerText(), "As the link asks");
});

test("what makes the difference to a pin, and which two changes work together", async (t) => {
  const it = await page(t, { path: "#powder/melee?defender.preset=troll" });
  await unfold(it);
  const question = on(it).difference;
  assert.equal(await question.count(), 0, "without a pin there is nothing to compare with");
  await on(it).pin.click();
  await on(it).fieldOf("attacker.charging").check();
  await on(it).fieldOf("attacker.physical_level").fill("12");
  // The question stands at the foot of the comparison: the row of questions keeps its one line.
  assert.equal(await on(it).questions.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size), 1);
  await question.click();
  await measured(it, "damage.mean");
  const finding = await says(it, /^What differs comes to \+[\d.]+ in all: /);
  const [all, one, other, more] = finding.match(/[+−]\d+\.\d/g).map((number) => Number(number.replace("−", "-")));
  assert.ok(Math.abs(all - one - other) < 0.11, finding);
  assert.match(finding, /charging \+[\d.]+/);
  assert.match(finding, /Of that \+[\d.]+ because .* and .* work together\.$/);
  assert.ok(more > 0 && more < all, finding);
  await measured(it, "hit");
  await says(it, /^What differs comes to \+[\d.]+ points in all: /);
});

test("what is too large says so before it begins, and a long one is stopped", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=1..50&defender.ac=0..300&show=hit" });
  await says(it, /too large: 15050 cells/i);
  await it.evaluate(() => void (location.hash = "angband/melee?attacker.totals.blows=6&defender.hp=10000&attacker.level=1..50&defender.ac=0..190&show=kill.turns.mean"));
  const stop = on(it).stop;
  await stop.waitFor();
  assert.match(plain(await on(it).far.innerText()), /[\d,]+ of 9,550/);
  // A key is answered meanwhile.
  const before = await hit(it);
  await on(it).entry("Level").first().fill("50");
  await it.waitForFunction((before) => document.querySelector(PARTS.chance).textContent.replaceAll("\u00a0", " ") !== before, before);
  await stop.waitFor();
  await stop.click();
  await says(it, /^Stopped at [\d,]+ of 9,550\.$/);
  assert.equal(await focused(it), "studies-finding");
});

test("the study follows the sheets", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=0..100/50&show=hit" });
  const before = await says(it, /^Chance to hit/);
  await on(it).entry("Level").first().fill("45");
  await it.waitForFunction((before) => document.querySelector(PARTS.finding).textContent.replaceAll("\u00a0", " ") !== before, before);
  assert.ok((await says(it, /now/)).endsWith(`now ${await hit(it)}.`));
});

for (const [name, options] of [["phone", phone], ["dark", { dark: true }]])
  test(`it has room, and can be read: ${name}`, async (t) => {
    const it = await page(t, { path: "#angband/melee?attacker.level=30&defender.ac=60", ...options });
    await unfold(it);
    for (const [question, expected, head] of [
      ["What helps most?", /^Best/, "Player: change"],
      ["best?", /^Best/, "Melee weapon"],
      ["How much does it matter?", /^(?!Best).*now/],
    ]) {
      await ask(it, question);
      // The sentence before may be such a one, too.
      if (head) await on(it).rankHead.first().getByText(head, { exact: true }).waitFor();
      await says(it, expected);
      assert.ok(await it.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${question} leaves the page`);
      await assertAccessible(it, question);
      await on(it).framedStudy.scrollIntoViewIfNeeded();
      await picture(it, `studies-${name}-${question.split(" ")[1]}`);
    }
    await on(it).andWithIt.selectOption("attacker.level");
    await says(it, /^.* by .* and /);
    await on(it).openTab("left");
    await on(it).explain.first().click();
    await beside(it, "attacker.level");
    assert.ok(await it.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "what a step does leaves the page");
    await assertAccessible(it, "what a step does");
    await picture(it, `gutter-steps-${name}`);
    // Fingers have no room for a curve at the field; elsewhere there is one.
    await on(it).fieldOf("attacker.level").focus();
    if (options.touch) {
      await on(it).fieldOf("attacker.level").fill("31");
      await hits(it, await hit(it));
      await on(it).stepIn("attacker.level", "old").waitFor({ state: "detached" });
      assert.equal(await on(it).sketch.count(), 0);
    } else {
      await on(it).sketch.waitFor();
      await assertAccessible(it, "a small curve");
      await picture(it, `gutter-sketch-${name}`);
    }
    await on(it).openTab("ask");
    await on(it).need.click();
    await beside(it, "attacker.level");
    assert.ok(await it.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "what reaches a goal leaves the page");
    await assertAccessible(it, "what reaches a goal");
    await picture(it, `gutter-goal-${name}`);
  });
