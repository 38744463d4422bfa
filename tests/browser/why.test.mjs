// "Why?": under each percentage the steps that lead there, multiplied out, with the sentences of the document.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { assertAccessible, dist, page, picture } from "./harness.mjs";
import { rulesets } from "./site.mjs";

const phone = { width: 360, height: 740, touch: true };
const examples = rulesets(dist);
const plain = (text) => text.replaceAll("\u00a0", " ");
const asks = (it) => on(it).askWhy.filter({ visible: true });
const ask = (it, label) => on(it).why(label);
const place = async (button) => button.page().locator(`#${await button.getAttribute("aria-controls")}`);

const ways = async (button) => on(await place(button)).ways();

const fraction = (text) => {
  const [over, under = "1"] = text.split("/");
  return [BigInt(over), BigInt(under)];
};
const times = ([a, b], [c, d]) => [a * c, b * d];
const plus = ([a, b], [c, d]) => [a * d + c * b, b * d];
const same = ([a, b], [c, d]) => a * d === c * b;

test("the reason for the chance to hit begins with the likeliest of its endings", async (t) => {
  const it = await page(t, { path: "#dcss" });
  await ask(it, "The chance to hit").click();
  await on(it).reasonsEnding.first().waitFor();
  assert.deepEqual(await on(it).reasonsEnding.allInnerTexts(), ["Hit", "Hit without damage"]);
});

for (const path of examples) {
  test(`${path}: every percentage is multiplied out exactly, by keyboard`, async (t) => {
    const it = await page(t, { path: `#${path}` });
    const exact = on(it).fractions;
    await exact.click();
    await it.waitForFunction(() => document.querySelector(PARTS.outcomeFraction));
    const count = await asks(it).count();
    assert.ok(count >= 3, `${count} percentages`);
    assert.ok(await ask(it, "The chance to hit").isVisible());
    for (let nth = 0; nth < count; nth++) {
      const button = asks(it).nth(nth);
      const label = await button.getAttribute("aria-label");
      assert.equal(await button.getAttribute("aria-expanded"), "false");
      await button.focus();
      await it.keyboard.press(nth % 2 ? "Space" : "Enter");
      assert.equal(await button.getAttribute("aria-expanded"), "true");
      const reasons = await place(button);
      await on(reasons).wayFraction.first().waitFor();
      const shown = label.endsWith("The chance to hit")
        ? await on(it).fraction.innerText()
        : await on(on(it).outcomeLine.filter({ has: ask(it, label.replace("Why? ", "")) })).someFraction.innerText();
      let sum = [0n, 1n];
      for (const { factors, product } of await ways(button)) {
        const all = factors.map((factor) => fraction(factor.fraction));
        assert.ok(same(all.reduce(times, [1n, 1n]), fraction(product.fraction)), `${label}: ${JSON.stringify(factors)}`);
        assert.ok(factors.every(({ says }) => says.trim()), `${label}: each step has a name`);
        sum = plus(sum, fraction(product.fraction));
      }
      assert.ok(same(sum, fraction(shown)), `${label}: ${sum} is not ${shown}`);
      const notes = await on(reasons).stepNote.evaluateAll((all) => all.map((one) => [one.querySelector("code").innerText, one.querySelector(PARTS.stepSays).innerText]));
      assert.ok(notes.length && notes.every(([row, says]) => row.trim() && /\[.+\]$/.test(says.trim())), `${label}: ${JSON.stringify(notes)}`);
    }
    await picture(it, `why-${path.split("/")[0]}`);
    await assertAccessible(it);
    const last = asks(it).last();
    await it.keyboard.press("Escape");
    assert.deepEqual([await last.getAttribute("aria-expanded"), await (await place(last)).isVisible()], ["false", false]);
    assert.ok(await last.evaluate((button) => button === document.activeElement), "the keyboard stays where it was");
  });
}

test("the steps tell their rows, their figures and what goes into them", async (t) => {
  const it = await page(t, { path: "#powder/melee?attacker.preset=fred&defender.preset=troll" });
  const button = ask(it, "Hit");
  await button.click();
  const reasons = await place(button);
  await on(reasons).way.first().waitFor();
  const text = plain(await reasons.innerText());
  assert.match(text, /hit roll hit_roll = d20; hit roll 1 to 20\s+The hit roll is 1d20: .* \[The Attack Roll\]/);
  assert.match(text, /attack roll ≥ AC roll\s+end miss if .* attack_roll < ac_roll; .*attack roll −7 to 22, AC roll 1 to 8/);
  assert.equal(await reasons.getByText("The hit roll is 1d20").count(), 1, "each sentence once");
  assert.match(text, /After: POWDER wiki, To Hit/);
});

