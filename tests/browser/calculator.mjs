// Page object of the calculator: `on(page)` has each of PARTS (parts.mjs) as a locator, and what a person does on the page; its roles and labels stand here,
// and in no test. The harness puts PARTS and the selectors of fields into each page, for functions that run there.
import { PARTS } from "./parts.mjs";

export { PARTS };

/** Selector of a field, of its sheet, of what stands beside it, by its path: "attacker.weapon.sides". */
export function fieldAt(path) {
  return `#f-${path.replaceAll(".", "-")}`;
}
export function besideAt(path) {
  return `#f-${path.replaceAll(".", "-")}-gutter`;
}

/** Selector of the fields of a side. */
export const fieldsOf = (side) => `[id^="f-${side}-"]`;

/** A script that gives a page the selectors, for functions that run there. */
export const IN_PAGE = `window.PARTS = ${JSON.stringify(PARTS)}; window.fieldAt = ${fieldAt}; window.besideAt = ${besideAt};`;

/** Text as one would type it: a page has spaces that do not break. */
export const plain = (text) => text.replaceAll("\u00a0", " ");

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** A pattern of a text in which spaces may be of any kind. */
const spaced = (text) => (text instanceof RegExp ? text : new RegExp(`^\\s*${escaped(plain(text)).replaceAll(" ", "\\s")}\\s*$`));

/** The buttons of the page, by what they are for. */
const BUTTONS = {
  share: "Share", about: "About", keys: "? Keys", undo: "Undo", redo: "Redo", newFight: "New fight", swap: "⇄ Swap sides", again: "Roll again",
  testRolls: "Test with 1,000 rolls", moreRolls: "Roll 10,000 more", fractions: "As fractions", compareRules: "Compare rules",
  earlierPins: "Show earlier pins", mend: "Reset invalid fields", copyAddress: "Copy link", orMore: "or more",
  changeRules: "Change the rules", saveFile: "Save as a file", done: "Done", showOdds: "Show the odds",
  playedText: "Show the text that is played", studyLink: "Link to this study", copyWikitext: "Copy as wikitext",
  copyTable: "Copy as a table", stop: "Stop", change: "Change", choose: /^All \d+$/, close: "Close", tryAgain: "Try again", loadIt: "Load it",
  goOn: "Go on without it", changeFigures: "Change the figures", calculate: "Calculate", unpinAll: "Unpin all",
};

/** The labels of controls that belong to no sheet. */
const LABELS = {
  seed: "replay no.", first: "First:", manyBack: "How many strike back:",
  format: "The answer as", shareField: "Text to copy", measuredBy: "Measured by", stepOf: "A step of",
  stepMeasure: "What one step of each field does to the", goalOf: "What do I need for", whatChanges: "What changes", andWithIt: "And with it",
  among: "Among", onlyThese: "Only these", run: "Strike after strike", runSays: "What it says of", file: "Open a file",
  dice: "Dice, or an attack, in one line",
};

/** What a fighter, or a thing of his, is chosen with. */
class Choice {
  constructor(on, name) {
    this.on = on;
    this.field = on.it.getByRole("combobox", { name: `${name}: choose a preset` });
    this.list = on.it.getByRole("listbox", { name: `${name}: presets` }).first();
    this.rows = this.list.getByRole("option");
  }
  /** Types letters that are searched for. */
  async search(text) {
    await this.field.first().fill(text);
  }
  /** The name in the field. */
  async name() {
    return this.field.first().inputValue();
  }
  /** Takes away what is chosen. */
  async clear() {
    await this.search("");
    await this.on.rowNamed(/^Without /).first().click();
  }
  /** Chooses the first match of what is typed. */
  async choose(text) {
    await this.search(text);
    await this.field.press("Enter");
  }
  /** Types a name, and chooses the row that begins so. */
  async find(name) {
    await this.search(name);
    await this.on.rowNamed(new RegExp(`^${escaped(name)}\\b`, "i")).first().click();
  }
  /** Chooses the row that begins so, with a click or a tap. */
  async pick(begins, press = "click") {
    await this.field[press]();
    await this.on.rowNamed(new RegExp(`^${escaped(begins)}\\b`)).first()[press]();
  }
}

class Calculator {
  constructor(it) {
    this.it = it;
  }
  button(name) {
    return this.it.getByRole("button", { name, exact: typeof name === "string" });
  }

  /** A button by a part of its name. */
  buttonLike(name) {
    return this.it.getByRole("button", { name });
  }

