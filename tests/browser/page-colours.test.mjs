// Where the system decides on colours (forced colours, high contrast): what carries meaning is still to be seen, in the pixels of a picture.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, fieldAt, on } from "./calculator.mjs";
import { dist, page, picture } from "./harness.mjs";
import { rulesets } from "./site.mjs";

const paths = [...rulesets(dist).map((name) => `#${name}`), "#pixel-dungeon/targeting"];

/** Opens the page as the system has it; `theme` is what a person chose in the page. */
const forced = (t, path, dark, theme) =>
  page(t, {
    path,
    dark,
    height: 1600,
    before: async (it) => {
      await it.emulateMedia({ forcedColors: "active", colorScheme: dark ? "dark" : "light" });
      if (theme) await it.addInitScript((theme) => localStorage.setItem("theme", theme), theme);
    },
  });

/** Takes a picture of what is in sight, and keeps it in the page to be asked about. */
async function look(it) {
  const taken = (await it.screenshot()).toString("base64");
  await it.evaluate(async (taken) => {
    const image = new Image();
    image.src = `data:image/png;base64,${taken}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
    canvas.drawImage(image, 0, 0);
    const { data, width } = canvas.getImageData(0, 0, image.width, image.height);
    const brightness = (x, y) => {
      const of = (place) => (data[place] / 255 <= 0.04045 ? data[place] / 255 / 12.92 : ((data[place] / 255 + 0.055) / 1.055) ** 2.4);
      const place = 4 * (Math.round(y) * width + Math.round(x));
      return 0.2126 * of(place) + 0.7152 * of(place + 1) + 0.0722 * of(place + 2);
    };
    /** The contrast of two points of the picture. */
    window.contrast = ([x, y], [u, v]) => {
      const [dark, light] = [brightness(x, y), brightness(u, v)].toSorted((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
  }, taken);
}

/** The contrast of two points, each given as an element and a place in its box: shares from 0 to 1, and pixels from there. */
const contrast = (it, one, other) =>
  it.evaluate((points) => {
    const place = ([selector, [right, down], [x, y] = [0, 0]]) => {
      const box = document.querySelector(selector).getBoundingClientRect();
      return [box.left + right * box.width + x, box.top + down * box.height + y];
    };
    return window.contrast(...points.map(place));
  }, [one, other]);

/** What is to be told apart: WCAG asks 3 : 1 of what is no text. */
async function assertApart(it, what, one, other) {
  const found = await contrast(it, one, other);
  assert.ok(found >= 3, `${what}: ${found.toFixed(2)} : 1`);
}

const has = async (it, selector) => (await it.locator(selector).count()) > 0;
// Inside the left edge, where there is no text.
const ground = (selector) => [selector, [0, 0.5], [4, 0]];
const paper = ["main", [0, 0], [4, 4]];

// Each path in both of the system's grounds, once of them with the other theme chosen.
for (const [place, path] of paths.entries()) {
  for (const [dark, theme] of place % 2 ? [[false], [true, "light"]] : [[true], [false, "dark"]]) {
    test(`${path} in the system's ${dark ? "dark" : "light"} colours${theme ? `, with ${theme} chosen here` : ""}`, async (t) => {
      const it = await forced(t, path, dark, theme);
      await it.keyboard.press("Tab");
      await look(it);
      await assertApart(it, "the mode", ground(PARTS.modeHere), ground(PARTS.modeElsewhere));
      await assertApart(it, "the ruleset", [PARTS.gameHere, [0.5, 1], [0, -2]], paper);
      const other = await contrast(it, [PARTS.gameElsewhere, [0.5, 1], [0, -2]], paper);
      assert.ok(other < 1.1, "other rulesets have no line");
      if (await has(it, PARTS.outcomes)) {
        await assertApart(it, "exactly or at least", ground(PARTS.exactHere), ground(PARTS.exactElsewhere));
        // Each part of the stacked bar, each bar and each sign of an outcome ends at an edge; neighbours may be alike.
        for (const selector of [PARTS.barPart, PARTS.outcomeBar, PARTS.outcomeSign]) {
          const edges = await it.evaluate((selector) => {
            const boxes = [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect()).filter(({ width }) => width >= 3);
            const paper = [document.querySelector(PARTS.answer).getBoundingClientRect().left + 6, document.querySelector(PARTS.answer).getBoundingClientRect().top + 6];
            return boxes.map(({ left, top, height }) => Math.max(...[-1, 0, 1].map((x) => window.contrast([left + x, top + height / 2], paper))));
          }, selector);
          assert.ok(edges.length > 0 && edges.every((edge) => edge >= 3), `${selector}: ${edges}`);
        }
        const highest = await it.evaluate(() => {
          const { left, width, bottom } = document.querySelector(PARTS.chart).getBoundingClientRect();
          const paper = [left - 6, bottom - 6];
          return Array.from({ length: Math.floor(width) }, (_, x) => window.contrast([left + x, bottom - 4], paper)).filter((found) => found >= 3).length;
        });
        assert.ok(highest > 10, `of the histogram's bottom, ${highest} pixels are to be seen`);
      } else {
        // The way over the map begins in the thrower's tile.
        await assertApart(it, "the map", [PARTS.mapThrower, [0.5, 0], [0, 0.5]], [PARTS.map, [1, 0], [-6, 6]]);
      }
      await picture(it, `forced-${path.replaceAll(/\W/g, "-")}${dark ? "-dark" : ""}${theme ? `-${theme}` : ""}`);
    });
  }
}

