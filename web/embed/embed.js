// The page in a frame: reads what the editor of the article chose from the query, tells its height, and listens to the article's theme.
// Messages are objects with `tohit: 1` and a `type`; docs/embedding.md describes them all. Only the parent is listened to, and all that a
// parent can say is how the page looks and which calculation it shows: it can do nothing that a link could not.
const root = document.documentElement;
const chosen = new URLSearchParams(location.search);
const words = (name) => (chosen.get(name) ?? "").split(",").filter((word) => /^[a-z0-9_.-]+$/i.test(word));

const panels = words("panels");
root.dataset.panels = (panels.length ? panels : ["modes", "answer", "damage", "sheets"]).join(" ");

const fields = words("fields").map((path) => `#f-${CSS.escape(path.replaceAll(".", "-"))}`);
if (fields.length) {
  // What is not named stays as the link has it, and is not shown.
  const here = fields.join(", ");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`.field:not(:has(${here}), ${here}), .sheet:not(:has(${here})), details:not(:has(${here})), .sheets .tabs { display: none }`);
  document.adoptedStyleSheets.push(sheet);
  const unfold = () => document.querySelectorAll(`details:has(${here})`).forEach((group) => (group.open = true));
  new MutationObserver(unfold).observe(document.querySelector("#page"), { childList: true, subtree: true });
}

function dress({ theme, accent }) {
  if (["light", "dark", "auto"].includes(theme)) root.dataset.theme = theme === "auto" ? "" : theme;
  if (typeof accent === "string" && CSS.supports("color", accent)) root.style.setProperty("--accent", accent);
}
dress({ theme: chosen.get("theme"), accent: chosen.get("accent") });

const tell = (type, more) => parent !== window && parent.postMessage({ tohit: 1, type, ...more }, "*");
let told = 0;
const measure = () => {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (height !== told) tell("height", { height: (told = height) });
};
new ResizeObserver(measure).observe(document.body);

addEventListener("message", ({ source, data }) => {
  if (source !== parent || parent === window || data?.tohit !== 1) return;
  if (data.type === "dress") dress(data);
  if (data.type === "show" && typeof data.link === "string") location.hash = data.link;
});
new MutationObserver((_, watch) => {
  if (!root.dataset.started) return;
  watch.disconnect();
  tell("ready", {});
  measure();
}).observe(root, { attributeFilter: ["data-started"] });

// The whole calculator with what is shown here.
const whole = document.querySelector("#whole");
const lead = () => (whole.href = new URL(`./${location.hash}`, location.href).href);
for (const event of ["pointerdown", "focus", "mouseenter"]) whole.addEventListener(event, lead);
lead();
