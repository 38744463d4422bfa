//! Pearson's test: do counted throws agree with the odds?
//!
//! Stands alone, so that other crates' tests can include it by its path.

/// The chance that throws of these odds fit as badly as the counted ones or worse. Cells that expect fewer than five are put together.
///
/// An outcome that was thrown and has no odds cannot happen: the chance is 0.
pub(crate) fn p_value(cells: &[(u64, f64)]) -> f64 {
    if cells.iter().any(|(count, odds)| *count > 0 && *odds <= 0.0) {
        return 0.0;
    }
    let throws: u64 = cells.iter().map(|(count, _)| count).sum();
    let mut expected: Vec<(f64, f64)> =
        cells.iter().map(|(count, odds)| (*count as f64, odds * throws as f64)).collect();
    expected.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut groups: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for (count, expects) in expected {
        open = (open.0 + count, open.1 + expects);
        if open.1 >= 5.0 {
            groups.push(core::mem::take(&mut open));
        }
    }
    if let Some(last) = groups.last_mut() {
        *last = (last.0 + open.0, last.1 + open.1);
    }
    let statistic: f64 = groups.iter().map(|(count, expects)| (count - expects).powi(2) / expects).sum();
    survival(groups.len().saturating_sub(1), statistic)
}

/// P(χ² ≥ x) with so many degrees of freedom: 1 less the series of the incomplete gamma function.
fn survival(freedom: usize, x: f64) -> f64 {
    if freedom == 0 || x <= 0.0 {
        return 1.0;
    }
    // ln Γ(freedom / 2 + 1), step by step from Γ(1) or Γ(1/2).
    let half = freedom as f64 / 2.0;
    let start = if freedom.is_multiple_of(2) { 0.0 } else { core::f64::consts::PI.ln() / 2.0 };
    let first = if freedom.is_multiple_of(2) { 1.0 } else { 0.5 };
    let ln_gamma =
        (0..=freedom / 2).map(|k| first + k as f64).filter(|s| *s <= half).map(f64::ln).sum::<f64>() + start;
    let y = x / 2.0;
    let mut term = (half * y.ln() - y - ln_gamma).exp();
    let mut sum = 0.0;
    let mut n = half;
    while term > sum * 1e-17 || n < y {
        sum += term;
        n += 1.0;
        term *= y / n;
    }
    (1.0 - sum).max(0.0)
}

#[test]
fn knows_the_published_critical_values() {
    for (freedom, x, p) in [
        (1, 3.841, 0.05),
        (1, 15.137, 1e-4),
        (2, 9.210, 0.01),
        (10, 29.588, 1e-3),
        (10, 35.564, 1e-4),
        (100, 149.449, 1e-3),
    ] {
        let found = survival(freedom, x);
        assert!((found / p - 1.0).abs() < 0.01, "{freedom} {x}: {found}");
    }
}

#[test]
fn tells_a_crooked_die() {
    let straight = [16_500, 16_700, 16_800, 16_600, 16_750, 16_650].map(|count| (count, 1.0 / 6.0));
    assert!(p_value(&straight) > 0.1);
    let crooked = [16_000, 16_700, 16_800, 16_600, 16_750, 17_150].map(|count| (count, 1.0 / 6.0));
    assert!(p_value(&crooked) < 1e-4);
    assert_eq!(p_value(&[(10, 1.0), (1, 0.0)]), 0.0);
    let rare = [(99_990, 0.9999), (4, 0.00004), (3, 0.00003), (3, 0.00003)];
    assert!(p_value(&rare) > 0.5);
}
