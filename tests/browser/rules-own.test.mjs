// A game of one's own: its tab, its duel, its three parts, the editor, and a game from one line of dice.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { article } from "./article.mjs";
import { PARTS, fieldAt, on } from "./calculator.mjs";
import { assertAccessible, browser, page, picture, started, traced } from "./harness.mjs";

const plain = (text) => text.replaceAll("\u00a0", " ");

/** Both sheets have the same fields. */
const duel = `rules 1 "Arena"
endings
  miss: miss
  hit: hit
sheet attacker
  skill: 0..20 = 5
  hp: 1..100 ?
sheet defender
  skill: 0..20 = 5
  hp: 1..100 ?
aim = attacker.skill
strike
  face = d20
  end miss if face + aim < 10 + defender.skill
  end hit lose 1d8
show aim
`;
const words = `words "Arena of the yard"
attacker = "Hero" | "Who strikes."
  presets fighter
defender = "Foe" | "Who is struck."
  presets fighter
attacker.skill = "Skill at arms" | "Added to the roll."
`;
const presets = `[Fighters]
Champion | fighter: skill=12 hp=30
Novice | fighter: skill=2 hp=10
`;
const bundle = `${duel}=== words ===\n${words}=== presets ===\n${presets}`;
const packed = (text) => `rules=~${Buffer.from(text).toString("base64url")}`;
const opened = (t, text, more = "", options = {}) => page(t, { path: `#own?${packed(text)}${more}`, ...options });
const hits = (it, says) => it.waitForFunction((says) => document.querySelector(PARTS.headline).innerText.replaceAll("\u00a0", " ").includes(says), says);
/** The field of the editor: a custom game has it open. */
async function change(it) {
  const field = on(it).rules;
  if ((await on(it).ownGame.count()) === 0) {
    await on(it).rulebookTitle.click();
    await on(it).changeRules.click();
  }
  await on(it).openTab("rules");
  await field.waitFor();
  return field;
}
const tab = (it) => on(it).firstRowGame.last();
/** Where elements stand in the page, once all of them can be seen. */
const boxes = async (it, ...selectors) => {
  for (const selector of selectors) await it.locator(selector).first().waitFor();
  return it.evaluate((selectors) => selectors.map((one) => document.querySelector(one).getBoundingClientRect().toJSON()), selectors);
};
const part = (it, name) => on(it).partButton(name);

test("a custom game is a tab beside the others, and nothing speaks of a document", async (t) => {
  const it = await opened(t, duel, "&attacker.hp=20");
  const tab = on(it).gameHere;
  assert.equal((await tab.innerText()).trim(), "Arena");
  assert.equal(await on(it).editionMenu.count(), 0);
  assert.doesNotMatch(await it.locator("main").innerText(), /Example from|document/);
  assert.ok(await on(it).entry("HP").first().isVisible());
  await assertAccessible(it);
  // The tab leads back, with what was entered.
  await on(it).gameTab("brogue").click();
  await on(it).gameTabHere("brogue").waitFor();
  assert.equal((await on(it).ownGameTab.innerText()).trim(), "Arena");
  await on(it).game.filter({ hasText: "Arena" }).click();
  await on(it).own.waitFor();
  await it.waitForFunction(() => document.querySelector(fieldAt("attacker.hp")).value === "20");
});

test("where both sheets have the same fields the sides swap and fight a duel", async (t) => {
  const it = await opened(t, duel, "&attacker.skill=9&attacker.hp=20&defender.hp=12");
  await hits(it, "75.0 %");
  await on(it).swap.click();
  await hits(it, "35.0 %");
  await on(it).swap.click();
  await on(it).extent("duel").click();
  await it.waitForFunction(() => /wins|\d\s%/.test(document.querySelector(PARTS.band).innerText));
  await picture(it, "own-duel");
});

test("sheets with different fields have a duel too: what is missing has its default", async (t) => {
  const text = duel.replace("  hp: 1..100 ?\naim", "  hp: 1..100 ?\n  crit_resistant: flag\naim").replace("skill: 0..20 = 5\n  hp", "skill: 0..20 = 5\n  reach: 0..5\n  hp");
  const it = await opened(t, text, "&attacker.skill=9&attacker.hp=20&defender.hp=12");
  await hits(it, "75.0 %");
  await on(it).extent("duel").click();
  await it.waitForFunction(() => /wins/.test(document.querySelector(PARTS.band).innerText));
  await on(it).swap.click();
  await it.waitForFunction(() => document.querySelector(fieldAt("defender.hp")).value === "20");
});