  // Games, modes, extents.
  gameTab(ruleset) {
    return this.it.locator(`.rulesets a[data-ruleset=${ruleset}]`);
  }
  gameTabHere(ruleset) {
    return this.it.locator(`.rulesets a[aria-current=page][data-ruleset=${ruleset}]`);
  }
  gameShown(ruleset) {
    return this.it.locator(`html[data-ruleset="${ruleset}"]`);
  }
  dressed(theme) {
    return this.it.locator(`html[data-theme="${theme}"]`);
  }
  build(begins) {
    return this.it.locator(`html[data-build^="${begins}"]`);
  }
  firstShown(ruleset) {
    return this.it.locator(`html[data-ruleset=${ruleset}][data-first=shown]`);
  }
  firstShownOrAsked(ruleset) {
    return this.it.locator(`html[data-ruleset=${ruleset}]:is([data-first=shown], [data-first=asked])`);
  }
  /** What is drawn on the map: "way", "struck", "best", "taps". */
  onMap(what) {
    return this.map.locator(`.${what}`);
  }
  legendMark(what) {
    return this.it.locator(`.legend .${what}`);
  }
  gameEmbedded(ruleset) {
    return this.it.locator(`.embedded[data-ruleset="${ruleset}"]`);
  }
  /** The picker of one item of a list, such as a further weapon. */
  pickerAt(path) {
    return this.it.locator(`${fieldAt(path)}-presets`);
  }
  /** The picker of a game's things, by its whole label. */
  pickerOf(label) {
    return this.it.getByRole("combobox", { name: label });
  }
  gameLink(name) {
    return this.it.getByRole("link", { name });
  }
  /** The link to a ruleset: its tab, or its edition beside the tab of its game, which is opened for it. */
  async linkTo(ruleset) {
    const links = this.it.locator(`.rulesets [data-ruleset=${ruleset}]`).filter({ visible: true });
    if ((await links.count()) === 0) {
      await this.it.locator(`.rulesets .editions:has([data-ruleset=${ruleset}])`).locator("xpath=preceding-sibling::a[1]").click();
      await links.first().waitFor();
    }
    return links.first();
  }
  get modeNames() {
    return this.it.getByRole("toolbar", { name: "Mode", exact: true }).locator("[aria-pressed]");
  }
  mode(name) {
    return this.modeNames.and(this.button(name));
  }
  /** Presses a mode, and waits until it is the one that is shown. */
  async chooseMode(name) {
    await this.mode(name).click();
    await this.modeHere.filter({ hasText: new RegExp(`^${escaped(name)}$`) }).waitFor();
  }
  /** The duel is a mode of the page, and an extent in an article. */
  extent(name) {
    if (name === "duel") return this.it.getByRole("button", { name: /^duel$/i });
    return this.it.getByRole("group", { name: "How much of a fight" }).getByRole("button", { name, exact: true });
  }

  // Fighters and what they hold.
  fighter(name) {
    return new Choice(this, name);
  }
  thing(name) {
    return new Choice(this, name);
  }
  /** What the struck fighter strikes back with. */
  get strikesBackWith() {
    return this.thing("Strikes back with");
  }
  /** Names of the fighters, then of what they hold, where they have any. */
  async chosenNames() {
    const names = [this.fighterName, this.held].map((part) => part.evaluateAll((all) => all.map((one) => one.value)));
    return (await Promise.all(names)).flat().filter((name) => name !== "");
  }
  get equipment() {
    return this.it.getByRole("combobox", { name: "Attacker: choose equipment" });
  }
  get anyChoice() {
    return this.it.getByRole("combobox", { name: /choose/ }).first();
  }
  rowNamed(name) {
    return this.it.getByRole("option", { name });
  }
  get rows() {
    return this.it.locator(PARTS.pickerRow);
  }
  remove(name) {
    return this.it.getByRole("button", { name: `Remove ${name}` });
  }
  /** The line of copying the sentence. */
  get copySentence() {
    return this.band.getByRole("button", { name: "Copy", exact: true });
  }
  /** The way to a value that is enough, for the chance to hit. */
  get need() {
    return this.question("What do I need?");
  }
  /** Opens the menu of the first fights. */
  async openExamples() {
    await this.it.locator(".examples summary").click();
    await this.firstFights.waitFor();
  }
  /** Opens all dice of the log, where the number of the throw stands. */
  async openDice() {
    await this.logDice.evaluate((dice) => (dice.open = true));
  }

