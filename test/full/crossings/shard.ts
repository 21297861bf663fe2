/** Part `k` of `n` of a long run, by AUTHWRIGHT_SHARD=k/n. */
export interface Shard {
  /** Counted from 1. */
  readonly number: number;
  readonly of: number;
}

/** @throws TypeError when the text names no part */
export function shardOf(text: string | undefined): Shard {
  if (text === undefined) return { number: 1, of: 1 };
  const [, number = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (number < 1 || number > of) throw new TypeError(`A part is 1/8 to 8/8, not ${text}`);
  return { number, of };
}