test("rules, words and presets travel together in the link, and each part has its own errors", async (t) => {
  const it = await opened(t, bundle);
  assert.ok(await on(it).entry("Skill at arms").isVisible());
  assert.equal((await on(it).gameHere.innerText()).trim(), "Arena of the yard");
  const field = await change(it);
  assert.equal(await field.inputValue(), duel);
  await part(it, "Presets").click();
  const own = on(it).rulesPart("Presets");
  assert.equal(await own.inputValue(), presets);
  await own.fill(`${presets}Giant | fighter: skill=99\n`);
  const problem = on(it).rulesWrongLine;
  await problem.filter({ hasText: "Presets, line 4" }).waitFor();
  assert.match(await on(it).bookWrongPart.innerText(), /skill/);
  await part(it, "Words").click();
  const said = on(it).rulesPart("Words");
  await said.fill(`${words}defender.armour = "Armour" | "None."\n`);
  await problem.filter({ hasText: "Words, line 7" }).waitFor();
  await on(it).button("Words, line 7").click();
  assert.equal(await said.evaluate((field) => field.value.slice(0, field.selectionStart).split("\n").length), 7);
  await assertAccessible(it);
  await picture(it, "own-words-wrong");
  await said.fill(words.replace("Skill at arms", "Prowess"));
  await on(it).entry("Prowess").waitFor();
  await part(it, "Presets").click();
  const wrong = await it.evaluate(() => location.hash);
  await own.fill(presets.replace("Champion", "Hydra"));
  await problem.first().waitFor({ state: "detached" });
  await it.waitForFunction((wrong) => location.hash !== wrong && location.hash.includes("rules=."), wrong);
  const link = new URL(it.url()).hash;
  const other = await page(t, { path: link });
  await on(other).entry("Prowess").waitFor();
  await change(other);
  await part(other, "Presets").click();
  assert.equal(await on(other).rulesPart("Presets").inputValue(), presets.replace("Champion", "Hydra"));
});

test("a file holds all three parts, saved and opened", async (t) => {
  const it = await opened(t, bundle);
  await change(it);
  const [download] = await Promise.all([it.waitForEvent("download"), on(it).saveFile.click()]);
  const saved = readFileSync(await download.path(), "utf8");
  assert.equal(saved, bundle);
  const other = await page(t, { path: "#powder/melee" });
  await change(other);
  await on(other).file.setInputFiles({ name: "arena.rules", mimeType: "text/plain", buffer: Buffer.from(saved) });
  await on(other).entry("Skill at arms").waitFor();
  await part(other, "Words").click();
  assert.equal(await on(other).rulesPart("Words").inputValue(), words);
});

test("a file that is dropped onto the editor is the game, with all three parts", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  const field = await change(it);
  const dropped = await it.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "arena.rules", { type: "text/plain" }));
    return data;
  }, bundle);
  await field.dispatchEvent("drop", { dataTransfer: dropped });
  await on(it).entry("Skill at arms").waitFor();
  assert.equal(await field.inputValue(), duel);
  assert.equal((await on(it).gameHere.innerText()).trim(), "Arena of the yard");
  await part(it, "Presets").click();
  assert.equal(await on(it).rulesPart("Presets").inputValue(), presets);
});

test("a scenario that is refused is marked at its line, beside the text", async (t) => {
  const it = await opened(t, duel);
  const field = await change(it);
  await field.fill(duel.replace("lose 1d8", "lose 1d8 - 3"));
  const problem = on(it).rulesWrongLine.filter({ hasText: "Line 15" });
  await problem.waitFor();
  assert.match(await problem.innerText(), /can be -2/);
  assert.equal(await on(it).bookWrongPart.count(), 1);
  await picture(it, "own-refused");
  await field.fill(duel);
  await problem.waitFor({ state: "detached" });
});

