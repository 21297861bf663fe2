/** Stores that the command line can put into a project. */
export type DialectId = "sqlite" | "postgres" | "mysql";

export interface DialectDescriptor {
  readonly id: DialectId;
  readonly name: string;
  /** Package whose presence says that a project uses this database; none for the one that needs no server. */
  readonly driver?: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** For TypeScript projects. */
  readonly types?: Readonly<Record<string, string>>;
  /** Variable with the address of the database. */
  readonly env?: string;
  /** Files that the database keeps beside the code. */
  readonly ignore?: string;
}

/** The last line of Kysely that runs on Node 20. */
const kysely = { kysely: "^0.28.18" };

export const dialects: readonly DialectDescriptor[] = [
  {
    id: "postgres",
    name: "PostgreSQL",
    driver: "pg",
    dependencies: { ...kysely, pg: "^8.23.1" },
    types: { "@types/pg": "^8.15.6" },
    env: "DATABASE_URL",
  },
  {
    id: "mysql",
    name: "MySQL or MariaDB",
    driver: "mysql2",
    dependencies: { ...kysely, mysql2: "^3.24.5" },
    env: "DATABASE_URL",
  },
  {
    id: "sqlite",
    name: "a file (SQLite, by libsql)",
    dependencies: { "@libsql/kysely-libsql": "^0.4.1", ...kysely },
    ignore: "auth.db*",
  },
];