test("what is open follows what is typed", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await ask(it, "Miss").click();
  await ask(it, "Hit").click();
  const level = on(it).entry("Physical level", "Attacker");
  /** Waits until what stands under each row comes to what the row says. */
  const agrees = () =>
    it.waitForFunction(() => {
      const number = (text) => (text.startsWith("<") ? 0.05 : text.startsWith(">") ? 99.95 : Number.parseFloat(text));
      const all = [...document.querySelectorAll(PARTS.whyRow)].filter((row) => row.querySelector(PARTS.way));
      return (
        all.length === 2 &&
        !document.querySelector(PARTS.reasonsOld) &&
        all.every((row) => {
          const sum = [...row.querySelectorAll(PARTS.wayProduct)].reduce((sum, one) => sum + number(one.textContent), 0);
          return Math.abs(sum - number(row.previousElementSibling.querySelector(PARTS.someChance).textContent.trim())) < 0.25;
        })
      );
    });
  await agrees();
  const before = await (await place(ask(it, "Miss"))).innerText();
  for (const text of ["12", "30", "1"]) {
    await level.fill("");
    await level.pressSequentially(text);
    await agrees();
    assert.notEqual(await (await place(ask(it, "Miss"))).innerText(), before);
  }
  // What is wrong leaves the last good answer, and why it is so.
  await level.fill("x");
  await agrees();
  // Closed and opened again later it tells of what is shown then.
  await level.fill("5");
  await ask(it, "Miss").click();
  await ask(it, "Hit").click();
  await level.fill("40");
  await ask(it, "Miss").click();
  await ask(it, "Hit").click();
  await agrees();
});

for (const [width, height, touch] of [[1280, 800, false], [360, 740, true]]) {
  test(`nothing above moves when it opens, at ${width} px`, async (t) => {
    const it = await page(t, { width, height, touch, path: "#powder/melee" });
    const labels = ["Critical hit", "Hit", "Complete miss", "The chance to hit"];
    /** Where everything stands that comes before the place of a button, and beside it. */
    const boxes = (button) =>
      button.evaluate((button) => {
        const place = document.getElementById(button.getAttribute("aria-controls"));
        const beside = document.querySelector(PARTS.besideSheets);
        return [...document.querySelectorAll("main *, header *")]
          .filter((one) => one.compareDocumentPosition(place) === Node.DOCUMENT_POSITION_FOLLOWING)
          .filter((one) => one.checkVisibility() && !one.contains(place) && !one.closest("colgroup") && (beside.contains(one) || one.closest(PARTS.above)))
          .map((one) => [one, one.getBoundingClientRect()])
          .map(([one, { x, y, width, height }]) => `${one.tagName}.${one.getAttribute("class")} ${[x, y, width, height].map((n) => n.toFixed(1))}`);
      });
    for (const label of labels) {
      const button = ask(it, label);
      await button.scrollIntoViewIfNeeded();
      // The card follows the page a frame later.
      await it.evaluate(() => new Promise(requestAnimationFrame));
      const before = await boxes(button);
      assert.ok(before.length > 30);
      if (touch) await button.tap();
      else await button.click();
      await on(await place(button)).way.first().waitFor();
      assert.deepEqual(await boxes(button), before, label);
      const [top, bottom] = [await button.boundingBox(), await (await place(button)).boundingBox()];
      assert.ok(bottom.y >= top.y + top.height - 1, "it opens under its button");
      await (touch ? button.tap() : button.click());
      await (await place(button)).waitFor({ state: "hidden" });
      assert.deepEqual(await boxes(button), before, `${label}, closed`);
    }
  });
}

for (const dark of [false, true]) {
  test(`by touch at 360 px, ${dark ? "dark" : "light"}: it fits, everybody can read it, and it prints`, async (t) => {
    for (const path of examples.filter((_, place) => place % 2 === Number(dark))) {
      const it = await page(t, { ...phone, dark, path: `#${path}` });
      const count = await asks(it).count();
      for (let nth = 0; nth < count; nth++) {
        await asks(it).nth(nth).tap();
        await on(await place(asks(it).nth(nth))).way.first().waitFor();
      }
      const { width, height } = await asks(it).first().boundingBox();
      assert.ok(width >= 40 && height >= 40, `${width} by ${height}`);
      const wide = await it.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide[0] <= wide[1], `${path} is ${wide[0]} px wide`);
      await assertAccessible(it);
      await picture(it, `why-${path.split("/")[0]}-360-${dark ? "dark" : "light"}`);
      await it.emulateMedia({ media: "print" });
      assert.equal(await asks(it).count(), 0, "no buttons on paper");
      assert.ok(await on(it).printedWay.first().isVisible());
    }
  });
}