test("the editor colours tokens, completes names and indents on a key", async (t) => {
  const it = await opened(t, duel);
  const field = await change(it);
  assert.equal(await on(it).bookKeyword.filter({ hasText: "strike" }).count(), 1);
  assert.equal(await on(it).bookText.filter({ hasText: "Arena" }).count(), 1);
  // A name under the caret, taken by an arrow and Enter.
  await field.fill(duel.replace("face + aim <", "face + attacker.s <"));
  await field.evaluate((field) => {
    const at = field.value.indexOf("attacker.s <") + "attacker.s".length;
    field.setSelectionRange(at, at);
  });
  await field.press("Control+Space");
  await it.waitForFunction(() => document.querySelector(PARTS.bookFirst).value.includes("attacker.skill <"));
  await field.press("Control+z");
  await it.waitForFunction(() => document.querySelector(PARTS.bookFirst).value.includes("attacker.s <"));
  await field.evaluate((field) => {
    const at = field.value.indexOf("show aim");
    field.setSelectionRange(at, at);
  });
  await field.pressSequentially("en");
  const names = it.getByRole("listbox", { name: "Names" });
  await on(names).rows.first().waitFor();
  await picture(it, "own-names");
  assert.equal(await field.getAttribute("aria-activedescendant"), null);
  await field.press("ArrowDown");
  assert.equal(await field.getAttribute("aria-activedescendant"), "rule-name-0");
  const first = await on(names).rows.first().innerText();
  await field.press("Enter");
  assert.ok((await field.inputValue()).includes(`\n${first}show aim`));
  // Margins.
  await field.fill(duel.replaceAll("\n  ", "\n\t"));
  await field.press("Alt+Shift+F");
  assert.equal(await field.inputValue(), duel);
});

test("a game of one's own begins at the last tab: an editor, its odds, and other beginnings", async (t) => {
  for (const window of [{}, { width: 360, height: 740, touch: true }]) {
    const it = await page(t, { path: "#powder/melee", ...window });
    assert.equal((await tab(it).innerText()).trim(), "Your own game");
    await tab(it).click();
    await hits(it, "65.0 %");
    assert.equal((await tab(it).innerText()).trim(), "My game");
    assert.equal(await tab(it).getAttribute("aria-current"), "page");
    const field = await change(it);
    assert.match(await field.inputValue(), /^rules 1 "My game"/m);
    assert.ok(await on(it).file.count());
    await on(it).bookFilled.first().waitFor({ state: "attached" });
    await assertAccessible(it);
    await picture(it, `own-begin-${window.width ?? 1280}`);
    // Nothing is lost, so nothing is asked: the harness would dismiss a dialog.
    await on(it).buttonLike("Opposed rolls").click();
    await it.waitForFunction(() => document.title.startsWith("Opposed rolls"));
    assert.match(await field.inputValue(), /^rules 1 "Opposed rolls"/m);
  }
});

test("the tab opens in a new window, too, and there the game that was changed last", async (t) => {
  const it = await page(t, { path: "#own" });
  const field = await change(it);
  await field.fill((await field.inputValue()).replaceAll('"My game"', '"The yard"'));
  await it.waitForFunction(() => document.title.startsWith("The yard"));
  await on(it).entry("Skill").fill("9");
  await it.waitForFunction(() => /skill=9.*rules=/.test(location.hash));
  const other = await it.context().newPage();
  await other.goto(`${it.url().split("#")[0]}#own`);
  await on(other).gameHere.filter({ hasText: "The yard" }).waitFor();
  assert.equal(await on(other).entry("Skill").inputValue(), "9");
  // A game of the program leads there and back.
  await other.goto(`${it.url().split("#")[0]}#powder/melee`);
  await other.reload();
  await on(other).firstRowGame.filter({ hasText: "Your own game" }).click();
  await on(other).gameHere.filter({ hasText: "The yard" }).waitFor();
});

test("a custom game has its rules on the left, and its sheets side by side above log and chart; on a phone the rules are a tab", async (t) => {
  const it = await opened(t, duel, "&defender.hp=12");
  await change(it);
  const [rules, attacker, defender, log, chart] = await boxes(it, PARTS.book, fieldAt("attacker"), fieldAt("defender"), PARTS.log, PARTS.chart);
  for (const right of [attacker, defender, log, chart]) assert.ok(right.left >= rules.right, JSON.stringify([rules, right]));
  assert.ok(attacker.right <= defender.left && Math.max(attacker.bottom, defender.bottom) <= log.top && log.bottom <= chart.top);
  assert.match(await on(it).own.innerText(), /They stand under “Rules as text”/);
  await picture(it, "own-layout");
  // Another game has its sheets on the left.
  await on(it).gameTab("powder").click();
  await on(it).leftSheet.waitFor();
  assert.equal(await on(it).rulebookOpen.count(), 0);
  const phone = await opened(t, duel, "&defender.hp=12", { width: 360, height: 740, touch: true });
  await change(phone);
  for (const [tab, ...parts] of [["result", PARTS.log, PARTS.chart], ["left", fieldAt("attacker")], ["right", fieldAt("defender")]]) {
    await on(phone).openTab(tab);
    const [above, ...all] = await boxes(phone, PARTS.tabs, ...parts);
    for (const below of all) assert.ok(above.bottom <= below.top, JSON.stringify([above, below]));
    assert.equal(await on(phone).book.isVisible(), false);
  }
  await on(phone).openTab("rules");
  const [above, below] = await boxes(phone, PARTS.tabs, PARTS.book);
  assert.ok(above.bottom <= below.top, JSON.stringify([above, below]));
  await picture(phone, "own-layout-phone");
});

