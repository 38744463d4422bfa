// From the narrowest window to the widest, and at 200 % (which halves the window): no scrolling to the side, nothing beyond the edge, nothing cut off.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PARTS, on } from "./calculator.mjs";
import { dist, page, picture, unfold } from "./harness.mjs";
import { rulesets } from "./site.mjs";

const paths = [...rulesets(dist).map((name) => `#${name}`), "#pixel-dungeon/targeting"];
const sizes = {
  "320 px": { width: 320, height: 640 },
  "1280 px at 200 %": { width: 640, height: 400 },
  "3840 px": { width: 3840, height: 2160 },
};

/** What cannot be seen for want of room. */
function lost() {
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.getBoundingClientRect().width > 1 && !one.closest(PARTS.compareUnseen);
  const named = (one) => `${one.localName} ${one.id || one.className}: ${(one.value ?? one.textContent).slice(0, 30)}`;
  const isPushed = (one) => one && (["auto", "scroll"].includes(getComputedStyle(one).overflowX) || isPushed(one.parentElement));
  const shown = [...document.querySelectorAll("body *")].filter(isShown);
  const beyond = shown.filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return (left < -0.5 || right > innerWidth + 0.5) && !isPushed(one);
  });
  // A long name ends in an ellipsis where it can be pressed; its title has all of it.
  const isName = (one) => one.matches(PARTS.anyPicker) && one.title === one.value;
  const clipped = shown.filter((one) => !isName(one) && one.scrollWidth > one.clientWidth + 1 && (["hidden", "clip"].includes(getComputedStyle(one).overflowX) || one.matches(PARTS.names)));
  // A choice shows what is chosen in one line: as wide as a copy that has nothing else to choose from.
  const chosen = shown.filter((one) => {
    if (one.localName !== "select") return false;
    const copy = one.cloneNode(false);
    copy.append(new Option(one.selectedOptions[0].text));
    copy.style.cssText = "position: absolute; width: auto; max-width: none";
    one.parentNode.append(copy);
    const needed = copy.getBoundingClientRect().width;
    copy.remove();
    return needed > one.getBoundingClientRect().width + 0.5;
  });
  return { wide: Math.max(document.documentElement.scrollWidth - innerWidth, 0), beyond: beyond.map(named), clipped: clipped.map(named), chosen: chosen.map(named) };
}

for (const [place, [size, window]] of Object.entries(sizes).entries()) {
  for (const [number, path] of paths.entries()) {
    const dark = (place + number) % 2 === 1;
    // A narrow window is a phone for every second path: there fields and buttons are larger.
    const touch = window.width === 320 && (number & 2) > 0;
    test(`${path} at ${size}${touch ? " by touch" : ""}, ${dark ? "dark" : "light"}`, async (t) => {
      const it = await page(t, { ...window, path, dark, touch });
      const nothing = { wide: 0, beyond: [], clipped: [], chosen: [] };
      assert.deepEqual(await it.evaluate(lost), nothing);
      await picture(it, `${size.replaceAll(/\W+/g, "-")}-${path.replaceAll(/\W/g, "-")}`);
      await unfold(it);
      if (!path.endsWith("targeting")) await on(it).rulebookFigure.first().waitFor();
      assert.deepEqual(await it.evaluate(lost), nothing, "with all open");
    });
  }
}
