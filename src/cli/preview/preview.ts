import { maskEnv } from "../formats/env-file.js";
import { unifiedDiff } from "../plan/diff.js";
import { isEmpty, type Plan, type Step } from "../plan/plan.js";
import { paint, type StreamStyle, type Tone } from "../terminal/style.js";
import { wrapTo } from "../terminal/wrap.js";

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

/** The steps of a plan, one row a file; two where the terminal is too narrow for the columns. */
export function renderSteps(plan: Plan, style: StreamStyle): string {
  const shown = isEmpty(plan) ? plan.steps : plan.steps.filter(({ status }) => status !== "already");
  const rows = rowsOf(shown);
  const width = Math.max(0, ...rows.map(({ path }) => path.length));
  const columns = style.columns ?? Number.POSITIVE_INFINITY;
  const indent = 4 + kindWidth + 1 + width + 2;
  const isNarrow = columns - indent < narrowest;
  return rows
    .map(({ mark, tone, kind, path, why }) => {
      const sign = paint(mark, tone, style);
      const text = (at: number) => paint(wrapTo(why, columns - at, at), "dim", style);
      return isNarrow
        ? `  ${sign} ${kind}${path && ` ${path}`}\n      ${text(6)}\n`
        : `  ${sign} ${kind.padEnd(kindWidth)} ${path.padEnd(width)}  ${text(indent)}\n`;
    })
    .join("");
}

const kindWidth = 10;
/** Columns that the reasons need, or they go below the names. */
const narrowest = 24;

interface Row {
  readonly mark: string;
  readonly tone: Tone;
  readonly kind: string;
  readonly path: string;
  readonly why: string;
}

/** Steps that do the same to one file are one row, with all their reasons; what is made is not edited as well. */
function rowsOf(steps: readonly Step[]): readonly Row[] {
  const rows = new Map<string, { row: Omit<Row, "why">; reasons: string[] }>();
  for (const [at, step] of steps.entries()) {
    const [mark, tone] = step.status === "todo" ? (todoMarks[step.kind] ?? changed) : marks[step.status];
    const { kind, path = "", line, reason } = step;
    const key = path === "" || line !== undefined ? String(at) : `${mark} ${kind} ${path}`;
    const made =
      step.status === "todo" && kind === "edit" ? rows.get(`${marks.todo[0]} create ${path}`) : undefined;
    const found = made ?? rows.get(key) ?? { row: { mark, tone, kind, path }, reasons: [] };
    if (!made) rows.set(key, found);
    found.reasons.push(line === undefined ? reason : `${reason} (${path}:${line})`);
  }
  return [...rows.values()].map(({ row, reasons }) => ({ ...row, why: joined(reasons) }));
}

/** A variable and what becomes of it. */
const variable = /^([A-Z][A-Z0-9_]+)([:,] .+)$/;

/** Reasons in one line; variables of which the same is said stand together. */
function joined(reasons: readonly string[]): string {
  const names = new Map<string, string[]>();
  for (const reason of reasons) {
    const [, name = reason, said = ""] = variable.exec(reason) ?? [];
    names.set(said, [...new Set([...(names.get(said) ?? []), name])]);
  }
  return [...names].map(([said, each]) => each.join(said === "" ? "; " : ", ") + said).join("; ");
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

/** How many files a plan makes, edits and removes, in one line. */
export function renderSummary({ changes }: Plan): string {
  const removed = changes.filter(({ gone }) => gone).length;
  const made = changes.filter(({ before, gone }) => before === undefined && !gone).length;
  const counts = [
    [made, "new"],
    [changes.length - made - removed, "edited"],
    [removed, "removed"],
  ] as const;
  const told = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const files = `${changes.length} ${changes.length === 1 ? "file" : "files"}`;
  return told.length === 0 ? "No file changes." : `${files}: ${told.join(", ")}.`;
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
