// tohit in articles: makes calculators of elements with the class "tohit". No dependency, no cookie, no request before a reader asks.
// Host it with your wiki (MediaWiki: a gadget or MediaWiki:Common.js; DokuWiki: conf/userscript.js), and set HOME, or write data-home.
//
//   <div class="tohit" data-link="powder/melee?attacker.preset=fred&defender.preset=troll">Fred hits a troll 65 % of the time.</div>
//
// data-link    what the calculator shows: the part of its address after #
// data-panels  modes, answer, damage, sheets, log: which of them, with commas
// data-fields  the fields that readers may change, with commas: attacker.level,defender.ac
// data-theme   light, dark or auto; without it the article's own
// data-accent  a colour for what stands out
// data-load    "click" (a button, the default) or "near" (when the reader scrolls to it)
// data-height  the height in pixels before the calculator tells its own
//
// What stands inside the element is shown until then, and stays for readers without JavaScript.
(() => {
  "use strict";
  const HOME = "";
  const own = document.currentScript?.src ?? "";
  const frames = new Map();

  const home = (element) => new URL(element.dataset.home || HOME || new URL(".", own || location.href).href, location.href);

  /** The article's theme: what a skin says, or else what its background is. */
  const theme = () => {
    const root = document.documentElement;
    const said = `${root.className} ${root.dataset.theme ?? ""} ${document.body.className}`;
    if (/night\b|\bdark\b|theme-clientpref-night/.test(said)) return "dark";
    const [red, green, blue, alpha = 1] = (getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    return alpha > 0 && 0.3 * red + 0.6 * green + 0.1 * blue < 100 ? "dark" : "light";
  };

  function start(element) {
    const { link = "", panels, fields, accent, height } = element.dataset;
    const address = new URL("embed.html", home(element));
    for (const [name, value] of Object.entries({ theme: element.dataset.theme || theme(), accent, panels, fields })) {
      if (value) address.searchParams.set(name, value);
    }
    address.hash = link.replace(/^#/, "");
    const frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = element.dataset.title || "Combat odds";
    frame.loading = "lazy";
    frame.referrerPolicy = "no-referrer";
    frame.allow = "clipboard-write";
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
    frame.style.cssText = `display:block;width:100%;min-width:min(100%,280px);border:0;height:${Number(height) || 420}px`;
    frames.set(frame, { element, origin: address.origin });
    element.replaceChildren(frame);
  }

  function offer(element) {
    if (element.dataset.tohit) return;
    element.dataset.tohit = "ready";
    if (element.dataset.load === "near" && "IntersectionObserver" in window) {
      const watch = new IntersectionObserver(
        (seen) => {
          if (!seen.some((one) => one.isIntersecting)) return;
          watch.disconnect();
          start(element);
        },
        { rootMargin: "200px" },
      );
      watch.observe(element);
      return;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = element.dataset.button || "Calculate";
    button.addEventListener("click", () => start(element));
    element.append(" ", button);
  }

  addEventListener("message", ({ source, origin, data }) => {
    if (data?.tohit !== 1) return;
    for (const [frame, known] of frames) {
      // Only the frame that this script made, and only from where it was loaded.
      if (frame.contentWindow !== source || known.origin !== origin) continue;
      if (data.type === "height" && data.height > 0 && data.height < 20000) frame.style.height = `${data.height}px`;
    }
  });

  const dress = () => {
    for (const [frame, { element, origin }] of frames) {
      if (!element.dataset.theme) frame.contentWindow?.postMessage({ tohit: 1, type: "dress", theme: theme() }, origin);
    }
  };
  const look = () => document.querySelectorAll(".tohit").forEach(offer);
  const begin = () => {
    look();
    const watch = { attributes: true, attributeFilter: ["class", "data-theme", "style"] };
    new MutationObserver(dress).observe(document.documentElement, watch);
    new MutationObserver(dress).observe(document.body, watch);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
})();
