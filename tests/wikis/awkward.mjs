// Names that mean something to one wiki or another, and what an export with them must show.

/** Each is a text, and must be nothing but that text in an article. */
export const awkward = [
  "a | b || c", "[[x]]", "[[x|y]]", "[https://other.example x]", "{{x}}", "{{{x}}}", "{{!}}", "{{media.png?20|x}}", "{| |- |}", "-{x}-",
  "<b>x</b>", "<script>x</script>", "<nowiki>x</nowiki>", "</nowiki>", "a</nowiki> **b** <nowiki>c", "<!-- x -->", "<html>x</html>", "<code x>y</code>",
  "<ref>x</ref>", "&lt;b&gt;", "&amp;", "&#91;", "&nbsp;", "''i''", "'''b'''", "~~~~", "~~~", "~~NOTOC~~", "__TOC__", "__NOTOC__", "__u__", "%%x%%", "%%", "//i//", "**b**",
  "''m''", "((x))", "^ x ^", "\\\\ x", "\\\\", "* x", "# x", "; x : y", ": x", "= x =", "== x ==", "====== x ======", "----", "---", "--", "> x", "!x", "+1", "-1", "=cmd", "@x",
  "https://other.example/x", "www.other.example", "x@other.example", "<x@other.example>", "mailto:x", "ISBN 0306406152", "RFC 2616", "PMID 1",
  "-> <- <-> => <=", "(c) (r) (tm)", "...", "640x480", "2x3", "\"q\" 'q'", ":-) 8-)", "DELETEME", "HTML", "#REDIRECT [[x]]", "{{subst:x}}", "{{#if:x|y}}", "x > y", "a`b`",
  "Ünïcode ж 漢", "\u202ex", "x\u00adx",
];

/** An answer whose every text is awkward. */
export const answer = (link) => ({
  sentence: awkward.join(" "),
  link,
  caption: awkward.join(" "),
  rows: awkward.map((name) => ({ name, says: "5.0 %", chance: 0.05, fraction: "" })),
  figures: awkward.map((name) => ["Hit", name]),
});

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
  const pairs = [...shown.rows, [shown.sentence]].map((found, place) => [wanted[place] ?? [], found]);
  if (pairs.length !== wanted.length) pairs.push([[wanted.length], [pairs.length]]);
  return pairs.filter(([row, found]) => row.length !== found.length || row.some((text, place) => text !== found[place]));
}
