//! Notations of forums and dice rollers, each with this language's spelling.

/// A notation: its pattern, the spelling of this language, and a note where the reading may surprise.
pub(super) struct Phrase {
    pub(super) pattern: &'static str,
    pub(super) ours: &'static str,
    pub(super) note: &'static str,
}

const fn same(pattern: &'static str, ours: &'static str) -> Phrase {
    Phrase { pattern, ours, note: "" }
}

const fn noted(pattern: &'static str, ours: &'static str, note: &'static str) -> Phrase {
    Phrase { pattern, ours, note }
}

/// Notations that have no reading, with the reason and a remedy.
pub(super) const REFUSED: &[(&str, &str)] = &[
    ("d S ! <|<= N", "dice explode on their highest faces: open d{S}, d{S}!>=5"),
    (
        "middle N? of|from K d S",
        "the highest and the lowest dice are read, not those between: best of {K} times d{S}",
    ),
    (
        "between N and M",
        "a range is two answers: write the dice alone and add the rows from {N} to {M}, or ask for >= {N}",
    ),
    ("N d $", "dice have sides: {N}d6"),
    (
        "N @ K? d S",
        "one die of several is the best or the worst: best 2 of 3 times d{S}, worst of 3 times d{S}",
    ),
];

/// Notations that are refused where they are left: of dice that are rolled again, the lowest faces alone are read.
pub(super) const LEFT: &[(&str, &str)] = &[(
    "d S ,? reroll|rerolling|rerolls|ro|rr|r",
    "dice are rolled again on their lowest faces: 2d{S} reroll 1s, 2d{S} ro<2, 2d{S} reroll 1-2",
)];

/// Words around a line: commands of chat programs, questions.
pub(super) const AROUND: &[Phrase] = &[
    same("^ / roll|r|gmroll|gmr|gr|em", ""),
    same("^ ! roll|r|dice", ""),
    same("^ . roll|r", ""),
    same("^ output", ""),
    same("^ what is|are the?", ""),
    same("^ what ' s the?", ""),
    same("^ chance|chances|odds|probability of|to|that|for a?", ""),
    same("^ to? rolling|roll ~( a?", ""),
    same("^ r ~(", ""),
    same("^ attack|attacks :", ""),
    noted("^ mean|average|avg|expected value? of?", "", "the mean stands in the first line"),
    noted(", average|avg|mean $", "", "the mean stands in the first line"),
    noted("average|avg|mean $", "", "the mean stands in the first line"),
    same("twice $", "x2"),
    same("thrice $", "x3"),
    same("= ? $", ""),
    same("? $", ""),
];

/// Functions around a whole line, `P(2d6 >= 7)`, that an answer tells anyway.
pub(super) const FUNCTIONS: &[&str] =
    &["p", "pr", "prob", "probability", "e", "mean", "average", "avg", "odds"];

