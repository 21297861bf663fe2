import { maskEnv } from "../formats/env-file.js";
import { unifiedDiff } from "../plan/diff.js";
import { isEmpty, type Plan, type Step } from "../plan/plan.js";
import { paint, type StreamStyle, type Tone } from "./style.js";

const marks: Readonly<Record<Step["status"], readonly [string, Tone]>> = {
  todo: ["+", "good"],
  already: ["=", "dim"],
  manual: ["!", "warn"],
  conflict: ["!", "bad"],
};

const changed = ["~", "good"] as const;
const todoMarks: Readonly<Partial<Record<Step["kind"], readonly [string, Tone]>>> = {
  create: marks.todo,
  remove: ["-", "bad"],
};

/** The steps of a plan, one line each; two where the terminal is too narrow for the columns. */
export function renderSteps(plan: Plan, style: StreamStyle): string {
  const shown = isEmpty(plan) ? plan.steps : plan.steps.filter(({ status }) => status !== "already");
  const width = Math.max(0, ...shown.map(({ path }) => path?.length ?? 0));
  const rows = shown.map((step) => {
    const [mark, tone] = step.status === "todo" ? (todoMarks[step.kind] ?? changed) : marks[step.status];
    const where = step.line === undefined ? "" : ` (${step.path}:${step.line})`;
    return {
      mark: paint(mark, tone, style),
      kind: step.kind,
      place: step.path ?? "",
      why: step.reason + where,
    };
  });
  const columns = style.columns ?? Number.POSITIVE_INFINITY;
  const isNarrow = rows.some(({ why }) => 4 + kindWidth + 1 + width + 2 + why.length > columns);
  return rows
    .map(({ mark, kind, place, why }) =>
      isNarrow
        ? `  ${mark} ${kind}${place && ` ${place}`}\n      ${paint(why, "dim", style)}\n`
        : `  ${mark} ${kind.padEnd(kindWidth)} ${place.padEnd(width)}  ${paint(why, "dim", style)}\n`,
    )
    .join("");
}

const kindWidth = 10;

/** What changes, as a unified diff. Values of env files never show. */
export function renderDiff(plan: Plan, style: StreamStyle): string {
  const diffs = plan.changes.map(({ path, before, after, inserted }) => {
    const shown = inserted ? maskEnv : (text: string) => text;
    return unifiedDiff(path, before && shown(before.text), shown(after.text));
  });
  return paintDiff(diffs.join(""), style);
}

/** A unified diff in the colours of its lines. */
export function paintDiff(diff: string, style: StreamStyle): string {
  const coloured = (line: string) => {
    if (/^(?:---|\+\+\+) /.test(line)) return paint(line, "bold", style);
    if (line.startsWith("+")) return paint(line, "good", style);
    return line.startsWith("-") ? paint(line, "bad", style) : line;
  };
  return diff.split("\n").map(coloured).join("\n");
}

/** What a person has to do by hand, ready to paste. */
export function renderManual(steps: readonly Step[]): string {
  return steps
    .filter(({ snippet }) => snippet)
    .map(
      ({ path, line, reason, snippet }) =>
        `${path}:${line ?? 1}: ${reason}. By hand:\n\n${indent(snippet ?? "")}\n`,
    )
    .join("\n");
}

const indent = (text: string) => text.replace(/^(?=.)/gm, "    ");
