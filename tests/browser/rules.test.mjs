// The rules as text: each line with its present figure, changed while one looks at the answer, carried by the link, or brought from elsewhere.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { article } from "./article.mjs";
import { PARTS, on } from "./calculator.mjs";
import { assertAccessible, open, page, picture, rolled, started } from "./harness.mjs";

const phone = { width: 360, height: 740, touch: true };
const plain = (text) => text.replaceAll("\u00a0", " ");

/** A game of somebody's own. */
const goblins = `rules 1 "Goblins of the yard" 2026-11-22
endings
  miss: miss
  hit: hit
  critical: mighty
sheet attacker
  skill: 0..20 = 5
  club: 1..12 = 6
  strong: flag
sheet defender
  ac: 0..40 = 16
  hp: 1..100 ?
bonus = attacker.skill              [1.1]
  + 4    if attacker.strong         [1.2]
strike
  face = d20
  end miss if face + bonus < defender.ac    [2]
  damage = 1 d attacker.club                [3]
    * 2     if face = 20                    [3.1]
  end mighty lose damage if face = 20
  end hit lose damage
show bonus
show kill this strike
words "Goblins"
`;

/** A text as a link carries it. */
const packed = (text) => `rules=~${Buffer.from(text).toString("base64url")}`;
const docs = new URL("../../docs/", import.meta.url);
/** The games to begin with: their names and texts. */
const lessons = readdirSync(new URL("lessons/", docs))
  .filter((file) => file.endsWith(".rules"))
  .map((file) => [file, readFileSync(new URL(`lessons/${file}`, docs), "utf8")]);

// A custom game has its editor open.
const isGame = async (it) => (await on(it).ownGame.count()) > 0;
const unfold = async (it) => (await isGame(it)) || (await on(it).rulebookTitle.click());
const change = async (it) => {
  if (!(await isGame(it))) await on(it).changeRules.click();
  return on(it).rules;
};
const hit = async (it) => plain(await on(it).headline.innerText());
const hits = (it, says) => it.waitForFunction((says) => document.querySelector(PARTS.headline).innerText.replaceAll("\u00a0", " ").includes(says), says);
const figures = (it, begins) => on(it).bookFigures(begins);

/** Opens the page with somebody's own game in the field. */
async function withGoblins(t, options = {}) {
  const it = await page(t, { path: "#powder/melee", ...options });
  await unfold(it);
  const field = await change(it);
  await field.fill(goblins);
  await on(it).own.waitFor();
  return { it, field };
}

test("nothing of the rules is drawn before they are asked for; then each line has its figure", async (t) => {
  const { it } = await withGoblins(t);
  await on(it).done.click();
  await it.waitForFunction(() => [...document.querySelectorAll(PARTS.bookFigure)].some((one) => one.textContent.includes("avg")));
  assert.deepEqual(await figures(it, "bonus ="), [["5", ""]]);
  assert.deepEqual(await figures(it, "+ 4"), [["", "unused"]]);
  assert.deepEqual(await figures(it, "end miss"), [["50.0 % end", ""]]);
  assert.deepEqual(await figures(it, "damage ="), [["3.8 avg", ""]]);
  assert.deepEqual(await figures(it, "sheet attacker"), [["", ""]]);
  // A field changes what the lines come to.
  await it.getByLabel("Strong").check();
  await it.waitForFunction(() => ![...document.querySelectorAll(PARTS.bookUnused)].some((line) => line.textContent.includes("+ 4")));
  assert.deepEqual(await figures(it, "+ 4"), [["9", ""]]);
  assert.deepEqual(await figures(it, "end miss"), [["30.0 % end", ""]]);
  await assertAccessible(it);
  await picture(it, "rules-read");
});

/** A visit in which `answer` decides what comes for the text of POWDER's rules: how often it was asked for. */
async function withText(t, answer) {
  const asked = [];
  const before = (it) => it.route("**/powder.rules-*.txt", (route) => (asked.push(route), answer(route, asked.length)));
  const { context, page: it } = await open({ before, path: "#powder/melee" });
  t.after(() => context.close());
  await started(it);
  await rolled(it);
  return { it, asked };
}

test("the text of the rules is fetched when it is shown, and again where it did not arrive whole", async (t) => {
  const cut = async (route) => route.fulfill({ body: (await (await route.fetch()).text()).slice(0, 999) });
  const { it, asked } = await withText(t, (route, times) => (times === 1 ? cut(route) : route.continue()));
  assert.equal(asked.length, 0, "an answer does without");
  await unfold(it);
  await on(it).bookCode.filter({ hasText: /^rules 1 "POWDER"/ }).waitFor();
  assert.equal(asked.length, 2);
  await on(it).rulebookFigure.first().waitFor();
  await on(it).why("The chance to hit").first().click();
  await on(it).chanceCode.first().waitFor({ state: "attached" });
  assert.equal(asked.length, 2, "it is here");
});

