/** The name of a ruleset. */
export type Ruleset = Scenario["ruleset"];

/** A reduced fraction: "73/200", "0", "1". */
export type Fraction = string;

/** A derived figure. */
export type Figure<P = number> = P | number | boolean | string | readonly [x: number, y: number];

/** Chances by whole number; one without end closes with a key such as "40+", which carries exactly the rest. */
export type Distribution<P = number> = Record<string, P>;

/** What the resolver returns for a scenario. P is a probability. */
export interface Answer<P = number> {
  ruleset: Ruleset;
  mode: string;
  /** The chance that a strike hits; like outcomes and damage missing in the mode "targeting" alone. */
  hit?: P;
  /** The exclusive ways a strike can end, with their chances. */
  outcomes?: Record<string, P>;
  /** The damage of one strike; a miss is 0. */
  damage?: Distribution<P>;
  /** The damage of a turn, where the rules have turns. */
  turn_damage?: Distribution<P>;
  /** Derived figures. */
  values?: Record<string, Figure<P>>;
  /** What the ruleset says beyond that. */
  [more: string]: unknown;
}

/** The answer of a strike. */
export type StrikeAnswer<P = number> = Answer<P> & { hit: P; outcomes: Record<string, P>; damage: Distribution<P> };

/** The answer of a scenario in a mode: only "targeting" strikes nobody. */
export type AnswerIn<Mode, P = number> = "targeting" extends Mode ? Answer<P> : StrikeAnswer<P>;

/** How long a fight is. */
export interface Fight<P = number> extends Answer<P> {
  /** Whether the defender falls, as far as the lists go; the rest stands, or falls later. */
  outcomes: { killed: P; standing?: P };
  /** The mean number of turns; nothing where the defender may stand for ever, or where a fraction is past the stated size. */
  mean_turns?: P;
  /** Which of the game's normal turns has begun on average when that one does; where they are not as long as its own. */
  mean_time?: P;
  /** What the defender loses on average, what is more than it had left included. */
  mean_lost?: P;
  /** In which turn the defender falls. */
  turns: Distribution<P>;
  /** By which strike, and the mean, where a turn has more than one. */
  mean_strikes?: P;
  strikes?: Distribution<P>;
}

/** How a duel ends. */
export interface Duel<P = number> extends Answer<P> {
  outcomes: { win: P; lose: P; both: P; standing: P };
  /** In which round it ends: one of the game's normal turns. */
  rounds: Distribution<P>;
  /** The hit points that are left; 0 of who has fallen. */
  attacker_left: Distribution<P>;
  defender_left: Distribution<P>;
}

/** One line of a log: a heading, a derived figure, or a roll. */
export type Event =
  | { heading: string }
  | { note: string; value: Figure }
  | {
      roll: string;
      /** Where others of that name were rolled: what this one goes by. */
      by?: string;
      /** What was rolled, in words. */
      of: string;
      range?: [low: number, high: number];
      faces?: number[];
      value: Figure;
      forced?: true;
    };

/** One strike, turn or fight, die by die. */
export interface Rolled {
  /** The seed that gives the same dice again; a scripted roll has none. */
  seed?: number | bigint;
  /** How the strike (the last one of a turn) ended. */
  outcome: string;
  damage: number;
  /** Of a fight: in which turn and with which strike it ended, and whether the defender fell. */
  turns?: number;
  strikes?: number;
  fell?: boolean;
  /** And which of the game's normal turns had begun by then; where they are not as long as its own. */
  time?: number;
  /** Where a fight reached the limit of its turns, and the roll stopped with the defender standing. */
  stopped?: true;
  log: Event[];
}

/** A duel, die by die. */
export interface RolledDuel {
  seed?: number | bigint;
  /** Who fell: the defender, the attacker, both, or nobody as far as it was rolled. */
  outcome: "win" | "lose" | "both" | "standing";
  /** The round in which the last turn began: one of the game's normal turns. */
  round: number;
  attacker: Duellist;
  defender: Duellist;
  /** Where the duel reached the limit of its turns, and the roll stopped with both standing; otherwise "standing" is how it ends. */
  stopped?: true;
  log: Event[];
}