  // Sheets and fields.
  sheetOf(name) {
    return this.it.getByRole("region", { name, exact: true });
  }
  sheetTab(name) {
    return this.it.getByRole("tab", { name });
  }
  /** Opens a tab of a phone: "result", "left", "right", "ask", or "rules" of a custom game. Elsewhere all are in sight. */
  async openTab(which) {
    const tab = this.it.locator(`main > .tabs [aria-controls=${{ result: "result", left: "left-sheets", right: "right-sheets", ask: "studies", rules: "rulebook" }[which]}]`);
    if (await tab.isVisible()) await tab.click();
  }
  /** Opens the panel for a character, by the button that is in sight. */
  async openCharacter() {
    await this.openTab("left");
    await this.pasteButton.filter({ visible: true }).click();
    await this.characterText.waitFor();
  }
  get keepIt() {
    return this.it.getByRole("button", { name: "Keep it" });
  }
  get characterName() {
    return this.it.getByLabel("Name of the character");
  }
  /** A field by its label; of one sheet, where that is named. */
  entry(label, sheet) {
    return (sheet ? this.sheetOf(sheet) : this.it).getByLabel(label, { exact: true });
  }
  /** A field by its path. */
  fieldOf(path) {
    return this.it.locator(fieldAt(path));
  }
  /** What stands beside a field: a step, a goal, a small curve. */
  beside(path) {
    return this.it.locator(besideAt(path));
  }
  besideNow(path) {
    return this.beside(path).locator("> :not(.old, .sketch)");
  }
  stepIn(path, kind) {
    return this.beside(path).locator(`.${kind}`);
  }
  /** One item of a list of fields, such as the second part of a damage. */
  group(name) {
    return this.it.getByRole("group", { name });
  }
  oneMore(label) {
    return this.it.getByRole("button", { name: `${label}: one more` });
  }
  reset(label, value) {
    return this.it.getByRole("button", { name: `Reset ${label}: ${value}` });
  }
  resetOf(path) {
    return this.it.locator(`${fieldAt(path)}-reset`);
  }
  sheetReset(side) {
    return this.it.locator(`${fieldAt(side)} .reset`);
  }
  helpOf(path) {
    return this.it.locator(`${fieldAt(path)}-help`);
  }
  explainFields(sheet) {
    return this.it.getByRole("button", { name: sheet ? `? Explain the fields: ${sheet}` : /Explain the fields/ });
  }
  stepsOf(sheet) {
    return this.it.getByRole("button", { name: new RegExp(`What one step of each field does: ${sheet}`) });
  }
  folded(title) {
    return this.it.locator("summary", { hasText: title });
  }

  // The answer.
  /** Waits until the chance to hit is this. */
  async hits(expected) {
    await this.chance.filter({ hasText: spaced(expected) }).waitFor();
  }
  async says(sentence) {
    await this.sentence.filter({ hasText: spaced(sentence) }).waitFor();
  }
  /** The chance to hit, as it stands there. */
  async hit() {
    return plain(await this.chance.innerText());
  }
  /** What the band of a duel says of each side: its name, its chance and its share of the bar. */
  async sides() {
    const texts = async (part) => (await part.allInnerTexts()).map(plain);
    const shares = await this.boutBarPart.evaluateAll((all) => all.map((one) => [one.classList[0], Number(one.getAttribute("width"))]));
    return { names: await texts(this.sideName), chances: await texts(this.win), shares: Object.fromEntries(shares) };
  }
  /** The ways to a chance, in the place of its "why": the factors of each, and what they come to. */
  async ways() {
    return this.way.evaluateAll((lists) =>
      lists.map((list) => {
        const read = (line) => ({ fraction: line.querySelector(PARTS.someFraction).textContent, says: line.querySelector("b")?.textContent ?? "" });
        const all = [...list.children].map(read);
        return list.lastElementChild.className === "product" ? { factors: all.slice(0, -1), product: all.at(-1) } : { factors: all, product: all[0] };
      }),
    );
  }
  get damageReader() {
    return this.it.getByRole("slider", { name: "Damage of a strike, bar by bar" });
  }
  get damageTable() {
    return this.it.getByRole("region", { name: "Damage as a table" });
  }
  get drawingTable() {
    return this.it.getByRole("region", { name: "The drawing as a table" });
  }
  why(label) {
    return this.it.getByRole("button", { name: `Why? ${label}`, exact: true });
  }

