import { existsSync } from "node:fs";
import { promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { readAddress, type Address } from "../database/address.js";
import type { Drift } from "../../templates/stores/table-drift.js";
import { planNewDatabase, planTables, runPlan, type TablePlan } from "./migrate-tables.js";
import { openDatabase, projectDriver } from "../database/open.js";
import { findOrm } from "../database/orm.js";
import { severalText } from "../../cli/project/candidates.js";
import { detectConfigured } from "../steps/open-configuration.js";
import { projectPath } from "../../cli/project/files.js";
import { tableKeepers, tablesOf } from "../../templates/plugins/index.js";
import { CliError } from "../../cli/terminal/errors.js";

/** `auth db migrate`: makes the tables and indexes that are missing; drops and changes nothing. */
export async function run(context: CommandContext): CommandResult {
  const { cwd, options, output } = context;
  const chosen = options.text("config");
  const facts = await detectConfigured(cwd, { onRead: output.progress.reads }, ({ root }) =>
    chosen === undefined ? undefined : projectPath(root, cwd, chosen),
  );
  if (facts.candidates.length > 0)
    output.note(
      `${severalText(facts.candidates)} Tables of plugins are left out: name one with --config`,
      "warn",
    );
  const orm = findOrm(facts);
  if (orm) {
    const text = `${orm.name} makes the tables of this project. Run: ${orm.command}`;
    return output.report({ orm, statements: [], applied: false, drift: [] }, text);
  }
  const address = readAddress(context);
  const tables = {
    usesKysely: "kysely" in facts.packageJson.dependencies,
    records: tablesOf(tableKeepers(facts.configuration)),
  };
  if (options.is("dryRun") && isNewFile(address)) return showPlan(context, planNewDatabase("sqlite", tables));
  const connection = await openDatabase(address, projectDriver(facts.root), true);
  try {
    const plan = await planTables(connection, tables);
    if (options.is("dryRun")) return showPlan(context, plan);
    const { statements } = plan;
    if (statements.length > 0) output.code(`${textOf(plan)}\n`);
    const prompts = await promptsFor(context);
    if (statements.length > 0 && !(await prompts.confirm("Run these statements?"))) {
      output.note("Nothing was changed.");
      return;
    }
    const isNothing = statements.length === 0;
    const { drift } = isNothing ? plan : await context.holdSignals(() => runPlan(connection, plan));
    output.report({ statements, applied: statements.length > 0, drift }, "");
    refuseDrift(context, drift);
    output.note(statements.length > 0 ? "Done." : "Nothing to do: every table and index is there.", "good");
  } finally {
    await connection.close();
  }
}

const isNewFile = ({ file }: Address): boolean => file !== undefined && !existsSync(file);

const textOf = ({ statements }: TablePlan): string => statements.map((one) => `${one};`).join("\n");

function showPlan(context: CommandContext, plan: TablePlan): void {
  const { statements, drift } = plan;
  context.output.result({ statements, applied: false, drift }, textOf(plan));
  refuseDrift(context, drift);
  if (statements.length === 0) context.output.note("Nothing to do: every table and index is there.", "good");
}

/** @throws CliError when something is left that only a person changes */
function refuseDrift({ output }: CommandContext, drift: readonly Drift[]): void {
  if (drift.length === 0) return;
  for (const { table, message, fix } of drift) {
    output.note(table === "" ? message : `${table}: ${message}`, "warn");
    output.code(`  ${fix};`);
  }
  const count = drift.length === 1 ? "One difference is" : `${drift.length} differences are`;
  throw new CliError("AUTH_E_DRIFT", `${count} left that auth db migrate does not change.`, {
    hint: "Check your rows, then run the statements above: they change columns of yours.",
  });
}
