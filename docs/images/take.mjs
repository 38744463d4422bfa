// Takes the pictures of the README from the built page: `cargo xtask build && node docs/images/take.mjs`.
import { fileURLToPath } from "node:url";
import { browser, open, started } from "../../tests/browser/harness.mjs";

/** Opens a scenario, does something to it, and keeps what is seen of the page, or of a part of it. */
async function take(name, { part, act, ...view }) {
  const { page, context } = await open(view);
  await started(page);
  await act?.(page);
  // The pointer is no part of the picture.
  await page.mouse.move(0, 0);
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  const path = fileURLToPath(new URL(name, import.meta.url));
  await (part ? page.locator(part) : page).screenshot({ path });
  await context.close();
}

await take("page-light.png", {
  path: "#shattered/monster?attacker.preset=gnoll-brute&defender.preset=hero-end-of-the-prison&defender.hp=30&defender.max_hp=70",
  height: 1250,
  act: async (page) => {
    await page.getByLabel("replay no.").fill("2");
    await page.getByLabel("replay no.").blur();
  },
});
await take("page-dark.png", {
  path: "#angband/melee?attacker.level=30&defender.preset=cave-troll",
  height: 1000,
  dark: true,
  act: async (page) => {
    await page.getByRole("button", { name: "Why? The chance to hit" }).click();
    await page.locator("#why-hit .way").first().waitFor();
  },
});
await take("page-steps.png", {
  path: "#angband/melee?attacker.class=warrior&attacker.race=half-troll&attacker.level=30&attacker.weapon.preset=lance&defender.preset=ancient-blue-dragon",
  height: 860,
  act: async (page) => {
    await page.getByRole("button", { name: /What one step of each field does: Player/ }).click();
    await page.locator(".gutter .better").first().waitFor();
  },
});
await take("page-duel.png", {
  path: "#pixel-dungeon/melee?attacker.preset=gnoll-scout&defender.preset=sewer-crab&seed=7&extent=duel",
  height: 1250,
  act: async (page) => {
    await page.locator(".duel .ends").waitFor();
    await page.getByRole("button", { name: "Test with 1,000 rolls" }).click();
    await page.locator(".duel thead").waitFor();
  },
});
await take("page-rules.png", {
  path: "#pixel-dungeon/melee?attacker.preset=level-5-berserker-with-a-war-hammer&defender.preset=gnoll-scout",
  part: ".rulebook",
  width: 840,
  act: async (page) => {
    await page.getByText("Rules as text").click();
    const strike = page.locator(".rulebook .lines li").filter({ hasText: "carry combo" });
    await strike.waitFor();
    await strike.evaluate((line) => (line.parentElement.scrollTop = line.offsetTop - line.parentElement.offsetTop - 80));
  },
});
await (await browser()).close();
process.exit(0);
