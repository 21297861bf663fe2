/** A covering array of pairs: rows in which every two values that may meet do meet, made in the same way each time. */

/** Values by factor. */
export type Factors = Readonly<Record<string, readonly string[]>>;

/** A value for each factor. */
export type Row = Readonly<Record<string, string>>;

/** What must hold of the values of some factors; it is asked once all of them are known. */
export interface Rule {
  readonly of: readonly string[];
  readonly holds: (row: Row) => boolean;
}

export interface CoveringArray {
  readonly rows: readonly Row[];
  /** Pairs that the rules allow; the rows hold all of them. */
  readonly pairs: number;
}

/** How many rows are tried for each that is taken. */
const tries = 8;

/** A value of a factor. */
interface Cell {
  readonly factor: string;
  readonly value: string;
}

const keyOf = (one: Cell, other: Cell): string =>
  one.factor < other.factor
    ? `${one.factor}=${one.value} & ${other.factor}=${other.value}`
    : `${other.factor}=${other.value} & ${one.factor}=${one.value}`;

const cellsOf = (row: Row): Cell[] => Object.entries(row).map(([factor, value]) => ({ factor, value }));

/** Pairs of the values that a row has. */
export const pairsOf = (row: Row): string[] =>
  cellsOf(row).flatMap((one, at, cells) => cells.slice(at + 1).map((other) => keyOf(one, other)));

const isAllowed = (row: Row, rules: readonly Rule[]): boolean =>
  rules.every(({ of, holds }) => of.some((factor) => row[factor] === undefined) || holds(row));

/** Whether a row can be completed so that the rules allow it. */
function isPossible(row: Row, factors: Factors, rules: readonly Rule[]): boolean {
  if (!isAllowed(row, rules)) return false;
  const open = Object.keys(factors).find(
    (factor) => row[factor] === undefined && rules.some(({ of }) => of.includes(factor)),
  );
  if (open === undefined) return true;
  return (factors[open] ?? []).some((value) => isPossible({ ...row, [open]: value }, factors, rules));
}

/** Numbers from 0 to 1, the same ones each time (Park and Miller, 1988). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const shuffled = <Value>(values: readonly Value[], next: () => number): Value[] =>
  values
    .map((value) => ({ value, at: next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);

/** Every two values of two factors that a row can have. */
function allowedPairs(factors: Factors, rules: readonly Rule[]): Map<string, Row> {
  const cells = Object.entries(factors).map(([factor, values]) => values.map((value) => ({ factor, value })));
  const found = new Map<string, Row>();
  for (const [at, ones] of cells.entries())
    for (const one of ones)
      for (const other of cells.slice(at + 1).flat()) {
        const row = { [one.factor]: one.value, [other.factor]: other.value };
        if (isPossible(row, factors, rules)) found.set(keyOf(one, other), row);
      }
  return found;
}

/**
 * Makes the rows, each the best of some that are filled greedily around a pair that no row has yet (after AETG: Cohen,
 * Dalal, Fredman and Patton, 1997).
 *
 * @param rules what may not meet
 * @param costly values that are taken only where they bring more than others
 */
export function coveringArray(
  factors: Factors,
  rules: readonly Rule[],
  costly: ReadonlySet<string> = new Set(),
): CoveringArray {
  const next = numbers(1);
  const open = allowedPairs(factors, rules);
  const pairs = open.size;
  const costOf = (value: string): number => Number(costly.has(value));
  const gainOf = (row: Row): number => pairsOf(row).filter((pair) => open.has(pair)).length;

  /** Each further factor gets the value with the most open pairs of those that lead to a whole row. */
  function filled(start: Row): Row {
    let row = start;
    const rest = Object.keys(factors).filter((factor) => start[factor] === undefined);
    for (const factor of shuffled(rest, next)) {
      const cells = cellsOf(row);
      const gain = (value: string) => cells.filter((one) => open.has(keyOf(one, { factor, value }))).length;
      const best = shuffled(factors[factor] ?? [], next)
        .map((value) => ({ value, gain: gain(value) }))
        .sort((one, other) => other.gain - one.gain || costOf(one.value) - costOf(other.value))
        .find(({ value }) => isPossible({ ...row, [factor]: value }, factors, rules));
      if (best === undefined) throw new Error(`Nothing fits ${JSON.stringify(row)}`);
      row = { ...row, [factor]: best.value };
    }
    return row;
  }

  const rows: Row[] = [];
  for (;;) {
    const [first] = open.values();
    if (first === undefined) return { rows, pairs };
    const best = Array.from({ length: tries }, () => filled(first)).reduce((one, other) =>
      gainOf(other) > gainOf(one) ? other : one,
    );
    for (const pair of pairsOf(best)) open.delete(pair);
    rows.push(best);
  }
}
