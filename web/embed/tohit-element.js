// <tohit-calculator link="powder/melee?attacker.preset=fred" panels="answer,damage">: a calculator in an article. Any number on a page share one
// program.
//
// link    what it shows: the part of the calculator's address after #
// panels  modes, answer, damage, sheets, log: which of them, with commas; without it all but the log
// fields  the fields that readers may change, with commas: attacker.level,defender.ac
// theme   light, dark or auto (the system's); without it as the article is
// accent  a colour for what stands out
// load    "near" (when the reader scrolls to it; the default), "now", "touch" (when scrolled to, its answer, until it is touched) or "click" (a button)
// button  what the button says
// height  the height in pixels that is kept free before
//
// rules   the address of a file with a game of the article's own (rules, words and presets in one text)
//
// A game of the article's own may stand inside, too: <pre class="tohit-rules">, with <pre class="tohit-words"> and <pre class="tohit-presets">.
// What stands inside the element is shown until it has started. Then it tells so by the event "started"; if it cannot, by "failed".

/** With more on a page, or more frames beside this one, each shows its answer, and is a calculator once it is touched. */
const FEW = 3;

const place = (file) => new URL(file, import.meta.url);
const once = (make) => {
  const made = new Map();
  const again = (key) => (problem) => {
    made.delete(key);
    throw problem;
  };
  return (key) => made.get(key) ?? made.set(key, make(key).catch(again(key))).get(key);
};
/** A game's text as links carry it (crates/resolver/src/text/bundle.rs). */
const lettered = (text) => {
  const letters = btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};
/** The text of a file with a game. */
const games = once(async (address) => {
  const found = await fetch(address);
  if (!found.ok) throw new Error(`${address}: ${found.status} ${found.statusText}`);
  return found.text();
});
/** What failed once is not fetched again under the same address. */
const imported = (file) => import(file).catch(() => fetch(place(`${file}?again`), { cache: "reload" }).then(() => import(`${file}?again`)));
const program = once(async () => (await imported("./program.js")).load());
/** The page's sheets, each with what the build says of its content: one that was cut off on its way would stay so in the browser's cache. */
const sheets = { "./tohit.css": "integrity of ./tohit.css", "./embed.css": "integrity of ./embed.css" };
const styles = once(() => Promise.all(Object.entries(sheets).map((sheet) => style(sheet, "default").catch(() => style(sheet, "reload")))));
/** The program's library makes parts of its views of texts in markup, which the article's policy may forbid. */
function assertMarkup() {
  try {
    document.createElement("template").innerHTML = "<p>";
  } catch {
    throw new Error("the policy of this site (require-trusted-types-for 'script') does not let it. A frame of it works here");
  }
}