test("a game that is too long for a link is kept in this browser, and a reload gives it back", async (t) => {
  // Names that do not deflate.
  let seed = 1;
  const name = () => Array.from({ length: 24 }, () => ((seed = (seed * 48271) % 0x7fffffff) % 36).toString(36)).join("");
  const long = `${bundle}${Array.from({ length: 2500 }, () => `${name()} | fighter: skill=3\n`).join("")}`;
  const it = await page(t, { path: "#own" });
  await on(it).file.setInputFiles({ name: "arena.rules", mimeType: "text/plain", buffer: Buffer.from(long) });
  await on(it).entry("Skill at arms").first().fill("12");
  await hits(it, "90.0 %");
  await on(it).own.filter({ hasText: "this browser alone keeps them" }).waitFor();
  await on(it).rulebookSays.filter({ hasText: "this browser alone keeps them" }).waitFor();
  await it.waitForFunction(() => /^#own-[0-9a-f]+\/.*skill=12/.test(location.hash) && !location.hash.includes("rules="));
  // The bare address, where the loop ends, has no link.
  const before = await it.evaluate(() => location.hash);
  for (const again of [() => it.reload(), () => it.goto(it.url().split("#")[0]).then(() => it.reload())]) {
    await again();
    await hits(it, "90.0 %");
    await on(it).own.filter({ hasText: "Arena of the yard" }).waitFor();
  }
  // A changed text takes the place of the text before.
  const field = await change(it);
  await field.fill((await field.inputValue()).replace("lose 1d8", "lose 1d10"));
  await it.waitForFunction((before) => location.hash.startsWith("#own-") && location.hash.split("/")[0] !== before.split("/")[0], before);
  assert.equal(await it.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("game/")).length), 1);
  // The link of the text before leads to the text as it stands now, and says so.
  const earlier = await it.context().newPage();
  await earlier.goto(it.url().split("#")[0] + before);
  await on(earlier).introWrong.filter({ hasText: "an earlier version of these rules" }).waitFor();
  await hits(earlier, "90.0 %");
  await change(earlier);
  assert.match(await on(earlier).rules.inputValue(), /lose 1d10/);
  // Elsewhere the link leads to no game, and says why.
  const other = await page(t, { path: new URL(it.url()).hash });
  assert.match(await on(other).introWrong.innerText(), /too long for a link, and this browser has no copy of them/);
});

test("the first answer of a link's rules comes from the worker, however heavy they are", async (t) => {
  const heavy = duel.replace("  end hit lose 1d8", "  a = d1000\n  b = d1000\n  end hit lose (a * b) mod (a + b)");
  const it = await opened(t, heavy);
  // A task that the end of the record cuts off has no time.
  const longest = (all) => Math.max(0, ...all.map(({ tdur = 0 }) => tdur / 1000));
  const rounds = [];
  for (let round = 0; round < 3; round++) {
    const { tasks, events } = await traced(await browser(), async () => {
      await it.reload();
      await started(it);
      await hits(it, "55.0 %");
    });
    const workers = events.filter(({ name, args }) => name === "thread_name" && args.name === "DedicatedWorker thread");
    const elsewhere = events.filter(({ name, pid, tid }) => name === "RunTask" && workers.some((one) => one.pid === pid && one.tid === tid));
    rounds.push([longest(tasks), longest(elsewhere)]);
  }
  t.diagnostic(`the longest tasks in page and worker, in ms: ${rounds.map((round) => round.map(Math.round).join(" and ")).join(", ")}`);
  // Times of a program's start differ; the best of a few counts.
  assert.ok(rounds.some(([page, worker]) => page < worker / 2));
});

