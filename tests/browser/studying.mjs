// What tests of studies do and read on the page.
import assert from "node:assert/strict";

export const plain = (text) => text.replaceAll("\u00a0", " ");
const finding = (it) => it.locator("#studies-finding");
/** Opens the panel of a question, unless it is open. */
export const ask = async (it, question) => {
  // The curve of a field is drawn from what one needs.
  if (question === "How much does it matter?") {
    await ask(it, "What do I need?");
    return it.getByRole("button", { name: question }).click();
  }
  const button = it.getByRole("group", { name: "Question" }).getByRole("button", { name: question });
  if ((await button.getAttribute("aria-expanded")) !== "true") await button.click();
};
export const unfold = (it) => ask(it, "What helps most?");
export const says = async (it, expected) => {
  await it
    .waitForFunction(
      ([source, flags]) => new RegExp(source, flags).test(document.querySelector("#studies-finding")?.textContent.replaceAll("\u00a0", " ")) && !document.querySelector(".found.stale"),
      [expected.source, expected.flags],
    )
    .catch(async (error) => assert.match(plain(await finding(it).innerText()), expected, String(error)));
  return plain(await finding(it).innerText());
};
export const hit = async (it) => plain(await it.locator(".hit strong").innerText());
export const hits = (it, wanted) => it.waitForFunction((wanted) => document.querySelector(".hit strong").textContent.replaceAll("\u00a0", " ") === wanted, wanted);
/** The cells of the rows. */
export const rows = (it) => it.locator(".ranks tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.replaceAll("\u00a0", " ").trim())));
export const measured = (it, measure) => it.getByLabel("Measured by").selectOption(measure);
export const clipboard = (page) => page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
export const focused = (it) => it.evaluate(() => document.activeElement.id);
/** What stands beside a field, once nothing there is of the scenario before. */
export const beside = async (it, field) => {
  const text = it.locator(`#f-${field}-gutter > :not(.old, .sketch)`);
  await text.waitFor();
  return plain(await text.innerText()).replace(/\s+/g, " ");
};
export const steps = (it) => it.getByRole("button", { name: /What one step of each field does: (Player|Attacker)/ }).click();
