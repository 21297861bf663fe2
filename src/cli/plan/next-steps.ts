/** What a person does after a command, in the order in which it is worth doing. */

/** What the trial cannot do without, the trial itself, what real use needs, what can wait. */
const times = ["install", "before", "trial", "then", "later"] as const;
export type NextTime = (typeof times)[number];

export interface NextStep {
  readonly line: string;
  readonly time: NextTime;
}

/** Steps of one time stay in the order in which they were added. */
export const inOrder = (steps: readonly NextStep[]): readonly string[] =>
  times.flatMap((time) => steps.flatMap((one) => (one.time === time ? [one.line] : [])));

/** Steps that are shown as the next ones; the others can wait. */
const shownFirst = 5;

/** The lines for the terminal: at most five next steps, the rest below them. "" for none. */
export function renderNext(steps: readonly string[]): string {
  const first = steps.slice(0, shownFirst).map((line, at) => `  ${at + 1}. ${line}`);
  const rest = steps.slice(shownFirst).map((line) => `  - ${line}`);
  return [
    ...(first.length === 0 ? [] : ["\nNext:", ...first]),
    ...(rest.length === 0 ? [] : ["Later:", ...rest]),
  ].join("\n");
}
