// A study as a Lua data module in a real MediaWiki: articles show its values without scripts.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { before, test } from "node:test";
import { mediawiki } from "./mediawiki.mjs";
import { packages } from "./php.mjs";

const study = "crawl/melee?defender.ac=0..12&defender.hp=20&show=hit,damage.mean,kill.turns.mean";

const written = (format, words = ["study", study, "--format", format]) => {
  const { status, stdout, stderr } = spawnSync(process.env.TOHIT_PROGRAM, words, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout;
};

let wiki;
before(async () => {
  const lua = JSON.stringify(join(packages, "usr/bin/lua5.1"));
  wiki = await mediawiki(`
wfLoadExtension( 'Scribunto', "$IP/extensions-core/Scribunto/extension.json" );
$wgScribuntoDefaultEngine = 'luastandalone';
$wgScribuntoEngineConf['luastandalone']['luaPath'] = ${lua};
`);
  await wiki.write("Module:Trolls", written("lua"));
  // What docs/studies.md shows, as a template would call it.
  await wiki.write("Module:Odds", 'local p = {}\nfunction p.of(frame)\n  local row = mw.loadData("Module:Trolls").rows[tonumber(frame.args[1])]\n  return string.format("%.9f", row[frame.args[2]])\nend\nreturn p\n');
});

/** Text of an article without scripts. */
async function read(title, text) {
  const response = await fetch(await wiki.write(title, text));
  const html = await response.text();
  return html.match(/<p>Odds: ([^<]*)<\/p>/)?.[1].trim() ?? html.match(/scribunto-error[^]{0,300}|<p>[^]{0,300}/)?.[0];
}

test("every row of the module equals the study's row", async () => {
  const [head, ...rows] = written("csv").trim().split("\n").map((line) => line.split(","));
  assert.deepEqual(head, ["defender.ac", "hit", "damage.mean", "kill.turns.mean"]);
  assert.equal(rows.length, 13);
  const calls = rows.map(([ac]) => head.slice(1).map((measure) => `{{#invoke:Odds|of|${ac}|${measure}}}`).join(" ")).join("; ");
  const text = await read("Odds of trolls", `Odds: ${calls}`);
  const numbers = text.split("; ").map((row) => row.split(" ").map(Number));
  for (const [place, [ac, hit, mean, turns]] of rows.entries()) {
    // A chance is in percent for people.
    for (const [at, wanted] of [hit * 100, Number(mean), Number(turns)].entries()) {
      assert.ok(Math.abs(numbers[place][at] - wanted) < 1e-8, `${head[at + 1]} of ${ac}: ${numbers[place][at]}, and not ${wanted}`);
    }
  }
});

test("the answer of one scenario as a module: sentence, chances and figures are those of the command line", async () => {
  const link = "powder/melee?attacker.preset=fred&defender.preset=troll";
  const said = JSON.parse(written("json", ["render", link, "--json"]));
  await wiki.write("Module:Fred", written("lua", ["render", link, "--lua"]));
  await wiki.write("Module:Summary", 'local p = {}\nfunction p.all(frame)\n  local all = mw.loadData("Module:Fred")\n  local rows = {}\n  for place, row in ipairs(all.rows) do rows[place] = string.format("%s %.9f", row.name, row.chance) end\n  return all.sentence .. "; " .. table.concat(rows, "; ")\nend\nreturn p\n');
  const [sentence, ...rows] = (await read("Odds of Fred", "Odds: {{#invoke:Summary|all}}")).replaceAll("&#160;", " ").split(/; (?=[A-Z])/);
  assert.equal(sentence, said.sentence.replaceAll("\u00a0", " "));
  assert.deepEqual(rows, said.rows.map(({ name, chance }) => `${name} ${chance.toFixed(9)}`));
});
