// The grid of the sheets: one left and one right edge of all controls of a sheet, in every game.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { dist, page, unfold } from "./harness.mjs";
import { rulesets } from "./site.mjs";

test("in a very wide window the fields of a sheet stand in two columns", async (t) => {
  const it = await page(t, { width: 2560, height: 1300, path: "#brogue" });
  const lefts = await on(it).sheet.first().locator(PARTS.wideControl).filter({ visible: true }).evaluateAll((all) => all.filter((one) => !one.closest(PARTS.inFlatList)).map((one) => Math.round(one.getBoundingClientRect().left)));
  const [first, second, ...more] = [...new Set(lefts)].toSorted((a, b) => a - b);
  assert.ok(second - first > 200, `${lefts}`);
  assert.deepEqual(more, []);
});

for (const ruleset of rulesets(dist)) {
  test(`the controls of each sheet of ${ruleset} have one left and one right edge, with all groups open`, async (t) => {
    const it = await page(t, { path: `#${ruleset}` });
    await unfold(it);
    const edges = await on(it).sheet.evaluateAll((sheets) =>
      sheets.map((sheet) => {
        // The small fields of one line of a list stand side by side.
        const seen = (selector) => [...sheet.querySelectorAll(selector)].filter((one) => one.checkVisibility() && !one.closest(PARTS.inFlatList));
        const edge = (controls, side) => [...new Set(controls.map((one) => Math.round(one.getBoundingClientRect()[side])))];
        const wide = seen(PARTS.wideControl);
        const narrow = seen(PARTS.narrowControl);
        return [edge([...wide, ...narrow], "left").length, edge(wide, "right").length];
      }),
    );
    assert.ok(edges.length > 0);
    for (const [left, right] of edges) assert.ok(left <= 1 && right <= 1, `${left} left and ${right} right edges`);
  });
}
