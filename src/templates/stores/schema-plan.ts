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

/**
 * @param kind what the schema consists of
 * @param names of the plugins' that are added; left out: it is about those of the core
 */
export function planSchema(
  builder: PlanBuilder,
  { changes, added }: SchemaChanges,
  kind: "models" | "tables",
  names?: readonly string[],
): void {
  for (const { file, edits, names: own } of changes) {
    const reason = own.length > 0 ? `${kind} ${shortList(own)}` : `passes the ${kind} on`;
    builder.edit(file, { kind: "edits", edits }, { reason, already: `has the ${kind}`, snippet: "" });
  }
  if (added) builder.create(added.file, added.content, names ? `${kind} ${shortList(names)}` : `the ${kind}`);
  const already = `the schema has the ${kind}${names ? " of the plugins" : ""}`;
  if (changes.length === 0 && !added) builder.step({ kind: "edit", status: "already", reason: already });
}

/** @param what how the warning begins, up to the names of the columns */
export function warnOfUnfilled(builder: PlanBuilder, what: string, unfilled: readonly string[]): void {
  if (unfilled.length === 0) return;
  builder.warn(
    "AUTH_W_REQUIRED_COLUMNS",
    `${what} ${unfilled.join(", ")}: make it optional, or give it a default.`,
  );
}
