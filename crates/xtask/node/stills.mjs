// Writes what the first visits showed, so that the next ones are met by it: a file for each ruleset, which the page's script tag names (web/still.js shows it),
// and one within the page itself for browsers that run no scripts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a still says first where it cannot become more. */
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
  const first = visits.values().next().value;
  if (first) html = html.replace(/<noscript>[^]*?<\/noscript>/, () => bare(dist, JSON.parse(first.still).places.page));
  writeFileSync(page, html);
}

/** A still for a page without scripts: nothing in it can be used, and its styles, which no text may bring, come from a sheet of their own. */
function bare(dist, content) {
  const styles = new Set([...content.matchAll(/data-style="([^"]*)"/g)].map(([, style]) => style));
  const rules = [...styles].map((style) => `[data-style="${style}"]{${style}}`);
  writeFileSync(join(dist, "bare.css"), [".starting{display:none}", "noscript{display:contents}", ...rules].join("\n"));
  const idle = content.replaceAll(/<(button|input|select)(?![^>]* disabled)/g, "$& disabled").replace(/<p class="intro"[^]*?<\/p>/, says);
  return `<noscript><link rel="stylesheet" href="./bare.css" integrity="" />${idle}</noscript>`;
}
