// How much of a fight is looked at, by one switch: a strike, a turn, a fight, or who wins if the defender strikes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, fieldAt, on } from "./calculator.mjs";
import { assertAccessible, page as start, picture, rolled } from "./harness.mjs";

const percents = async (it) => (await on(it).duelShare.allInnerTexts()).map((text) => Number.parseFloat(text.replace(/[<>\s]/g, "")));

/** A word of the switch, and the one that is down. */
const word = (it, name) => on(it).extent(name);
const down = async (it) => (await on(it).extentHere.textContent()).trim();
const heading = (it) => on(it).damageTitle.innerText();

test("turns to kill stand beside the other numbers, and as bars", async (t) => {
  const it = await start(t, { path: "#pixel-dungeon/melee?defender.hp=12" });
  assert.match(await on(it).turns.innerText(), /^kills in\s+3\.0 turns\s+nine in ten by 4$/);
  assert.match(await on(it).sentence.innerText(), /killing in 3\.0 turns on average/);
  await word(it, "fight").click();
  assert.match(await on(it).damageTitle.innerText(), /^Turns to kill$/);
  // Dead within three turns? It stands there without a question; another turn is read, and kept by Enter.
  await on(it).reader.filter({ hasText: /^Dead within 3 turns: \d+\.\d.% / }).waitFor();
  await on(it).chart.focus();
  for (const key of ["Home", "ArrowRight"]) await it.keyboard.press(key);
  const two = /^Dead within 2 turns: 40\.2.% 1 in 2\.5 · in turn 2 alone 39\.6.% · still standing 59\.8.%$/;
  await on(it).reader.filter({ hasText: two }).waitFor();
  assert.match(await on(it).chart.getAttribute("aria-valuetext"), /^Dead within 2 turns: 40\.2.% · 1 in 2\.5/);
  await it.keyboard.press("Enter");
  await it.keyboard.press("Tab");
  await on(it).reader.filter({ hasText: two }).waitFor();
  // Without hit points there is no fight to tell of: the turns ask for them.
  await on(it).fieldOf("defender.hp").fill("");
  await on(it).turns.filter({ hasText: /–\s*enter hit points$/ }).waitFor();
  assert.deepEqual([await heading(it), await down(it)], ["Damage of a strike", "one strike"]);
  assert.equal(await word(it, "fight").getAttribute("title"), "Enter the defender’s hit points");
  assert.ok(await word(it, "fight").isDisabled());
  // What was chosen is not forgotten.
  await on(it).fieldOf("defender.hp").fill("30");
  await on(it).damageTitle.filter({ hasText: "Turns to kill" }).waitFor();
  assert.equal(await down(it), "fight");
});

