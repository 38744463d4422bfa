// Everybody can use every ruleset's page: axe finds nothing in either theme, on a wide screen and on a phone, on a first visit, with something
// wrong in a sheet, and with all of the page open. Each ruleset meets each state, width and theme, and so does each state, but not all at once.
import { test } from "node:test";
import { on } from "./calculator.mjs";
import { rulesets } from "./site.mjs";
import { assertAccessible, dist, page, picture, unfold } from "./harness.mjs";

const states = {
  "a first visit": async () => {},
  "a sheet with something wrong": async (it) => {
    await on(it).openTab("left");
    await on(it).numberInput.filter({ visible: true }).first().fill("999999");
    await it.getByText(/showing the last valid odds/).first().waitFor();
  },
  "a question and its answer": async (it) => {
    await on(it).openTab("ask");
    await on(it).questions.first().click();
    await on(it).finding.filter({ hasText: /./ }).waitFor();
  },
  "all of the page": async (it) => {
    await on(it).openTab("left");
    await on(it).numberInput.filter({ visible: true }).first().fill("");
    await on(it).pin.click();
    await unfold(it);
    await on(it).explainFields().first().click();
    await on(it).openTab("result");
    await on(it).askWhy.filter({ visible: true }).first().click();
    await on(it).way.first().waitFor();
    await on(it).anyPicker.first().click();
    await on(it).rows.first().waitFor();
  },
};

for (const [number, ruleset] of rulesets(dist).entries()) {
  for (const width of [1280, 360]) {
    test(`everybody can use ${ruleset} at ${width} px`, async (t) => {
      const it = await page(t, { path: `#${ruleset}`, width, touch: width < 600 });
      // Two states at one width, the other two at the other width; which, and in which theme, differs from ruleset to ruleset.
      const here = Object.entries(states).filter((_, place) => place % 2 === (number + (width < 600)) % 2);
      for (const [place, [name, reach]] of here.entries()) {
        await reach(it);
        // What stays in sight lies over nothing there.
        await it.evaluate(() => scrollTo(0, 0));
        const colorScheme = (place + (number >> 1)) % 2 ? "dark" : "light";
        await it.emulateMedia({ colorScheme });
        await assertAccessible(it, `${name}, ${colorScheme}`);
        await picture(it, `access-${ruleset}-${width}-${name.replaceAll(" ", "-")}`);
      }
    });
  }
}