/** One of the two in a duel that was rolled. */
export interface Duellist {
  /** The turns that it began, the strikes that it made, and the damage of these. */
  turns: number;
  strikes: number;
  damage: number;
  /** The hit points that it has left; 0 if it fell. */
  left: number;
  fell: boolean;
}

/** The dice of a duel. */
export interface DuelDice<S = Scenario> extends Omit<Dice, "turn" | "fight"> {
  /** How the defender strikes back: in it the two stand in each other's places. */
  against: S;
  first?: First;
}

/** Where the dice come from. */
export interface Dice {
  /** The same seed gives the same dice; without one it is made up. */
  seed?: number | bigint;
  /** The faces that the dice are to show, in order, in place of a seed. */
  script?: readonly (number | string)[];
  /** Whether to roll all the strikes of a turn. */
  turn?: boolean;
  /** Whether to roll turns until the defender falls. */
  fight?: boolean;
}

/** Why a strike ends as it does. P is a probability. */
export interface Explanation<P = number> {
  ruleset: Ruleset;
  mode: string;
  /** For each outcome its chance, and the ways to it: each the product of its steps. */
  outcomes: Record<string, { chance: P; chains: Chain<P>[] }>;
  /** What decides, in the order of the rules. */
  steps: Step<P>[];
  /** What else is rolled. */
  rolls: Reason<P>[];
}

/** One way to an outcome. */
export interface Chain<P = number> {
  chance: P;
  steps: { step: string; result: string; given: P }[];
}

/** Description of a roll or a decision. */
export interface Reason<P = number> {
  name: string;
  /** The step that it goes into. */
  into?: string;
  /** The row of the rules. */
  rule?: string;
  /** What goes in: a figure, or its least and its most. */
  figures?: Record<string, Figure<P> | [least: Figure<P>, most: Figure<P>]>;
  /** The section of the document that says so, and what it says. */
  section: string;
  says: string;
}

/** A decision. */
export interface Step<P = number> extends Reason<P> {
  reached: P;
  results: { result: string; given: P; chance: P; ends_in: Record<string, P> }[];
}

/** What stands at a place of an axis: a field's value, or a name. */
export type Place = number | boolean | string;

/** Measures over axes, and what is read of them. P is a number. */
export interface Study<P = number> {
  /** The link that it is. */
  link: string;
  /** What varies: none, one or two. */
  axes: { name: string; values: Place[] }[];
  measures: string[];
  /** The cells: in order, the last axis quickest, or as the link sorts them. What an answer does not tell is null. */
  rows: {
    at: Place[];
    values: Record<string, P | null>;
    /** Why there is no answer. */
    refused?: string;
  }[];
  /** Where the condition holds, from one place of the first axis to another; `at` is the place of the second. */
  find?: { at?: Place; from: Place; to: Place }[];
  /** Where the measure of `find=` has no value, and why; left out where it has one everywhere. */
  not_known?: { at?: Place; from: Place; to: Place; why: string }[];
  /** What the field probably is, by what was seen; `forecast` is what is shown, averaged over that. */
  weigh?: {
    mean: P | null;
    likeliest: Place;
    /** Nine times in ten it lies between; null where the places have no order. */
    between: [low: Place, high: Place] | null;
    posterior: P[];
    forecast: Record<string, P | null>;
  };
  /** How lucky what was seen is: the chance of so much or less, and of so much or more. */
  luck?: { strikes: number; damage?: number; hits?: number; worse: P; better: P };
  /** What each difference adds to the gap, the largest first, and what more it does together with a smaller one; null is the default. */
  explain?: { path: string; from: string | null; to: string | null; share: P; with: { path: string; more: P }[] }[];
}