test("what holds for whoever strikes holds for nobody who strikes back, and the sentence says it", async (t) => {
  const fight = "dominions/sequence?attacker.preset=knight&defender.preset=heavy-infantry-38&situation.storm=true";
  const it = await start(t, { path: `#${fight}&situation.harassment=2&extent=duel&first=attacker` });
  await on(it).sentence.filter({ hasText: "wins" }).waitFor();
  // A link stays as it came until something is changed.
  await on(it).attackerPoints.fill("20");
  await it.waitForFunction(() => location.hash.includes("against="));
  const against = decodeURIComponent((await it.evaluate(() => location.hash)).match(/against=([^&]*)/)[1]);
  assert.match(against, /situation\.storm=true/);
  assert.doesNotMatch(against, /harassment/);
  await on(it).sentence.filter({ hasText: /\(harassment 2, storm; the knight strikes first; / }).waitFor();
});

test("several attackers are several bodies in a duel", async (t) => {
  const it = await start(t, { path: "#dominions/sequence?attacker.preset=knight&defender.preset=heavy-infantry-38&situation.attackers=3&extent=duel" });
  await on(it).attackerPoints.fill("20");
  await on(it).sentence.filter({ hasText: /wins .*%/ }).waitFor();
  assert.match(await on(it).between.innerText(), /\battackers 3\b/);
  assert.match(await on(it).squads.innerText(), /3 × 20 hit points, they fall one by one/);
  assert.match(await on(it).sentence.innerText(), /The 3 attackers have 20 hit points each; they fall one by one/);
  assert.ok(await on(it).side.first().getByText("hit points of each").isVisible());
  await on(it).verdict.filter({ hasText: /hit points left: \d+, \d of 3 stand|The knight .*falls/ }).waitFor();
});

test("squad against squad: so many strike back, in the link, and the sides swap whole", async (t) => {
  const it = await start(t, { path: "#dominions/sequence?attacker.preset=heavy-infantry-40&defender.preset=heavy-infantry-38&situation.attackers=4&extent=duel" });
  const sentence = on(it).sentence;
  await on(it).sentence.filter({ hasText: /wins .*%/ }).waitFor();
  const many = on(it).manyBack;
  assert.equal(await many.getAttribute("placeholder"), "1");
  await many.fill("3");
  await on(it).sentence.filter({ hasText: /The 4 attackers have 10 hit points each; they fall one by one\. The 3 defenders have 10 hit points each/ }).waitFor();
  // The answer before is "> 99.9 %"; the next one is near.
  await it.waitForFunction((win) => [...document.querySelectorAll(win)].every((one) => /^\d/.test(one.innerText)), PARTS.win);
  const wins = async () => (await on(it).win.allInnerTexts()).map(Number.parseFloat);
  // The number of a side stands before its name, and nowhere else.
  assert.deepEqual(await on(it).bodies.evaluateAll((all) => all.map(({ value }) => value)), ["4", "3"]);
  assert.equal(await it.getByLabel("Attackers", { exact: true }).count(), 1);
  const [mine, theirs] = await wins();
  assert.ok(mine > theirs && theirs > 1, `${mine} ${theirs}`);
  await it.waitForFunction(() => location.hash.includes(encodeURIComponent("situation.attackers=3")));
  const other = await start(t, { path: new URL(it.url()).hash });
  await on(other).sentence.filter({ hasText: "The 3 defenders" }).waitFor();
  assert.equal(await on(other).sentence.innerText(), await sentence.innerText());
  await on(it).swap.click();
  await on(it).sentence.filter({ hasText: /The 3 attackers have .* The 4 defenders have/ }).waitFor();
  assert.equal(await many.inputValue(), "4");
  // It is the same duel: whoever struck first does so still.
  await it.waitForFunction((theirs) => Number.parseFloat(document.querySelector(PARTS.win).innerText) === theirs, theirs);
  assert.deepEqual(await wins(), [theirs, mine]);
});

test("while hit points are missing, a duel is a question: no rolled fight, no choices and no test", async (t) => {
  const it = await start(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&extent=duel" });
  await on(it).duelText.filter({ hasText: "Enter the attacker’s hit points." }).waitFor();
  for (const hidden of [PARTS.log, PARTS.duelControls, PARTS.duelMany]) assert.equal(await it.locator(hidden).first().isVisible(), false, hidden);
  assert.ok((await on(it).duel.boundingBox()).height < 100);
  await on(it).attackerPoints.fill("20");
  await on(it).logHeading.filter({ hasText: "One duel, rolled" }).waitFor();
  for (const shown of [PARTS.duelControls, PARTS.duelMany]) assert.ok(await it.locator(shown).first().isVisible(), shown);
});

test("struck back, the attacker has decimals", async (t) => {
  const it = await start(t, { path: "#dcss/melee?attacker.preset=minotaur-fighter-level-1&defender.preset=orc-warrior&extent=duel" });
  const own = on(it).struckBack;
  await own.filter({ hasText: "You as a target: AC " }).waitFor();
  assert.doesNotMatch(await own.innerText(), /\d\/\d/);
});

test("the attacker's own armour class is asked for, shown, linked, and goes along when the sides are swapped", async (t) => {
  const it = await start(t, { path: "#pixel-dungeon/melee?attacker.preset=huntress-with-a-dagger&defender.preset=goo&extent=duel" });
  await on(it).attackerPoints.fill("60");
  await on(it).sentence.filter({ hasText: /the goo wins >\s99\.9\s%/ }).waitFor();
  const own = on(it).struckBack;
  assert.equal(await own.innerText(), "Attacker as a target: dodge auto, armor stat auto");
  await own.click();
  await on(it).entry("Dodge:").fill("30");
  await on(it).entry("Armor stat:").fill("10");
  await on(it).sentence.filter({ hasText: /^The huntress with a dagger .*wins 96\.4\s%/ }).waitFor();
  assert.equal(await own.innerText(), "Attacker as a target: dodge 30, armor stat 10");
  assert.equal(await it.evaluate(() => document.activeElement.tagName), "INPUT", "typing goes on");
  await on(it).sentence.filter({ hasText: /^The huntress with a dagger \(dodge 30, armor stat 10, health 60\) wins/ }).waitFor();
  await it.waitForFunction(() => decodeURIComponent(location.hash).includes("defender.armor_stat=10"));
  const other = await start(t, { path: await it.evaluate(() => location.hash) });
  await on(other).sentence.filter({ hasText: /^The huntress with a dagger .*wins 96\.4\s%/ }).waitFor();
  assert.equal(await on(other).struckBack.innerText(), "Attacker as a target: dodge 30, armor stat 10");
  await assertAccessible(other);
  // Swapped, it stands in the defender's sheet, and comes back.
  await on(other).swap.click();
  await other.waitForFunction(() => document.querySelector(fieldAt("defender.dodge"))?.value === "30" && document.querySelector(fieldAt("defender.hp")).value === "60");
  await on(other).swap.click();
  await on(other).sentence.filter({ hasText: /^The huntress with a dagger .*wins 96\.4\s%/ }).waitFor();
  // What is no number is said to be none.
  await on(other).struckBack.click();
  await on(other).entry("Dodge:").fill("many");
  await on(other).sentence.filter({ hasText: /^No duel: .*many/ }).waitFor();
});

test("who wins almost never is shown as such", async (t) => {
  // The dragon falls in some fifty turns, and needs four.
  const who = "attacker.preset=half-troll-warrior&attacker.level=30&attacker.weapon.preset=lance";
  const it = await start(t, { path: `#angband/melee?${who}&defender.preset=ancient-blue-dragon&extent=duel` });
  await on(it).attackerPoints.fill("350");
  await on(it).sentence.filter({ hasText: /wins <\s0\.1\s%, the ancient blue dragon wins >\s99\.9\s%/i }).waitFor();
});

test("one choice for the distribution, the log and the tally, by the keyboard, and in the link", async (t) => {
  const it = await start(t, { path: "#angband/melee?attacker.level=30&defender.hp=60" });
  assert.deepEqual(await on(it).extentButton.allTextContents(), ["one strike", "turn", "fight"]);
  assert.equal(new URL(it.url()).hash.includes("extent"), false);
  const rolled = on(it).logHeading;
  assert.equal(await rolled.innerText(), "One attack, rolled");
  const seen = { turn: ["Damage of a turn", "One turn, rolled", "attacks and turns of"], fight: ["Turns to kill", "One fight, rolled", "attacks, turns and fights of"], "one strike": ["Damage of a strike", "One attack, rolled", "attacks and turns of"] };
  await word(it, "one strike").focus();
  for (const [name, [bars, log, tally]] of Object.entries(seen)) {
    // Each word is a stop of its own, as those of the modes are.
    while ((await it.locator(":focus").textContent()) !== name) await it.keyboard.press(name === "one strike" ? "Shift+Tab" : "Tab");
    await it.keyboard.press("Enter");
    await on(it).damageTitle.filter({ hasText: bars }).waitFor();
    await rolled.filter({ hasText: log }).waitFor();
    assert.equal(await down(it), name);
    await it.waitForFunction((said) => (location.hash.match(/extent=\w+/)?.[0] ?? "") === said, name === "one strike" ? "" : `extent=${name}`);
    await on(it).testRolls.click();
    await on(it).tallyText.filter({ hasText: `The first 1,000 ${tally}` }).waitFor();
    await word(it, name).focus();
  }
});

test("an older link's word for the log sets the switch; with something that varies it stays a study", async (t) => {
  const it = await start(t, { path: "#angband/melee?attacker.level=30&defender.hp=60&log=fight" });
  assert.deepEqual([await heading(it), await down(it)], ["Turns to kill", "fight"]);
  await on(it).verdict.filter({ hasText: "killed in turn" }).waitFor();
  for (const [said, name] of [["log=turn", "turn"], ["extent=turn", "turn"], ["extent=fight&seed=3", "fight"], ["extent=strike", "one strike"]]) {
    await it.evaluate((said) => (location.hash = `angband/melee?attacker.level=30&defender.hp=60&${said}`), said);
    await it.waitForFunction((name) => document.querySelector(PARTS.extentHere).textContent.trim() === name, name);
  }
  await it.evaluate(() => (location.hash = "angband/melee?attacker.level=1..30&defender.hp=60&extent=fight"));
  await on(it).framedFinding.filter({ hasText: /./ }).waitFor();
  assert.equal(await down(it), "one strike");
});

test("what a mode never has is no choice, and a scenario that loses what is chosen shows the next smaller", async (t) => {
  const it = await start(t, { path: "#powder/melee?attacker.more_strikes.0.parts.0.sides=6&extent=fight" });
  assert.deepEqual([await heading(it), await down(it)], ["Damage of a turn", "turn"]);
  await it.evaluate(() => (location.hash = "powder/melee?extent=turn"));
  await it.waitForFunction(() => document.querySelector(PARTS.extentHere).textContent.trim() === "one strike");
  assert.equal(await word(it, "turn").getAttribute("title"), "A turn has one strike here");
  await it.evaluate(() => (location.hash = "pixel-dungeon/targeting"));
  await on(it).extents.waitFor({ state: "hidden" });
});

test("a fight is rolled to its end", async (t) => {
  const it = await start(t, { path: "#pixel-dungeon/melee?defender.hp=12&seed=3" });
  await word(it, "fight").click();
  await it.waitForFunction(() => location.hash.includes("extent=fight"));
  await on(it).verdict.filter({ hasText: "killed in turn 5" }).first().waitFor();
  assert.equal(await on(it).logPart.filter({ hasText: /^Turn \d/ }).count(), 5);
});

for (const [width, dark] of [[1280, false], [360, true]]) {
  test(`at ${width} px the band of a duel is two names, two chances and one bar, and asks for what is missing`, async (t) => {
    const it = await start(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll", width, dark, height: width < 600 ? 740 : 900, touch: width < 600 });
    const [mine, theirs] = [on(on(it).band).attackerPoints, on(on(it).band).defenderPoints];
    assert.equal(await mine.count(), 0);
    await word(it, "duel").click();
    await on(it).sentence.filter({ hasText: "Enter the attacker’s hit points." }).waitFor();
    // One strike has no answer, and the missing number is asked for at once.
    await on(it).headline.waitFor({ state: "hidden" });
    await it.waitForFunction(() => document.activeElement?.ariaLabel === "The attacker’s hit points");
    assert.ok(await on(it).sideAsked.getByText("hit points").isVisible());
    assert.equal(await theirs.inputValue(), "26");
    assert.deepEqual((await on(it).sides()).chances, ["–", "–"]);
    await picture(it, `duel-asks-${width}`);
    await it.keyboard.type("6");
    await on(it).sentence.filter({ hasText: /^Fred \(hit points 6\) wins/ }).waitFor();
    const { names, chances, shares } = await on(it).sides();
    assert.deepEqual(names, ["Fred wins", "The troll wins"]);
    const [win, lose] = chances.map(Number.parseFloat);
    assert.ok(win > 0 && lose > 0 && Math.abs(win + lose - 100) < 0.2, chances.join());
    assert.ok(Math.abs(shares.landed - 10 * win) < 5 && Math.abs(shares.other - 10 * lose) < 5, JSON.stringify(shares));
    assert.match(await on(it).between.innerText(), /^Fred strikes first\s+over in \d+\.\d rounds, nine in ten by \d+$/);
    await on(it).ends.waitFor();
    await assertAccessible(it, "the band of a duel");
    assert.equal(await it.evaluate(() => document.documentElement.scrollWidth), width);
    await it.evaluate(() => scrollTo(0, 0));
    await picture(it, `duel-band-${width}`);
    await on(it).mode("Melee").click();
    await on(it).chance.waitFor();
    assert.equal(await on(it).bout.count(), 0);
  });
}

test("a link to a duel takes the keyboard from nobody", async (t) => {
  const it = await start(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&extent=duel" });
  await on(it).sentence.filter({ hasText: "Enter the attacker’s hit points." }).waitFor();
  assert.equal(await it.evaluate(() => document.activeElement.localName), "body");
});

test("two sides strike at each other, and each first move counts", async (t) => {
  const it = await start(t, { path: "#pixel-dungeon/melee?attacker.preset=gnoll-scout&defender.preset=gnoll-scout" });
  await word(it, "duel").click();
  const duel = on(it).duel;
  await on(duel).ends.waitFor();
  const [mine, theirs] = await percents(it);
  assert.ok(mine > theirs && Math.abs(mine + theirs - 100) < 0.3, `${mine} ${theirs}`);
  // Of two of one name, one is told apart from the other.
  assert.match(await on(it).sentence.innerText(), /^The gnoll scout wins .*, the one who strikes back /);
  await on(duel).first.selectOption({ label: "both at once" });
  await duel.getByRole("rowheader", { name: "Both fall" }).waitFor();
  const [even, other] = await percents(it);
  assert.equal(even, other);
  // Who can lose more wins more.
  await on(it).attackerPoints.fill("30");
  await it.waitForFunction((before) => Number.parseFloat(document.querySelector(PARTS.duelShare).innerText) > before + 10, even);
});

test("of a duel the sentence of the page tells what is copied: who wins", async (t) => {
  const it = await start(t, { path: "#dominions/melee?attacker.preset=knight&defender.preset=vanjarl&extent=duel" });
  await on(it).sentence.filter({ hasText: /^The knight with lance wins [\d.]+.%, the vanjarl .* rounds on average/ }).waitFor();
  await on(it).mode("Melee").click();
  await on(it).sentence.filter({ hasText: /^The knight with lance hits the vanjarl/ }).waitFor();
});

test("a duel is shared as what it is, and a fight's picture is of its turns", async (t) => {
  const it = await start(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&defender.hp=26&extent=fight" });
  await on(it).damageTitle.filter({ hasText: "Turns to kill" }).waitFor();
  const share = on(it).shareDialog;
  const open = async (format) => {
    await on(it).share.click();
    await on(share).format.selectOption(format);
    const text = await on(share).shareField.inputValue();
    await it.keyboard.press("Escape");
    return text;
  };
  assert.match(await open("wikitext"), /To hit/);
  await word(it, "duel").click();
  await on(it).attackerPoints.fill("40");
  await on(it).duelEnds.waitFor();
  const text = await open("wikitext");
  assert.match(text, /^Fred \(hit points 40\) wins [^,]+.%, the troll wins [^,]+.%, .* \(Fred strikes first; POWDER, .*extent=duel/);
  assert.match(text, /Fred wins\n\| &#62;.99\.9.%/);
  assert.doesNotMatch(text, /To hit/);
  assert.match(text, /The troll wins\n/);
  assert.match(text, /Rounds, average\n/);
});

test("a duel is rolled turn by turn, and a thousand of them come near the exact chances", async (t) => {
  const it = await start(t, { path: "#pixel-dungeon/melee?attacker.preset=gnoll-scout&defender.preset=gnoll-scout&seed=3" });
  await word(it, "duel").click();
  await on(it).logHeading.filter({ hasText: "One duel, rolled" }).waitFor();
  await on(it).duelEnds.waitFor();
  const log = on(it).log;
  await on(log).verdict.filter({ hasText: /falls? in round \d+/ }).waitFor();
  await rolled(it);
  // Of a long one the beginning is seen, and all of it when that is wanted.
  assert.equal(await on(log).logEvent.count(), 24);
  await log.getByRole("button", { name: /^All \d+ lines$/ }).click();
  const turns = await on(log).logPart.allInnerTexts();
  // Whoever is first begins, and then one after the other, for they are equally fast.
  assert.deepEqual(turns.slice(0, 5), ["The attacker", "The defender", "The attacker's turn 1", "The defender's turn 1", "The attacker's turn 2"]);
  // What is left is what was there without what was lost.
  const lines = await on(log).logEvent.allInnerTexts();
  let left = { attacker: 12, defender: 12 };
  let lost = 0;
  for (const line of lines) {
    lost = Number(line.match(/lost (\d+)/)?.[1] ?? lost);
    const [, side, rest] = line.match(/the (attacker|defender)'s hit points (\d+)/i) ?? [];
    if (side === undefined) continue;
    assert.equal(Number(rest), Math.max(0, left[side] - lost), line);
    left = { ...left, [side]: Number(rest) };
    lost = 0;
  }
  assert.ok(Math.min(left.attacker, left.defender) === 0, JSON.stringify(left));
  const exact = await percents(it);
  await on(it).first.selectOption({ index: 1 });
  await it.waitForFunction(() => document.querySelectorAll(PARTS.logPart)[2].innerText === "The defender's turn 1");
  await on(it).first.selectOption({ index: 0 });
  for (const [button, count] of [["Test with 1,000 rolls", "1,000"], ["Roll 10,000 more", "11,000"]]) {
    await on(it).duel.getByRole("button", { name: button }).click();
    await on(it).duelColumn.filter({ hasText: `${count} rolled` }).waitFor();
  }
  const shares = (await on(it).duelRolledShare.allInnerTexts()).slice(-2).map(Number.parseFloat);
  // Four times the deviation of eleven thousand.
  for (const [place, share] of shares.entries()) assert.ok(Math.abs(share - exact[place]) < 1.9, `${shares} beside ${exact}`);
  await assertAccessible(it, "a rolled duel");
  await on(it).again.click();
  await on(it).duelHead.waitFor({ state: "detached" });
});

test("whoever has no name is named as in the middle of a sentence", async (t) => {
  const it = await start(t, { path: `#powder/melee?defender.hp=30&extent=duel&against=${encodeURIComponent("powder/melee?defender.hp=25")}` });
  await on(it).aloneName.filter({ hasText: /^(A|The|You)\b/ }).nth(1).waitFor();
  await on(it).sentence.filter({ hasText: /^(A|The|You) .* wins? .*, (a|the|you) / }).waitFor();
});

test("a duel travels in the page's link, to another visit and into a frame", async (t) => {
  const it = await start(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&defender.hp=30" });
  await word(it, "duel").click();
  await on(it).attackerPoints.fill("25");
  await on(it).first.selectOption({ index: 1 });
  await it.waitForFunction(() => /against=powder\/melee%3F.*hp%3D25.*&extent=duel&first=defender/.test(location.hash));
  const verdict = (page) => on(page).sentence.filter({ hasText: /wins? [<>\d]/ });
  await verdict(it).waitFor();
  const shown = await verdict(it).innerText();
  // Why it comes so.
  const alone = (await on(it).aloneRow.allInnerTexts()).map((row) => row.replace(/\s+/g, " "));
  assert.equal(alone.length, 2);
  for (const row of alone) assert.match(row, /[\d.]+ % [\d.]+( a turn)? \d+\.\d [<\d.]+ ?\d* %$/);
  const link = new URL(it.url()).hash;
  const other = await start(t, { path: link });
  await verdict(other).waitFor();
  assert.equal(await verdict(other).innerText(), shown);
  // In a duel it alone is pressed, and no mode.
  assert.match(await on(other).modeHere.innerText(), /Duel/);
  assert.equal(new URL(other.url()).hash, link);
  assert.equal(await on(other).panel.count(), 0);
  // Whoever strikes back is the defender that stands there, whatever changes.
  await on(other).duelDoing.filter({ hasText: "Strikes back: The troll" }).waitFor();
  assert.equal(await on(other).attackerPoints.inputValue(), "25");
  await on(other).swap.click();
  await other.waitForFunction((shown) => document.querySelector(PARTS.sentence).innerText !== shown, shown);
  // In an article, too: with what changes it where the sheets are, and alone where nothing but the answer is.
  const frame = await start(t, { path: `embed.html${link}` });
  assert.equal(await verdict(frame).innerText(), shown);
  await on(frame).first.selectOption({ label: "both at once" });
  await on(frame).duel.getByText("Both fall").waitFor();
  await assertAccessible(frame, "a duel in a frame");
  const answer = await start(t, { path: `embed.html?panels=answer${link}` });
  assert.equal(await verdict(answer).innerText(), shown);
  assert.equal(await on(answer).duelChoices.count(), 0);
});

test("a frame shows the extent of its link, and its reader chooses another", async (t) => {
  const frame = await start(t, { path: "embed.html?panels=damage#pixel-dungeon/melee?defender.hp=12&extent=fight" });
  await on(frame).damageTitle.filter({ hasText: "Turns to kill" }).waitFor();
  await word(frame, "one strike").click();
  await on(frame).damageTitle.filter({ hasText: "Damage of a strike" }).waitFor();
});

for (const width of [360, 280]) {
  test(`at ${width} px a duel is rolled before its controls and its ends, and the switch of a fight is in sight`, async (t) => {
    const it = await start(t, { path: "#dominions/melee?extent=duel", width, height: 740, touch: true });
    await on(it).duelEnds.waitFor();
    const box = (selector) => it.locator(selector).boundingBox();
    const tops = (await Promise.all([PARTS.tabs, PARTS.log, PARTS.duelControls, PARTS.duelEnds].map(box))).map(({ y }) => y);
    assert.deepEqual(tops, tops.toSorted((a, b) => a - b));
    const wide = () => it.evaluate(() => Math.max(innerWidth, document.documentElement.scrollWidth));
    assert.equal(await wide(), width);
    await on(it).mode("Melee").tap();
    await word(it, "fight").tap();
    await on(it).damageTitle.filter({ hasText: "Turns to kill" }).waitFor();
    assert.deepEqual([await wide(), await on(it).extents.evaluate((one) => one.scrollWidth <= innerWidth)], [width, true]);
    await assertAccessible(it, "a fight");
  });
}

test("whoever strikes back in a link does so with what the link says", async (t) => {
  const against = encodeURIComponent("pixel-dungeon/melee?attacker.preset=sewer-crab&defender.hp=20");
  const it = await start(t, { path: `#pixel-dungeon/melee?defender.hp=12&extent=duel&first=both&against=${against}` });
  await on(it).sentence.filter({ hasText: /wins? [<>\d]/ }).waitFor();
  assert.equal(await on(it).first.locator("option:checked").innerText(), "both at once");
  await on(it).duelDoing.filter({ hasText: "Strikes back: The sewer crab" }).waitFor();
  assert.equal(await on(it).attackerPoints.inputValue(), "20");
  await on(it).fieldOf("defender.hp").fill("13");
  await it.waitForFunction(() => location.hash.includes("attacker.preset%3Dsewer-crab"));
});

test("who has a mode of its own to strike in strikes back in it", async (t) => {
  const it = await start(t, { path: "#angband/melee?defender.preset=drolem" });
  await word(it, "duel").click();
  await on(it).attackerPoints.fill("400");
  await on(it).sentence.filter({ hasText: /wins? [<>\d]/ }).waitFor();
  await on(it).duelDoing.filter({ hasText: "Strikes back: The drolem" }).waitFor();
  // One who all but never wins is not said to have more left than it had.
  assert.doesNotMatch(await on(it).sentence.innerText(), /Hit points left[^(]*warrior/);
});

test("both sides' hit points are entered where it is asked who wins, and who has some shows them", async (t) => {
  const it = await start(t, { path: "#powder/melee?attacker.preset=fred&attacker.charging=true&defender.natural_ac=8" });
  await it.waitForFunction(() => document.querySelector(fieldAt("defender.hp"))?.placeholder === "");
  await word(it, "duel").click();
  const verdict = on(it).sentence;
  await verdict.filter({ hasText: "Enter the defender’s hit points." }).waitFor();
  await on(it).defenderPoints.fill("30");
  await verdict.filter({ hasText: "Enter the attacker’s hit points." }).waitFor();
  await it.waitForFunction(() => document.querySelector(fieldAt("defender.hp")).value === "30");
  await on(it).attackerPoints.fill("40");
  // Who is called by name alone.
  await verdict.filter({ hasText: /^Fred .*wins [<>\d]/ }).waitFor();
  const other = await start(t, { path: "#dominions/melee?attacker.preset=vanjarl&defender.hp=10" });
  await word(other, "duel").click();
  await other.waitForFunction(() => /^\d+$/.test(document.querySelector(PARTS.boutField).placeholder));
});

test("hit points stay with whoever has them: when the sides change places, and when another comes", async (t) => {
  const it = await start(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&extent=duel" });
  const [mine, theirs] = [on(it).attackerPoints, on(it).defenderPoints];
  await mine.fill("30");
  await on(it).sentence.filter({ hasText: "Fred (hit points 30) wins" }).waitFor();
  await on(it).swap.click();
  await on(it).sentence.filter({ hasText: /^The troll wins .*, Fred \(hit points 30\) wins/ }).waitFor();
  assert.equal(await theirs.inputValue(), "30");
  assert.equal(await mine.inputValue(), "");
  await on(it).swap.click();
  await on(it).sentence.filter({ hasText: "Fred (hit points 30) wins" }).waitFor();
  assert.equal(await mine.inputValue(), "30");
  assert.equal(await theirs.inputValue(), "26");
  await it.evaluate(() => void (location.hash = "crawl/melee?defender.preset=orc-warrior&extent=duel"));
  // The duel of the game before stands until the other one is here.
  await on(it).mode("Monster\'s melee").waitFor();
  await mine.fill("90");
  await on(it).ends.waitFor();
  await on(it).mode("Monster\'s melee").click();
  await it.waitForFunction(() => location.hash.includes("crawl/monster-melee") && location.hash.includes("defender.hp=90"));
  await word(it, "duel").click();
  assert.equal(await mine.inputValue(), "");
});

test("a list that closes before the end says so", async (t) => {
  const against = encodeURIComponent("angband/monster-melee?attacker.level=1&defender.hp=20000");
  const it = await start(t, { path: `#angband/melee?attacker.level=1&defender.hp=20000&defender.ac=500&extent=duel&against=${against}` });
  await on(it).sentence.filter({ hasText: /undecided after [\d,]+ rounds 100.%/ }).waitFor();
  await it.evaluate(() => void (location.hash = "dominions/melee?attacker.preset=hoplite&defender.preset=niefel-giant&defender.hp=1000&extent=fight"));
  await on(it).damageTitle.filter({ hasText: "Turns to kill" }).waitFor();
  await on(it).glance.filter({ hasText: /median\s*\d+\+/ }).waitFor();
  const glance = await on(it).glance.innerText();
  assert.match(glance, /average\s+775\.7/);
  assert.match(glance, /spread \(SD\)\s+–/);
});
