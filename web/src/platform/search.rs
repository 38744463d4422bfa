//! Search among names: words in any order, each forgiving a letter.

/// Rank of a name for a query, best 0; none where a word of it is missing.
pub(crate) fn rank(name: &str, group: &str, query: &str) -> Option<usize> {
    let (name, group) = (name.to_ascii_lowercase(), group.to_ascii_lowercase());
    if name.starts_with(query) {
        return Some(0);
    }
    let mut worst = 1;
    for wanted in words(query) {
        worst = worst.max(word_rank(&name, &group, wanted)?);
    }
    Some(worst)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '-', '(', ')', '*', ',']).filter(|word| !word.is_empty())
}

fn word_rank(name: &str, group: &str, wanted: &str) -> Option<usize> {
    if words(name).any(|word| word.starts_with(wanted)) {
        Some(1)
    } else if name.contains(wanted) {
        Some(2)
    } else if words(group).any(|word| word.starts_with(wanted)) {
        Some(3)
    } else {
        let is_long = wanted.chars().count() > 3;
        (is_long && words(name).any(|word| begins_nearly(word, wanted))).then_some(4)
    }
}

/// True where `word` begins with `wanted` up to one wrong, missing, extra or transposed letter.
fn begins_nearly(word: &str, wanted: &str) -> bool {
    let (word, wanted): (Vec<char>, Vec<char>) = (word.chars().collect(), wanted.chars().collect());
    let same = word.iter().zip(&wanted).take_while(|(one, other)| one == other).count();
    let begins = |word: Option<&[char]>, wanted: Option<&[char]>| {
        word.zip(wanted).is_some_and(|(word, wanted)| word.starts_with(wanted))
    };
    let swapped = word.get(same).is_some_and(|one| wanted.get(same + 1) == Some(one))
        && word.get(same + 1).is_some_and(|one| wanted.get(same) == Some(one));
    begins(word.get(same + 1..), wanted.get(same + 1..))
        || begins(word.get(same..), wanted.get(same + 1..))
        || begins(word.get(same + 1..), wanted.get(same..))
        || (swapped && begins(word.get(same + 2..), wanted.get(same + 2..)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_any_order_and_forgive_a_letter() {
        let finds = |query: &str| rank("Ancient blue dragon", "Monsters of level 40 to 49", query);
        assert_eq!(finds("ancient b"), Some(0));
        for query in ["anc blue", "blue anc", "ancient d", "drag"] {
            assert_eq!(finds(query), Some(1), "{query}");
        }
        assert_eq!(finds("cient"), Some(2));
        assert_eq!(finds("monsters blue"), Some(3));
        for query in ["drgon", "draogn", "dragqn", "draggon", "ancieent blue"] {
            assert_eq!(finds(query), Some(4), "{query}");
        }
        for query in ["red", "drqqon", "xx", "blue troll"] {
            assert_eq!(finds(query), None, "{query}");
        }
    }
}
