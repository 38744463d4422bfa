// What did not arrive whole is fetched anew, and then the page once more: a style or a script that was cut off, or one that the host no longer has,
// as the browser took an older page from its cache. It is not named after its content, so that older pages find it, too.
const root = document.documentElement;

/** Fetches all that this page asked for, past every cache, and then the page again: once, and only if the host answers. */
self.mend = async () => {
  const [{ type }] = performance.getEntriesByType("navigation");
  const home = new URL("./", document.baseURI).href;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  const linked = [...document.querySelectorAll("link[rel=stylesheet], script[src]")].map((one) => one.href || one.src);
  const all = new Set([location.href.split("#")[0], ...[...files, ...linked].filter((file) => file.startsWith(home))]);
  try {
    const [page] = await Promise.all([...all].map((file) => fetch(file, { cache: "reload" })));
    if (page.ok && type !== "reload") location.reload();
  } catch {
    // The host cannot be reached: what is there stays.
  }
};

/** Browsers refuse modules and WebAssembly to a file. */
function tellOfFiles() {
  const told = document.createElement("p");
  told.className = "failed";
  told.setAttribute("role", "alert");
  told.textContent = "This page was opened as a file, and browsers run it from a web server alone, be it one on this machine. What stands here is an example.";
  document.body.prepend(told);
}

addEventListener("load", () => {
  if (location.protocol === "file:") return tellOfFiles();
  const isStyled = [...document.querySelectorAll("link[rel=stylesheet][integrity]")].every(({ sheet }) => sheet?.cssRules.length > 0);
  // What early.js and boot.js, or embed.js, leave behind; only the page itself has an early.js.
  if (!isStyled || !root.dataset.boots || (root.dataset.ruleset && !root.dataset.first)) self.mend();
});
