/** What becomes of the files of a schema, as steps of a plan. */
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import type { TextEdit } from "../../cli/source/text/text-edit.js";
import { shortList } from "./wiring.js";

/** What becomes of one file. */
export interface SchemaChange {
  readonly file: string;
  readonly edits: readonly TextEdit[];
  /** The tables or models that get written or extended; none: it passes them on. */
  readonly names: readonly string[];
}

export interface SchemaChanges {
  readonly changes: readonly SchemaChange[];
  /** Of a file that is not there yet. */
  readonly added: { readonly file: string; readonly content: string } | undefined;
}

/** Words of the plan for them. */
export interface SchemaWords {
  readonly kind: "models" | "tables";
  readonly added: string;
  readonly already: string;
}

export function planSchema(
  builder: PlanBuilder,
  { changes, added }: SchemaChanges,
  { kind, ...reasons }: SchemaWords,
): void {
  for (const { file, edits, names } of changes) {
    const reason = names.length > 0 ? `${kind} ${shortList(names)}` : `passes the ${kind} on`;
    builder.edit(file, { kind: "edits", edits }, { reason, already: `has the ${kind}`, snippet: "" });
  }
  if (added) builder.create(added.file, added.content, reasons.added);
  if (changes.length === 0 && !added)
    builder.step({ kind: "edit", status: "already", reason: reasons.already });
}

/** @param what how the warning begins, up to the names of the columns */
export function warnOfUnfilled(builder: PlanBuilder, what: string, unfilled: readonly string[]): void {
  if (unfilled.length === 0) return;
  builder.warn(
    "AUTH_W_REQUIRED_COLUMNS",
    `${what} ${unfilled.join(", ")}: make it optional, or give it a default.`,
  );
}
