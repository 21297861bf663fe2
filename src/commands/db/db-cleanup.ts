import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { readAddress } from "../database/address.js";
import { deleteExpired, type CleanedTable } from "./cleanup.js";
import { openDatabase, projectDriver } from "../database/open.js";
import { findOwnerless, ownerlessText } from "../database/ownerless.js";
import { findWorkspace } from "../../cli/project/workspace.js";
import { interrupted, usageError } from "../../cli/terminal/errors.js";

/** `auth db cleanup`: deletes what is over, for a job that runs once a day or so. It also names organisations without an owner. */
export async function run(context: CommandContext): CommandResult {
  const { cwd, options, output, holdSignals } = context;
  const batch = readBatch(options.text("batch"));
  const address = readAddress(context);
  const isDry = options.is("dryRun");
  const connection = await openDatabase(address, projectDriver(findWorkspace(cwd).root), false);
  try {
    const limits = { now: new Date(), batch };
    const over = await deleteExpired(connection, { ...limits, isDry: true });
    const isNothing = over.every(({ rows }) => rows === 0);
    if (over.length === 0) output.note("No table of ours has rows that end.");
    const ownerless = await findOwnerless(connection);
    const problem = ownerless && ownerlessText(ownerless);
    if (problem !== undefined) output.note(problem, "warn");
    if (isDry || isNothing)
      return output.result({ tables: over, deleted: false, ownerless }, textOf(over, "to delete"));
    output.note(textOf(over, "to delete"));
    if (!(await (await promptsFor(context)).confirm("Delete these rows?"))) {
      output.note("Nothing was deleted.");
      return;
    }
    await holdSignals(async (signal) => {
      const tables = await deleteExpired(connection, { ...limits, signal, isDry: false });
      output.result({ tables, deleted: true, ownerless }, textOf(tables, "deleted"));
      if (signal.aborted) throw interrupted("Interrupted. Run it again to delete the rest.");
    });
  } finally {
    await connection.close();
  }
}

const mostRows = 100_000;

function readBatch(text: string | undefined): number {
  const batch = Number(text ?? "1000");
  if (Number.isInteger(batch) && batch >= 1 && batch <= mostRows) return batch;
  throw usageError(
    "AUTH_E_BATCH",
    `--batch ${text}: not a number of rows.`,
    `Use a number from 1 to ${mostRows}.`,
  );
}

const textOf = (tables: readonly CleanedTable[], what: string): string =>
  tables.map(({ table, rows }) => `${table}: ${rows} ${what}`).join("\n");
