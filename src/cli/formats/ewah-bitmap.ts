/** Compressed bitmaps as git writes them (EWAH): runs of equal words, and words as they are. */

export interface Bitmap {
  /** How many bits before this position are set. */
  before(position: number): number;
  /** Where it ends in the bytes. */
  readonly end: number;
}

const wordBits = 64;

/** Words that stand one after the other: `length` of them, each with `bits`. */
interface Run {
  readonly length: number;
  readonly bits: bigint;
}

/** @returns undefined: the bytes end before the bitmap does */
export function onesBefore(bytes: Buffer, start: number): Bitmap | undefined {
  if (start + 8 > bytes.length) return undefined;
  const words = bytes.readUInt32BE(start + 4);
  const first = start + 8;
  const end = first + words * 8 + 4;
  if (end > bytes.length) return undefined;
  const runs: Run[] = [];
  for (let at = 0; at < words;) {
    const marker = bytes.readBigUInt64BE(first + at * 8);
    runs.push({ length: Number((marker >> 1n) & 0xffff_ffffn), bits: marker & 1n ? allOnes : 0n });
    const literals = Math.min(Number(marker >> 33n), words - at - 1);
    for (let one = 1; one <= literals; one += 1)
      runs.push({ length: 1, bits: bytes.readBigUInt64BE(first + (at + one) * 8) });
    at += 1 + literals;
  }
  return { end, before: (position) => count(runs, position) };
}

const allOnes = (1n << 64n) - 1n;

function count(runs: readonly Run[], position: number): number {
  let left = position;
  let ones = 0;
  for (const { length, bits } of runs) {
    const whole = Math.min(Math.floor(left / wordBits), length);
    ones += whole * onesIn(bits);
    left -= whole * wordBits;
    if (whole === length) continue;
    return ones + onesIn(bits & ((1n << BigInt(left)) - 1n));
  }
  return ones;
}

const onesIn = (bits: bigint): number =>
  bits === 0n ? 0 : bits === allOnes ? wordBits : [...bits.toString(2)].filter((bit) => bit === "1").length;
