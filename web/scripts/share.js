// Exports: the answer as text for wikis, the picture of the damage, and the code that puts the calculator into an article.
// Loaded when the dialog is first opened; it reads what the page shows, and computes nothing.

/** Escapes of the characters with a meaning in each format. */
const entity = (char) => `&#${char.codePointAt(0)};`;
const escapes = {
  // Between words, a colon, a semicolon or a hyphen is plain.
  wikitext: (text) => text.replaceAll(/[&<>|[\]{}=_*#~!]|'(?=')|(?<=')'|-(?=-)|(?<=-)-|[:;](?! |$)|^[:;-]/gm, entity),
  // Ordinary words and figures stay as they are; there even `2x3`, or a name in capitals, may be more than text.
  dokuwiki: (text) =>
    /^(\p{Lu}?\p{Ll}+( \p{Ll}+)*|\d+([.,]\d+)?( %)?)$/u.test(text)
      ? text
      : `<nowiki>${text.replaceAll("</nowiki>", "</</nowiki><nowiki>nowiki>")}</nowiki>`,
  markdown: (text) => text.replaceAll(/[\\`*_{}[\]<>()#+!|~&-]/g, "\\$&"),
  html: (text) => text.replaceAll(/[&<>"']/g, entity),
  csv: (text) => (/[",\n]|^[=+@-]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text),
};
/** An address within markup: nothing in it ends the link, and `__TOC__`, `~~~~` and `&lt;` are plain. */
const safe = (address) => address.replaceAll(/[\0-\x1f\x7f[\]{}|<>"'`\\^();~ ]|_(?=_)/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

/** Link to a page; empty unless it is http or https with a fragment. Other schemes (`javascript:`, `data:`) run their content on a click. */
const leading = (link, write) => (/^https?:\/\/[^#]*#/i.test(link) ? write(safe(link)) : "");
/** A calculator of such a page; else the sentence alone. */
const embedded = (link, sentence, write) => leading(link, write) || `<p>${escapes.html(sentence)}</p>\n`;

/** A link to another file in the calculator's folder, in place of its page, which may be a ruleset's. */
const within = (link, name) => link.replace(/[^/#]*#/, `${name}#`);

/** A link as attributes: the folder of the calculator, and the fragment. */
function parts(link) {
  const [home, hash] = within(link, "").split(/#(.*)/s);
  return { home: escapes.html(safe(home)), hash: escapes.html(safe(hash)) };
}

/** A chance as text, with its exact fraction where that is known. */
const chance = ({ says, fraction }) => (fraction ? `${says} (${fraction})` : says);
const lines = ({ rows, figures }) => [...rows.map((row) => [row.name, chance(row)]), ...figures];

/** The words of a link to the calculator. */
const words = "live calculation";

/**
 * The answer, `{ sentence, link, caption, rows: [{ name, says, chance, fraction }, …], figures: [[name, figure], …] }`, in each format.
 */
export const formats = {
  wikitext({ sentence, link, caption, ...all }) {
    const e = escapes.wikitext;
    const line = ([name, value]) => `|-\n! scope="row" | ${e(name)}\n| ${e(value)}\n`;
    return `${e(sentence)}${leading(link, (to) => ` [${to} ${words}]`)}\n\n{| class="wikitable"\n|+ ${e(caption)}\n${lines(all).map(line).join("")}|}\n`;
  },
  dokuwiki({ sentence, link, ...all }) {
    const e = escapes.dokuwiki;
    const line = ([name, value]) => `^ ${e(name)} | ${e(value)} |\n`;
    return `${e(sentence)}${leading(link, (to) => ` [[${to}|${words}]]`)}\n\n${lines(all).map(line).join("")}`;
  },
  markdown({ sentence, link, caption, ...all }) {
    const e = escapes.markdown;
    const line = ([name, value]) => `| ${e(name)} | ${e(value)} |\n`;
    return `${e(sentence)}${leading(link, (to) => ` ([${words}](${to}))`)}\n\n| ${e(caption)} | |\n|---|---:|\n${lines(all).map(line).join("")}`;
  },
  html({ sentence, link, caption, ...all }) {
    const e = escapes.html;
    const line = ([name, value]) => `  <tr><th scope="row">${e(name)}</th><td>${e(value)}</td></tr>\n`;
    return `<p>${e(sentence)}${leading(link, (to) => ` <a href="${e(to)}">${words}</a>`)}</p>\n<table>\n  <caption>${e(caption)}</caption>\n${lines(all).map(line).join("")}</table>\n`;
  },
  link: ({ link }) => `${link}\n`,
  csv({ sentence, link, caption, rows, figures }) {
    const line = (cells) => cells.map((cell) => escapes.csv(String(cell))).join(",");
    const plain = (figure) => figure.replaceAll(/(\d),(?=\d)/g, "$1").replaceAll("−", "-");
    const head = [["name", "value", "fraction"], ["scenario", sentence], ["rules", caption], ["link", link]];
    return [...head, ...rows.map((row) => [row.name, row.chance, row.fraction]), ...figures.map(([name, figure]) => [name, plain(figure)])].map(line).join("\n") + "\n";
  },
  frame({ sentence, link, height = 480 }) {
    const src = escapes.html(safe(within(link, panels.frame)));
    return embedded(link, sentence, () => `<iframe title="${escapes.html(sentence)}" width="100%" height="${height}" loading="lazy" style="border:0"\n  src="${src}"></iframe>\n`);
  },
  gadget({ sentence, link }) {
    const { home, hash } = parts(link);
    // Wikitext inside an element is parsed; its escapes are HTML, too.
    return embedded(link, sentence, () => `<div class="tohit" data-home="${home}" data-link="${hash}">${escapes.wikitext(sentence)}</div>\n`);
  },
  element({ sentence, link }) {
    const { home, hash } = parts(link);
    const element = `<tohit-calculator link="${hash}">${escapes.html(sentence)}</tohit-calculator>\n`;
    return embedded(link, sentence, () => `<script type="module" src="${home}tohit-element.js"></script>\n${element}`);
  },
  /** DokuWiki's syntax has no attributes: the last word is the link. */
  code: ({ sentence, link }) => embedded(link, sentence, () => `<code tohit>${sentence.replaceAll("</code>", "")} ${safe(within(link, ""))}</code>\n`),
};

/** The calculator's file for each kind of code, with the panels that the code names. */
const panels = { frame: "embed.html?panels=answer,damage,sheets", gadget: "embed.html", code: "embed.html", element: "embed.html" };

/** The gadget's file; its first lines say how it is installed and used. */
const gadget = "tohit-gadget.js";

/** Requirements of each code. */
const where = {
  frame: "For a page of your own, and for wikis that allow frames: MediaWiki with the extension Widgets, DokuWiki with HTML allowed. The height is that of the preview.",
  gadget: `For a MediaWiki with the gadget ${gadget}, which an administrator installs once (or you for yourself, in your common.js). Who has it not reads the sentence.`,
  code: `For a DokuWiki with the gadget ${gadget} in its conf/userscript.js. Who has it not reads the sentence.`,
  element: "For a page of your own, and for wikis that allow scripts; a MediaWiki as it comes does not.",
};

/** The program's share data (web/src/share_data.rs), with the full address; undefined where a part of the program is missing. */
let program;
const shown = async (format) => {
  const found = await program();
  if (!found) return found;
  const { share: it, study } = found;
  const whole = (link) => `${location.href.split("#")[0]}#${link}`;
  // An open study is the calculator's content; the address then has the opened link.
  const finding = study && location.hash !== `#${it.link}` && document.querySelector("#studies-finding")?.textContent;
  if (finding && panels[format]) return { ...it, link: whole(study), sentence: `${it.caption}: ${finding}` };
  return { ...it, link: whole(it.link) };
};

/** Size of the picture. */
const size = (source) => ["width", "height"].map((side) => Number(source.match(new RegExp(` ${side}="(\\d+)"`))[1]));

/** Downloads a file, and reports it. The URL lives for a minute: slow browsers read it late. */
function save(told, blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  told.textContent = `Saved as ${name}.`;
}

async function png(source) {
  const [width, height] = size(source);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = 2;
  [canvas.width, canvas.height] = [width * scale, height * scale];
  const brush = canvas.getContext("2d");
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

let ready = false;
/** Opens the dialog; `tell` returns the data. */
export async function share(tell) {
  program = tell;
  const dialog = document.querySelector("#share");
  const [choice, field, told] = ["select", "textarea", "[role=status]"].map((part) => dialog.querySelector(part));
  const preview = dialog.querySelector("iframe");
  const fill = async () => {
    const it = await shown(choice.value);
    field.value = it ? formats[choice.value](it) : "";
    for (const button of dialog.querySelectorAll("[data-do]")) {
      button.disabled = !it;
      // Duels have none.
      button.hidden = Boolean(it) && button.dataset.do !== "copy" && !it.picture;
    }
    told.textContent = it ? "" : "A part of the program did not arrive.";
    const [before, after] = (where[choice.value] ?? "").split(gadget);
    const file = Object.assign(document.createElement("a"), { href: gadget, textContent: gadget });
    const says = document.createElement("span");
    says.append(before, ...(after ? [file, after] : []));
    dialog.querySelector(".quietly").replaceChildren(says);
    const frame = panels[choice.value];
    preview.hidden = !it || !frame;
    if (!preview.hidden) preview.src = frame + new URL(it.link).hash;
    else preview.removeAttribute("src");
  };
  if (!ready) {
    ready = true;
    choice.addEventListener("change", fill);
    // The calculator reports its height, and the code for an article reserves it.
    addEventListener("message", async ({ source, data }) => {
      if (source !== preview.contentWindow || data?.tohit !== 1 || data.type !== "height") return;
      preview.style.height = `${data.height}px`;
      const it = await shown("frame");
      if (it && choice.value === "frame") field.value = formats.frame({ ...it, height: data.height });
    });
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
    dialog.querySelector("[data-do=svg]").addEventListener("click", async () => save(told, new Blob([(await shown()).picture], { type: "image/svg+xml" }), "tohit.svg"));
    dialog.querySelector("[data-do=png]").addEventListener("click", async () => save(told, await png((await shown()).picture), "tohit.png"));
  }
  await fill();
  dialog.showModal();
}
