// tohit in articles: makes calculators of elements with the class "tohit". No dependency, no cookie.
// Before a click, only data-load="near" requests anything, of HOME's site or the article's own.
// Host it with your wiki (MediaWiki: a gadget; DokuWiki: conf/userscript.js), and set HOME to the folder of your calculator.
//
//   <div class="tohit" data-link="powder/melee?attacker.preset=fred&defender.preset=troll">Fred hits a troll 78.6 % of the time.</div>
//
// data-link    what the calculator shows: the part of its address after #. Without it, where a link inside leads to the calculator; without that, the last word inside
//              A rule text in <pre class="tohit-rules">, alone or inside, is a game of the article's own;
//              <pre class="tohit-words"> and <pre class="tohit-presets"> beside it are its words and presets.
// data-rules   the address of a file with such a game; with HOME, on HOME's site or the article's own
// data-home    the calculator's folder, as long as HOME is not set
// data-panels  modes, answer, damage, sheets, log: which of them, with commas
// data-fields  the fields of the sheets that readers may change, with commas: attacker.level,defender.ac
// data-theme   light, dark or auto; without it the article's own
// data-accent  a colour for what stands out
// data-load    "click" (a button, the default) or "near" (when the reader scrolls to it, for HOME's site and the article's own)
// data-height  the height in pixels before the calculator tells its own
//
// What stands inside the element is shown until then, and stays for readers without JavaScript.
// The syntax is that of ECMAScript 5 throughout: MediaWiki 1.39 runs no gadget with any other.
(function () {
  "use strict";
  var HOME = "";
  var own = document.currentScript ? document.currentScript.src : "";
  var frames = [];
  var buttons = [];

  /** Where the first link inside that leads to a calculator leads. An article's own notes and sections are links with a # as well. */
  function linked(element, home) {
    var inside = Array.prototype.filter.call(element.querySelectorAll("a[href*='#']"), function (link) {
      if (home) return link.href.indexOf(new URL(home, location.href).href) === 0;
      return /#[a-z0-9-]+\/[a-z0-9-]+/.test(link.href) && link.href.split("#")[0] !== location.href.split("#")[0];
    });
    return inside.length ? inside[0].href : "";
  }

  /** The text of the element's game; words and presets follow rules that stand alone. */
  function written(element) {
    var isAlone = element.matches("pre.tohit-rules");
    var rules = isAlone ? element : element.querySelector("pre.tohit-rules");
    var text = rules ? rules.textContent : "";
    ["words", "presets"].forEach(function (name) {
      var part = isAlone ? element.nextElementSibling : element.querySelector("pre.tohit-" + name);
      if (!rules || !part || !part.matches("pre.tohit-" + name)) return;
      text += "\n=== " + name + " ===\n" + part.textContent;
      if (isAlone) element = part;
    });
    return text;
  }

  /** The address that the element asks for, with the text of its game: `HOME#link`. */
  function wanted(element, game) {
    // Where the site has said where its calculator is, no article leads elsewhere.
    var home = HOME || element.dataset.home;
    // A folder may be written without its last stroke.
    if (home && !/\/$|[^\/]\/[^\/]*\.\w+$/.test(home)) home += "/";
    var last = (element.textContent.match(/\S+\/\S+\s*$/) || [""])[0].trim();
    var link = element.dataset.link || (game ? "own" : linked(element, home) || last);
    if (game && link.indexOf("rules=") < 0) {
      // As links carry them (crates/resolver/src/text/bundle.rs); the syntax of this script knows no other way to bytes.
      var letters = btoa(unescape(encodeURIComponent(game))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
      link += (link.indexOf("?") < 0 ? "?" : "&") + "rules=~" + letters;
    }
    var parts = link.split(/#(.*)/);
    home = home || (parts.length > 1 && parts[0]) || own || location.href;
    var address = new URL("embed.html", new URL(home, location.href));
    if (!/^https?:$/.test(address.protocol)) throw new TypeError("no address of a site: " + home);
    address.hash = parts.length > 1 ? parts[1] : parts[0];
    return address;
  }

  /** Whether an address is on the article's own site, or on HOME's. */
  function isOurs(address) {
    return address.origin === location.origin || (HOME !== "" && address.origin === new URL(HOME, location.href).origin);
  }

  /** The address of the element's file with a game, if it names one. */
  function named(element) {
    var file = element.dataset.rules && new URL(element.dataset.rules, location.href);
    if (HOME && file && !isOurs(file)) throw new TypeError("neither this site nor HOME has " + file);
    return file;
  }

  /** The text of a file. With HOME no redirect is followed: it may lead anywhere. */
  function fetched(file) {
    return fetch(file, { redirect: HOME ? "error" : "follow" }).then(function (found) {
      if (!found.ok) throw new Error(file + ": " + found.status + " " + found.statusText);
      return found.text();
    });
  }

  /** How light a computed colour is, from 0 to 1, in whatever notation the page has it; undefined where one sees through it. */
  function lightness(colour) {
    var parts = (colour.replace(/^color\(\S+/, "").replace(/none/g, "0").match(/-?\d*\.?\d+(e-?\d+)?/g) || []).map(Number);
    if (parts.length < 3 || parts[3] < 0.5) return undefined;
    if (/^ok/.test(colour)) return 0.8 * parts[0];
    if (/^l/.test(colour)) return parts[0] / 100;
    return (0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2]) / (/^color/.test(colour) ? 1 : 255);
  }

  /** The theme around the element: by the ground that it stands on, or, where the page has none, by its ink. */
  function theme(element) {
    for (var place = element; place; place = place.parentElement) {
      var ground = lightness(getComputedStyle(place).backgroundColor);
      if (ground !== undefined) return ground < 0.4 ? "dark" : "light";
    }
    return lightness(getComputedStyle(element).color) > 0.5 ? "dark" : "light";
  }

  function start(element, address) {
    var chosen = element.dataset;
    var before = { theme: chosen.theme || theme(element), accent: chosen.accent, panels: chosen.panels, fields: chosen.fields };
    Object.keys(before).forEach(function (name) {
      if (before[name]) address.searchParams.set(name, before[name]);
    });
    var frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = chosen.title || "Combat odds";
    frame.loading = "lazy";
    frame.referrerPolicy = "no-referrer";
    frame.allow = "clipboard-write";
    // On the article's own site this would be no sandbox.
    if (address.origin !== location.origin) frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox");
    frame.style.cssText = "display:block;width:100%;min-width:min(100%,280px);border:0;height:" + (Number(chosen.height) || 420) + "px";
    // The words stay until the calculator is there: where it cannot be had, nothing is lost.
    frames.push({ frame: frame, element: element, origin: address.origin, words: Array.prototype.slice.call(element.childNodes) });
    element.append(frame);
  }

  function offer(element) {
    if (element.dataset.tohit || (element.parentElement && element.parentElement.closest(".tohit, tohit-calculator"))) return;
    element.dataset.tohit = "ready";
    var file, address;
    /** Whatever an editor wrote there, the text stays, and the other elements are none the worse. */
    function refuse(problem) {
      console.info("tohit: " + problem.message);
    }
    /** Starts the calculator, once the game's file is here. */
    function begin() {
      if (!file) return start(element, wanted(element, written(element)));
      fetched(file).then(function (game) { start(element, wanted(element, game)); }).catch(refuse);
    }
    try {
      file = named(element);
      address = wanted(element, file ? "" : written(element));
    } catch (problem) {
      return refuse(problem);
    }
    // Editors of an article may name any site: other sites wait for a click.
    if (element.dataset.load === "near" && isOurs(address) && isOurs(file || address) && window.IntersectionObserver) {
      var seen = function (entries, watch) {
        if (!entries.some(function (entry) { return entry.isIntersecting; })) return;
        watch.disconnect();
        begin();
      };
      new IntersectionObserver(seen, { rootMargin: "200px" }).observe(element);
      return;
    }
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = element.dataset.button || "Calculate";
    button.className = "noprint";
    button.addEventListener("click", function () {
      button.remove();
      begin();
    });
    buttons.push(button);
    element.append(" ", button);
  }

  addEventListener("message", function (event) {
    var message = event.data;
    if (!message || message.tohit !== 1) return;
    frames.forEach(function (known) {
      // Only the frame that this script made, and only from where it was loaded.
      if (known.frame.contentWindow !== event.source || known.origin !== event.origin) return;
      if (message.type === "height" && message.height > 0 && message.height < 20000) known.frame.style.height = message.height + "px";
      known.listens = true;
      // A frame whose rules cannot be read tells its height, and is never ready: the words stay above its message.
      if (message.type !== "ready") return;
      known.words.splice(0).forEach(function (node) { node.remove(); });
      dress();
    });
  });

  function dress() {
    frames.forEach(function (known) {
      if (!known.listens || known.element.dataset.theme || !known.frame.contentWindow) return;
      known.frame.contentWindow.postMessage({ tohit: 1, type: "dress", theme: theme(known.element) }, known.origin);
    });
  }
  /** On paper no button is of use. */
  function hide(isHidden) {
    buttons.forEach(function (button) { button.hidden = isHidden; });
  }
  function look() {
    document.querySelectorAll(".tohit, pre.tohit-rules").forEach(offer);
  }
  function begin() {
    look();
    [document.documentElement, document.body].forEach(function (place) {
      new MutationObserver(dress).observe(place, { attributes: true, attributeFilter: ["class", "data-theme", "style"] });
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);
    // A ground that changes slowly is as it will be at the end alone.
    addEventListener("transitionend", function (event) {
      if (/color|background/.test(event.propertyName) && frames.some(function (known) { return event.target.contains(known.element); })) dress();
    });
    addEventListener("beforeprint", function () { hide(true); });
    addEventListener("afterprint", function () { hide(false); });
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
})();
