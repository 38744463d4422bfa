// For who has no pointer, or no eyes on the page: where the keyboard goes when what had it is gone, the way past the head, the line of help, and what is spoken.
import assert from "node:assert/strict";
import { test } from "node:test";
import { on } from "./calculator.mjs";
import { dist, page, until } from "./harness.mjs";
import { rulesets } from "./site.mjs";

const button = (it, name) => on(it).button(name);
/** Presses what has the focus. */
const press = async (it, what) => {
  await what.focus();
  await it.keyboard.press("Enter");
};
/** What has the focus, in words: its name, or what it says. */
const focused = (it) =>
  it.evaluate(() => {
    const { activeElement: here } = document;
    return here === document.body ? "nothing" : here.getAttribute("aria-label") || here.labels?.[0]?.textContent || here.textContent;
  });
/** Counts what the page puts off, from its first line on. */
const counted = (it) =>
  it.addInitScript(() => {
    const { setTimeout: put, clearTimeout: take } = window;
    window.putOff = new Set();
    window.setTimeout = (what, pause) => {
      const handle = put(() => window.putOff.delete(handle) && what(), pause);
      window.putOff.add(handle);
      return handle;
    };
    window.clearTimeout = (handle) => window.putOff.delete(handle) && take(handle);
  });
/** Waits until a page with `counted` puts nothing off any more, also two frames later. */
const settled = (it) =>
  until(it, async () => {
    if (window.putOff.size > 0) return false;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return window.putOff.size === 0;
  });
const pinned = async (it, pins) => {
  for (let pin = 0; pin < pins; pin++) {
    // A fight that is pinned is not pinned again.
    if (pin > 0) await on(it).fieldOf("attacker.physical_level").fill(`${5 + pin}`);
    await press(it, on(it).pin);
  }
};
const wrong = "#powder/melee?attacker.skill_level=9";

/** What is done, and who has the keyboard then. */
const removals = {
  "a field's ↺": ["#powder/melee?attacker.physical_level=9", (it) => press(it, on(it).reset("physical level", "5")), "Physical level"],
  "a sheet's Reset": ["#powder/melee?attacker.physical_level=9", (it) => press(it, on(it).sheetReset("attacker")), "Attacker"],
  "Reset invalid fields": [wrong, (it) => press(it, on(it).mend), "Skill level"],
  "Reset invalid fields, of which none is on the page": ["#powder/melee?attacker.nothing=9", (it) => press(it, on(it).mend), "Answer"],
  "Show earlier pins": [
    "#powder/melee",
    async (it) => {
      await pinned(it, 1);
      await on(it).measured.first().waitFor();
      await it.goto(`${it.url().split("#")[0]}?again#powder/melee`);
      await on(it).live.waitFor({ state: "attached" });
      await press(it, on(it).earlierPins);
    },
    "Pinned ✓",
  ],
  "the third pin": ["#powder/melee", (it) => pinned(it, 3), "Pinned ✓"],
  "the × of a pin": ["#powder/melee", async (it) => (await pinned(it, 1), press(it, on(it).unpin("no difference yet"))), "Pin to compare"],
  "the last Undo": ["#powder/melee", async (it) => (await on(it).entry("Charging").check(), press(it, on(it).undo)), "Undo"],
  "the last Redo": [
    "#powder/melee",
    async (it) => (await on(it).entry("Charging").check(), await press(it, on(it).undo), press(it, on(it).redo)),
    "Redo",
  ],
  "the × of a row": ["#powder", (it) => press(it, on(it).remove("damage 2")), "Add to damage"],
  "the last row that there is room for": [
    "#powder/melee",
    async (it) => {
      const add = button(it, "Add to damage");
      for (let rows = 0; rows < 20 && !(await add.isDisabled()); rows++) await press(it, add);
      assert.ok(await add.isDisabled());
    },
    "Add to damage",
  ],
  "the way back from changed rules": [
    "#angband/melee",
    async (it) => {
      await on(it).folded("Rules as text").click();
      await on(it).changeRules.click();
      const field = on(it).rules;
      await field.fill((await field.inputValue()).replace("auto-miss: 5, rolled: 90", "auto-miss: 15, rolled: 80"));
      await press(it, on(it).backTo("Angband"));
      await on(it).own.waitFor({ state: "detached" });
    },
    "Rules",
  ],
};

test("what had the keyboard may go, but the keyboard stays near", async (t) => {
  for (const [what, [path, remove, expected]] of Object.entries(removals)) {
    await t.test(what, async (t) => {
      const it = await page(t, { path, before: counted });
      await remove(it);
      // It goes once the page has been drawn anew.
      await settled(it);
      assert.equal(await focused(it), expected);
    });
  }
});

test("what cannot be done now is said to be so, and does nothing", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await pinned(it, 4);
  assert.ok(await on(it).pin.isDisabled());
  assert.equal(await on(it).pin.innerText(), "Three are pinned");
  // It looks as others that are off.
  const colour = (one) => one.evaluate((one) => getComputedStyle(one).color);
  assert.equal(await colour(on(it).pin), await colour(on(it).redo));
  assert.equal(await on(it).compareName.count(), 3);
  for (let step = 0; step < 4; step++) await press(it, on(it).undo);
  assert.ok(await on(it).undo.isDisabled());
});

