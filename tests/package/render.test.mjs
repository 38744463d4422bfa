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

test("an address of another scheme becomes no link in any format", () => {
  const link = "powder/melee?defender.natural_ac=8";
  const plain = JSON.parse(output(tohit, ["render", link, "--json"], root));
  for (const home of ["javascript:alert(1)//", "JaVaScRiPt:alert(1)//", "data:text/html,<script>alert(1)</script>", "vbscript:x", " javascript:x"]) {
    const told = { ...plain, link: `${home}#${link}` };
    for (const format of ["wikitext", "dokuwiki", "markdown", "html", "frame", "gadget", "element", "code"]) {
      assert.doesNotMatch(formats[format](told), /href|src=|data-|<code|<tohit|\[\[?[jdv ]|\]\(|script:|data:/i, `${home} ${format}`);
      assert.match(formats[format](told), /47\.5/, format);
    }
    for (const format of ["wikitext", "html"]) assert.equal(output(tohit, ["render", told.link, `--${format}`], root), formats[format](plain));
  }
});
