/** The drivers of databases, each loaded from the project. Times are UTC in every session. */
import type { Connection, Driver, DriverRow } from "./connection.js";
import { connectSeconds } from "./connection.js";

type Loaded = Readonly<Record<string, unknown>>;

/** A member of a module, whether it is CommonJS behind `default` or not. */
const memberOf = <T>(loaded: Loaded, name: string): T =>
  (loaded[name] ?? (loaded["default"] as Loaded)[name]) as T;

interface PgClient {
  connect(): Promise<void>;
  query(statement: {
    text: string;
    values: unknown[];
  }): Promise<{ rows: DriverRow[]; rowCount: number | null }>;
  on(event: "error", listener: () => void): void;
  end(): Promise<void>;
}

const pg: Driver = {
  module: "pg",
  async connect(loaded, url) {
    const Client = memberOf<new (options: object) => PgClient>(loaded, "Client");
    const client = new Client({ connectionString: url, connectionTimeoutMillis: connectSeconds * 1000 });
    // A connection that is lost fails the next statement.
    client.on("error", () => {});
    await client.connect();
    const ask = (text: string, values: readonly unknown[] = []) =>
      client.query({ text, values: [...values] });
    await ask("set time zone 'UTC'");
    return {
      database: "postgres",
      query: async (text, values) => (await ask(text, values)).rows,
      execute: async (text, values) => (await ask(text, values)).rowCount ?? 0,
      close: () => client.end(),
    };
  },
};

interface PostgresJs {
  unsafe(text: string, values: unknown[]): Promise<DriverRow[] & { count: number | null }>;
  end(): Promise<void>;
}

const postgresJs: Driver = {
  module: "postgres",
  async connect(loaded, url) {
    const open = memberOf<(url: string, options: object) => PostgresJs>(loaded, "default");
    const sql = open(url, {
      // One connection: a transaction is a matter of its own statements then.
      max: 1,
      connect_timeout: connectSeconds,
      connection: { TimeZone: "UTC" },
      onnotice: () => {},
    });
    const ask = (text: string, values: readonly unknown[] = []) => sql.unsafe(text, [...values]);
    // It connects with the first statement.
    await ask("select 1");
    return {
      database: "postgres",
      query: async (text, values) => [...(await ask(text, values))],
      execute: async (text, values) => (await ask(text, values)).count ?? 0,
      close: () => sql.end(),
    };
  },
};

interface MysqlConnection {
  query(text: string, values: unknown[]): Promise<[unknown, unknown]>;
  on(event: "error", listener: () => void): void;
  end(): Promise<void>;
}

const mysql2: Driver = {
  module: "mysql2/promise",
  async connect(loaded, url) {
    const connect = memberOf<(options: object) => Promise<MysqlConnection>>(loaded, "createConnection");
    const connection = await connect({ uri: url, connectTimeout: connectSeconds * 1000, dateStrings: true });
    connection.on("error", () => {});
    const ask = async (text: string, values: readonly unknown[] = []) => {
      const [result] = await connection.query(text, [...values]);
      return result;
    };
    await ask("set time_zone = '+00:00'");
    return {
      database: "mysql",
      query: async (text, values) => (await ask(text, values)) as DriverRow[],
      execute: async (text, values) =>
        ((await ask(text, values)) as { affectedRows?: number }).affectedRows ?? 0,
      close: () => connection.end(),
    };
  },
};

interface LibsqlClient {
  execute(statement: { sql: string; args: unknown[] }): Promise<{ rows: DriverRow[]; rowsAffected: number }>;
  close(): void;
}

const libsql: Driver = {
  module: "@libsql/client",
  async connect(loaded, url) {
    const createClient = memberOf<(options: object) => LibsqlClient>(loaded, "createClient");
    const client = createClient({ url });
    const ask = (sql: string, args: readonly unknown[] = []) => client.execute({ sql, args: [...args] });
    return {
      database: "sqlite",
      query: async (text, values) => (await ask(text, values)).rows.map((row) => ({ ...row })),
      execute: async (text, values) => (await ask(text, values)).rowsAffected,
      close: async () => client.close(),
    };
  },
};

/** What better-sqlite3 and Node's own SQLite have in common. */
interface SqliteFile {
  prepare(sql: string): {
    all(...values: unknown[]): DriverRow[];
    run(...values: unknown[]): { changes: number | bigint };
  };
  close(): void;
}

const ofFile = (module: string, member: string): Driver => ({
  module,
  async connect(loaded, url) {
    const Database = memberOf<new (file: string) => SqliteFile>(loaded, member);
    const file = new Database(url.slice("file:".length));
    return {
      database: "sqlite",
      query: async (text, values = []) => file.prepare(text).all(...values),
      execute: async (text, values = []) => Number(file.prepare(text).run(...values).changes),
      close: async () => file.close(),
    } satisfies Connection;
  },
});

/** The drivers that reach a kind of address, the preferred one first. */
export const drivers = {
  postgres: [pg, postgresJs],
  mysql: [mysql2],
  file: [libsql, ofFile("better-sqlite3", "default"), ofFile("node:sqlite", "DatabaseSync")],
  libsql: [libsql],
} as const satisfies Readonly<Record<string, readonly Driver[]>>;
