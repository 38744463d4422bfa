// What can be taken away: the answer as text for wikis, the picture of the damage, and the code that puts the calculator into an article.
// Loaded when the dialog is first opened; it reads what the page shows, and computes nothing.

/** The characters that mean something to a wiki, as what stands for them. */
const entity = (char) => `&#${char.codePointAt(0)};`;
const escapes = {
  wikitext: (text) => text.replaceAll(/[&<>|[\]{}='_*#:;~!-]/g, entity),
  // Ordinary words and figures stay as they are; there even `2x3`, or a name in capitals, may be more than text.
  dokuwiki: (text) =>
    /^(\p{Lu}?\p{Ll}+( \p{Ll}+)*|\d+([.,]\d+)?( %)?)$/u.test(text)
      ? text
      : `<nowiki>${text.replaceAll("</nowiki>", "</</nowiki><nowiki>nowiki>")}</nowiki>`,
  markdown: (text) => text.replaceAll(/[\\`*_{}[\]<>()#+!|~&-]/g, "\\$&"),
  html: (text) => text.replaceAll(/[&<>"']/g, entity),
  csv: (text) => (/[",\n]|^[=+@-]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text),
};
/** An address within markup: nothing in it ends the link, and `__TOC__`, `~~~~` and `&lt;` mean nothing to a wiki. */
const safe = (address) => address.replaceAll(/[[\]{}|<>"'`\\^();~ ]|_(?=_)/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** A link as attributes: the folder of the calculator, and what stands after the #. */
function parts(link) {
  const [home, hash] = link.replace("index.html#", "#").split(/#(.*)/s);
  return { home: escapes.html(safe(home)), hash: escapes.html(safe(hash)) };
}

/** The answer, `{ sentence, link, rows: [[name, chance], …], figures: [[name, figure], …] }`, in each format. */
export const formats = {
  wikitext({ sentence, link, rows, figures }) {
    const e = escapes.wikitext;
    const line = ([name, value]) => `|-\n! scope="row" | ${e(name)}\n| ${e(value)}`;
    return `${e(sentence)} [${safe(link)} (computed)]\n\n{| class="wikitable"\n${[...rows, ...figures].map(line).join("\n")}\n|}\n`;
  },
  dokuwiki({ sentence, link, rows, figures }) {
    const e = escapes.dokuwiki;
    const line = ([name, value]) => `^ ${e(name)} | ${e(value)} |`;
    return `${e(sentence)} [[${safe(link)}|computed]]\n\n${[...rows, ...figures].map(line).join("\n")}\n`;
  },
  markdown({ sentence, link, rows, figures }) {
    const e = escapes.markdown;
    const line = ([name, value]) => `| ${e(name)} | ${e(value)} |`;
    return `${e(sentence)} ([computed](${safe(link)}))\n\n| | |\n|---|---:|\n${[...rows, ...figures].map(line).join("\n")}\n`;
  },
  html({ sentence, link, rows, figures }) {
    const e = escapes.html;
    const line = ([name, value]) => `  <tr><th scope="row">${e(name)}</th><td>${e(value)}</td></tr>`;
    return `<p>${e(sentence)} <a href="${e(safe(link))}">computed</a></p>\n<table>\n${[...rows, ...figures].map(line).join("\n")}\n</table>\n`;
  },
  link: ({ link }) => `${link}\n`,
  csv({ sentence, link, rows, figures }) {
    const line = (cells) => cells.map(escapes.csv).join(",");
    return [["scenario", sentence], ["link", link], ...rows, ...figures].map(line).join("\n") + "\n";
  },
  frame({ sentence, link }) {
    const src = escapes.html(safe(link.replace(/(index\.html)?#/, "embed.html?panels=answer,damage,sheets#")));
    return `<iframe title="${escapes.html(sentence)}" width="100%" height="480" loading="lazy" style="border:0"\n  src="${src}"></iframe>\n`;
  },
  gadget({ sentence, link }) {
    const { home, hash } = parts(link);
    // Within wikitext an element's content is wikitext; what escapes that is HTML, too.
    return `<div class="tohit" data-home="${home}" data-link="${hash}">${escapes.wikitext(sentence)}</div>\n`;
  },
  element({ sentence, link }) {
    const { home, hash } = parts(link);
    return `<script type="module" src="${home}tohit-element.js"></script>\n<tohit-calculator link="${hash}">${escapes.html(sentence)}</tohit-calculator>\n`;
  },
  /** DokuWiki's own syntax has no attributes: the last word is the link. */
  code: ({ sentence, link }) => `<code tohit>${sentence.replaceAll("</code>", "")} ${safe(link.replace("index.html#", "#"))}</code>\n`,
};

const text = (element) => (element?.innerText ?? "").replaceAll(/\s+/g, " ").trim();

/** What the page shows. */
function shown() {
  const rows = [...document.querySelectorAll("table.outcomes tr:not(.never) > .chance")].map((chance) => {
    const row = chance.parentElement;
    const fraction = text(chance.querySelector(".fraction"));
    const percent = text(chance.firstChild.nodeType === Node.TEXT_NODE ? { innerText: chance.firstChild.data } : chance);
    return [text(row.querySelector("th")), fraction ? `${percent} (${fraction})` : percent];
  });
  const figures = [...document.querySelectorAll(".damage:not(.absent) .glance > div")].map((figure) => [
    `damage, ${text(figure.querySelector("dt"))}`,
    text(figure.querySelector("dd")),
  ]);
  return { sentence: text(document.querySelector(".sentence")), link: address(), rows, figures };
}

const address = () => document.querySelector('.rulesets [aria-current="page"]').href;

/** The histogram as a drawing that stands alone. */
function drawing() {
  const chart = document.querySelector(".damage:not(.absent) .chart svg");
  if (!chart) return undefined;
  const copy = chart.cloneNode(true);
  const styled = (from, to) => {
    const style = getComputedStyle(from);
    for (const name of ["fill", "stroke", "stroke-width", "font-family", "font-size", "text-anchor", "opacity"]) to.setAttribute(name, style.getPropertyValue(name));
    [...from.children].forEach((child, place) => styled(child, to.children[place]));
  };
  styled(chart, copy);
  const { width, height } = chart.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", Math.round(width));
  copy.setAttribute("height", Math.round(height));
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = text(document.querySelector(".sentence"));
  copy.prepend(title);
  return { width, height, source: new XMLSerializer().serializeToString(copy) };
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

async function png({ width, height, source }) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = 2;
  [canvas.width, canvas.height] = [width * scale, height * scale];
  const brush = canvas.getContext("2d");
  brush.fillStyle = getComputedStyle(document.querySelector(".answer")).backgroundColor;
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

let ready = false;
/** Opens the dialog. */
export function share() {
  const dialog = document.querySelector("#share");
  const [choice, field, told] = ["select", "textarea", "[role=status]"].map((part) => dialog.querySelector(part));
  const fill = () => {
    field.value = formats[choice.value](shown());
    told.textContent = "";
    const preview = dialog.querySelector("iframe");
    preview.hidden = !["frame", "gadget", "code", "element"].includes(choice.value);
    if (!preview.hidden) preview.src = `embed.html?panels=answer,damage,sheets${new URL(address()).hash}`;
    else preview.removeAttribute("src");
  };
  if (!ready) {
    ready = true;
    choice.addEventListener("change", fill);
    dialog.addEventListener("close", () => dialog.querySelector("iframe").removeAttribute("src"));
    dialog.querySelector("[data-do=copy]").addEventListener("click", async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        told.textContent = "Copied.";
      } catch {
        told.textContent = "Copy what is selected: the clipboard is blocked.";
      }
    });
    dialog.querySelector("[data-do=svg]").addEventListener("click", () => save(new Blob([drawing().source], { type: "image/svg+xml" }), "tohit.svg"));
    dialog.querySelector("[data-do=png]").addEventListener("click", async () => save(await png(drawing()), "tohit.png"));
  }
  for (const button of dialog.querySelectorAll("[data-do=svg], [data-do=png]")) button.disabled = !drawing();
  dialog.showModal();
  fill();
}
