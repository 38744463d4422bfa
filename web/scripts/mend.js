// Repairs an incomplete load: fetches the files, and then the page again. A style or a script may be truncated, or missing on the host, as the page
// is an older one from the cache. The file's name has no hash, so that older pages find it, too.
const root = document.documentElement;

/** Fetches all files of this page, past every cache, and then the page again: once, and only if the host answers. */
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
    // The host is unreachable: the page stays.
  }
};

/** Browsers block modules and WebAssembly there. */
function tellOfFiles() {
  const notice = document.createElement("p");
  notice.className = "failed";
  notice.setAttribute("role", "alert");
  notice.textContent = "This page was opened as a file, and browsers run it from a web server alone, be it one on this machine. What stands here is an example.";
  document.body.prepend(notice);
}

addEventListener("load", () => {
  if (location.protocol === "file:") return tellOfFiles();
  const isStyled = [...document.querySelectorAll("link[rel=stylesheet][integrity]")].every(({ sheet }) => sheet?.cssRules.length > 0);
  // Marks of early.js and boot.js, or embed.js; only the page itself has an early.js.
  if (!isStyled || !root.dataset.boots || (root.dataset.ruleset && !root.dataset.first)) self.mend();
});
