// Texts of one's own are never lost: kept as typed, several games side by side, undone when replaced; and what the editor says of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { article } from "./article.mjs";
import { PARTS, on } from "./calculator.mjs";
import { assertAccessible, open, page, picture, started } from "./harness.mjs";

const game = (title, target = 12) => `rules 1 "${title}"
endings
  miss: miss
  hit: hit
sheet attacker
  skill: 0..20 = 5
sheet defender
  guard: 5..25 = ${target}
strike
  end miss if d20 + attacker.skill < defender.guard
  end hit lose d8
`;
/** A line that does not read. */
const broken = (text) => `${text}loose d8\n`;
const packed = (text) => `#own?rules=~${Buffer.from(text).toString("base64url")}`;
const hits = (it, says) => it.waitForFunction((says) => document.querySelector(PARTS.headline)?.innerText.replaceAll("\u00a0", " ").includes(says), says);
const field = (it) => on(it).rules;
/** Waits until the editor has this text. */
const has = (it, text) => it.waitForFunction((text) => document.querySelector(PARTS.bookField)?.value === text, text);
const isWrong = (it) => on(it).rulesWrongLine.first().waitFor();
const tab = (it) => on(it).firstRowGame.last();
/** Opens the editor of a game, types the text, and waits until it is read. */
async function typed(t, text, options = {}) {
  const it = await page(t, { path: packed(game("Yard")), ...options });
  await field(it).fill(text);
  return it;
}
/** A fold that is open. */
async function beginnings(it) {
  const fold = on(it).begin;
  if ((await fold.getAttribute("open")) === null) await fold.locator("> summary").click();
  return fold;
}
const mine = (it, name) => on(it).ownGameNamed(name);
/** Fills the storage to its last letter. */
const fill = (it) =>
  it.evaluate(() => {
    let part = "x".repeat(1 << 20);
    for (let count = 0; part.length > 0; ) {
      try {
        localStorage.setItem(`other ${count}`, part);
        count++;
      } catch {
        part = part.slice(part.length >> 1 || 1);
      }
    }
  });

test("a text that does not read comes back after a reload, from another game, by Back, and in another window", async (t) => {
  const text = broken(game("Yard"));
  const it = await typed(t, text);
  await isWrong(it);
  await it.reload();
  await has(it, text);
  await isWrong(it);
  await on(it).said.filter({ hasText: "your text as you left it" }).waitFor();
  await assertAccessible(it);
  await picture(it, "kept-draft");
  for (const back of [() => tab(it).click(), () => it.goBack()]) {
    await on(it).gameTab("brogue").click();
    await on(it).gameTabHere("brogue").waitFor();
    await back();
    await has(it, text);
    await isWrong(it);
  }
  const other = await it.context().newPage();
  await other.goto(`${it.url().split("#")[0]}#own`);
  await has(other, text);
  // The way to the last text that reads.
  await on(it).playedText.click();
  await has(it, game("Yard"));
});

test("the rules of a game of the program, changed and broken, come back as well", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await on(it).rulebookTitle.click();
  await on(it).changeRules.click();
  await it.waitForFunction(() => document.querySelector(PARTS.bookField)?.value.startsWith("rules 1"));
  const text = `${await field(it).inputValue()}loose d8\n`;
  await field(it).fill(text);
  await isWrong(it);
  await it.reload();
  await started(it);
  await on(it).rulebookTitle.click();
  await has(it, text);
  await isWrong(it);
});

test("the last keys are kept, however soon the window is left", async (t) => {
  const moments = {
    "at once": async () => undefined,
    "once the text is stored": (it) => it.waitForFunction(() => Object.values(localStorage).some((value) => value.includes("5..25 = 8"))),
    "once it is played": (it) => hits(it, "90.0 %"),
    "once the address has it": (it, before) => it.waitForFunction((before) => location.href !== before, before),
    "and the browser still loads the link before": async (it, before) => {
      await it.waitForFunction((before) => location.href !== before, before);
      await it.evaluate((before) => history.replaceState(null, "", before), before);
    },
  };
  for (const [says, moment] of Object.entries(moments)) {
    const it = await typed(t, game("Yard", 9));
    await hits(it, "85.0 %");
    // The address and the kept game have the first text.
    await it.waitForFunction(() => Object.entries(localStorage).some(([key, value]) => key.includes("game/") && value.includes(location.hash.slice(1).split("/")[0])));
    await field(it).evaluate((field) => {
      const at = field.value.indexOf("= 9") + 2;
      field.setSelectionRange(at, at + 1);
    });
    const before = it.url();
    await field(it).pressSequentially("8");
    await moment(it, before);
    await it.reload();
    await has(it, game("Yard", 8));
    await hits(it, "90.0 %");
    t.diagnostic(`${says}: kept`);
  }
});

