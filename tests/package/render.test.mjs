// What the command line makes of a link is what the page's Share dialog makes of it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { formats } from "../../web/scripts/share.js";
import { output, tohit } from "./project.mjs";

const root = join(import.meta.dirname, "../..");
const links = JSON.parse(output(tohit, ["rulesets", "--json"], root)).map(({ example }) => `https://example.org/a_(b)/#${example}`);
links.push("https://example.org/#pixel-dungeon/targeting", "https://example.org/#powder/thrown?attacker.preset=fred&situation.rules=game");

for (const format of ["wikitext", "html"]) {
  test(`tohit render --${format} writes as the page does`, () => {
    for (const link of links) {
      const render = (...words) => output(tohit, ["render", link, "--exact", ...words], root);
      const told = JSON.parse(render("--json"));
      assert.ok(told.sentence.endsWith(").") && told.link.startsWith("https://example.org/"));
      assert.equal(render(`--${format}`), formats[format](told));
    }
  });
}