/** In an article, what counts is not how wide the window is but how wide the calculator is. */
async function style([file, integrity], cache) {
  const found = await fetch(place(file), { integrity, cache });
  if (!found.ok) throw new Error(`${found.status} ${found.statusText}`);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync((await found.text()).replaceAll(/@media\s*(\((?:min|max)-width:[^()]*\)\s*\{)/g, "@container $1"));
  return sheet;
}

/** A button or a link is nothing on paper. */
const paper = new CSSStyleSheet();
paper.replaceSync("@media print { .bottom :is(a, button) { display: none } }");

/** All that are in the page now. */
const here = new Set();
const areMany = () => Math.max(here.size, parent === self ? 0 : parent.length) > FEW;
const idle = () => new Promise((done) => (self.requestIdleCallback ? requestIdleCallback(done, { timeout: 500 }) : setTimeout(done)));
/** One is built at a time. */
let turns = Promise.resolve();

const near = new IntersectionObserver(
  (seen) => {
    for (const { isIntersecting, target } of seen) if (isIntersecting) target.start();
  },
  { rootMargin: "200px" },
);

/** The panels, in the order of the program's bits. */
const PANELS = ["modes", "answer", "damage", "sheets", "log"];
const words = (text) => (text ?? "").split(",").filter((word) => /^[a-z0-9_.-]+$/i.test(word));

class Calculator extends HTMLElement {
  static observedAttributes = ["link", "panels", "fields", "theme", "accent", "rules"];

  #root = document.createElement("div");
  #content = document.createElement("div");
  #foot = document.createElement("p");
  #whole = document.createElement("a");
  #open = document.createElement("button");
  /** What is shown. */
  #shown;
  /** Number of its links that are on their way. */
  #opening = 0;
  /** The text of the game's file, once it is here. */
  #game = "";
  /** Counts what was asked for: what is older is dropped. */
  #asked = 0;
  /** Which of them is shown. */
  #made = 0;
  #isStarted = false;
  #isTouched = false;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    this.#content.className = "content";
    this.#content.append(document.createElement("slot"));
    this.#whole.target = "_blank";
    this.#whole.rel = "noopener";
    this.#whole.textContent = "Open in the whole calculator";
    const lead = () => (this.#whole.href = place(`./#${this.#shownLink}`).href);
    for (const event of ["pointerdown", "focus", "mouseenter"]) this.#whole.addEventListener(event, lead);
    this.#open.type = "button";
    this.#open.addEventListener("click", () => this.#touch());
    this.#content.addEventListener("click", () => this.#shown && this.#touch());
    this.#foot.className = "bottom";
    this.#root.append(this.#content, this.#foot);
    shadow.append(this.#root);
    shadow.adoptedStyleSheets = [paper];
  }

  get #link() {
    const link = (this.getAttribute("link") ?? "").replace(/^#/, "");
    const part = (name) => this.querySelector(`pre.tohit-${name}`)?.textContent;
    const parts = ["words", "presets"].filter(part).map((name) => `\n=== ${name} ===\n${part(name)}`);
    const rules = this.#game || (part("rules") && part("rules") + parts.join(""));
    if (!rules || link.includes("rules=")) return link;
    return `${link || "own"}${link.includes("?") ? "&" : "?"}rules=~${lettered(rules)}`;
  }

  /** The link of what is shown. */
  get #shownLink() {
    // The one before would write its own over a link that is on its way.
    if (this.#opening === 0) this.#shown?.tell();
    return this.#content.dataset.link || this.#link;
  }

  connectedCallback() {
    here.add(this);
    if (this.#isStarted) return;
    this.#dress();
    this.#root.style.minHeight = `${Number(this.getAttribute("height")) || 0}px`;
    const load = this.getAttribute("load");
    if (load === "click") this.#offer(this.getAttribute("button") || "Calculate");
    else if (load === "now") this.start();
    else near.observe(this);
  }

  disconnectedCallback() {
    // Whoever is only moved is here again at once.
    queueMicrotask(() => {
      if (this.isConnected) return;
      here.delete(this);
      near.unobserve(this);
      this.#asked++;
      this.#isStarted = this.#isTouched = false;
      this.#end();
      this.#content.replaceChildren(document.createElement("slot"));
      delete this.#content.dataset.link;
      this.#foot.replaceChildren();
    });
  }

  attributeChangedCallback(name) {
    if (["theme", "accent"].includes(name)) return this.#dress();
    if (!this.#isStarted) return;
    if (name === "rules") this.start();
    else if (name !== "link") this.start(this.#shownLink);
    // One that is on its way would bring the link before.
    else if (this.#shown && this.#made === this.#asked) {
      this.#content.dataset.link = this.#link;
      this.#root.dataset.ruleset = this.#named;
      this.#opening++;
      void this.#shown.open().finally(() => this.#opening--);
    } else this.start();
  }

  /** The ruleset that the link names: its colours. */
  get #named() {
    return this.#link.split(/[/?]/, 1)[0] || "powder";
  }

  /** Shows a link: the calculator, or its answer alone. */
  start(link) {
    near.unobserve(this);
    this.#isStarted = true;
    const asked = ++this.#asked;
    const isWhole = this.#isTouched || !(this.getAttribute("load") === "touch" || areMany());
    const build = async ([{ calculator }, sheets, game]) => {
      await idle();
      if (asked !== this.#asked) return;
      this.#game = game;
      link ??= this.#link;
      const ruleset = this.#named;
      assertMarkup();
      const start = performance.now();
      const chosen = words(this.getAttribute("panels") || "modes,answer,damage,sheets");
      const bits = PANELS.map((panel, place) => (chosen.includes(panel) ? 1 << place : 0));
      Object.assign(this.#content.dataset, { link, fields: words(this.getAttribute("fields")).join() });
      const made = await calculator(this.#content, isWhole ? bits.reduce((a, b) => a | b) : 0);
      if (asked !== this.#asked) return made.free();
      this.#end();
      made.show();
      this.#shown = made;
      this.#made = asked;
      this.#root.dataset.ruleset = ruleset;
      this.#root.className = "embedded";
      this.shadowRoot.adoptedStyleSheets = [...sheets, paper];
      const hadFocus = this.shadowRoot.activeElement === this.#open;
      this.#foot.replaceChildren(this.#whole);
      this.#whole.href = place(`./#${link}`).href;
      this.#root.style.minHeight = "";
      if (!isWhole) this.#offer("Change the figures");
      if (hadFocus) this.#content.querySelector("button, input, select")?.focus();
      performance.measure("tohit-mount", { start });
      this.dispatchEvent(new Event("started"));
    };
    const failed = (problem) => {
      if (asked !== this.#asked) return;
      const notice = document.createElement("p");
      notice.setAttribute("role", "alert");
      // Rules of the article's own that cannot be read (web/src/page/embed.rs): another try is no help.
      const isText = problem?.name === "WrongRules";
      notice.textContent = isText ? problem.message : `The calculator could not start in this browser: ${problem}`;
      this.#foot.replaceChildren(notice);
      this.#isTouched = false;
      if (!isText) this.#offer("Try again");
      this.dispatchEvent(new CustomEvent("failed", { detail: { isText } }));
    };
    const address = this.getAttribute("rules");
    const fetched = Promise.all([program(), styles(), address ? games(new URL(address, document.baseURI).href) : ""]);
    fetched.then((found) => (turns = turns.then(() => build(found)).catch(failed)), failed);
  }

  /** A button that starts the calculator. */
  #offer(says) {
    this.#open.textContent = says;
    this.#foot.prepend(this.#open);
  }

  #touch() {
    if (this.#isTouched || !this.#open.isConnected) return;
    this.#isTouched = true;
    this.start(this.#shownLink);
  }

  #end() {
    this.#shown?.free();
    this.#shown = undefined;
  }

  /** Its colours. */
  #dress() {
    const theme = this.getAttribute("theme");
    const accent = this.getAttribute("accent");
    if (["light", "dark", "auto"].includes(theme)) this.#root.dataset.theme = theme;
    else delete this.#root.dataset.theme;
    this.#root.style.setProperty("--accent", CSS.supports("color", accent) ? accent : "");
  }
}
if (!customElements.get("tohit-calculator")) customElements.define("tohit-calculator", Calculator);
