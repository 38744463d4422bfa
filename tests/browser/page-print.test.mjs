// On paper: one clean sheet with the link on it, black on white, whatever theme the page is in.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { dist, page, picture } from "./harness.mjs";
import { rulesets } from "./site.mjs";

const paths = [...rulesets(dist).map((name) => `#${name}`), "#pixel-dungeon/targeting"];

/** How many sheets it takes. */
const sheets = async (it, format) => (await it.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;

for (const path of paths) {
  test(`${path} is one sheet with its link`, async (t) => {
    const it = await page(t, { path, dark: true, before: (it) => it.addInitScript(() => localStorage.setItem("theme", "dark")) });
    for (const format of ["A4", "Letter"]) assert.equal(await sheets(it, format), 1, format);
    await it.emulateMedia({ media: "print" });
    // What fits between the margins of a sheet of A4.
    await it.setViewportSize({ width: 718, height: 1046 });
    const seen = await it.evaluate(() => {
      const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
      const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
      const brightness = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
        const of = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        return alpha === 0 ? 1 : 0.2126 * of(red) + 0.7152 * of(green) + 0.0722 * of(blue);
      };
      const texts = shown("body *").filter((one) => [...one.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()) && one.offsetWidth > 1);
      const style = (one) => getComputedStyle(one);
      return {
        buttons: shown(PARTS.buttonOnPaper).map((button) => [button.textContent, style(button).borderTopWidth, style(button).backgroundColor]),
        link: getComputedStyle(document.querySelector(PARTS.gameHere), "::after").content,
        pale: texts.filter((text) => 1.05 / (brightness(style(text).color) + 0.05) < 7).map((text) => `${text.className} ${text.textContent}`),
        grounds: [document.body, document.querySelector(PARTS.answer)].map((one) => brightness(style(one).backgroundColor)),
        boxes: shown("input[type=text], select").filter((field) => style(field).borderTopStyle !== "none").length,
        wide: [document.documentElement.scrollWidth, innerWidth],
      };
    });
    const mode = await on(it).modeHere.textContent();
    // The mode stands there as a word.
    assert.deepEqual(seen.buttons, [[mode, "0px", "rgba(0, 0, 0, 0)"]]);
    assert.ok(seen.link.includes(path), seen.link);
    assert.deepEqual(seen.pale, []);
    assert.deepEqual(seen.grounds, [1, 1]);
    assert.equal(seen.boxes, 0);
    assert.ok(seen.wide[0] <= seen.wide[1], `${seen.wide}`);
    await picture(it, `print-${path.replaceAll(/\W/g, "-")}`);
  });
}

test("with a why or a comparison open it takes two sheets at most", async (t) => {
  const it = await page(t, { path: "#powder/melee" });
  await on(it).chanceWhy.click();
  await on(it).reasonsWay.first().waitFor();
  for (const format of ["A4", "Letter"]) assert.ok((await sheets(it, format)) <= 2, format);
  await on(it).chanceWhy.click();
  await on(it).pin.click();
  await on(it).measured.first().waitFor();
  for (const format of ["A4", "Letter"]) assert.ok((await sheets(it, format)) <= 2, format);
});

test("a phone prints both sheets", async (t) => {
  const it = await page(t, { path: "#crawl/melee", width: 360, height: 740, touch: true });
  await it.emulateMedia({ media: "print" });
  assert.deepEqual(await on(it).sheet.evaluateAll((sheets) => sheets.map((sheet) => sheet.checkVisibility())), [true, true, true]);
});

test("a calculator in an article has no button and no link on paper", async (t) => {
  const it = await page(t, { path: "embed.html?panels=answer#powder/melee" });
  const foot = on(it).wholeCalculator;
  await foot.waitFor();
  await it.emulateMedia({ media: "print" });
  await foot.waitFor({ state: "hidden" });
  const left = await it.locator("a, button").evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.textContent));
  assert.deepEqual(left, []);
  assert.match(await on(it).sentence.innerText(), / hits? /);
});