test("why quotes the rules, and does without where their text cannot be had; as text they are missed", async (t) => {
  let isGone = false;
  const { it } = await withText(t, (route) => (isGone ? route.abort() : route.continue()));
  await on(it).why("The chance to hit").first().click();
  await on(it).chanceCode.first().waitFor({ state: "attached" });
  isGone = true;
  await it.reload();
  await started(it);
  await on(it).why("The chance to hit").first().click();
  await on(it).chanceWay.first().waitFor();
  assert.equal(await on(it).chanceCode.count(), 0);
  await unfold(it);
  await on(it).intro.filter({ hasText: "The text of the rules of POWDER could not be fetched." }).waitFor();
  assert.ok(await on(it).changeRules.isDisabled());
});

test("another game gets sheets, bars, log, why, pins; its rules are changed and the answer follows", async (t) => {
  const { it, field } = await withGoblins(t);
  assert.match(await on(it).own.innerText(), /author's own/);
  assert.match(await it.title(), /Goblins/);
  assert.match(await hit(it), /50\.0 %/);
  for (const name of ["Skill", "Club", "AC"]) assert.ok(await on(it).entry(name).isVisible(), name);
  assert.ok((await on(it).outcomeRow.count()) >= 3);
  await rolled(it);
  await on(it).why("The chance to hit").click();
  await on(it).way.first().waitFor();
  await field.fill(goblins.replace("face + bonus", "face + bonus + 2"));
  await hits(it, "60.0 %");
  await assertAccessible(it);
  await picture(it, "rules-change");
});

test("while one changes rules the answer stays in sight", async (t) => {
  for (const window of [{ width: 1280, height: 800 }, phone]) {
    const { it, field } = await withGoblins(t, window);
    await field.fill(goblins.replace("face + bonus", "face + bonus + 2"));
    await hits(it, "60.0 %");
    const seen = await on(it).line.filter({ visible: true }).evaluateAll((all) => all.map((one) => [one.innerText.replaceAll("\u00a0", " "), one.getBoundingClientRect()]));
    assert.equal(seen.length, 1, JSON.stringify(seen));
    const [[says, { top, bottom }]] = seen;
    assert.match(says, /^60\.0 % hits · /);
    assert.ok(top >= 0 && bottom <= window.height, `${top} to ${bottom}`);
  }
});

test("pins are played by the rules as they are now", async (t) => {
  const { it, field } = await withGoblins(t);
  await on(it).pin.click();
  await it.getByLabel("Strong").check();
  await hits(it, "70.0 %");
  await field.fill(goblins.replace("face + bonus", "face + bonus + 2"));
  await hits(it, "80.0 %");
  await it.waitForFunction(() => /80\.0.*60\.0/s.test(document.querySelector(PARTS.compareRow).innerText));
  await on(it).buttonLike(/^Take /).click();
  await hits(it, "60.0 %");
  assert.equal(await on(it).problems.count(), 0);
});

test("what is wrong is said at its line, and the last good rules are played", async (t) => {
  const { it, field } = await withGoblins(t);
  await field.fill(goblins.replace("face + bonus", "face + bones"));
  const problem = on(it).rulesWrongLine;
  await problem.first().waitFor();
  assert.match(await problem.first().innerText(), /^Line 17 .*bones/s);
  assert.equal(await on(it).bookWrong.count(), 1);
  assert.equal(await on(it).bookLine.nth(16).getAttribute("class"), "bad");
  assert.match(await hit(it), /50\.0 %/);
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  await assertAccessible(it);
  await picture(it, "rules-wrong");
  await on(it).button("Line 17").click();
  assert.equal(await field.evaluate((field) => field.value.slice(0, field.selectionStart).split("\n").length), 17);
  await field.fill(goblins);
  await problem.first().waitFor({ state: "detached" });
});

test("one begins where the figures are, or with a small game, and its examples are tried", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await unfold(it);
  const field = await change(it);
  const line = () => field.evaluate((field) => field.value.slice(0, field.selectionStart).split("\n").length);
  assert.equal(await field.evaluate((field, line) => field.value.split("\n")[line - 1].trim(), await line()), "strike");
  assert.ok(await on(it).done.evaluate((done) => done.getBoundingClientRect().top >= 0));
  const says = on(it).rulebookSays;
  await on(it).beginTitle.click();
  await on(it).buttonLike("My game").click();
  await it.waitForFunction(() => document.title.includes("My game"));
  assert.equal(await line(), 1);
  const isSaid = (text) => says.filter({ hasText: text }).waitFor();
  await isSaid(/The link carries these rules\. (The example comes|All \d examples come) out\./);
  assert.equal(await on(it).rulesWrong.count(), 0);
  // One that is wrong is said at its line, while the rules are played.
  const text = await field.inputValue();
  await field.fill(text.replace(/(example .*lose )(\d+)/, (_, example, lost) => `${example}${Number(lost) + 1}`));
  await isSaid(/(The example|One of \d examples) does not come out\./);
  assert.match(await on(it).rulesWrong.innerText(), /^Line \d+ the example should end .*, the text ends /);
  await picture(it, "rules-example-wrong");
  await field.fill(text);
  await on(it).rulesWrong.waitFor({ state: "detached" });
  // Written text comes back, and nothing is asked.
  const mine = text.replaceAll("My game", "Ours");
  await field.fill(mine);
  await it.waitForFunction(() => document.title.includes("Ours"));
  await on(it).smallGame("My game").click();
  await it.waitForFunction(() => document.title.includes("My game"));
  assert.equal(await field.inputValue(), text);
  await on(it).undoTo("Ours").click();
  await it.waitForFunction(() => document.title.includes("Ours"));
  assert.equal(await field.inputValue(), mine);
});

