/** Whether the back office has anybody who may open it. */
import { sqlTypes } from "../../runtime/adapters/sql-schema.js";
import { grantTable } from "../../templates/plugins/admin/rows.js";
import type { DatabaseTables } from "../../templates/stores/found-table.js";
import type { Connection } from "./connection.js";
import { isSame, usersIn } from "./users.js";

/**
 * A grant of somebody who is gone is nobody's.
 *
 * @param found tables that were looked for: those of users, and that of grants
 * @returns undefined: the tables are not there
 * @throws CliError when the database refuses
 */
export async function hasAdministrator(
  connection: Connection,
  found: DatabaseTables,
): Promise<boolean | undefined> {
  const grants = found.get(grantTable.name);
  const users = usersIn(found);
  if (grants === undefined || users.length === 0) return undefined;
  const { quote } = sqlTypes[connection.database];
  const [id, userId] = [`u.${quote("id")}`, `g.${quote("userId")}`];
  const anybody = users.map(({ name, columns }) => {
    const same = isSame[connection.database](id, userId, columns.get("id") ?? "");
    return `exists (select 1 from ${quote(name)} u where ${same})`;
  });
  const statement = `select 1 as one from ${quote(grants.name)} g where ${anybody.join(" or ")} limit 1`;
  return (await connection.query(statement)).length > 0;
}
