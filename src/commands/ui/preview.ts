import { maskEnv } from "../edit/env-file.js";
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

/** The steps of a plan, one line each. */
export function renderSteps(plan: Plan, style: StreamStyle): string {
  const shown = isEmpty(plan) ? plan.steps : plan.steps.filter(({ status }) => status !== "already");
  const width = Math.max(0, ...shown.map(({ path }) => path?.length ?? 0));
  return shown
    .map((step) => {
      const [mark, tone] = step.status === "todo" ? (todoMarks[step.kind] ?? changed) : marks[step.status];
      const place = (step.path ?? "").padEnd(width);
      const where = step.line === undefined ? "" : ` (${step.path}:${step.line})`;
      return `  ${paint(mark, tone, style)} ${step.kind.padEnd(10)} ${place}  ${paint(step.reason + where, "dim", style)}\n`;
    })
    .join("");
}

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
