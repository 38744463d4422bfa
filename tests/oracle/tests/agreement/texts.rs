//! Random small texts.

use rand::RngExt as _;
use rand_pcg::Pcg32;

/// Generator of the expressions of a text, which together have a bounded number of ways.
pub(crate) struct Expressions<'r> {
    rng: &'r mut Pcg32,
    /// Ways that are left to draws.
    budget: u32,
    names: Vec<String>,
    /// Endless rolls, which half of the draws are.
    endless: Option<[&'static str; 2]>,
}

impl<'r> Expressions<'r> {
    pub(crate) fn new(rng: &'r mut Pcg32, budget: u32) -> Self {
        Self { rng, budget, names: Vec::new(), endless: None }
    }

    /// The same with endless rolls of one or two kinds.
    pub(crate) fn with_endless(mut self) -> Self {
        const ENDLESS: [&str; 5] =
            ["(open d4)", "(open 2d3)", "(open 2d6 less 1)", "(open 3d2 less 1)", "(open d3 less 2)"];
        self.endless = Some([ENDLESS[self.below(ENDLESS.len())], ENDLESS[self.below(ENDLESS.len())]]);
        self
    }

    fn below(&mut self, bound: usize) -> usize {
        self.rng.random_range(0..bound)
    }

    /// A draw within the budget of ways, or a number if too few are left.
    fn draw(&mut self) -> String {
        const DRAWS: [(u32, &str); 17] = [
            (4, "d4"),
            (6, "d6"),
            (3, "roll(-1..1)"),
            (5, "2d3"),
            (2, "pick(1: 2, 4: 1)"),
            (3, "pick(i in 1..3: i)"),
            (9, "(sum of 2 times d3)"),
            (8, "(count of 3 times (d2 = 1))"),
            (16, "(best of 2 times d4)"),
            (8, "(worst 2 of 3 times d2)"),
            (4, "(sum of d2 * i for i in 1..2)"),
            (2, "pick(1: odds(d6 > attacker.level), 5: odds(d3 = 1) + 1)"),
            (6, "twice(attacker.level, d2)"),
            (8, "(attacker.level d 2)"),
            (7, "(open d4 from 3 up to 1 times)"),
            (17, "(open 2d3 less 1 up to attacker.level times)"),
            (11, "(open 2d3 from 2 less 1 up to 1 times)"),
        ];
        let (mut ways, mut text) = DRAWS[self.below(DRAWS.len())];
        if let Some(endless) = self.endless.filter(|_| self.rng.random_range(0..2) == 0) {
            (ways, text) = (40, endless[self.below(2)]);
        }
        if ways > self.budget {
            return "2".to_owned();
        }
        self.budget /= ways;
        text.to_owned()
    }

    /// A number.
    fn number(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 4 } else { 15 }) {
            0 => self.below(5).to_string(),
            1 => "attacker.level".to_owned(),
            2 if !self.names.is_empty() => {
                let place = self.below(self.names.len());
                self.names[place].clone()
            }
            2..=5 => self.draw(),
            6 => format!("({} + {})", self.number(depth - 1), self.number(depth - 1)),
            7 => format!("({} - {})", self.number(depth - 1), self.number(depth - 1)),
            8 => format!("min({}, {})", self.number(depth - 1), self.number(depth - 1)),
            9 => format!("max({}, {})", self.number(depth - 1), self.number(depth - 1)),
            10 => format!("(abs({}) mod 3)", self.number(depth - 1)),
            11 => format!("({} * 3 div 2)", self.number(depth - 1)),
            12 => format!("bonus({})", self.number(depth - 1)),
            13 => "(own otherwise 3)".to_owned(),
            _ => {
                let when = self.flag(depth - 1);
                format!("({} if {when} else {})", self.number(depth - 1), self.number(depth - 1))
            }
        }
    }

    /// A condition.
    fn flag(&mut self, depth: u32) -> String {
        let chance = self.budget >= 2;
        match self.below(if depth == 0 { 4 } else { 8 }) {
            0 | 1 => {
                let sign = ["<", "<=", "=", "!=", ">"][self.below(5)];
                format!("({} {sign} {})", self.number(depth.saturating_sub(1)), self.number(0))
            }
            2 if chance => {
                self.budget /= 2;
                ["chance(1/3)", "chance(attacker.level in 5)", "chance(odds(d4 < 3))"][self.below(3)]
                    .to_owned()
            }
            4 => format!("(not {})", self.flag(depth - 1)),
            7 => format!("({} in {}..3 | {})", self.number(depth - 1), self.number(0), self.number(0)),
            5 => format!("({} and {})", self.flag(depth - 1), self.flag(depth - 1)),
            6 => format!("({} or {})", self.flag(depth - 1), self.flag(depth - 1)),
            _ => "attacker.brave".to_owned(),
        }
    }

    /// Lines and ends of a strike.
    pub(crate) fn strike(&mut self) -> String {
        let mut text = "strike\n".to_owned();
        for name in ["a", "b", "c"].into_iter().take(1 + self.below(3)) {
            text += &format!("  {name} = {}\n", self.number(2));
            if self.below(3) == 0 {
                let (more, when) = (self.number(1), self.flag(1));
                text += &format!("    + {more} if {when}\n    at most 9\n");
            }
            self.names.push(name.to_owned());
            if self.below(3) == 0 {
                text += &format!("  end miss if {}\n", self.flag(1));
            }
        }
        if self.below(3) == 0 {
            // A bare name in a case.
            let (name, when) = (self.names[0].clone(), self.flag(1));
            text += &format!("  case =\n    {name} if {when}\n    else {}\n", self.number(1));
            self.names.push("case".to_owned());
        }
        if self.below(3) == 0 {
            text += &format!("  tier =\n    good if {}\n    else great\n", self.flag(1));
            text += &format!("  end (tier) lose max({}, 0) if {}\n", self.number(1), self.flag(1));
        }
        // An endless roll cannot be paid.
        let pays = self.endless.is_none() && self.below(2) == 0;
        let pay = if pays { format!(" pay max({}, 0)", self.number(1)) } else { String::new() };
        text + &format!("  end hit lose max({}, 0){pay}\n", self.number(1))
    }
}

