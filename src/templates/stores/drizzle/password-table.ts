/** The table of an app that holds users with the hashes of their passwords. */
import { findInstance, importOf } from "../instances.js";
import { isPasswordColumn, type PasswordTable, type StoreContext } from "../support.js";
import { moduleSpecifier } from "../wiring.js";
import { findSchema } from "./schema-files.js";

/** @throws SchemaError when there is no schema, or it cannot be read */
export async function findPasswordTable(
  context: StoreContext,
  file: string,
): Promise<PasswordTable | undefined> {
  const { facts, framework } = context;
  const { tables } = await findSchema(facts);
  for (const { columns, exported, unique, file: home } of tables) {
    const hash = columns.find(({ key }) => isPasswordColumn(key));
    const id = columns.find(({ key }) => unique.some((keys) => keys.length === 1 && keys[0] === key));
    if (!hash || !id || exported === undefined || !columns.some(({ key }) => key === "email")) continue;
    const database = await findInstance(context, { file, typed: true }, { name: "drizzle" });
    if (!database) return undefined;
    const { local, ...imported } = importOf(context, { file, typed: true }, database, "db");
    const isNotNull = hash.calls.some(({ name }) => name === "notNull");
    return {
      name: `${exported} of ${home}`,
      imports: [
        { binding: "{ eq }", specifier: "drizzle-orm" },
        imported,
        { binding: `{ ${exported} }`, specifier: moduleSpecifier(facts, framework, home, file) },
      ],
      lines: `const [row] = await ${local}.select().from(${exported}).where(eq(${exported}.email, email));`,
      id: id.key,
      hash: isNotNull ? hash.key : `${hash.key} ?? undefined`,
      label: columns.some(({ key }) => key === "name") ? "row.name" : "null",
    };
  }
  return undefined;
}
