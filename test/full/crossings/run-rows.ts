/** Runs rows, two at a time, and tells of each. */
import { coveringArray, type CoveringArray, type Row } from "./pairs.js";
import { costly, factors, rules } from "./table.js";
import { WrongRow } from "./row.js";

export interface NumberedRow {
  /** Counted from 1 in the covering array: AUTHWRIGHT_ROWS takes it. */
  readonly number: number;
  readonly row: Row;
}

export interface Crossings {
  readonly rows: readonly NumberedRow[];
  readonly pairs: CoveringArray["pairs"];
}

export function crossings(): Crossings {
  const { rows, pairs } = coveringArray(factors, rules, costly);
  return { rows: rows.map((row, at) => ({ number: at + 1, row })), pairs };
}

/** How many rows run at the same time. */
const atOnce = 2;

/** Runs the rows, and returns a report for each that went wrong. */
export async function runRows(
  rows: readonly NumberedRow[],
  tryOne: (one: NumberedRow) => Promise<void>,
): Promise<string[]> {
  const waiting = [...rows];
  const wrong: string[] = [];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const began = Date.now();
      const failed = await tryOne(one).then(
        () => undefined,
        (error: unknown) => reportOf(one, error),
      );
      if (failed !== undefined) wrong.push(failed);
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      console.log(failed ?? `row ${one.number} ${seconds} s: ${textOf(one.row)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return wrong;
}

const textOf = (row: Row): string =>
  Object.keys(factors)
    .map((factor) => row[factor])
    .join(" | ");

function reportOf({ number, row }: NumberedRow, error: unknown): string {
  const values = Object.entries(row).map(([factor, value]) => `  ${factor}: ${value}`);
  const what =
    error instanceof WrongRow
      ? [`  step: ${error.step}`, `  expected: ${error.expected}`, `  seen: ${error.seen}`]
      : [`  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  const part = process.env["AUTHWRIGHT_SHARD"];
  return [
    `row ${number} is wrong`,
    ...values,
    ...what,
    `  again: AUTHWRIGHT_ROWS=${number} npm run test:full -- --only crossings${part ? ` --shard ${part}` : ""}`,
  ].join("\n");
}