/// Head of a text for [`Expressions`].
pub(crate) const HEAD: &str = "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good | great\nsheet attacker\n  level: 0..3 = 2\n  hp: 1..9 ?\n  \
    brave: flag = yes\nsheet defender\n  hp: 1..99 ?\ntable bonus\n  ..0    2\n  1..3   1\n  other  0\nroll twice(n, m) = n * m + d3\n";

/// Kind of a fight or duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A single body a side, without gains.
    Plain,
    /// Strikes give hit points back.
    Drain,
    /// Strikes cost the striker hit points, and read those that it has left.
    Pays,
    /// Strikes leave something on the other side.
    OnFoe,
    /// Several bodies a side.
    Bodies,
    /// Several bodies a side, and gains.
    BodiesDrain,
}

impl Kind {
    /// True for several bodies a side.
    pub(crate) fn has_bodies(self) -> bool {
        matches!(self, Self::Bodies | Self::BodiesDrain)
    }

    /// True where strikes give hit points back, or cost them.
    pub(crate) fn drains(self) -> bool {
        matches!(self, Self::Drain | Self::Pays | Self::BodiesDrain)
    }
}

/// Text of fights and duels.
pub(crate) fn fight_text(rng: &mut Pcg32, kind: Kind) -> String {
    let mut pick = |of: &[&str]| of[rng.random_range(0..of.len())].to_owned();
    let mut text = "rules 1 \"Test\"\nendings\n  miss: miss\n  hit: hit | good\nsheet attacker\n  hp: 1..9 ?\n  charging: flag = yes\n  \
        blows: list of 1..2 { sides: 1..4 = 2 } = { sides: 2 } { sides: 3 }\nsheet defender\n  hp: 1..9 ?\nsheet situation\n  \
        attackers: 1..9\n"
        .to_owned();
    if kind.has_bodies() {
        text += "bodies situation.attackers\ncarry guard this body = 1\n";
    } else {
        text += "carry guard = 1\n";
    }
    text += "carry rage = 0\ncarry heat this turn = 0\n";
    if kind == Kind::OnFoe {
        text += &pick(&["carry dazed on foe = 0\n", "carry dazed on foe = 1\n"]);
    }
    let item = pick(&["b.sides", "2", "3"]);
    text += &match (item.as_str(), kind.has_bodies()) {
        ("b.sides", true) => "turn situation.attackers times each b in attacker.blows\n".to_owned(),
        ("b.sides", _) => "turn each b in attacker.blows\n".to_owned(),
        (_, true) => pick(&["turn situation.attackers\n", "turn situation.attackers * 2\n"]),
        _ => pick(&["", "turn 2\n", "turn 3\n", "turn d3\n", "turn d4 - 2\n"]),
    };
    text += &pick(&["", "falls when left < 0\n"]);
    text += &pick(&["", "turn lasts 2/3\n", "turn lasts 1/2 + rage\n"]);
    text += &pick(&["", "later attacker.charging = no\n"]);
    text += &pick(&[
        "",
        "",
        "between turns\n  next rage = max(rage - 1, 0)\n",
        "between turns\n  next left = left + 1\n",
        "between turns\n  next left = left - 1\n  next rage = 0\n",
    ]);
    text += "strike\n";
    text += &pick(&[
        "  end miss if d3 = 1\n",
        "  end miss if d4 + earlier < 3\n",
        "  end miss if d3 + situation.attackers > 4\n",
        "  end miss if d3 = 1 and attacker.charging\n",
        "  end miss if heat > 0 and d2 = 1\n",
    ]);
    text += &pick(&["", "  next heat = 1\n", "  next rage = min(rage + 1, 1)\n"]);
    text += &pick(&[
        "",
        "  end miss if guard > 0 and d2 = 1\n    next guard = 0\n",
        "  end good lose 0 kill if d9 = 1\n",
    ]);
    text += &pick(&[
        "  end good lose 1 if given left and left > 2\n",
        "",
        "  end good lose 3 if rage > 0 and d2 = 1\n",
    ]);
    if kind == Kind::OnFoe {
        text += &pick(&["  end miss if dazed > 0 and d2 = 1\n", "  end good lose 2 if dazed = 0\n", ""]);
        text += &pick(&[
            "  next dazed = 1\n",
            "  next dazed = 1 if rage > 0\n",
            "  next dazed = 1 - dazed\n",
            "  next dazed = d2 - 1\n",
            "  end miss if d3 = 1\n    next dazed = 1\n",
        ]);
    }
    if kind == Kind::Pays {
        text += &pick(&[
            "",
            "  end miss pay 1 if d4 = 1\n",
            "  end miss pay d2 if given own and own > 1 and d3 = 1\n",
            "  end good lose 2 pay 1 kill if d9 = 1\n",
        ]);
    }
    let gain = match kind {
        Kind::Pays => pick(&[" pay 1", " gain d2 pay d2", " pay (1 if given own and own < 3 else 0)"]),
        _ if kind.drains() => pick(&[" gain d2", " gain 1"]),
        _ => String::new(),
    };
    text + &format!("  end hit lose 1 d {item}{gain}\n")
}
