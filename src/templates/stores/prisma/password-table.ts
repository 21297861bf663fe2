/** The model of an app that holds users with the hashes of their passwords. */
import { findInstance, importOf } from "../instances.js";
import { isPasswordColumn, type PasswordTable, type StoreContext } from "../support.js";
import { blocksOf, findSchema } from "./schema-files.js";

/** @throws SchemaError when there is no schema, or it cannot be read */
export async function findPasswordTable(
  context: StoreContext,
  file: string,
): Promise<PasswordTable | undefined> {
  const schema = await findSchema(context.facts);
  for (const { block, file: home } of blocksOf(schema)) {
    const fields = block.kind === "model" ? block.members.filter(({ kind }) => kind === "field") : [];
    const hash = fields.find(({ name, type }) => type === "String" && isPasswordColumn(name));
    const id = fields.find(({ attributes }) => attributes.some(({ name }) => name === "id"));
    if (!hash || !id || !fields.some(({ name }) => name === "email")) continue;
    const instance = await findInstance(context, { file, typed: true }, { name: "PrismaClient" });
    if (!instance) return undefined;
    const { local, ...imported } = importOf(context, { file, typed: true }, instance, "prisma");
    const member = block.name.charAt(0).toLowerCase() + block.name.slice(1);
    return {
      name: `model ${block.name} of ${home}`,
      imports: [imported],
      lines: `const row = await ${local}.${member}.findFirst({ where: { email } });`,
      id: id.name,
      hash: hash.suffix === "?" ? `${hash.name} ?? undefined` : hash.name,
      label: fields.some(({ name }) => name === "name") ? "row.name" : "null",
    };
  }
  return undefined;
}
