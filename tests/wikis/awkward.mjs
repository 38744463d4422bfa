// Names with markup of some wiki, and the text that an export must show.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Texts that must appear unchanged in an article. */
export const awkward = [
  "a | b || c", "[[x]]", "[[x|y]]", "[https://other.example x]", "{{x}}", "{{{x}}}", "{{!}}", "{{media.png?20|x}}", "{| |- |}", "-{x}-",
  "<b>x</b>", "<script>x</script>", "<nowiki>x</nowiki>", "</nowiki>", "a</nowiki> **b** <nowiki>c", "<!-- x -->", "<html>x</html>", "<code x>y</code>",
  "<ref>x</ref>", "&lt;b&gt;", "&amp;", "&#91;", "&nbsp;", "''i''", "'''b'''", "~~~~", "~~~", "~~NOTOC~~", "__TOC__", "__NOTOC__", "__u__", "%%x%%", "%%", "//i//", "**b**",
  "''m''", "((x))", "^ x ^", "\\\\ x", "x\\\\ x", "* x", "# x", "; x : y", ": x", "= x =", "== x ==", "====== x ======", "----", "---", "--", "> x", "!x", "+1", "-1", "=cmd", "@x",
  "https://other.example/x", "www.other.example", "x@other.example", "<x@other.example>", "mailto:x", "ISBN 0306406152", "RFC 2616", "PMID 1",
  "-> <- <-> => <=", "(c) (r) (tm)", "...", "640x480", "2x3", "\"q\" 'q'", ":-) 8-)", "DELETEME", "HTML", "#REDIRECT [[x]]", "{{subst:x}}", "{{#if:x|y}}", "x > y", "a`b`",
  // Names that were live markup once.
  "Goblins</co</code>de><html><script>window.pwned=1</script></html><code>", "T ~~~~ __NOTOC__", "~~~~ '''b''' __TOC__ https://evil.example/x", "=HYPERLINK(\"http://evil.example\",\"x\")",
  "+1+1", "-2+3+cmd|' /C calc'!D2", "</NOWIKI>", "</</nowiki>nowiki>", "＿＿目次＿＿", "Ünïcode ж 漢", "\u202ex", "x\u00adx",
];

/**
 * A game whose title and outcomes have awkward names: the command line writes its answer in any format. Strings of
 * words have no line ends.
 */
export function game() {
  const text = (name) => `"${name.replaceAll('"', '\\"')}"`;
  const outcomes = awkward.map((_, place) => `o${place}`);
  const rules = ["rules 1 \"Awkward\"", "endings", "  miss: miss", `  hit: ${outcomes.join(" | ")}`, "strike", `  face = d${awkward.length}`];
  rules.push(...outcomes.slice(1).map((outcome, place) => `  end ${outcome} if face = ${place + 1}`), `  end ${outcomes[0]}`);
  const words = [`words ${text(awkward.join(" "))}`, ...outcomes.map((outcome, place) => `end ${outcome} = ${text(awkward[place])}`)];
  return `${[...rules, "=== words ===", ...words].join("\n")}\n`;
}

/** What `tohit render` writes of the game's answer, with a link to a page: as data, and in each of these formats. */
export function rendered(page, ...formats) {
  const folder = mkdtempSync(join(tmpdir(), "tohit-awkward-"));
  try {
    writeFileSync(join(folder, "awkward.rules"), game());
    const render = (format) => {
      const { status, stdout, stderr } = spawnSync(process.env.TOHIT_PROGRAM, ["render", `${page}#awkward`, "--rules", join(folder, "awkward.rules"), `--${format}`], { encoding: "utf8" });
      assert.deepEqual([status, stderr], [0, ""]);
      return stdout;
    };
    return { said: JSON.parse(render("json")), ...Object.fromEntries(formats.map((format) => [format, render(format)])) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What of the answer an article does not show as it stands: pairs of what should be there and what is. */
export async function altered(content, { sentence, rows, figures }) {
  const shown = await content.evaluate((content) => {
    // MediaWiki lets no line begin with a percent sign: that space is its own.
    const spaced = (text) => text.replaceAll("\u00a0", " ").trim();
    const plain = (element) => spaced(element.firstElementChild ? element.innerHTML : element.textContent);
    const paragraph = [...content.querySelector("p").childNodes];
    const before = paragraph.slice(0, paragraph.findLastIndex((node) => node.localName === "a"));
    return {
      rows: [...content.querySelectorAll("table tr")].map((row) => [...row.cells].map(plain)),
      sentence: spaced(before.map((node) => node.outerHTML ?? node.data).join("")),
    };
  });
  const wanted = [...rows.map(({ name, says }) => [name, says]), ...figures, [sentence]];
  const spaced = (row) => row.map((text) => text.replaceAll("\u00a0", " ").trim());
  const pairs = [...shown.rows, [shown.sentence]].map((found, place) => [spaced(wanted[place] ?? []), found]);
  if (pairs.length !== wanted.length) pairs.push([[`${wanted.length}`], [`${pairs.length}`]]);
  return pairs.filter(([row, found]) => row.length !== found.length || row.some((text, place) => text !== found[place]));
}
