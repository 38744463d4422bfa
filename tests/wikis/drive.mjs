// A reader of an article: starts its calculator, types, reads the bars, resizes, switches the theme.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { on } from "../browser/calculator.mjs";
import { dist, open, page, picture, serve } from "../browser/harness.mjs";

let served;
/** Address of the calculator's folder, on another server and origin than any wiki. */
export const calculator = () => (served ??= serve(dist));

/** A file of docs/embedding/. */
export const example = (name) => readFileSync(new URL(`../../docs/embedding/${name}`, import.meta.url), "utf8");

/** The gadget with the calculator's address filled in, as an administrator would. */
export const gadget = async () => readFileSync(join(dist, "tohit-gadget.js"), "utf8").replace('HOME = ""', `HOME = ${JSON.stringify(await calculator())}`);

/** The guide's line of a MediaWiki policy that allows an embedding, for the calculator of these tests. */
export async function policy(door) {
  const guide = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8");
  const line = guide.split("\n").find((line) => new RegExp(`^ +\\$wgCSPHeader = .* // doors? [^:]*${door}`).test(line));
  return `${line.replaceAll("HOST", new URL(await calculator()).origin)}\n`;
}

/** Link of a fight with known odds. */
export const fight = "powder/melee?attacker.preset=fred&defender.preset=troll";

/** Opens an article for the test `t`, which fails on any problem, above all a request to a third party. */
export async function article(t, address) {
  const { page, problems, context } = await open({ address, also: [new URL(await calculator()).origin] });
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, [], "nothing goes wrong behind the scenes");
  });
  return page;
}

/** Names of pins that a link may give. */
const names = ["a|b [[x]] {{y}} <b>c</b> ''d'' __TOC__ %%", "~~~~ -- // ** \\\\ ^ ((e)) = {| |} ==f==", "&lt; </nowiki> &#91; __NOTOC__ ~~~ (g) \"h\" 100 %"];

/**
 * What the Share dialog of the page gives in a format, and the sentence that the page shows. With `pins` awkward names
 * are in the link.
 */
export async function exported(t, format, { pins = false, link = fight } = {}) {
  const named = names.map((name, place) => `&pin.${place + 1}=${encodeURIComponent(fight)}&pin.${place + 1}.name=${encodeURIComponent(name)}`);
  const it = await page(t, { path: `#${link}${pins ? named.join("") : ""}`, address: await calculator() });
  const sentence = await on(it).sentence.innerText();
  await on(it).share.click();
  const dialog = on(it).shareDialog;
  await on(dialog).format.selectOption(format);
  return { text: await on(dialog).shareField.inputValue(), sentence: sentence.replaceAll("\u00a0", " ") };
}

/** Follows the link of an article, which leads to the whole calculator, the same answer and the pins' names. */
export async function leadsBack(it, name, sentence) {
  // The wiki's own scripts are fetched to their end: what is left half way fails the test.
  await it.waitForLoadState("networkidle");
  await it.getByRole("link", { name }).click();
  await until(it, async () => (await on(it).sentence.innerText()).replaceAll("\u00a0", " ") === sentence, "the same answer is there");
  const pins = on(it).columnNames;
  await pins.nth(names.length - 1).waitFor();
  assert.deepEqual(await pins.allTextContents(), names);
}

/**
 * Types into a calculator, in a frame or an element, and reads the bars; resizes the article. With `fits` a frame takes
 * the height of what is in it.
 */
export async function use(it, inside, { fits = false, name } = {}) {
  const hit = on(inside).chance;
  await hit.filter({ hasText: "78.6" }).waitFor();
  const bars = on(inside).outcomeBarDrawn;
  const widths = () => bars.evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
  const before = await widths();
  // A narrow article shows one sheet at a time.
  const tab = on(inside).sheetTab("Defender");
  if (await tab.isVisible()) await tab.click();
  await on(inside).fieldOf("defender.natural_ac").fill("60");
  await hit.filter({ hasText: "20.0" }).waitFor();
  assert.notDeepEqual(await widths(), before, "the bars follow what is typed");
  const whole = on(inside).wholeLink;
  const leads = () => whole.evaluate((whole) => whole.dispatchEvent(new Event("focus")) && whole.href.split("#")[1]);
  await until(it, async () => (await leads()) === `${fight}&defender.natural_ac=60`, "the link follows what is typed");
  for (const width of [360, 1280]) {
    await it.setViewportSize({ width, height: 800 });
    const [content, room] = inside.owner ? await framed(it, inside, fits) : await inside.evaluate((element) => [element.scrollWidth, element.clientWidth]);
    assert.ok(content <= room, `${content} px in ${room} at ${width}`);
    if (name) await picture(it, `${name}-${width}`);
  }
}

/** Waits until what is in a frame knows its new size; how wide it is, and how much room it has. */
async function framed(it, frame, fits) {
  const isSettled = async () => {
    const outer = await frame.owner().evaluate((frame) => [frame.clientWidth, frame.clientHeight]);
    const inner = await frame.locator("body").evaluate((body) => [innerWidth, Math.ceil(body.getBoundingClientRect().height)]);
    return outer[0] === inner[0] && (!fits || outer[1] === inner[1]);
  };
  await until(it, isSettled, "the frame is as large as what is in it");
  return frame.locator("html").evaluate((root) => [root.scrollWidth, innerWidth]);
}

/** Waits until the calculator of the frame says that it is light or dark. */
export const dressed = (frame, theme) => on(frame).dressed(theme).waitFor({ state: "attached" });

/** Gives the article a dark skin, as wikis have them: a class on its root, and colours for that. */
export async function darkSkin(it, name) {
  await it.addStyleTag({ content: `html.${name} :is(body, #content, .mw-body, .page, .mw-page-container, pre) { background: #101418; color: #eaecf0 }` });
  await it.evaluate((name) => document.documentElement.classList.add(name), name);
}

/** Waits until a calculator goes dark after the reader's system does, or what else `goes`. */
export async function darkens(it, inside, goes = () => it.emulateMedia({ colorScheme: "dark" })) {
  const ink = () => on(inside).chance.evaluate((hit) => getComputedStyle(hit).color);
  const light = await ink();
  await goes();
  await until(it, async () => (await ink()) !== light, "the calculator goes dark");
}

/** Looks at every frame that the browser paints, as long as a busy machine may take. */
async function until(it, is, what) {
  const end = Date.now() + 60_000;
  while (!(await is())) {
    assert.ok(Date.now() < end, what);
    await it.evaluate(() => new Promise(requestAnimationFrame));
  }
}
