// The Share dialog: the answer as text and as a picture, and a preview of the calculator in an article. Loaded when the dialog is first opened; the program
// (web/src/headline/share_data.rs) writes every text.

/** The gadget's file; its first lines say how it is installed and used. */
const gadget = "tohit-gadget.js";

/** Requirements of each code. */
const where = {
  frame: "For a page of your own, and for wikis that allow frames: MediaWiki with the extension Widgets, DokuWiki with HTML allowed. The height is that of the preview.",
  gadget: `For a MediaWiki with the gadget ${gadget}, which an administrator installs once (or you for yourself, in your common.js). Readers without it see the sentence.`,
  code: `For a DokuWiki with the gadget ${gadget} in its conf/userscript.js. Readers without it see the sentence.`,
  element: "For a page of your own, and for wikis that allow scripts; a MediaWiki as it comes does not.",
};

/** Size of the picture. */
const size = (source) => ["width", "height"].map((side) => Number(source.match(new RegExp(` ${side}="(\\d+)"`))[1]));

/** Downloads a file, and reports it. The URL lives for a minute: slow browsers read it late. */
function save(status, blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  status.textContent = `Saved as ${name}.`;
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

/** A text in its field: a link has few lines, code of an article more. */
function show(field, text) {
  field.value = text;
  field.rows = Math.min(12, Math.max(3, text.split("\n").length));
}

/** True for a text that people send to each other. */
const isSent = (format) => ["link", "sentence"].includes(format);

let ready = false;
/**
 * Opens the dialog. `write(format, height)` gives `{ text, picture, preview }`, with a frame of that height in pixels; undefined where a part of the program is
 * missing.
 */
export async function share(write) {
  const dialog = document.querySelector("#share");
  const [choice, field, status] = ["select", "textarea", "[role=status]"].map((part) => dialog.querySelector(part));
  const preview = dialog.querySelector("iframe");
  const fill = async () => {
    const it = await write(choice.value, 0);
    show(field, it?.text ?? "");
    for (const button of dialog.querySelectorAll("[data-do]")) {
      button.disabled = !it;
      // Duels have none.
      const isPicture = ["svg", "png"].includes(button.dataset.do);
      button.hidden = isPicture ? Boolean(it) && !it.picture : button.dataset.do === "send" && !(navigator.share && isSent(choice.value));
    }
    status.textContent = it ? "" : "A part of the program did not arrive.";
    const [before, after] = (where[choice.value] ?? "").split(gadget);
    const file = Object.assign(document.createElement("a"), { href: gadget, textContent: gadget });
    const says = document.createElement("span");
    says.append(before, ...(after ? [file, after] : []));
    dialog.querySelector(".quietly").replaceChildren(says);
    preview.hidden = !it?.preview;
    if (preview.hidden) preview.removeAttribute("src");
    else preview.src = it.preview;
  };
  if (!ready) {
    ready = true;
    choice.addEventListener("change", fill);
    // The calculator reports its height, and the code for an article reserves it.
    addEventListener("message", async ({ source, data }) => {
      if (source !== preview.contentWindow || data?.tohit !== 1 || data.type !== "height") return;
      preview.style.height = `${data.height}px`;
      const it = await write("frame", Math.ceil(data.height));
      if (it && choice.value === "frame") show(field, it.text);
    });
    dialog.addEventListener("close", () => dialog.querySelector("iframe").removeAttribute("src"));
    dialog.querySelector("[data-do=copy]").addEventListener("click", async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        status.textContent = "Copied.";
      } catch {
        status.textContent = "Copy what is selected: the clipboard is blocked.";
      }
    });
    dialog.querySelector("[data-do=send]").addEventListener("click", async () => {
      const text = field.value.trim();
      try {
        await navigator.share(choice.value === "link" ? { url: text } : { text });
      } catch (problem) {
        // A person who changes his mind is no problem.
        if (problem.name !== "AbortError") status.textContent = "No app took it: copy it instead.";
      }
    });
    dialog.querySelector("[data-do=svg]").addEventListener("click", async () => save(status, new Blob([(await write("link", 0)).picture], { type: "image/svg+xml" }), "tohit.svg"));
    dialog.querySelector("[data-do=png]").addEventListener("click", async () => save(status, await png((await write("link", 0)).picture), "tohit.png"));
  }
  await fill();
  dialog.showModal();
  field.focus();
  field.select();
}