test("a hidden window has its text kept", async (t) => {
  const it = await typed(t, game("Yard", 9));
  await hits(it, "85.0 %");
  const text = game("Yard", 8);
  await field(it).fill(text);
  // The tab is hidden and dropped, as on a phone.
  const isKept = await it.evaluate(() => {
    Object.defineProperty(document, "hidden", { get: () => true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    return Object.values(localStorage).some((value) => value.includes("guard: 5..25 = 8"));
  });
  assert.ok(isKept);
});

test("a friend's game never takes the place of mine, and each is there by its name", async (t) => {
  const own = game("Yard", 9);
  const it = await typed(t, own);
  await hits(it, "85.0 %");
  await it.waitForFunction(() => /rules=/.test(location.hash));
  const home = it.url().split("#")[0];
  const friend = await it.context().newPage();
  await friend.goto(home + packed(game("Friend", 15)));
  await hits(friend, "55.0 %");
  await on(friend).entry("Skill").fill("9");
  await hits(friend, "75.0 %");
  await friend.waitForFunction(() => location.hash.includes("skill=9"));
  const third = await it.context().newPage();
  await third.goto(`${home}#own`);
  await has(third, own);
  // With its first change it is a game of one's own beside the other.
  await field(friend).fill(game("Friend", 16));
  await hits(friend, "70.0 %");
  await friend.waitForFunction(() => Object.values(localStorage).some((value) => value.includes("5..25 = 16") && value.includes("skill=9")));
  await beginnings(third);
  assert.deepEqual(await on(third).ownGameLink.allInnerTexts(), ["Friend", "Yard"], "the latest first");
  await assertAccessible(third);
  await picture(third, "kept-games");
  await mine(third, "Friend").click();
  await has(third, game("Friend", 16));
  await hits(third, "70.0 %");
  assert.equal(await on(third).entry("Skill").inputValue(), "9");
  assert.match(third.url(), /rules=/, "the address means the same in another browser");
  await third.goBack();
  await has(third, own);
  // The same title twice is two games.
  await friend.goto(home + packed(game("Yard", 20)));
  await hits(friend, "30.0 %");
  await field(friend).fill(game("Yard", 21));
  await hits(friend, "25.0 %");
  await beginnings(friend);
  await mine(friend, "Yard (2)").click();
  await has(friend, own);
  // A removed game comes back.
  await beginnings(friend);
  await on(friend).remove("Friend").click();
  await mine(friend, "Friend").waitFor({ state: "detached" });
  await on(friend).undoTo().click();
  await mine(friend, "Friend").waitFor();
});

test("two windows with one game keep both texts", async (t) => {
  const it = await typed(t, game("Yard", 9));
  await hits(it, "85.0 %");
  // The address follows the text.
  await it.waitForFunction(() => /^#own-.*rules=/.test(location.hash));
  const other = await it.context().newPage();
  await other.goto(it.url());
  await has(other, game("Yard", 9));
  await field(other).fill(game("Yard", 8));
  await hits(other, "90.0 %");
  await field(it).fill(broken(game("Yard", 7)));
  await isWrong(it);
  await it.waitForFunction(() => ["5..25 = 8", "5..25 = 7"].every((text) => Object.values(localStorage).some((value) => value.includes(text))));
});

test("a text that is replaced comes back by an undo, with its scenario", async (t) => {
  const text = broken(game("Yard"));
  const file = { name: "field.rules", mimeType: "text/plain", buffer: Buffer.from(game("Field", 20)) };
  const replacements = [
    (it) => on(it).smallGame("My game").click(),
    (it) => on(it).showOdds.click(),
    (it) => on(it).file.setInputFiles(file),
    (it) => field(it).fill(game("Pasted", 20)),
    async (it) => {
      await field(it).fill("");
      await field(it).fill(game("Pasted", 20));
    },
  ];
  for (const replaced of replacements) {
    const it = await page(t, { path: packed(game("Yard")) });
    await on(it).entry("Skill").fill("9");
    await hits(it, "90.0 %");
    await field(it).fill(text);
    await isWrong(it);
    await beginnings(it);
    // Nothing is asked: the harness would dismiss a dialog.
    await replaced(it);
    await it.waitForFunction(() => !document.title.startsWith("Yard"));
    await on(it).undoTo("Yard").click();
    await has(it, text);
    await isWrong(it);
    await hits(it, "90.0 %");
    assert.equal(await on(it).entry("Skill").inputValue(), "9");
    assert.equal(await on(it).ownGameLink.filter({ hasText: "Yard" }).count(), 1, "it is one game");
  }
});

test("a full storage keeps the text before, and says that it keeps no more", async (t) => {
  const it = await typed(t, broken(game("Yard", 9)));
  await isWrong(it);
  await it.waitForFunction(() => Object.values(localStorage).some((value) => value.includes("5..25 = 9")));
  await fill(it);
  await field(it).fill(broken(game("Yard", 10) + "# more than there is room for\n".repeat(99)));
  await on(it).rulebookSays.filter({ hasText: "This browser keeps no more" }).waitFor();
  assert.ok(await it.evaluate(() => Object.values(localStorage).some((value) => value.includes("5..25 = 9"))));
  await picture(it, "kept-full");
  // The text is kept as soon as there is room again.
  await it.evaluate(() => localStorage.removeItem("other 0"));
  await field(it).press("Control+End");
  await field(it).pressSequentially("# end");
  await it.waitForFunction(() => Object.values(localStorage).some((value) => value.includes("5..25 = 10") && value.endsWith("# end")));
  await on(it).rulebookSays.filter({ hasText: "kept in this browser as it is" }).waitFor();
});

test("blocked storage breaks no editor, and is said", async (t) => {
  const before = (it) =>
    it.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      }),
    );
  const it = await typed(t, broken(game("Yard")), { before });
  await on(it).rulebookSays.filter({ hasText: "This browser keeps no more" }).waitFor();
  await field(it).fill(game("Yard", 9));
  await hits(it, "85.0 %");
});

