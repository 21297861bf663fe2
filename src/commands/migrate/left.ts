/** How `auth migrate` ends where something is left to a person. */
import { isEmpty } from "../../cli/plan/plan.js";
import type { CommandContext } from "../../cli/terminal/context.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import type { Migration } from "./migration.js";

/** @throws CliError exit 3 when nothing was written and something is left; exit 1 when what was written breaks */
export function assertNothingLeft(
  { options }: CommandContext,
  migrations: readonly Migration[],
  folders: readonly string[] = [""],
): void {
  const todo = migrations.flatMap((one) => one.todo);
  const isUnchanged = migrations.every((one) => isEmpty(one.plan));
  if (isUnchanged && todo.length > 0)
    throw new CliError(
      "AUTH_E_MIGRATE_BY_HAND",
      `What is left has to be changed by hand: ${todo.length} places.`,
      {
        exitCode: exitCodes.conflict,
        hint: "Nothing was written. Make the changes listed, then run auth migrate again. A file that they name and that is not there comes with that run.",
      },
    );
  const broken = todo.filter(({ breaks }) => breaks);
  if (broken.length === 0 || isUnchanged || options.is("dryRun")) return;
  throw new CliError(
    "AUTH_E_MIGRATE_LEFT",
    `Written, but ${broken.length} of the places listed break until repaired.`,
    {
      exitCode: exitCodes.failed,
      hint: `Make the changes listed above under Breaks now. ${wayBack(migrations, folders)}`,
    },
  );
}

/** What was written last goes first. */
function wayBack(migrations: readonly Migration[], folders: readonly string[]): string {
  if (folders.join("") === "") return "auth undo reverts everything.";
  const written = folders.filter((_, at) => !migrations.every((one, own) => own !== at || isEmpty(one.plan)));
  const commands = [...written].reverse().map((folder) => `auth undo --cwd ${folder}`);
  return `This reverts everything: ${commands.join(", ")}`;
}
