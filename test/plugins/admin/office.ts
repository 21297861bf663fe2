/** An app with a back office over any store, the people who use it, and those who look after them. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely, sql } from "kysely";
import { type AuthTables, KyselyAdapter, migrate } from "../../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { recordTableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import { createAuth } from "../../../src/runtime/integrations/node.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { type AdminOptions, admin } from "../../../src/runtime/plugins/admin/index.js";
import { grantTable } from "../../../src/runtime/plugins/admin/tables.js";
import { pluginsOf, scopeOf } from "../../../src/runtime/plugins/host/scope.js";
import { resolveConfigWithEnv } from "../../../src/runtime/settings/resolve-config.js";
import { mintSession } from "../../../src/runtime/testing/index.js";
import { keptTables } from "../../../src/templates/plugins/index.js";
import type { Adapter, AdapterUser } from "../../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { Plugin } from "../../../src/runtime/types/plugin.js";
import type { Mail } from "../../../src/runtime/types/provider.js";
import type { RecordTable } from "../../../src/runtime/types/records.js";
import { coreApp, origin, secret } from "../../support/browser.js";
import { inEveryRun } from "../../support/every-run.js";
import { Visitor } from "../organizations/visitor.js";

export type Store = "memory" | "libsql";
export type Strategy = "jwt" | "database";

const everyPlace: readonly (readonly [Store, Strategy])[] = [
  ["memory", "jwt"],
  ["memory", "database"],
  ["libsql", "jwt"],
  ["libsql", "database"],
];

/** Every store with every kind of session; in every run each of them once. */
export const places = inEveryRun(everyPlace, 3);

/** The same for what takes longer; in every run the first of them. */
export const longPlaces = inEveryRun(everyPlace, everyPlace.length);

const open: (() => Promise<unknown>)[] = [];
export const closeStores = async (): Promise<void> => {
  for (const close of open.splice(0)) await close();
};

const fileName = () => path.join(tmpdir(), `admin-${crypto.randomUUID()}.db`);
const openFile = (file: string) =>
  new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: `file:${file}` }) });

let made: Promise<Buffer> | undefined;

/** A file with the tables: all others begin as it. */
async function makeFile(): Promise<Buffer> {
  const file = fileName();
  const db = openFile(file);
  await migrate(db);
  for (const table of keptTables)
    for (const statement of recordTableStatements("sqlite", table)) await sql.raw(statement).execute(db);
  await db.destroy();
  const bytes = readFileSync(file);
  rmSync(file);
  return bytes;
}

async function libsql(): Promise<Adapter> {
  const file = fileName();
  writeFileSync(file, await (made ??= makeFile()));
  open.unshift(async () => rmSync(file, { force: true }));
  const db = openFile(file);
  open.unshift(() => db.destroy());
  // Nothing is to survive a power cut.
  await sql`pragma synchronous = off`.execute(db);
  return KyselyAdapter(db);
}

export const adapterOf = async (store: Store): Promise<Adapter> =>
  store === "memory" ? MemoryAdapter() : libsql();

/** A user, signed in. */
export interface Person {
  readonly id: string;
  readonly user: AdapterUser;
  /** What the server's own code is given of a request of theirs. */
  readonly req: never;
  /** The same for the endpoints. */
  readonly cookie: string;
}

interface OfficeOptions {
  readonly options?: Partial<AdminOptions>;
  readonly adapter?: Adapter;
  readonly strategy?: Strategy;
  /** Beside `account` and `admin`. */
  readonly plugins?: readonly Plugin[];
  readonly more?: Partial<AuthConfig>;
}

export class Office {
  readonly mails: Mail[] = [];
  /** Links of sign-ins by mail. */
  readonly links: { readonly to: string; readonly url: string }[] = [];
  readonly told: [name: string, message: Record<string, unknown>][] = [];
  readonly errors: Error[] = [];
  readonly config: AuthConfig;
  readonly auth: ReturnType<typeof createAuth>;

  constructor(given: OfficeOptions = {}) {
    const { options = {}, adapter = MemoryAdapter(), strategy = "jwt", plugins = [], more = {} } = given;
    this.config = {
      secret: `${secret}-${crypto.randomUUID()}`,
      trustHost: ["localhost:3000"],
      adapter,
      session: { strategy },
      throttle: {},
      providers: [
        {
          id: "email",
          name: "E-mail",
          type: "email",
          sendVerificationRequest: ({ identifier: to, url }) => void this.links.push({ to, url }),
        },
      ],
      plugins: [
        account({ cacheSeconds: 0 }),
        ...plugins,
        admin({ sendMail: (mail) => void this.mails.push(mail), ...options }),
      ],
      logger: { error: (error) => void this.errors.push(error), warn: () => undefined },
      ...more,
    };
    this.auth = createAuth(this.config);
  }

  get adapter(): Adapter {
    return this.config.adapter!;
  }

  records = (table: RecordTable) => this.adapter.records!(table);

  /** What code of the plugin is given. */
  get own() {
    const plugin = pluginsOf(this.config).find(({ id }) => id === "admin")!;
    return scopeOf(plugin, this.resolved);
  }

  get resolved() {
    return resolveConfigWithEnv(this.config);
  }

  /** @param emailVerified null: nobody has proven the address */
  async person(name: string, emailVerified: Date | null = new Date()): Promise<Person> {
    const email = `${name}@example.com`;
    const given = { id: crypto.randomUUID(), name, email, emailVerified };
    const user = (await this.adapter.getUserByEmail!(email)) ?? (await this.adapter.createUser!(given));
    const { header } = await mintSession({ email }, { url: origin, config: this.config });
    const req = { headers: { host: "localhost:3000", cookie: header }, method: "GET", url: "/" };
    return { id: String(user.id), user, req: req as never, cookie: header };
  }

  /** @param ageMs how long ago the grant was written: the session is younger */
  async grant({ id: userId }: Pick<Person, "id">, ageMs = 5000): Promise<void> {
    const row = { userId, grantedBy: "root", createdAt: new Date(Date.now() - ageMs) };
    if ((await this.records(grantTable).insert(row)) === "taken")
      await this.records(grantTable).update({ userId }, {}, row);
  }

  /** Somebody whose grant counts. */
  async administrator(name = "root"): Promise<Person> {
    const person = await this.person(name);
    await this.grant(person);
    return person;
  }

  visitor = (who?: Person): Visitor => new Visitor(this, who);

  app = () => coreApp(this.config);

  /** Is anybody signed in with these cookies? */
  async isSignedIn({ cookie }: Pick<Person, "cookie">): Promise<boolean> {
    const request = new Request(`${origin}/auth/session`, { headers: { cookie } });
    return ((await (await this.app()(request)).json()) as unknown) !== null;
  }
}

/** The code of what a promise rejects with; the value where it does not. */
export const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ value }),
    (error: { code?: string }) => error.code ?? error,
  );