test("the keyboard's place, what is changed, what is chosen and what a bar says are to be seen", async (t) => {
  for (const dark of [false, true]) {
    const it = await forced(t, "#powder/melee", dark);
    const level = on(it).entry("Physical level", "Attacker");
    await level.fill("9");
    await it.keyboard.press("Tab");
    for (const selector of [fieldAt("attacker.physical_level"), PARTS.modeButton, PARTS.game, PARTS.chart, PARTS.shareButton]) {
      await it.locator(selector).first().focus();
      await look(it);
      await assertApart(it, `the ring around ${selector}`, [selector, [0.5, 0], [0, -2]], paper);
    }
    // The arrow back, somewhere in its box, and a bolder label.
    const marked = await it.evaluate(() => {
      const { left, top, width, height } = document.querySelector(PARTS.changedBack).getBoundingClientRect();
      const points = Array.from({ length: Math.floor(width * height) }, (_, place) => [left + (place % Math.floor(width)), top + Math.floor(place / Math.floor(width))]);
      return Math.max(...points.map((point) => window.contrast(point, [left - 3, top - 1])));
    });
    assert.ok(marked >= 3, `the way back: ${marked}`);
    assert.notEqual(await on(it).changedLabel.first().evaluate((label) => getComputedStyle(label).webkitTextStrokeWidth), "0px");
    await on(it).chart.focus();
    await it.keyboard.press("Home");
    await look(it);
    const read = await contrast(it, [PARTS.chartRead, [0.02, 0.15]], [PARTS.chart, [1, 0], [-3, 3]]);
    assert.ok(read >= 1.3, `the bar that is read: ${read}`);
    await on(it).fighter("Attacker").search("tr");
    await it.keyboard.press("ArrowDown");
    await look(it);
    await assertApart(it, "the preset at hand", [PARTS.pickerRowAtHand, [0.5, 0], [0, 4]], [PARTS.pickerRowElsewhere, [0.5, 0], [0, 4]]);
  }
});

test("of several dice, those that count are told apart from those that do not", async (t) => {
  const it = await forced(t, "#powder/wand?attacker.parts.0.dice=1&seed=895747", true);
  const styles = await it.evaluate(() => [PARTS.dieCounts, PARTS.dieOff].map((die) => getComputedStyle(document.querySelector(die))).map((style) => [style.borderTopStyle, style.textDecorationLine]));
  assert.deepEqual(styles, [["solid", "none"], ["dashed", "line-through"]]);
});
