// Writes what the first visits showed, so that the next ones are met by it: a file for each ruleset, which the page's script tag names (web/still.js shows it),
// and a page for each ruleset, to which the page sends browsers that run no scripts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What such a page says in place of its first line. */
const says = '<p class="intro wrong">The calculator needs JavaScript and WebAssembly, which are switched off here. This is what it shows of one fight.</p>';

/** Writes the stills of `visits` (profile.mjs) beside the rulesets' files, `all`, in the site `dist`. */
export function writeStills(dist, all, visits) {
  const page = join(dist, "index.html");
  let html = readFileSync(page, "utf8");
  for (const [ruleset, { still }] of visits) {
    const file = `${ruleset}-still.json`;
    const [, , presets] = all.get(ruleset);
    html = html.replace(`./${presets}"`, `./${presets} ./${file}"`);
    writeFileSync(join(dist, file), still);
  }
  const [first] = visits.keys();
  if (first) {
    writeExamples(dist, html, new Map([...visits].map(([ruleset, { still }]) => [ruleset, JSON.parse(still)])));
    html = html.replace("</head>", `<noscript><meta http-equiv="refresh" content="0; url=./example-${first}.html" /></noscript></head>`);
  }
  writeFileSync(page, html);
}

/** The stills as pages of their own: nothing in them can be used, and their styles, which no text may bring, come from a sheet. */
function writeExamples(dist, html, stills) {
  const styles = new Set([...stills.values()].flatMap(({ places }) => [...places.page.matchAll(/data-style="([^"]*)"/g)].map(([, style]) => style)));
  writeFileSync(join(dist, "example.css"), [...styles].map((style) => `[data-style="${style}"]{${style}}`).join("\n"));
  const linked = [...stills.keys()].reduce((page, ruleset) => page.replace(`href="#${ruleset}"`, `href="./example-${ruleset}.html"`), html);
  const bare = linked
    .replaceAll(/\s*<script [^>]*><\/script>|\s*<dialog[^]*?<\/dialog>|\s*<button [^>]*id="share-open"[^]*?<\/button>/g, "")
    .replace("</head>", '<link rel="stylesheet" href="./example.css" integrity="" /></head>');
  for (const [ruleset, { title, places }] of stills) {
    const idle = places.page.replaceAll(/<(button|input|select)(?![^>]* disabled)/g, "$& disabled").replace(/<p class="intro"[^]*?<\/p>/, says);
    const page = bare
      .replace("<html", `<html data-ruleset="${ruleset}"`)
      .replace(/<title>[^]*?<\/title>/, `<title>${title}</title>`)
      .replace(`data-ruleset="${ruleset}">`, `data-ruleset="${ruleset}" aria-current="page">`)
      .replace(/<main id="page">[^]*<\/main>/, () => `<main id="page">${idle}</main>`);
    writeFileSync(join(dist, `example-${ruleset}.html`), page);
  }
}
