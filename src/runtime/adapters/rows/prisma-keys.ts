/** What a client of Prisma orders by the collation of a column, its database orders byte by byte. */
import { nameOf, type Order, type Row, type StoredTable, type Where } from "./rows.js";
import { mysql, postgres, statementsFor, type SqlDialect } from "./sql.js";

interface Field {
  readonly name: string;
  readonly type: string;
  /** Its column, where that has another name. */
  readonly dbName?: string | null;
}

interface ModelData {
  readonly fields?: readonly Field[];
  /** Its table, where that has another name. */
  readonly dbName?: string | null;
  readonly schema?: string | null;
}

/** What the client knows of its schema and database, and how it is asked. Partly not public: where it is missing, ids are taken for texts. */
export interface DataModel {
  readonly _runtimeDataModel?: { readonly models?: Readonly<Record<string, ModelData>> };
  readonly _activeProvider?: string;
  $queryRawUnsafe?(text: string, ...values: unknown[]): Promise<readonly Row[]>;
}

const modelDataOf = ({ _runtimeDataModel: data }: DataModel, table: StoredTable) =>
  data?.models?.[nameOf(table)];

/** The fields of a table; undefined where the client does not say. */
export const fieldsOf = (client: DataModel, table: StoredTable) => modelDataOf(client, table)?.fields;

/** Databases whose columns may have a collation with an order of its own. */
const dialects: Readonly<Record<string, SqlDialect>> = { postgresql: postgres, postgres, mysql };

/**
 * The keys of rows in an order.
 *
 * @returns undefined: the client's own order is that of the bytes, or it does not say what its tables are called
 */
export function keysOf(
  client: DataModel,
  table: StoredTable,
  { where, order }: { readonly where: Where; readonly order: Order },
): Promise<readonly Row[]> | undefined {
  const { _activeProvider: provider = "", $queryRawUnsafe: query } = client;
  const dialect = Object.hasOwn(dialects, provider) ? dialects[provider] : undefined;
  const model = modelDataOf(client, table);
  if (!dialect || !model || !query) return undefined;
  const columnOf = (name: string) => model.fields?.find((field) => field.name === name)?.dbName ?? name;
  const quote = (name: string) => dialect.quote(columnOf(name));
  const place = [model.schema, model.dbName ?? nameOf(table)].filter((part) => typeof part === "string");
  const statements = statementsFor({ ...dialect, quote }, () => place.map(dialect.quote).join("."));
  const { text, values } = statements.listKeys(table, where, order);
  const rows = query.call(client, text, ...values);
  return rows.then((found) =>
    found.map((row) => Object.fromEntries(order.by.map((name) => [name, row[columnOf(name)]]))),
  );
}
