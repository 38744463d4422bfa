// tohit in articles: makes calculators of elements with the class "tohit". No dependency, no cookie, no request before a reader asks.
// Host it with your wiki (MediaWiki: a gadget; DokuWiki: conf/userscript.js), and set HOME to the folder of your calculator.
//
//   <div class="tohit" data-link="powder/melee?attacker.preset=fred&defender.preset=troll">Fred hits a troll 78.6 % of the time.</div>
//
// data-link    what the calculator shows: the part of its address after #. Without it, where a link inside leads; without that, the last word inside
// data-home    the calculator's folder, as long as HOME is not set
// data-panels  modes, answer, damage, sheets, log: which of them, with commas
// data-fields  the fields that readers may change, with commas: attacker.level,defender.ac
// data-theme   light, dark or auto; without it the article's own
// data-accent  a colour for what stands out
// data-load    "click" (a button, the default) or "near" (when the reader scrolls to it)
// data-height  the height in pixels before the calculator tells its own
//
// What stands inside the element is shown until then, and stays for readers without JavaScript.
// The syntax is that of ECMAScript 5 throughout: MediaWiki 1.39 runs no gadget with any other.
(function () {
  "use strict";
  var HOME = "";
  var own = document.currentScript ? document.currentScript.src : "";
  var frames = [];

  /** The address that the element asks for: `HOME#link`. */
  function wanted(element) {
    var inside = element.querySelector("a[href*='#']");
    var last = (element.textContent.match(/\S+\/\S+\s*$/) || [""])[0].trim();
    var parts = (element.dataset.link || (inside ? inside.href : last)).split(/#(.*)/);
    // Where the site has said where its calculator is, no article leads elsewhere.
    var home = HOME || element.dataset.home || (parts.length > 1 && parts[0]) || own || location.href;
    var address = new URL("embed.html", new URL(home, location.href));
    address.hash = parts.length > 1 ? parts[1] : parts[0];
    return address;
  }

  /** The article's theme: what a skin says, or else what its background is. */
  function theme() {
    var root = document.documentElement;
    var words = [root.className, root.dataset.theme, document.body.className].join(" ").split(/\s+/);
    // MediaWiki's classes name the article, too: one on the dark is not in the dark.
    var dark = words.some(function (word) {
      return /(^|-)(dark|night)(-mode)?$/.test(word) && !/^(root)?page-/.test(word);
    });
    var rgba = (getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) || [255, 255, 255]).map(Number);
    return dark || (rgba[3] !== 0 && 0.3 * rgba[0] + 0.6 * rgba[1] + 0.1 * rgba[2] < 100) ? "dark" : "light";
  }

  function start(element, address) {
    var chosen = element.dataset;
    var before = { theme: chosen.theme || theme(), accent: chosen.accent, panels: chosen.panels, fields: chosen.fields };
    Object.keys(before).forEach(function (name) {
      if (before[name]) address.searchParams.set(name, before[name]);
    });
    var frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = chosen.title || "Combat odds";
    frame.loading = "lazy";
    frame.referrerPolicy = "no-referrer";
    frame.allow = "clipboard-write";
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups");
    frame.style.cssText = "display:block;width:100%;min-width:min(100%,280px);border:0;height:" + (Number(chosen.height) || 420) + "px";
    frames.push({ frame: frame, element: element, origin: address.origin });
    element.replaceChildren(frame);
  }

  function offer(element) {
    if (element.dataset.tohit) return;
    element.dataset.tohit = "ready";
    var address = wanted(element);
    if (element.dataset.load === "near" && window.IntersectionObserver) {
      var seen = function (entries, watch) {
        if (!entries.some(function (entry) { return entry.isIntersecting; })) return;
        watch.disconnect();
        start(element, address);
      };
      new IntersectionObserver(seen, { rootMargin: "200px" }).observe(element);
      return;
    }
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = element.dataset.button || "Calculate";
    button.addEventListener("click", function () { start(element, address); });
    element.append(" ", button);
  }

  addEventListener("message", function (event) {
    var told = event.data;
    if (!told || told.tohit !== 1) return;
    frames.forEach(function (known) {
      // Only the frame that this script made, and only from where it was loaded.
      if (known.frame.contentWindow !== event.source || known.origin !== event.origin) return;
      if (told.type === "height" && told.height > 0 && told.height < 20000) known.frame.style.height = told.height + "px";
      known.listens = true;
      if (told.type === "ready") dress();
    });
  });

  function dress() {
    frames.forEach(function (known) {
      if (!known.listens || known.element.dataset.theme || !known.frame.contentWindow) return;
      known.frame.contentWindow.postMessage({ tohit: 1, type: "dress", theme: theme() }, known.origin);
    });
  }
  function look() {
    document.querySelectorAll(".tohit").forEach(offer);
  }
  function begin() {
    look();
    [document.documentElement, document.body].forEach(function (place) {
      new MutationObserver(dress).observe(place, { attributes: true, attributeFilter: ["class", "data-theme", "style"] });
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
})();
