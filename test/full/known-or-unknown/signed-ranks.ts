/** Do two kinds of requests, measured in pairs, take different times? Wilcoxon's signed-rank test. */

export interface Verdict {
  /** The chance of ranks that are at least as uneven, if there were no difference. */
  readonly p: number;
  /** The middle one of the differences, first less second. */
  readonly median: number;
}

export const medianOf = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** How far values lie apart, as the standard deviation of a normal distribution with the same middle half. */
export function spreadOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return (at(0.75) - at(0.25)) / 1.349;
}

type Pair = readonly [number, number];

/**
 * The quarter of the pairs that nothing else held up, by the slower one of the two: which of them that is does not
 * count, so without a difference either is the first as often.
 */
export const calmest = (pairs: readonly Pair[]): readonly Pair[] =>
  [...pairs]
    .sort((one, other) => Math.max(...one) - Math.max(...other))
    .slice(0, Math.ceil(pairs.length / 4));

/** Single requests that something else held up count by their rank alone, so that they decide nothing. */
export function compareBySignedRanks(pairs: readonly Pair[]): Verdict {
  const differences = pairs.map(([first, second]) => first - second);
  const ranked = differences
    .filter((difference) => difference !== 0)
    .sort((one, other) => Math.abs(one) - Math.abs(other));
  const count = ranked.length;
  const sum = ranked.reduce((total, difference, at) => total + Math.sign(difference) * (at + 1), 0);
  const deviation = Math.sqrt((count * (count + 1) * (2 * count + 1)) / 6);
  return { p: twoSided(count === 0 ? 0 : sum / deviation), median: medianOf(differences) };
}

/** Both tails of the normal distribution behind a value: formula 7.1.26 of Abramowitz and Stegun, good to 1e-7. */
function twoSided(value: number): number {
  const x = Math.abs(value) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return factors.reduce((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x);
}