test("a link brings its rules, and says whose they are", async (t) => {
  const { it } = await withGoblins(t);
  await it.getByLabel("Strong").check();
  await hits(it, "70.0 %");
  await it.waitForFunction(() => location.hash.includes("rules=") && location.hash.includes("strong"));
  const link = new URL(it.url()).hash;
  assert.ok(link.length < 700, `${link.length} letters`);
  const other = await page(t, { path: link });
  await hits(other, "70.0 %");
  assert.match(await on(other).own.innerText(), /author's own/);
  await unfold(other);
  const field = await change(other);
  assert.equal(await field.inputValue(), goblins);
  // A slow answer comes from the worker, which learned the rules with the question.
  await on(other).fractions.click();
  await other.waitForFunction(() => document.querySelector(PARTS.outcomeFraction));
  // In an open page, too; and back.
  const third = await page(t, { path: "#powder/melee" });
  await third.evaluate((link) => void (location.hash = link), link);
  await hits(third, "70.0 %");
  await third.goBack();
  await on(third).own.waitFor({ state: "detached" });
});

test("a link whose rules cannot be read keeps its fight where the game is known", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll&defender.hp=77&rules=code" });
  await on(it).intro.filter({ hasText: "Here is its fight by the game's own rules." }).waitFor();
  assert.equal(await on(it).fieldOf("defender.hp").inputValue(), "77");
});

test("a link whose rules are cut or hostile is an example, and says why", async (t) => {
  for (const link of ["#own-1/x?rules=.AAAA", "#own-1/x?rules=", "#own-1/x?rules=~cnVsZXMgMQ", `#own-1/x?rules=.${"A".repeat(50_000)}`]) {
    const it = await page(t, { path: link });
    assert.match(await on(it).intro.innerText(), /cannot be read/, link.slice(0, 40));
    assert.match(await hit(it), /%/);
  }
});

