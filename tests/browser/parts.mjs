// Selectors of the calculator's parts: its class names and ids stand here, and in no test (calculator.mjs has what a person does with them).

/** Selectors of the page's parts. */
export const PARTS = {
  // The shell: what stands before, around and in place of the program.
  live: "html[data-started]", whole: ".many, body:not(:has(main#page))", still: "#app[data-still]", drawn: "#app:not([data-still])",
  enabled: "#app :is(button, input, select):enabled", rest: ".doing, .question, footer",
  operated: "button, select, summary, .rulesets a, input:not([type=checkbox]), label.chip, .field:has(input[type=checkbox])",
  pressable: "button:not(.modes [aria-pressed=true]), a", buttonOnPaper: "button:not(.thing)",
  names: "label, .label, button, th, dt, dd", isOn: ":not(:disabled, [aria-disabled=true])",
  // For axe: what covers others, stays while others are scrolled, or is drawn over others.
  covering: ".reasons, .problems, .wrong > .note, .sketch, .fights, [role=listbox]", lists: "[role=listbox], .fights, .problems, .wrong > .note, .sketch",
  sticky: ".ranks thead th, .numbers thead th, .line, .tabs, .helpline", drawings: ".chart, .scale, .part-names",
  signed: ".fighter input, .fighter .thing, .rulesets select", arrows: ".fighter.active::before, .fighter.active::after",
  overlapping: ".compare, .reasons, .chart", bookChanging: ".book.changing", seen: "#app *:not(dialog, dialog *, .skip)", update: "#update",
  failed: "[role=alert].failed", embedded: ".embedded", bottom: "footer",
  // The header.
  subtitle: ".top h1 small", skip: ".skip", game: ".rulesets a", firstRowGame: ".rulesets > a",
  gameHere: ".rulesets [aria-current=page]", gameElsewhere: ".rulesets a:not([aria-current])", ownGameTab: ".rulesets .named", editionMenu: ".rulesets select", theme: ".theme",
  shareButton: "#share-open",
  // Modes, fighters, and what is said above the answer.
  modes: ".modes", modeButton: ".modes [aria-pressed]", modeHere: ".modes [aria-pressed=true]", modeElsewhere: ".modes [aria-pressed=false]",
  picker: ":is(.who, .held > div:not(.idle)) [role=combobox]", pickerInput: ".faces .picker input", pickerRow: "[role=option]", pickerRowAtHand: "[role=option][aria-selected=true]",
  pickerRowElsewhere: "[role=option]:not([aria-selected=true])", pickerFocused: "[role=combobox]:focus", anyPicker: "[role=combobox]", openPicker: ".search:has([aria-expanded=true])", leavePicker: ".leave",
  fighterLabel: ".fighter > h2", activeFighter: ".fighter.active", bodies: ".bodies input", fighterName: ".who > .picker input", held: ".held > div:not(.idle) input", heldLabel: ".held dt", entered: ".faces .picker input, [id^=f-]:is(input, select)", hint: ".fighter .hint", intro: ".intro", introWrong: ".intro.wrong",
  own: ".own", missing: ".missing-choice", missingQuestion: ".missing-choice strong",
  // The answer.
  band: ".band", results: ".results", answered: ".answered", stale: ".stale", answerStale: ".answered.stale", computing: ".computing:not(.gone)",
  computed: ".computing.gone", headline: ".headline", headlineFigure: ".headline > div", chance: ".hit strong", chanceNote: ".hit .note", mean: ".mean",
  meanNumber: ".mean strong", kill: ".headline .kill", turns: ".headline .turns", turnsNote: ".headline .turns .note",
  turnsUnit: ".headline .turns .unit", gain: ".headline .gain", gainNote: ".headline .note:has(.gain)",
  fraction: ".headline .fraction", anyFraction: "output.fraction", sentence: ".sentence", problems: ".problems",
  answerParts: ".stack, .outcomes, .headline, .damage, .copies", above: ".top, .modes, .faces, .line", bar: ".stack", mainBar: "main .ends-bar .stack",
  mainBarPart: "main .ends-bar rect", compareAny: "#compare .figure", barPart: ".stack rect", barName: ".part-names text", line: ".line",
  lineText: ".line p", unmoving: ".story, .headline .unit",
  // Actions and extents.
  actions: ".rulesets, .actions, .edits", editButton: ".edits button", pin: "#pin", doing: ".doing", extents: ".extents",
  extentButton: ".extents button", extentHere: ".extents [aria-pressed=true]",
  // A duel.
  duel: ".duel", bout: ".bout", boutBarPart: ".bout .stack rect", boutField: ".bout input", win: ".bout .contender strong", side: ".contender",
  attackerPoints: ".contender:first-child input", defenderPoints: ".contender:last-child input", sideName: ".contender small", sideAsked: ".contender .asked", sideNote: ".contender .note", sideGain: ".contender .gain", between: ".between", squads: ".squads",
  duelEnds: ".duel .ends", duelShare: ".duel .ends td:nth-of-type(1)", duelRolledShare: ".duel .ends td:last-child", ends: ".ends",
  duelHead: ".ends thead", duelColumn: ".ends thead th", duelText: ".duel p", duelQuiet: ".duel .quietly", duelMany: ".duel .many",
  boutEarlier: ".bout.earlier", duelDoing: ".duel .doing", duelControls: ".duel .deciding > .doing", duelChoices: ".duel-mode, .duel select", struckBack: ".as-target > summary",
  // A character that is pasted.
  pasteButton: ".paste", characterPanel: ".character", characterText: "#character-text", characterWrong: ".wrong-text", readAs: ".read-as",
  stated: ".stated", statedDiffers: ".stated .differs", mine: ".owned", mineRow: ".owned tbody tr", mineHere: ".owned .here", keptCharacter: ".kept li", leftOpen: ".left-open",
  // The sheets.
  sheets: ".question", sheet: ".sheet", leftSheet: ".left #f-attacker", besideSheets: ".beside", shownField: ".sheet.shown .field",
  sheetControls: "input, select, summary", tabs: ".tabs", tabButton: ".tabs button", field: ".field",
  fieldOfLine: ".sheet .fields > .field:not(.wide)", fieldControl: ":scope > :is(.number, select)", inFlatList: ".flat",
  wideControl: ".field:not(.wide) > :is(.number, .cells, select)", narrowControl: ".field > :is(input[type=checkbox], .switch)",
  numberInput: "input[inputmode]", number: "[id^=f-]:not([role=combobox], [type=checkbox], select)", tick: "[id^=f-][type=checkbox]",
  choice: "select[id^=f-]", fold: ".sheets details:not([open]) > summary, .sheet details:not([open]) > summary",
  sheetText: ".sheets :is(label, input, select, summary)", sheetPlace: ".sheets :is(label[for], input[id], select)", changedCount: ".count",
  changedLabel: ".changed > label", changedBack: ".changed .back:not(.gone)", fieldWrong: ".wrong > .note", help: ".helpline",
  explain: ".sheet.shown .explain, .sheet .explain", inContent: ".content :focus",
  // Beside the fields: steps, goals, small curves.
  stepsHead: ".gutters", steps: ".gutters, .gutter > *", step: ".gutter > *", stepBetter: ".gutter .better",
  stepText: ".gutter :is(span, button)", stepButton: ".gutter button",
  stepOrText: ":is(button, span)", stepLabel: ".stepped .gutter i", stepsButton: ".sheet h2 ~ button, .sheet header button", sketch: ".sketch",
  sketchSpoken: ".sketch [role], .sketch[aria-live]", curve: ".curve", goal: "#goal",
  // The log.
  log: ".log", logHeading: "#log-heading", logDice: ".log .all", logInput: ".log input", logEvents: ".events", logEvent: ".events li",
  logPart: ".events .part", logRoll: ".events .roll", verdict: ".verdict", story: ".story", storyLine: ".story > div", storyName: ".story b",
  die: ".die", dieCounts: "mark.die", dieOff: "s.die", rollAgain: ".again", manyRolls: ".many", tallies: ".tallies", tallyRow: ".tallies tr",
  cellFigure: "td .figure", someFigure: ".figure", tallyText: ".tallies p",
  // The distribution.
  answer: ".answer", damage: ".damage", damageTitle: ".damage h3", reader: ".reader", readerChance: ".reader strong", unknownNames: ".asks > .note", supposed: ".supposed", eachAlone: ".alone", aloneRow: ".alone tbody tr", aloneName: ".alone th button", damageChart: ".damage .chart", chart: ".chart", chartBars: ".chart .some",
  chartRead: ".chart .read", chartAxis: ".damage .plot .axis > *", chartLevel: ".damage text.level", chartMark: ".damage .mark",
  chartMarkText: ".damage .chart text.mark", chartText: ".damage .chart text", chartWords: ".damage .mark, .damage line.hp, .damage text.level",
  pinLine1: ".damage .pinned.side-1", pinLine2: ".damage .pinned.side-2", glance: ".glance", glanceFigure: ".glance dd",
  exactHere: "[aria-label='Bars show'] [aria-pressed=true]", exactElsewhere: "[aria-label='Bars show'] [aria-pressed=false]",
  // The endings, and why.
  outcomes: ".outcomes", outcomesTitle: ".endings h2", outcomeRow: ".outcomes tr", outcome: ".outcomes tbody tr:not(.why)",
  outcomeLine: "tr:not(.why)", outcomeBar: "tr:not(.absent) .bar rect", outcomeBarDrawn: "table.outcomes tr:not(.never) td.bar rect",
  outcomeSign: ".outcomes i", outcomeFraction: ".outcomes .fraction:not(:empty)", outcomeWhy: ".outcomes .ask-why", cannot: ".cannot",
  remark: ".remark", someFraction: ".fraction", someChance: ".chance", askWhy: ".ask-why",
  chanceWhyButton: 'button[aria-label="Why? The chance to hit"]', chanceWhy: ".headline .ask-why", whyRow: "tr.why", way: ".way",
  wayFraction: ".way .fraction:not(:empty)", wayProduct: ".way > :last-child .chance", reasonsWay: ".reasons .way", reasonsEnding: ".reasons h3",
  reasonsFraction: ".reasons .way .fraction:not(:empty)", reasonsOld: ".reasons.old", printedWay: "#why-0 .way, .reasons .way",
  stepNote: ".step-note", stepSays: ".says", chanceWay: "#why-hit .way", chanceCode: "#why-hit code:not(:empty)",
  // Questions, and their answers.
  studies: "#studies", questionButton: ".questions > button", panel: ".panel", panelTitle: "#panel-heading", panelTable: ".panel table",
  finding: "#studies-finding", findingStale: ".found.stale", runFinding: "#log-finding", framedStudy: ".studies",
  framedFinding: ".studies .finding", measure: "#studies-measured-by", rank: ".ranks tbody tr", rankNow: ".ranks tr.now", rankHead: ".ranks th",
  studyChart: ".studies .chart", studyFoundChart: ".studies .found .chart", studyCurve: ".studies .curve", studyAxis: ".studies .axis",
  studyTable: ".studies .numbers > summary", studyTableRow: ".studies .numbers tbody tr", heat: ".heat .chart", heatEdge: ".heat .edge",
  heatTable: ".heat + .reading + .numbers > summary", far: ".far", copyLink: ".copies a",
  // The comparison.
  compare: ".compare", compareName: ".compare thead .name", compareFigure: ".compare td .figure",
  compareFirst: ".compare tbody tr:first-child .figure", compareRow: ".compare tbody tr", compareBody: ".compare tbody", compareUnseen: ".unseen",
  compareBest: ".best", columnName: ".name", measured: ".measures .figure",
  // The map.
  map: "svg.map:not(.sign)", anyMap: ".map", mapWay: ".map:not(.sign) .way", mapPan: ".pan", mapThrower: ".map:not(.sign) .ring",
  mapAim: ".map:not(.sign) .cross", legend: ".legend li:not(.absent)", legendSign: ".legend li:not(.absent):has(svg)",
  // Rules as text, and games of one's own.
  ownGame: "main.own-game", rulebook: "#rulebook", rulebookLine: ".rulebook .lines li", rulebookOpen: "#rulebook[open]",
  rulebookTitle: "#rulebook > summary",
  rulebookSays: "#rulebook > .quietly", rulebookFigure: "#rulebook .figure:not(:empty)", book: ".book", bookField: ".book textarea",
  bookLine: ".book li", bookCode: ".book code", bookLineCode: ".book li code", bookFigure: ".book .figure", bookFilled: ".book .figure:not(:empty)",
  bookUnused: ".book .unused", bookWrong: ".book .bad", bookWrongLine: ".book li.bad", bookWrongPart: ".book .bad em",
  bookDoubtful: ".book li.doubtful", bookKeyword: ".book .k", bookText: ".book .t", bookFirst: "textarea", rulesWrong: "#rules-wrong",
  rulesWrongLine: "#rules-wrong li", begin: "#begin", beginTitle: "#begin > summary", smallGames: ".small-games", ownGames: ".own-games",
  ownGameLink: ".own-games a", said: ".said", oneLineWrong: "#one-line-wrong", readAs: ".read-as",
  // Dialogs.
  shareText: "#share textarea", sharePreview: "#share iframe", shareNote: ".quietly > *", openDialog: "dialog[open]",
  openDialogText: "dialog[open] textarea",
  // A calculator in an article.
  element: "tohit-calculator", wholeCalculator: ".bottom a",
};