/// Dice.
pub(super) const DICE: &[Phrase] = &[
    noted("^ 1? d _66 $", "10 * d6 + d6", TENS),
    noted("1? d _66", "(10 * d6 + d6)", TENS),
    same("1? d _%", "d100"),
    same("K d _%", "{K}d100"),
    same("K? df", "{sum}roll(-1..1)"),
    // Dice that are kept or dropped.
    same("K d S ,? kh N?", "{best}d{S}"),
    same("K d S ,? kl N?", "{worst}d{S}"),
    same("K d S ,? keep|take|k N the? highest|best|top?", "{best}d{S}"),
    same("K d S ,? keep|take|keeping|taking the? higher|highest|best|top|high|better N?", "{best}d{S}"),
    same("K d S ,? keep|take|keeping|taking the? lower|lowest|worst|bottom|low|worse N?", "{worst}d{S}"),
    same("K d S dl N?", "{not lowest}d{S}"),
    same("K d S dh N?", "{not highest}d{S}"),
    same("K d S _d N", "{not lowest}d{S}"),
    same("K d S ,? drop|dropping|without|minus the? lowest|worst|low|smallest|bottom N?", "{not lowest}d{S}"),
    same("K d S ,? drop|dropping|without|minus the? highest|best|high|largest|top N?", "{not highest}d{S}"),
    same("K d S ,? drop|dropping N", "{not lowest}d{S}"),
    same("the? best|highest|top|higher|larger|largest|greater|better|max N? of|from|in K d S", "{best}d{S}"),
    same("the? worst|lowest|bottom|lower|smaller|smallest|lesser|min N? of|from|in K d S", "{worst}d{S}"),
    same("best|highest|higher|larger|greater|better of|from d|1d S and|,|or d T", "max(d{S}, d{T})"),
    same("worst|lowest|lower|smaller|lesser of|from d|1d S and|,|or d T", "min(d{S}, d{T})"),
    same("max ( K d S )", "{best}d{S}"),
    same("min ( K d S )", "{worst}d{S}"),
    // Dice that explode.
    noted(
        "K? d S ! p",
        "open {dice} less 1",
        "each die that shows its highest face is rolled again, at 1 less",
    ),
    same("K? d S ! >|>=|\u{2265}|=? U", "open {dice}"),
    same("K? d S ,? exploding|explode|explodes|exploded on U s?", "open {dice}"),
    noted("K? d S ! >|>=|\u{2265} N", FROM, LIMIT),
    noted("K? d S ,? exploding|explode|explodes|exploded on N +", FROM, LIMIT),
    noted("K? d S ,? exploding|explode|explodes|exploded on N -|to U", FROM, LIMIT),
    noted(
        "K? d S ,? exploding|explode|explodes|exploded on N or|and more|higher|better|above|up|greater",
        FROM,
        LIMIT,
    ),
    same("K? d S ! !?", "open {dice}"),
    same("K? d S exploding|explode|explodes|exploded|aces|ace", "open {dice}"),
    same("exploding|explode|exploded|acing K? d S", "open {dice}"),
    // Dice that are rolled again.
    noted("K? d S ro R", "{sum}(d{S} if chance({R} in {S}) else roll({R+1}..{S}))", ONCE),
    noted("K? d S _r|rr R", "{sum}roll({R+1}..{S})", AGAIN),
    noted(
        "K? d S (? ,? reroll|rerolling|rerolls any|all? R once? )?",
        "{sum}(d{S} if chance({R} in {S}) else roll({R+1}..{S}))",
        ONCE,
    ),
    // Dice that count as at least so much.
    same("K? d S mi N", "{sum}max(d{S}, {N})"),
    same("K? d S ma N", "{sum}min(d{S}, {N})"),
    // Dice that are counted.
    noted(
        "K d S cs? >|>=|\u{2265} N _f 1",
        "{sum}pick(1: {S+1-N}, 0: {N-2}, -1: 1)",
        "a die that shows 1 takes a success away",
    ),
    same("K d S cs C", "{count}(d{S} {C})"),
    same("K d S ,? count|counting C", "{count}(d{S} {C})"),
    same("K d S C successes|success|hits|succeed", "{count}(d{S} {C})"),
    same("count of? K d S C", "{count}(d{S} {C})"),
];

const TENS: &str = "d66 is two dice, tens and ones; an even roll is  roll(1..66)";
const FROM: &str = "open {dice} from {N} up to {limit} times";
const LIMIT: &str = "a die is rolled again from {N} on; more than {limit} times has a chance below 10^-30";
const ONCE: &str = "a die is rolled again once; \"until it shows more\" is  roll(2..6)";
const AGAIN: &str = "a die is rolled again until it shows more; \"once\" is written  ro";