test("keys of earlier versions are taken over: theme, last link, and games", async (t) => {
  const link = `own-12345678/strike?attacker.skill=9&rules=~${Buffer.from(game("Yard")).toString("base64url")}`;
  const before = (it) =>
    it.addInitScript(
      ([link, long]) => {
        if (sessionStorage.getItem("set")) return;
        sessionStorage.setItem("set", "true");
        localStorage.setItem("theme", "dark");
        localStorage.setItem("own", link);
        localStorage.setItem("own-9abcdef0", long);
        localStorage.setItem("last", "brogue/melee");
      },
      [link, `\n${game("Long")}`],
    );
  const it = await page(t, { before });
  await on(it).gameTabHere("brogue").waitFor();
  assert.equal(await it.locator("html").getAttribute("data-theme"), "dark");
  await tab(it).click();
  await has(it, game("Yard"));
  await hits(it, "90.0 %");
  await beginnings(it);
  assert.deepEqual((await on(it).ownGameLink.allInnerTexts()).sort(), ["Long", "Yard"]);
  // A link to the text that was too long for it.
  await it.evaluate(() => void (location.hash = "own-9abcdef0/strike"));
  await has(it, game("Long"));
  const [old, theme] = await it.evaluate(() => [Object.keys(localStorage).filter((key) => key.startsWith("own")), localStorage.getItem("theme")]);
  assert.deepEqual([old, theme], [[], "dark"]);
});

test("two copies of the page on one origin keep apart", async (t) => {
  const it = await typed(t, game("Yard", 9));
  await hits(it, "85.0 %");
  await it.waitForFunction(() => /rules=/.test(location.hash));
  await on(it).theme.click();
  const home = it.url().split("#")[0];
  const other = await it.context().newPage();
  // Another folder of the same host.
  await other.route("**/copy/**", async (route) => route.fulfill({ response: await route.fetch({ url: route.request().url().replace("/copy/", new URL(home).pathname) }) }));
  await other.goto(`${new URL(home).origin}/copy/`);
  await started(other);
  await on(other).gameHere.waitFor();
  assert.equal(await other.locator("html").getAttribute("data-theme"), null);
  await tab(other).click();
  await field(other).waitFor();
  assert.match(await field(other).inputValue(), /"My game"/);
  // Requests that still wait are given up with the page.
  await other.unrouteAll({ behavior: "ignoreErrors" });
});

test("a message about an opened file goes with the next change", async (t) => {
  const it = await typed(t, game("Yard", 9));
  await hits(it, "85.0 %");
  await on(it).file.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0x50, 0xff, 0xfe]) });
  await on(it).said.filter({ hasText: "not UTF-8 text" }).waitFor();
  assert.equal(await field(it).inputValue(), game("Yard", 9));
  await field(it).fill(broken(game("Yard", 9)));
  await on(it).said.filter({ hasText: "not UTF-8 text" }).waitFor({ state: "detached" });
});

