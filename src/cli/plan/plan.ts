import type { CommandWarning } from "../terminal/error-codes.js";
import { hashOf, type Seen } from "../project/files.js";

export type StepKind = "create" | "edit" | "remove" | "env" | "ignore" | "dependency" | "install";

/**
 * todo: will be done. already: nothing to do. manual: a person must edit the file. conflict: a file with other
 * content is in the way. The last two stop the whole plan before anything is written.
 */
export type StepStatus = "todo" | "already" | "manual" | "conflict";

/** One thing that a command does, in words; what changes on disk stands in {@link FileChange}. Never holds a secret. */
export interface Step {
  readonly kind: StepKind;
  readonly path?: string;
  readonly status: StepStatus;
  readonly reason: string;
  /** For manual steps: what to write, and where. */
  readonly line?: number;
  readonly snippet?: string;
}

/** Half-open range of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Something inserted into an env file, or the place of lines without a value that were taken out. */
export interface EnvChange extends Range {
  readonly text?: string;
}

/** A file before and after the plan. */
export interface FileChange {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** Where the bytes are or will be. */
  readonly realPath: string;
  readonly before: { readonly text: string; readonly hash: string; readonly mode: number } | undefined;
  readonly after: { readonly text: string; readonly mode: number };
  /** The file goes, for nothing is left in it. */
  readonly gone?: true;
  /** Set for env files: what was inserted or taken out, so that it can be taken back without a copy of the file. */
  readonly inserted?: readonly EnvChange[];
  /** A whole file of ours, nothing of which came from a person. */
  readonly generated?: true;
}

/** A file that is in the way of a whole new one, and what would stand there. */
export interface Conflict {
  /** Index of the step. */
  readonly step: number;
  readonly path: string;
  readonly present: {
    readonly text: string;
    readonly hash: string;
    readonly mode: number;
    readonly realPath: string;
  };
  readonly content: string;
  /** What we wrote there last, when we did. */
  readonly base?: string;
}

export interface Warning {
  readonly code: CommandWarning;
  readonly message: string;
}

/** A file is made or edited by it, when the plan is carried out. */
export const isChange = ({ kind, status }: Step): boolean =>
  status === "todo" && (kind === "create" || kind === "edit");

/** What a command is going to do, as data. The preview prints it, apply does it, undo takes it back. */
export interface Plan {
  readonly schemaVersion: 1;
  /** The same project and the same answers give the same id; secrets have no part in it. */
  readonly id: string;
  readonly command: string;
  readonly root: string;
  readonly steps: readonly Step[];
  readonly changes: readonly FileChange[];
  /** What the plan was made from: it holds as long as all of it is the same. */
  readonly seen?: readonly Seen[];
  /** What a person may decide on a terminal; the steps say so too. */
  readonly conflicts: readonly Conflict[];
  /** What is dropped here is kept nowhere, so `auth undo` cannot bring it back. */
  readonly irreversible?: true;
  readonly install?: { readonly command: readonly string[]; readonly cwd: string };
  readonly warnings: readonly Warning[];
  /**
   * What was asked for and does not work when the plan is carried out, in words. No command ends well with it: exit 1,
   * which names it. What keeps a plan from being carried out at all is a step that is manual, or a conflict.
   */
  readonly open?: readonly string[];
  /** What the person does next, for the terminal. */
  readonly next: readonly string[];
}

export function makePlan(parts: Omit<Plan, "id" | "schemaVersion">): Plan {
  const files = parts.changes.map(({ path, before, after, inserted, gone }) => [
    path,
    before?.hash,
    inserted ? undefined : hashOf(after.text),
    gone ? undefined : after.mode,
  ]);
  const id = hashOf(JSON.stringify([parts.command, parts.steps, files, parts.install?.command])).slice(0, 12);
  return Object.freeze<Plan>({ schemaVersion: 1, id, ...parts });
}

export const isEmpty = (plan: Plan): boolean => plan.steps.every(({ status }) => status === "already");

/** Steps that only a person can do or decide. */
export const blockers = (plan: Plan): Step[] =>
  plan.steps.filter(({ status }) => status === "manual" || status === "conflict");

/** Decision about a file that is in the way: its new text, or undefined when it stays as it is. */
export interface Decision {
  readonly text: string | undefined;
  /** Nothing of the new text came from a person. */
  readonly isOurs?: boolean;
  readonly reason: string;
}

/** The plan once a person has decided about each of its conflicts, in their order. */
export function settle(plan: Plan, decisions: readonly Decision[]): Plan {
  const steps = [...plan.steps];
  const changes = [...plan.changes];
  for (const [at, { step, path, present }] of plan.conflicts.entries()) {
    const decision = decisions[at];
    if (!decision) continue;
    const { text, reason, isOurs } = decision;
    steps[step] = { kind: "create", path, status: text === undefined ? "already" : "todo", reason };
    if (text === undefined) continue;
    const { realPath, mode, ...before } = present;
    changes.push({
      path,
      realPath,
      before: { ...before, mode },
      after: { text, mode },
      ...(isOurs && { generated: true }),
    });
  }
  const { id: _, schemaVersion: __, ...parts } = plan;
  return makePlan({ ...parts, steps, changes, conflicts: [] });
}

// What a person does after a command, in the order in which it is worth doing.

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

/**
 * The lines for the terminal: at most five next steps, the rest below them. "" for none.
 * @param folder where they are to be run, if it is another one than that of the terminal
 */
export function renderNext(steps: readonly string[], folder?: string): string {
  const first = steps.slice(0, shownFirst).map((line, at) => `  ${at + 1}. ${line}`);
  const rest = steps.slice(shownFirst).map((line) => `  - ${line}`);
  return [
    ...(first.length === 0 ? [] : [folder === undefined ? "\nNext:" : `\nNext, in ${folder}:`, ...first]),
    ...(rest.length === 0 ? [] : ["Later:", ...rest]),
  ].join("\n");
}
