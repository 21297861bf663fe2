/** `--url-env`: what the database lacks of what the configuration asks for. It reads, and changes nothing. */
import type { CommandContext } from "../../cli/terminal/context.js";
import { finding, type Finding } from "../../cli/findings/finding.js";
import type { Survey } from "../../cli/findings/survey.js";
import type { SourcePlace } from "../../cli/source/configuration/auth-config.js";
import { tableKeepers, tablesOf } from "../../templates/plugins/index.js";
import type { DatabaseTables } from "../../templates/stores/found-table.js";
import { readAddress } from "../database/address.js";
import type { Connection } from "../database/connection.js";
import { openDatabase, projectDriver } from "../database/open.js";
import { hasAdministrator } from "../database/administrators.js";
import { findOwnerless, ownerlessText } from "../database/ownerless.js";
import { userTables } from "../database/users.js";
import { readTables } from "../database/read-tables.js";
import { findOrm } from "../database/orm.js";

/**
 * @param all the project, whose configuration says which plugins there are
 * @throws CliError without an address, a driver or an answer
 */
export async function checkDatabase(context: CommandContext, all: Survey): Promise<readonly Finding[]> {
  const variable = context.options.text("urlEnv") ?? "";
  const connection = await openDatabase(readAddress(context), projectDriver(all.facts.root), false);
  try {
    const names = tablesOf(tableKeepers(all.facts.configuration)).map(({ name }) => name);
    const found = await readTables(connection, [...names, ...userTables]);
    return [
      ...missingTables(all, variable, found),
      ...(await checkGrants(connection, all, variable, found)),
      ...(await checkOwners(connection, variable)),
    ];
  } finally {
    await connection.close();
  }
}

/** Where the configuration names a plugin; a variable where the place is out of sight. */
const placeOf = (
  { configuration }: Survey,
  id: string,
  variable: string,
): Partial<SourcePlace> & { path: string } =>
  configuration?.plugins.find((plugin) => plugin.id === id)?.at ?? { path: variable };

function missingTables(all: Survey, variable: string, found: DatabaseTables): Finding[] {
  const fix = findOrm(all.facts)?.command ?? `auth db migrate --url-env ${variable}`;
  return tableKeepers(all.facts.configuration).flatMap(({ id, tables }) => {
    const missing = tables.map(({ name }) => name).filter((name) => !found.has(name));
    if (missing.length === 0) return [];
    const message = `The database of ${variable} has no table ${missing.join(", ")}: ${id} keeps its rows there.`;
    return [finding("AUTH_D_DATABASE_TABLE", { ...placeOf(all, id, variable), message, fix })];
  });
}

async function checkGrants(
  connection: Connection,
  all: Survey,
  variable: string,
  found: DatabaseTables,
): Promise<Finding[]> {
  if ((await hasAdministrator(connection, found)) !== false) return [];
  const fix = `auth users grant you@example.com --url-env ${variable}`;
  return [finding("AUTH_D_DATABASE_ADMINISTRATOR", { ...placeOf(all, "admin", variable), fix })];
}

async function checkOwners(connection: Connection, path: string): Promise<Finding[]> {
  const ownerless = await findOwnerless(connection);
  const message = ownerless && ownerlessText(ownerless);
  return message === undefined ? [] : [finding("AUTH_D_DATABASE_OWNER", { path, message })];
}