/** A named creature, weapon or armour. */
export interface Preset {
  /** What a scenario calls it. */
  id: string;
  /** What people call it. */
  name: string;
  group: string;
  mode?: string;
  note?: string;
  /** Its figures, by the kind of sheet that it fills; `fields` says at each `preset` which kind stands there. */
  fills: Record<string, Record<string, unknown>>;
}

/** Description of a ruleset for people. */
export interface AboutRules {
  id: Ruleset;
  name: string;
  /** The document it implements. */
  document: string;
  /** The versions of the game that are modelled, the day of the last comparison, and newer versions. */
  versions: string;
  /** The attack styles; the first is the default. */
  modes: { id: string; label: string; help: string }[];
  outcomes: { id: string; label: string; kind: "miss" | "blocked" | "hit" | "critical" }[];
  /** A permalink to the document's own example. */
  example: string;
  /** Where the document and the game differ. */
  differences: string[];
  left_out: string[];
}

/** One thing wrong with a scenario. */
export interface Problem {
  /** Where: dotted, list items by index; empty for the whole. */
  path: string;
  message: string;
}

/** What is thrown when a scenario or another argument is wrong: all that is. */
export class ScenarioError extends Error {
  readonly errors: Problem[];
}

/** Where init loads from. */
export interface Loading {
  /** The folder that holds the .wasm file, with a slash at its end, where it does not lie beside the package's own script. */
  from?: string | { readonly href: string };
}

/** Loads the module. It comes before all else. */
export default function init(loading?: Loading): Promise<void>;

/** The odds of a scenario, or of the link of one: a whole address, or what stands after its #. Of a link to "targeting", hit, outcomes and damage are missing. */
export function resolve<const Mode extends string = never>(scenario: (Scenario & { mode?: Mode }) | string): AnswerIn<Mode>;

/** The same in reduced fractions. */
export function resolveExact<const Mode extends string = never>(scenario: (Scenario & { mode?: Mode }) | string): AnswerIn<Mode, Fraction>;

/** Rolls the dice of a scenario, once; or those of a duel. */
export function roll(scenario: Scenario | string, dice: DuelDice): RolledDuel;
export function roll(scenario: Scenario | string, dice?: Dice): Rolled;

/** How long it takes until the defender falls, who needs hit points. */
export function fight(scenario: Scenario | string, how?: { exact?: false }): Fight;
export function fight(scenario: Scenario | string, how: { exact: true }): Fight<Fraction>;

/** Who strikes first in a duel where both begin at once: "attacker" where nothing is said. */
export type First = "attacker" | "defender" | "both";

/** Two who strike at each other until one falls: in `against` they stand in each other's places. */
export function duel(scenario: Scenario | string, against?: Scenario | null, how?: { exact?: false; first?: First }): Duel;
export function duel(scenario: Scenario | string, against: Scenario | null | undefined, how: { exact: true; first?: First }): Duel<Fraction>;

/** Why a strike ends as it does. */
export function explain(scenario: Scenario | string, how?: { exact?: false }): Explanation;
export function explain(scenario: Scenario | string, how: { exact: true }): Explanation<Fraction>;

/**
 * A study: a link in which something varies, answered as a whole. The link may carry a game of one's own, as the page's links do. `limit` is how many seconds
 * it may take: 60 for fights and duels where nothing is said, and without an end for strikes. A study that takes longer is refused.
 */
export function study(link: string, how?: { exact?: false; limit?: number }): Study;
export function study(link: string, how: { exact: true; limit?: number }): Study<Fraction>;

/** What stands beside a rule text. */
export interface Beside {
  /** What its scenarios call it as their ruleset; "mine" where nothing is said. Another text under the same name takes its place. */
  name?: string;
  /** Its words and its presets, where they are not in the text. */
  words?: string;
  presets?: string;
}

/** A scenario of a game of one's own. */
export interface OwnScenario {
  mode?: string;
  attacker?: Record<string, unknown>;
  defender?: Record<string, unknown>;
  situation?: Record<string, unknown>;
}

