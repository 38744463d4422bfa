// A first visit meets a still: the page as the program drew it while the site was built, with the document's own example and its answer. The program comes when
// somebody begins to use the page; it draws the same in the still's place, and is told what that somebody did meanwhile. boot.js shows the still.

/** What a person does first, whatever it is done with. */
const signs = ["pointermove", "pointerdown", "keydown", "focusin", "scroll", "click", "input", "change"];
/** What the program is told of. */
const deeds = ["keydown", "click", "input", "change"];
/** Somebody who waits for the program longer than so many milliseconds is told that it comes. */
const PATIENCE = 300;

/** Shows the still of `file`. */
export async function show(file) {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const { title, places } = await response.json();
  document.title = title;
  for (const [id, content] of Object.entries(places)) {
    const made = document.createElement("template");
    made.innerHTML = content;
    // The content security policy lets scripts set styles, and no text bring them.
    for (const styled of made.content.querySelectorAll("[data-style]")) styled.style.cssText = styled.dataset.style;
    const parts = [...made.content.children];
    // The sheets and the log a turn each, after what a phone shows first: a slow machine is never busy for long, and nothing that is seen moves.
    const late = parts.filter((part) => part.matches(".question, .log"));
    document.getElementById(id).replaceChildren(...parts.filter((part) => !late.includes(part)));
    for (const part of late) {
      await drawn();
      parts[parts.indexOf(part) + 1].before(part);
    }
  }
  document.documentElement.dataset.still = "shown";
}

/** Waits until what stands in the page is drawn; where nothing is drawn, a little. */
const drawn = () => new Promise((done) => (requestAnimationFrame(() => setTimeout(done)), setTimeout(done, 100)));

/** Waits for the first sign of a person. From then on, what is done to the still is noted, until the program has drawn its own. */
export async function touched() {
  const noted = [];
  // Another ruleset has another still.
  const elsewhere = () => location.reload();
  addEventListener("hashchange", elsewhere);
  const note = (event) => {
    if (isPassed(event)) return;
    noted.push({ event, way: wayTo(event.target), of: event.target.localName, value: event.target.value });
    setTimeout(tellToWait, PATIENCE);
  };
  for (const deed of deeds) addEventListener(deed, note, true);
  document.documentElement.addEventListener(
    "drawn",
    () => {
      for (const deed of deeds) removeEventListener(deed, note, true);
      removeEventListener("hashchange", elsewhere);
      const takeUp = left();
      delete document.documentElement.dataset.still;
      // As soon as what is drawn stands in the page, and before anybody sees it.
      queueMicrotask(() => {
        takeUp();
        void repeat(noted);
      });
    },
    { once: true },
  );
  const heard = new AbortController();
  await new Promise((touch) => {
    // What is scrolled within the page by no hand is no sign: the tabs are, at the start.
    const sign = ({ type, target }) => (type !== "scroll" || target === document) && touch();
    for (const name of signs) addEventListener(name, sign, { capture: true, passive: true, signal: heard.signal });
  });
  heard.abort();
}

function tellToWait() {
  const intro = document.documentElement.dataset.still && document.querySelector(".intro");
  if (!intro) return;
  // Nothing moves, however many lines it had.
  intro.style.minHeight = `${intro.getBoundingClientRect().height}px`;
  intro.textContent = "One moment: the calculator is starting.";
}

/** Whether an event needs no telling: the browser makes it of another, or follows a link. */
function isPassed({ type, target }) {
  if (!(target instanceof Element)) return true;
  if (type === "click") {
    const control = target.closest("label")?.control;
    return Boolean(target.closest("a") || (control && !control.contains(target)));
  }
  return type !== "keydown" && ["checkbox", "radio"].includes(target.type);
}

/** How an element is found: from the nearest one with a name, child by child. */
function wayTo(element) {
  const way = [];
  for (; element && !element.id; element = element.parentElement) way.unshift([...(element.parentElement?.children ?? [])].indexOf(element));
  return element ? [element.id, ...way] : [];
}

function found([name, ...way]) {
  return way.reduce((from, place) => from?.children[place], name ? document.getElementById(name) : document.body);
}

/** Keeps where the person was in the still: the keyboard, the text that is marked, what is scrolled; gives what goes back there. */
function left() {
  const at = document.activeElement ?? document.body;
  const [way, { selectionStart, selectionEnd, value }] = [wayTo(at), at];
  const scrolled = [...document.querySelectorAll("#top *, #page *")]
    .filter(({ scrollTop, scrollLeft }) => scrollTop || scrollLeft)
    .map((one) => [wayTo(one), { top: one.scrollTop, left: one.scrollLeft }]);
  return () => {
    for (const [way, to] of scrolled) found(way)?.scrollTo(to);
    if (at === document.body) return;
    const next = found(way);
    next?.focus({ preventScroll: true });
    // Only a text field has one, and only in the text that stands there does it mean anything.
    if (typeof selectionStart === "number" && next?.value === value) next.setSelectionRange(selectionStart, selectionEnd);
  };
}

/** Does again what was done, a turn each. */
async function repeat(deeds) {
  for (const { event, way, of, value } of deeds) {
    const element = found(way);
    // An earlier deed may have changed what is there.
    if (element?.localName !== of) continue;
    if (["input", "change"].includes(event.type)) element.value = value;
    element.dispatchEvent(new event.constructor(event.type, event));
    await new Promise((turn) => setTimeout(turn));
  }
}