  // Questions.
  get difference() {
    return this.comparison.getByRole("button", { name: "What makes the difference?" });
  }
  get questions() {
    return this.it.getByRole("group", { name: "Question" }).getByRole("button");
  }
  question(name) {
    return this.it.getByRole("group", { name: "Question" }).getByRole("button", { name });
  }
  take(name) {
    return this.it.getByRole("button", { name: `Take ${name}`, exact: true });
  }
  unpin(name) {
    return this.it.getByRole("button", { name: `Unpin ${name}` });
  }
  get firstFights() {
    return this.it.getByRole("navigation", { name: "First fights" });
  }
  get comparison() {
    return this.it.getByRole("region", { name: "Compare" });
  }
  get columns() {
    return this.comparison.locator("thead th");
  }
  /** The names of the columns. */
  async columnHeads() {
    return this.columns.evaluateAll((all) => all.map((one) => (one.querySelector(PARTS.columnName) ?? one).textContent));
  }
  get comparedRows() {
    return this.comparison.locator("tbody tr");
  }
  get comparedNames() {
    return this.comparison.getByRole("rowheader");
  }
  /** The cells of a row, each with its difference to the first and a star where it is the best; none where there is no such row. */
  async compared(name) {
    const cells = this.comparison.locator("tr").filter({ has: this.it.getByRole("rowheader", { name, exact: true }) }).locator("td");
    return cells.evaluateAll((cells) =>
      cells.map((cell) => {
        const seen = cell.cloneNode(true);
        for (const unseen of seen.querySelectorAll(PARTS.compareUnseen)) unseen.remove();
        return (cell.matches(PARTS.compareBest) ? "★ " : "") + seen.textContent.replace(/\s+/g, " ").trim();
      }),
    );
  }
  get columnNames() {
    return this.comparison.locator("thead th .name");
  }

  // Rules as text.
  rulesPart(name) {
    return this.it.getByRole("textbox", { name, exact: true });
  }
  get rules() {
    return this.rulesPart("Rules");
  }
  partButton(name) {
    return this.it.getByRole("group", { name: "Part" }).getByRole("button", { name: name instanceof RegExp ? name : new RegExp(`^${escaped(name)}`) });
  }
  /** The lines that begin so: the figure beside each, and how it is marked ("unused", "bad"). */
  async bookFigures(begins) {
    return this.bookLine.evaluateAll(
      (lines, begins) =>
        lines
          .filter((line) => line.querySelector("code").textContent.trim().startsWith(begins))
          .map((line) => [line.querySelector(PARTS.someFigure).textContent.replaceAll("\u00a0", " "), line.className]),
      begins,
    );
  }
  ownGameNamed(name) {
    return this.ownGames.getByRole("link", { name, exact: true });
  }
  smallGame(name) {
    return this.smallGames.getByRole("button", { name });
  }
  backTo(game) {
    return this.it.getByRole("button", { name: `Back to ${game}` });
  }
  undoTo(title) {
    return this.said.getByRole("button", { name: title ? `Undo: back to “${title}”` : /^Undo/ });
  }

  // Dialogs.
  get shareDialog() {
    return this.it.getByRole("dialog", { name: "Share" });
  }
  get keysDialog() {
    return this.it.getByRole("dialog", { name: "Keys" });
  }
  get aboutDialog() {
    return this.it.getByRole("dialog", { name: "About these odds" });
  }
  get keyTick() {
    return this.keysDialog.getByRole("checkbox", { name: /opens this list/ });
  }
  /** A list of the dialog about the odds, under its heading. */
  aboutList(heading) {
    return this.aboutDialog.locator("h3", { hasText: heading }).locator("+ ul");
  }
  get alert() {
    return this.it.getByRole("alert");
  }
  get wholeLink() {
    return this.it.getByRole("link", { name: "Open in the whole calculator" });
  }
}

for (const [name, selector] of Object.entries(PARTS)) Object.defineProperty(Calculator.prototype, name, { get() { return this.it.locator(selector); } });
for (const [name, says] of Object.entries(BUTTONS)) Object.defineProperty(Calculator.prototype, name, { get() { return this.it.getByRole("button", { name: says, exact: true }); } });
for (const [name, says] of Object.entries(LABELS)) Object.defineProperty(Calculator.prototype, name, { get() { return this.it.getByLabel(says, { exact: !says.endsWith(":") }); } });

/** The calculator on a page, in a frame or in an element. */
export const on = (it) => new Calculator(it);
