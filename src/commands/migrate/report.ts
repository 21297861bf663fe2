/** What `auth migrate` tells: a summary, and what is left to a person in two lists. */
import { packageName } from "../../cli/formats/own-package.js";
import type { Plan, Step } from "../../cli/plan/plan.js";
import type { Migration } from "./migration.js";
import type { Todo } from "./todo.js";

export interface MigrationReport {
  /** The old packages that were there. */
  readonly from: readonly string[];
  /** Packages of the old family that stay because they work as they are. */
  readonly kept: readonly string[];
  /** Files that change, by what happens to them. */
  readonly files: { readonly created: number; readonly edited: number; readonly removed: number };
  /** The app does not work until a person does it. */
  readonly breaksNow: readonly Todo[];
  readonly tidyUp: readonly Todo[];
}

export function reportOf({ plan, todo, kept, from }: Migration): MigrationReport {
  const breaksNow = todo.filter(({ breaks }) => breaks);
  return { from, kept, files: countFiles(plan), breaksNow, tidyUp: todo.filter(({ breaks }) => !breaks) };
}

function countFiles({ steps }: Plan): MigrationReport["files"] {
  const done = steps.filter(({ status }) => status === "todo");
  const count = (...kinds: readonly Step["kind"][]) =>
    new Set(done.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path)).size;
  return { created: count("create"), edited: count("edit", "dependency"), removed: count("remove") };
}

/** A few lines that come before everything else. */
export function renderSummary({ from, kept, files, breaksNow, tidyUp }: MigrationReport): string {
  const changed = Object.entries(files).filter(([, count]) => count > 0);
  const rows = [
    ["Packages", from.length > 0 ? `${from.join(", ")} -> ${packageName}` : packageName],
    ["Kept", kept.join(", ")],
    ["Files", changed.map(([what, count]) => `${count} ${what}`).join(", ") || "none changes"],
    ["Breaks now", breaksNow.length > 0 ? `${breaksNow.length}, listed below` : "nothing"],
    ["Tidy up", tidyUp.length > 0 ? `${tidyUp.length}, listed below` : "nothing"],
  ] as const;
  return rows
    .filter(([, text]) => text !== "")
    .map(([name, text]) => `${`${name}:`.padEnd(12)}${text}\n`)
    .join("");
}

/** What breaks comes first; the rest can wait. */
export const renderTodos = ({ breaksNow, tidyUp }: MigrationReport): string =>
  listed("Breaks now", breaksNow) + listed("Tidy up", tidyUp);

function listed(title: string, todo: readonly Todo[]): string {
  if (todo.length === 0) return "";
  // Places of which the same is said stand together.
  const places = new Map<string, string[]>();
  for (const { path, line, why, write, code } of todo) {
    const said = `${why}${code === undefined ? "" : ` (${code})`}\n    write: ${write}\n`;
    places.set(said, [...(places.get(said) ?? []), `${path}:${line}`]);
  }
  const lines = [...places].map(([said, at]) => `  ${at.join(", ")}: ${said}`);
  return `${title} (${todo.length}):\n${lines.join("")}`;
}