test("a file is opened, on a phone", async (t) => {
  const it = await page(t, { path: "#powder/melee", ...phone });
  await unfold(it);
  await change(it);
  await on(it).file.setInputFiles({ name: "goblins.rules", mimeType: "text/plain", buffer: Buffer.from(goblins.replaceAll("\n", "\r\n")) });
  await on(it).own.waitFor();
  await hits(it, "50.0 %");
  assert.equal(await it.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await assertAccessible(it);
  await picture(it, "rules-phone");
  const [saved] = await Promise.all([it.waitForEvent("download"), on(it).saveFile.click()]);
  assert.equal(readFileSync(await saved.path(), "utf8"), goblins);
});

test("changed rules of a game keep its words and presets, and there is a way back", async (t) => {
  const it = await page(t, { path: "#angband/melee?attacker.level=25" });
  assert.equal(await on(it).book.count(), 0, "nothing is drawn before it is opened");
  const before = await hit(it);
  await unfold(it);
  await it.waitForFunction(() => document.querySelector(PARTS.bookUnused));
  assert.deepEqual(await figures(it, "overweight = 0"), [["0", ""]]);
  assert.deepEqual((await figures(it, "base_skill =")).map(([, name]) => name), ["", "unused"]);
  const field = await change(it);
  await field.fill((await field.inputValue()).replace("auto-miss: 5, rolled: 90", "auto-miss: 15, rolled: 80"));
  await on(it).own.waitFor();
  assert.match(await on(it).own.innerText(), /changed from those of Angband/);
  // The worker answers later.
  await it.waitForFunction((before) => document.querySelector(PARTS.headline).innerText.replaceAll("\u00a0", " ") !== before, before);
  assert.ok(await on(it).entry("Strength").isVisible(), "a label from the words");
  assert.equal(await on(it).entry("Level").inputValue(), "25");
  await it.waitForFunction(() => /^#own-[0-9a-f]{8}\/melee\?.*rules=angband\./.test(location.hash));
  assert.match(plain(await on(it).sentence.first().innerText()), /rules changed/);
  await on(it).backTo("Angband").click();
  await on(it).own.waitFor({ state: "detached" });
  await hits(it, before);
  assert.equal(await on(it).entry("Level").inputValue(), "25");
});

test("a rule text in an article is a calculator, by the element and by the gadget", async (t) => {
  const pre = (attributes = "") => `<pre class="tohit-rules"${attributes}>${goblins.replaceAll("<", "&lt;")}</pre>`;
  const it = await article(t, `<tohit-calculator load="now">${pre()}</tohit-calculator><script type="module" src="{home}tohit-element.js"></script>`);
  const calculator = on(it).element;
  await on(calculator).own.waitFor();
  await on(calculator).headline.getByText(/50\.0\s%/).first().waitFor();
  await calculator.getByLabel("Strong").check();
  await calculator.getByText(/70\.0\s%/).first().waitFor();
  const other = await article(t, `${pre(' data-home="{home}"')}<script src="{home}tohit-gadget.js"></script>`);
  await on(other).calculate.click();
  await on(other.frameLocator("iframe")).own.waitFor();
});

test("a worker that was sent many texts makes room for another, which answers as well", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await unfold(it);
  await it.waitForFunction(() => [...document.querySelectorAll(PARTS.bookFigure)].some((one) => one.textContent.includes("avg")));
  let workers = 0;
  it.on("worker", () => workers++);
  // No answer stays with the page: it is the worker that fills the margin.
  for (let skill = 0; skill < 30; skill++) {
    const text = goblins.replace("= 5\n", `= ${skill % 20}\n`).replace("of the yard", `of yard ${skill}`);
    await it.evaluate((link) => (location.hash = link), `own/melee?rules=~${Buffer.from(text).toString("base64url")}`);
    await it.waitForFunction((title) => document.querySelector(PARTS.bookCode)?.textContent.includes(title), `of yard ${skill}`);
    await it.waitForFunction((bonus) => [...document.querySelectorAll(PARTS.bookLine)].some((line) => line.querySelector("code").textContent.trim().startsWith("bonus = ") && line.querySelector(PARTS.someFigure).textContent === bonus), `${skill % 20}`);
  }
  assert.equal(workers, 1, "another worker, once");
});

test("every game of the list of lessons opens by a link that carries its text", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  assert.ok(lessons.length > 10);
  for (const [, text] of lessons) {
    const title = text.match(/^rules 1 "(.*)"/m)[1];
    // Without a mode a game with fights of its own opens the first of them, and not what the odds are stated for.
    await it.evaluate((link) => (location.hash = link), `own${/^fight /m.test(text) ? "/strike" : ""}?${packed(text)}`);
    await it.waitForFunction((title) => document.title.includes(title) && document.querySelector(PARTS.own), title);
    const stated = text.match(/^# odds: any hit (\d+)\/(\d+)/m);
    // The answer of the text before stays until the worker's is here.
    const isIt = (chance) => Math.abs(parseFloat(document.querySelector(PARTS.chance).innerText) - chance) <= (chance ? 0.0501 : 100);
    await it.waitForFunction(isIt, stated ? (100 * stated[1]) / stated[2] : 0);
  }
});

test("the tutorial's game is a calculator in an article, with its words and a scenario", async (t) => {
  const steps = [...readFileSync(new URL("tutorial.md", docs), "utf8").matchAll(/^```text (\S+)\n(.*?)^```/gms)];
  const last = (name) => steps.filter((step) => step[1] === name).at(-1)[2];
  const text = (last("arena.rules") + last("words-of-arena.txt")).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const block = `<div class="tohit" data-home="{home}" data-link="own?attacker.skill=9">\n<pre class="tohit-rules">\n${text}</pre></div>`;
  const it = await article(t, `${block}<script src="{home}tohit-gadget.js"></script>`);
  await on(it).calculate.click();
  const frame = it.frameLocator("iframe");
  await on(frame).own.waitFor();
  await frame.getByText(/90\.0\s%/).first().waitFor();
  assert.equal(await on(frame).entry("Skill").inputValue(), "9");
});