test("words of the last game stop no good rules from being played", async (t) => {
  const words = 'words "Yard"\nattacker.skill = "Prowess" | "Added to the roll."\n';
  const it = await page(t, { path: packed(`${game("Yard")}=== words ===\n${words}`) });
  await on(it).entry("Prowess").waitFor();
  const plain = game("Field", 10).replaceAll("skill", "strength");
  await field(it).fill(plain);
  await on(it).entry("Strength").waitFor();
  assert.equal(await on(it).rulesWrong.count(), 0);
  // Words that one wrote oneself stay, are named, and are left out.
  await on(it).undoTo().click();
  await on(it).entry("Prowess").waitFor();
  await field(it).fill(game("Yard", 9).replaceAll("skill", "strength"));
  await on(it).entry("Strength").waitFor();
  await hits(it, "85.0 %");
  await on(it).rulesWrongLine.filter({ hasText: "Words, line 2" }).waitFor();
  await on(it).rulebookSays.filter({ hasText: "wrong in the words, which are left out" }).waitFor();
  await on(it).partButton("Words (1 wrong)").click();
  assert.equal(await on(it).rulesPart("Words").inputValue(), words);
});

test("the editor says what the check says, and its figures are those of the present text", async (t) => {
  const it = await typed(t, game("Yard", 9));
  await hits(it, "85.0 %");
  await on(it).bookFilled.first().waitFor({ state: "attached" });
  // A warning: at one end of the field.
  const doubtful = game("Yard", 9).replace("lose d8", "lose 60 div attacker.skill");
  await field(it).fill(doubtful);
  const warning = on(it).rulesWrongLine.filter({ hasText: "Warning" });
  await warning.first().waitFor();
  assert.match(await warning.first().innerText(), /^Line 11 Warning: .*attacker\.skill = 0/s);
  assert.equal(await on(it).bookDoubtful.count(), 1);
  assert.equal(await field(it).getAttribute("aria-invalid"), null);
  await assertAccessible(it);
  await picture(it, "kept-warning");
  // A refused scenario, in a shorter text.
  const refused = 'rules 1 "Yard"\nendings\n  miss: miss\n  hit: hit\nstrike\n  end miss if d20 < 9\n  end hit lose d8 - 3\n';
  await field(it).fill(refused);
  await on(it).rulesWrongLine.filter({ hasText: "Line 7" }).waitFor();
  await on(it).bookWrongLine.waitFor();
  assert.deepEqual(await on(it).bookFilled.allInnerTexts(), []);
});

test("a file is named after its game", async (t) => {
  const it = await typed(t, game("Yard of the Orc"));
  const [download] = await Promise.all([it.waitForEvent("download"), on(it).saveFile.click()]);
  assert.equal(download.suggestedFilename(), "yard-of-the-orc.rules");
  assert.equal(readFileSync(await download.path(), "utf8"), game("Yard of the Orc"));
});

test("a wrong text in an article stays in sight, with the message below it; a line of dice is that line", async (t) => {
  const pre = (text, attributes = "") => `<pre class="tohit-rules"${attributes}>${text.replaceAll("<", "&lt;")}</pre>`;
  const wrong = game("Yard").replace("end hit", "ende hit");
  const element = '<script type="module" src="{home}tohit-element.js"></script>';
  const gadget = '<script src="{home}tohit-gadget.js"></script>';
  const it = await article(t, `<tohit-calculator load="now">${pre(wrong)}</tohit-calculator>${element}`);
  const message = /^These rules cannot be read: Line 11: /;
  const alert = on(on(it).element).alert;
  await alert.waitFor();
  assert.match(await alert.innerText(), message);
  assert.ok(await it.getByText("ende hit lose d8").isVisible());
  assert.equal(await on(it).element.getByRole("button").count(), 0, "another try is no help");
  assert.doesNotMatch(await on(it).element.innerText(), /Fred|troll/);
  await picture(it, "kept-article");
  const other = await article(t, pre(wrong, ' data-home="{home}"') + gadget);
  await on(other).calculate.click();
  await on(other.frameLocator("iframe")).alert.waitFor();
  assert.match(await on(other.frameLocator("iframe")).alert.innerText(), message);
  assert.ok(await other.getByText("ende hit lose d8").isVisible());
  const dice = await article(t, `<tohit-calculator load="now">${pre("\n1d20+5 against 15, 2d6+3\n")}</tohit-calculator>${element}`);
  await on(dice).element.getByText(/55\.0\s%/).first().waitFor();
  const typo = await article(t, `<tohit-calculator load="now">${pre("1d20+5 against")}</tohit-calculator>${element}`);
  await on(on(typo).element).alert.waitFor();
  assert.match(await on(on(typo).element).alert.innerText(), /^These rules cannot be read: /);
});
