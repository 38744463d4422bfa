// What tests of studies do and read on the page.
import assert from "node:assert/strict";
import { PARTS, on } from "./calculator.mjs";

export const plain = (text) => text.replaceAll("\u00a0", " ");
const finding = (it) => on(it).finding;
/** Opens the panel of a question, unless it is open. */
export const ask = async (it, question) => {
  // The curve of a field is drawn from what one needs.
  if (question === "How much does it matter?") {
    await ask(it, "What do I need?");
    await on(it).openTab("left");
    return on(it).buttonLike(question).click();
  }
  await on(it).openTab("ask");
  const button = on(it).question(question);
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
};
export const unfold = (it) => ask(it, "What helps most?");
export const says = async (it, expected) => {
  await it
    .waitForFunction(
      ([source, flags]) => new RegExp(source, flags).test(document.querySelector(PARTS.finding)?.textContent.replaceAll("\u00a0", " ")) && !document.querySelector(PARTS.findingStale),
      [expected.source, expected.flags],
    )
    .catch(async (error) => assert.match(plain(await finding(it).innerText()), expected, String(error)));
  return plain(await finding(it).innerText());
};
export const hit = (it) => on(it).hit();
export const hits = (it, wanted) => on(it).hits(wanted);
/** The cells of the rows. */
export const rows = (it) => on(it).rank.evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.replaceAll("\u00a0", " ").trim())));
export const measured = (it, measure) => on(it).measuredBy.selectOption(measure);
export const clipboard = (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
export const focused = (it) => it.evaluate(() => document.activeElement.id);
/** What stands beside a field, once nothing there is of the scenario before. */
export const beside = async (it, field) => {
  const text = on(it).besideNow(field);
  await text.waitFor();
  return plain(await text.innerText()).replace(/\s+/g, " ");
};
export const steps = (it) => on(it).stepsOf("(Player|Attacker)").click();
