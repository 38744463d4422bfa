// A picture of the command line, uploaded to a real MediaWiki, which renders it by librsvg as most wikis do.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { article } from "./drive.mjs";
import { mediawiki } from "./mediawiki.mjs";

// The first old link of each ruleset.
const links = new Map();
for (const line of readFileSync(new URL("../old-links.txt", import.meta.url), "utf8").split("\n")) {
  const game = line.match(/^([a-z0-9-]+)[/?]/)?.[1];
  if (game && !links.has(game)) links.set(game, line.split("\t")[0]);
}

/** Share of pixels that may differ, because text is rendered in another way. */
const LETTERS = 0.03;

let wiki;
before(async () => {
  wiki = await mediawiki(`
$wgEnableUploads = true;
$wgGroupPermissions['*']['upload'] = true;
$wgFileExtensions[] = 'svg';
$wgSVGConverter = 'rsvg';
$wgGenerateThumbnailOnParse = false;
$wgThumbnailScriptPath = '/thumb.php';
`);
});

const drawn = (link) => {
  const { status, stdout, stderr } = spawnSync(process.env.TOHIT_PROGRAM, ["render", link, "--svg"], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout;
};

/** How much of the article's picture is not as the browser itself draws the SVG, and how much of that is no paper. */
const differs = (it, svg) =>
  it.locator(".mw-body-content img").first().evaluate(async (image, svg) => {
    const own = new Image();
    own.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await Promise.all([own.decode(), image.decode()]);
    // Smaller: letters are not smoothed by all in one way.
    const [width, height] = [image.naturalWidth / 4, Math.round(image.naturalHeight / 4)];
    const pixels = (from) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const paper = canvas.getContext("2d");
      paper.imageSmoothingQuality = "high";
      paper.fillStyle = "white";
      paper.fillRect(0, 0, width, height);
      paper.drawImage(from, 0, 0, width, height);
      return paper.getImageData(0, 0, width, height).data;
    };
    const [theirs, ours] = [pixels(image), pixels(own)];
    let [other, inked] = [0, 0];
    for (let place = 0; place < ours.length; place += 4) {
      const apart = [0, 1, 2].map((colour) => Math.abs(theirs[place + colour] - ours[place + colour]));
      if (Math.max(...apart) > 48) other++;
      if (Math.min(ours[place], ours[place + 1], ours[place + 2]) < 200) inked++;
    }
    return { width: image.naturalWidth, other: other / (width * height), inked: inked / (width * height) };
  }, svg);

async function shown(t, name, svg) {
  await wiki.upload(`${name}.svg`, svg);
  const it = await article(t, await wiki.write(`Picture of ${name}`, `[[File:${name}.svg|800px|frameless]]`));
  return differs(it, svg);
}

for (const [game, link] of links) {
  test(`the picture of ${game} is in an article what it is in a browser`, async (t) => {
    const { width, other, inked } = await shown(t, `Odds-of-${game}`, drawn(link));
    assert.equal(width, 800);
    assert.ok(inked > 0.01, `${inked} of it is drawn`);
    assert.ok(other < LETTERS, `${other} of it is another colour, where ${inked} is drawn`);
  });
}

test("a study's curve looks the same in an article as in a browser", async (t) => {
  const { other, inked } = await shown(t, "Damage-by-armour", drawn("crawl/melee?defender.ac=0..60&show=damage.mean"));
  assert.ok(inked > 0.005, `${inked} of it is drawn`);
  assert.ok(other < LETTERS, `${other} of it is another colour, where ${inked} is drawn`);
});

test("the comparison notices colours that librsvg does not know", async (t) => {
  const svg = drawn("powder/melee?attacker.preset=fred&defender.preset=troll").replaceAll('fill="#b', 'fill="oklch(0.6 0.1 50)" data-was="#b');
  const { other, inked } = await shown(t, "Odds-in-other-colours", svg);
  assert.ok(other > 2 * LETTERS, `${other} of it is another colour, where ${inked} is drawn`);
});
