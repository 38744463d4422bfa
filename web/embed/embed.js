// The calculator in a frame: reads what the editor of the article chose from the query, tells its height, and listens to the article's theme.
// Messages are objects with `tohit: 1` and a `type`; docs/embedding.md describes them all. Only the parent is listened to, and all that a
// parent can say is how the calculator looks and what it shows: it can do nothing that a link could not.
const root = document.documentElement;
const chosen = new URLSearchParams(location.search);
const it = document.createElement("tohit-calculator");
const follow = () => it.setAttribute("link", location.hash.slice(1));

function dress({ theme, accent }) {
  // The calculator is as its page is.
  if (["light", "dark", "auto"].includes(theme)) root.dataset.theme = theme;
  if (typeof accent === "string") it.setAttribute("accent", accent);
}
dress({ theme: chosen.get("theme"), accent: chosen.get("accent") });
for (const name of ["panels", "fields"]) if (chosen.has(name)) it.setAttribute(name, chosen.get(name));
it.setAttribute("load", "now");
follow();
addEventListener("hashchange", follow);

const tell = (type, more) => parent !== window && parent.postMessage({ tohit: 1, type, ...more }, "*");
let sent = 0;
const measure = () => {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  if (height !== sent) tell("height", { height: (sent = height) });
};
new ResizeObserver(measure).observe(document.body);

addEventListener("message", ({ source, data }) => {
  if (source !== parent || parent === window || data?.tohit !== 1) return;
  if (data.type === "dress") dress(data);
  if (data.type === "show" && typeof data.link === "string") location.replace(`#${data.link.replace(/^#/, "")}`);
});
it.addEventListener("started", () => {
  root.dataset.started = "true";
  tell("ready", {});
  measure();
});
it.addEventListener("failed", ({ detail }) => void (detail.isText || self.mend?.()));
document.querySelector("main").append(it);
// Last, for half of a script may be one; and its element is there before it, or did not arrive whole (mend.js).
if (customElements.get("tohit-calculator")) root.dataset.boots = "true";