/// Dice that are counted, and comparisons in words. Counts stand before comparisons: both begin alike.
pub(super) const COUNTS: &[Phrase] = &[
    same("at least Q C in|on|of|with|from|among K d S", "{count}(d{S} {C}) >= {Q}"),
    same("at most Q C in|on|of|with|from|among K d S", "{count}(d{S} {C}) <= {Q}"),
    same("exactly Q C in|on|of|with|from|among K d S", "{count}(d{S} {C}) = {Q}"),
    same("Q or more C in|on|of|with|from|among K d S", "{count}(d{S} {C}) >= {Q}"),
    same("Q _+ C in|on|of|with|from|among K d S", "{count}(d{S} {C}) >= {Q}"),
    same("how? count|number|many of? the? C in|on|of|with|from|among K d S", "{count}(d{S} {C})"),
    same("any|some C in|on|of|with|from|among K d S", "{count}(d{S} {C}) >= 1"),
    same("no|zero C in|on|of|with|from|among K d S", "{count}(d{S} {C}) = 0"),
    same("all C in|on|of|with|from|among K d S", "{count}(d{S} {C}) = {K}"),
    noted("a|an C in|on|of|with|from|among K d S", "{count}(d{S} {C}) >= 1", "at least one of the dice"),
    same("K d S ,? at least Q C", "{count}(d{S} {C}) >= {Q}"),
    same("K d S ,? exactly Q C", "{count}(d{S} {C}) = {Q}"),
    same("K d S ,? any|some C", "{count}(d{S} {C}) >= 1"),
    same("K d S ,? no C", "{count}(d{S} {C}) = 0"),
    same("K d S ,? all C", "{count}(d{S} {C}) = {K}"),
    // The sum of the dice.
    same("at least N in|on|with|from K? d S", "{dice} >= {N}"),
    same("at most N in|on|with|from K? d S", "{dice} <= {N}"),
    same("exactly N in|on|with|from K? d S", "{dice} = {N}"),
    same("N _+ in|on|with|from K? d S", "{dice} >= {N}"),
    same("N or more|higher|better|greater|above|over in|on|with|from K? d S", "{dice} >= {N}"),
    same("N or less|lower|fewer|under|below in|on|with|from K? d S", "{dice} <= {N}"),
    same("K? d S N _+ $", "{dice} >= {N}"),
    same("K? d S N or more|higher|better|greater|above|over", "{dice} >= {N}"),
    same("K? d S N or less|lower|fewer|under|below", "{dice} <= {N}"),
    same("at least|minimum &", ">="),
    same("at most|maximum &", "<="),
    same("greater|more|higher|bigger|larger than or equal to? &", ">="),
    same("less|lower|smaller than or equal to? &", "<="),
    same("greater|more|higher|bigger|larger than &", ">"),
    same("less|lower|smaller|fewer than &", "<"),
    same("over|above &", ">"),
    noted("roll? under|below N", "< {N}", "{N} itself is above; where it still counts write  <= {N}"),
    same("is? equal|equals to? &", "="),
    same("==", "="),
    same("plus &", "+"),
    same("minus &", "-"),
];

/// Comparison of a roll. A line that compares by a word has damage behind a comma.
pub(super) const TARGETS: &[Phrase] = &[
    same("to hit|beat vs|versus|against", "against"),
    same("to hit|beat an? ac|dc|tn|cr|dv|ev", "against"),
    same("to hit|beat N", "against {N}"),
    same(
        "vs|versus|against .? a|an|the? ac|dc|tn|cr|dv|ev|difficulty|armor|armour|defense|defence class|rating? of|:|=? N",
        "against {N}",
    ),
    same("vs|versus|against .? a|an|the? target number? of|:|=? N", "against {N}"),
    same(",? to? hit? (? ac|dc|tn|dv|ev|difficulty|target number|class? of|:|=? N )?", " against {N}"),
    same(",? armor|armour class of|:|=? N", " against {N}"),
    same(",? need|needs|needing|must a? roll? N _+?", " against {N}"),
    same("vs|versus|against N _+ ~d", "against {N}"),
    same("vs|versus|against N or higher|more|better", "against {N}"),
    same("vs|versus|against .", "against"),
];

/// Words between a target and its damage.
pub(super) const THEN: &[Phrase] = &[
    same("vs|versus|against N K d S", "against {N}, {K}d{S}"),
    same("vs|versus|against N (", "against {N}, ("),
    same(",? for|dealing|deals|deal|doing|does|then|dmg|damage|hit|hits for|:|=? &", ", "),
    same("->|=>|;|:|\u{2192} hit|damage|dmg? :? &", ", "),
    same(", hit|damage|dmg :? &", ", "),
];

/// Words behind dice that say what they are.
pub(super) const SAID: &[Phrase] = &[
    same("points|point|hp of? damage|dmg?", ""),
    same(
        "bludgeoning|piercing|slashing|fire|cold|acid|lightning|thunder|poison|necrotic|radiant|force|psychic|magic|magical|weapon|extra|melee|ranged|sneak|electricity|sonic|holy damage|dmg|attack?",
        "",
    ),
    same("damage|dmg", ""),
    same("to hit ~N", ""),
    same("attack|attacks roll|rolls?", ""),
    same("on a? hit", ""),
    same("please", ""),
];