test("one line of dice is a game", async (t) => {
  const it = await page(t, { path: "#own" });
  const field = on(it).dice;
  await field.fill("1d20+5 against 15, 2d6 +* 3");
  await on(it).showOdds.click();
  await on(it).oneLineWrong.filter({ hasText: /./ }).waitFor();
  assert.match(await on(it).oneLineWrong.innerText(), /^At “/);
  await field.fill("1d20+5 against 15, 2d6+3");
  await field.press("Enter");
  await hits(it, "55.0 %");
  assert.equal((await on(it).gameHere.innerText()).trim(), "1d20+5 against 15, 2d6+3");
  await assertAccessible(it);
  await picture(it, "own-line");
  // A line of a dice roller is read, and its spelling here is shown.
  await field.fill("4d6kh3");
  await field.press("Enter");
  await on(it).readAs.filter({ hasText: "Read as “best 3 of 4 times d6”." }).waitFor();
  await field.fill("10d10>=7");
  await field.press("Enter");
  await on(it).readAs.filter({ hasText: "count of 10 times (d10 >= 7)" }).waitFor();
  // Dice alone have a total: no hits, no damage, no test of strikes.
  await field.fill("1d4 - 2");
  await field.press("Enter");
  await on(it).sentence.filter({ hasText: "1d4 - 2 comes to 0.5 on average, −1 to 2." }).waitFor();
  await on(it).damageTitle.filter({ hasText: "Total of the roll" }).waitFor();
  await on(it).verdict.filter({ hasText: /^Total: −?\d$/ }).waitFor();
  assert.equal(await on(it).logHeading.innerText(), "One roll");
  const [modes, sentence] = await Promise.all([PARTS.modes, PARTS.sentence].map((part) => it.locator(part).boundingBox()));
  assert.ok(sentence.y - modes.y - modes.height < 24, "no empty row in the place of numbers");
  assert.deepEqual((await on(it).glanceFigure.allInnerTexts()).at(-1), "−1 to 2");
  for (const hidden of [PARTS.headline, PARTS.outcomes, PARTS.manyRolls]) assert.equal(await it.locator(hidden).locator("visible=true").count(), 0, hidden);
  await picture(it, "own-total");
});

test("words, presets and files give an article its game, by the element and by the gadget", async (t) => {
  const pre = (name, text) => `<pre class="tohit-${name}">${text.replaceAll("<", "&lt;")}</pre>`;
  const all = pre("rules", duel) + pre("words", words) + pre("presets", presets);
  const it = await article(t, `<tohit-calculator load="now">${all}</tohit-calculator><script type="module" src="{home}tohit-element.js"></script>`);
  await on(on(it).element).entry("Skill at arms").waitFor();
  assert.match(await on(on(it).element).own.innerText(), /^Arena of the yard: rules of their author's own\.$/);
  assert.doesNotMatch(plain(await on(it).element.innerText()), /Rules as text|Example from/);
  const other = await article(t, `<div id="here">${all.replace("<pre ", '<pre data-home="{home}" ')}</div><script src="{home}tohit-gadget.js"></script>`);
  await on(other).calculate.click();
  await on(other.frameLocator("iframe")).entry("Skill at arms").waitFor();
  // A file of the article's.
  const file = `data:text/plain;base64,${Buffer.from(bundle).toString("base64")}`;
  const third = await article(t, `<div class="tohit" data-home="{home}" data-rules="${file}" data-link="own?attacker.skill=9">Text.</div><script src="{home}tohit-gadget.js"></script>`);
  await on(third).calculate.click();
  const frame = third.frameLocator("iframe");
  await on(frame).entry("Skill at arms").waitFor();
  assert.equal(await on(frame).entry("Skill at arms").inputValue(), "9");
  const fourth = await article(t, `<tohit-calculator load="now" rules="${file}" link="own?attacker.skill=9">Text.</tohit-calculator><script type="module" src="{home}tohit-element.js"></script>`);
  await on(on(fourth).element).entry("Skill at arms").waitFor();
});

test("a text of 200 kB holds the page for no longer than typing does", async (t) => {
  const it = await opened(t, duel);
  const field = await change(it);
  const large = duel + "# a note that says nothing, and takes its room all the same\n".repeat(3400);
  assert.ok(large.length > 200_000);
  const { tasks } = await traced(await browser(), async () => {
    await field.evaluate((field, text) => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }, large);
    await on(it).rulesWrongLine.filter({ hasText: "65536 bytes" }).waitFor();
    await on(it).book.evaluate((book) => (book.scrollTop = book.scrollHeight));
    await it.waitForFunction(() => [...document.querySelectorAll(PARTS.bookLineCode)].at(-2)?.textContent.includes("takes its room"));
  });
  const longest = Math.max(...tasks.map(({ tdur }) => tdur / 1000));
  assert.ok((await on(it).bookLine.count()) < 200, "only lines in sight are drawn");
  t.diagnostic(`the longest task took ${longest.toFixed(0)} ms`);
  // A text that can be played, of nearly the longest size: read in the worker.
  const played = duel + "# a note that says nothing, and takes its room all the same\n".repeat(1000);
  await field.fill(played.replace("1d8", "2d8"));
  await on(it).rulesWrong.waitFor({ state: "detached" });
  await it.waitForFunction(() => document.querySelector(PARTS.rulebookSays).textContent.includes("carries these rules"));
});