test("the first Tab finds the way past the head, to the first field", async (t) => {
  for (const [path, first] of [["#powder", "Kind"], ["#pixel-dungeon/targeting", "Thrower"]]) {
    const it = await page(t, { path });
    await on(it).shownField.first().waitFor();
    await it.keyboard.press("Tab");
    assert.equal(await focused(it), "Skip to the first field");
    const { y } = await on(it).skip.boundingBox();
    assert.ok(y >= 0, "it is seen");
    await it.keyboard.press("Enter");
    // A closed tab is drawn first.
    await it.waitForFunction(() => document.activeElement.closest(PARTS.sheets));
    assert.equal(await focused(it), first);
    assert.ok(await it.evaluate(() => document.activeElement.checkVisibility()));
  }
});

test("the modes are one stop, and arrow keys lead through them", async (t) => {
  const it = await page(t, { path: "#crawl/melee" });
  await on(it).shownField.first().waitFor();
  await on(it).modeHere.focus();
  const names = await on(it).modeNames.allInnerTexts();
  assert.ok(names.length > 3, `${names}`);
  for (const [key, place] of [["ArrowRight", 1], ["End", names.length - 1], ["ArrowRight", 0], ["ArrowLeft", names.length - 1], ["Home", 0]]) {
    await it.keyboard.press(key);
    assert.equal(await it.locator(":focus").innerText(), names[place], key);
  }
  assert.equal(await on(it).modeHere.innerText(), names[0], "another mode is not yet chosen");
  await it.keyboard.press("ArrowRight");
  await it.keyboard.press("Enter");
  await on(it).modeHere.filter({ hasText: names[1] }).waitFor();
  assert.equal(await it.locator(":focus").innerText(), names[1]);
});

test("at most 20 stops lie between the modes and the first field", async (t) => {
  for (const ruleset of rulesets(dist)) {
    const it = await page(t, { path: `#${ruleset}` });
    await on(it).shownField.first().waitFor();
    await on(it).modeHere.focus();
    let stops = 0;
    do {
      await it.keyboard.press("Tab");
      stops += 1;
    } while (stops < 40 && !(await it.evaluate(() => document.activeElement.closest(PARTS.sheets))));
    assert.ok(stops <= 20, `${ruleset}: ${stops}`);
    t.diagnostic(`${ruleset}: ${stops}`);
  }
});

test("the help at the foot is that of the field one is in, and of no other", async (t) => {
  const it = await page(t);
  const [level, help] = [on(it).fieldOf("attacker.physical_level"), on(it).help];
  for (const elsewhere of [on(it).share, on(it).about, on(it).gameLink(/^Crawl/), on(it).pin]) {
    await level.focus();
    assert.ok(await help.isVisible());
    await elsewhere.focus();
    assert.equal(await help.isVisible(), false);
  }
  await level.focus();
  await level.blur();
  assert.equal(await help.isVisible(), false, "who is nowhere reads of nothing");
});

/** What the live areas of a page with `counted` came to say while something was done, and until nothing is put off any more: it speaks after a pause. */
async function spoken(it, act) {
  // On a busy machine the page may still have its first answer to say.
  await settled(it);
  await it.evaluate(() => {
    const areas = [...document.querySelectorAll("[role=status], [role=alert], [aria-live]")];
    const said = (area) => (area.checkVisibility() ? area.textContent.trim() : "");
    const before = new Map(areas.map((area) => [area, said(area)]));
    window.spoken = [];
    const hear = () => {
      for (const area of areas) {
        const now = said(area);
        if (now && now !== before.get(area)) window.spoken.push(now);
        before.set(area, now);
      }
    };
    new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await act();
  await it.waitForFunction(() => window.spoken.length > 0);
  await settled(it);
  return (await it.evaluate(() => window.spoken)).map((text) => text.replaceAll("\u00a0", " "));
}

for (const [what, act, says] of [
  ["the first change", (it) => on(it).fieldOf("attacker.physical_level").fill("9"), /^81\.3 %, was 78\.6 %$/],
  ["another mode", (it) => on(it).mode("Trap").click(), /^Which trap\?$/],
  ["a new fight", (it) => on(it).newFight.click(), /^[\d.]+ %, was 78\.6 %$/],
  ["another throw", (it) => on(it).again.click(), /^No\. \d+: /],
  ["a pin", (it) => on(it).pin.click(), /^Pinned\. 1 to compare\.$/],
  ["a search", (it) => on(it).fighter("Defender").search("minot"), /^\d match(es)?$/],
  ["something wrong", (it) => on(it).fieldOf("attacker.physical_level").fill("200"), /^Fix 1 field; showing the last valid odds\./],
]) {
  test(`${what} is spoken, and once`, async (t) => {
    const it = await page(t, { before: counted });
    const heard = await spoken(it, () => act(it));
    assert.equal(heard.length, 1, JSON.stringify(heard));
    assert.match(heard[0], says);
  });
}

test("what is wrong with a link is spoken, but not what one looks at", async (t) => {
  const it = await page(t, { before: counted });
  assert.equal(await it.getByRole("status").filter({ hasText: "Example from" }).count(), 0);
  const heard = await spoken(it, () => it.evaluate(() => (location.hash = "#rogue/melee")));
  assert.match(heard.join("\n"), /unknown game/);
});