/** A game of one's own: what can be asked of it. */
export interface Game {
  resolve(scenario?: OwnScenario | string): StrikeAnswer;
  resolveExact(scenario?: OwnScenario | string): StrikeAnswer<Fraction>;
  roll(scenario: OwnScenario | string, dice: DuelDice<OwnScenario>): RolledDuel;
  roll(scenario?: OwnScenario | string, dice?: Dice): Rolled;
  fight(scenario?: OwnScenario | string, how?: { exact?: false }): Fight;
  fight(scenario: OwnScenario | string, how: { exact: true }): Fight<Fraction>;
  duel(scenario: OwnScenario | string, against?: OwnScenario | null, how?: { exact?: false; first?: First }): Duel;
  duel(scenario: OwnScenario | string, against: OwnScenario | null | undefined, how: { exact: true; first?: First }): Duel<Fraction>;
  explain(scenario?: OwnScenario | string, how?: { exact?: false }): Explanation;
  explain(scenario: OwnScenario | string, how: { exact: true }): Explanation<Fraction>;
  /** Links need not name the game: `?attacker.skill=0..9`. */
  study(link: string, how?: { exact?: false; limit?: number }): Study;
  study(link: string, how: { exact: true; limit?: number }): Study<Fraction>;
  fields(): Record<string, unknown>;
  presets(): Preset[];
}

/** The game of a rule text. What is wrong with the text is thrown as a ScenarioError, each with its file and line. */
export function load(text: string, beside?: Beside): Game;

/** Every field of a ruleset's scenarios, as a JSON Schema (draft 2020-12). */
export function fields(ruleset: Ruleset): Record<string, unknown>;

/** The named creatures, weapons and armour of a ruleset. */
export function presets(ruleset: Ruleset): Preset[];

/** A field of a character. */
export interface CharacterField {
  /** Path in a scenario, such as `attacker.weapon.to_hit`. */
  path: string;
  /** Labels on the page, from the outermost. */
  label: string;
}

/** A thing that a character has. */
export interface CarriedThing {
  /** Field for it, such as `attacker.weapon`. */
  path: string;
  /** Name in the game's text. */
  name: string;
  place: "worn" | "pack" | "quiver" | "home";
  /** Entries of the field. */
  entries: Record<string, unknown>;
  /** Other fields that it decides, such as the skill for a weapon: paths, each with its value. */
  beside: Record<string, unknown>;
}

/** A figure that the game states, beside ours. */
export interface StatedFigure {
  what: string;
  game: number;
  /** null where the rules do not answer it. */
  ours: number | null;
  equal: boolean;
  /** Reason of a difference; empty where the figures are equal. */
  reason: string;
  /** Scenario of our figure, and the measure in it. */
  link: string;
  measure: string;
}

/** What a game wrote about a character. */
export interface Character {
  ruleset: Ruleset;
  game: string;
  version: string;
  /** A sentence where the version is not that of the rules; else empty. */
  edition: string;
  /** Race, class and level. */
  who: string;
  /** Link of a fight with the character. */
  link: string;
  fighter: Record<"attacker" | "defender" | "situation", Record<string, unknown>>;
  read: readonly (CharacterField & { value: unknown })[];
  left: readonly (CharacterField & { why: string })[];
  /** Lines that were not understood. */
  unknown: readonly string[];
  carried: readonly CarriedThing[];
  stated: readonly StatedFigure[];
}

/** A character from what the game writes about it. A text that is not understood is thrown as a ScenarioError. */
export function importCharacter(written: string | ArrayBuffer | ArrayBufferView): Character;

/**
 * Lines of the screen of Crawl, Angband 4.2 or Brogue that tell a chance to hit, beside our figures for the fight of a
 * link. Lines that tell none are thrown as a ScenarioError.
 */
export function compareScreen(link: string, lines: string | ArrayBuffer | ArrayBufferView): readonly StatedFigure[];

/** What is known of each ruleset. It needs no init. */
export function rulesets(): AboutRules[];
