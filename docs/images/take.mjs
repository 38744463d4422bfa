// Takes the pictures of the README from the built page: `cargo xtask build && node docs/images/take.mjs`.
import { fileURLToPath } from "node:url";
import { PARTS, on } from "../../tests/browser/calculator.mjs";
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
    await on(page).openDice();
    await on(page).seed.fill("2");
    await on(page).seed.blur();
  },
});
await take("page-dark.png", {
  path: "#angband/melee?attacker.level=30&defender.preset=cave-troll",
  height: 1000,
  dark: true,
  act: async (page) => {
    await on(page).why("The chance to hit").click();
    await on(page).chanceWay.first().waitFor();
  },
});
await take("page-steps.png", {
  path: "#angband/melee?attacker.class=warrior&attacker.race=half-troll&attacker.level=30&attacker.weapon.preset=lance&defender.preset=ancient-blue-dragon",
  height: 860,
  act: async (page) => {
    await on(page).stepsOf("Player").click();
    await on(page).stepBetter.first().waitFor();
  },
});
await take("page-duel.png", {
  path: "#pixel-dungeon/melee?attacker.preset=gnoll-scout&defender.preset=sewer-crab&seed=7&extent=duel",
  height: 1250,
  act: async (page) => {
    await on(page).duelEnds.waitFor();
    await on(page).testRolls.click();
    await on(page).duelHead.waitFor();
  },
});
await take("page-rules.png", {
  path: "#pixel-dungeon/melee?attacker.preset=level-5-berserker-with-a-war-hammer&defender.preset=gnoll-scout",
  part: PARTS.rulebook,
  width: 840,
  act: async (page) => {
    await page.getByText("Rules as text").click();
    const strike = on(page).rulebookLine.filter({ hasText: "carry combo" });
    await strike.waitFor();
    await strike.evaluate((line) => (line.parentElement.scrollTop = line.offsetTop - line.parentElement.offsetTop - 80));
  },
});
await (await browser()).close();
process.exit(0);
