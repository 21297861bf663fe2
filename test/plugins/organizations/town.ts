/** An app with the plugin over any store, and the people who use it. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely, sql } from "kysely";
import { KyselyAdapter, migrate, type AuthTables } from "../../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { recordTableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import { createAuth } from "../../../src/runtime/integrations/node.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { tables as accountTables } from "../../../src/runtime/plugins/account/tables.js";
import { pluginsOf, scopeOf } from "../../../src/runtime/plugins/host/scope.js";
import { acceptInvitation } from "../../../src/runtime/plugins/organizations/acceptance.js";
import type { Asking } from "../../../src/runtime/plugins/organizations/call.js";
import { organizations } from "../../../src/runtime/plugins/organizations/index.js";
import { type OrganizationsOptions, settingsOf } from "../../../src/runtime/plugins/organizations/options.js";
import { addMember } from "../../../src/runtime/plugins/organizations/owners.js";
import { memberTable, tables } from "../../../src/runtime/plugins/organizations/tables.js";
import { siteAt } from "../../../src/runtime/settings/origin.js";
import { resolveConfigWithEnv } from "../../../src/runtime/settings/resolve-config.js";
import { mintSession } from "../../../src/runtime/testing/index.js";
import type { Adapter, AdapterUser } from "../../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { Mail } from "../../../src/runtime/types/provider.js";
import type { RecordTable } from "../../../src/runtime/types/records.js";
import { origin, secret } from "../../support/browser.js";

export const roles = {
  owner: ["*"],
  admin: ["member:*", "invoice:read"],
  clerk: ["member:role", "member:remove", "member:invite", "invoice:pay"],
  member: ["invoice:read"],
} as const;

export type Store = "memory" | "libsql";
export const stores: readonly Store[] = ["memory", "libsql"];

const open: (() => Promise<unknown>)[] = [];
export const closeStores = async (): Promise<void> => {
  for (const close of open.splice(0)) await close();
};

const fileName = () => path.join(tmpdir(), `organizations-${crypto.randomUUID()}.db`);
const openFile = (file: string) =>
  new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: `file:${file}` }) });

let made: Promise<Buffer> | undefined;

/** A file with the tables: all others begin as it. */
async function makeFile(): Promise<Buffer> {
  const file = fileName();
  const db = openFile(file);
  await migrate(db);
  for (const table of [...accountTables, ...tables])
    for (const statement of recordTableStatements("sqlite", table)) await sql.raw(statement).execute(db);
  await db.destroy();
  const bytes = readFileSync(file);
  rmSync(file);
  return bytes;
}

/** A database in a file. @returns makes an adapter with a connection of its own */
export async function libsqlFile(): Promise<() => Promise<Adapter>> {
  const file = fileName();
  writeFileSync(file, await (made ??= makeFile()));
  open.unshift(async () => rmSync(file, { force: true }));
  return async () => {
    const db = openFile(file);
    open.unshift(() => db.destroy());
    // Nothing is to survive a power cut.
    await sql`pragma synchronous = off`.execute(db);
    return KyselyAdapter(db);
  };
}

/** A database in a file, and what runs a statement in it. */
export async function libsqlWith(): Promise<readonly [Adapter, (statement: string) => Promise<unknown>]> {
  const file = fileName();
  writeFileSync(file, await (made ??= makeFile()));
  open.unshift(async () => rmSync(file, { force: true }));
  const db = openFile(file);
  open.unshift(() => db.destroy());
  await sql`pragma synchronous = off`.execute(db);
  return [KyselyAdapter(db), (statement) => sql.raw(statement).execute(db)];
}

export const adapterOf = async (store: Store): Promise<Adapter> =>
  store === "memory" ? MemoryAdapter() : await (await libsqlFile())();

/** A user, signed in. */
export interface Person {
  readonly id: string;
  readonly user: AdapterUser;
  /** What the server's own code is given of a request of theirs. */
  readonly req: never;
  /** The same for the endpoints. */
  readonly cookie: string;
}

interface TownOptions {
  readonly options?: Partial<OrganizationsOptions>;
  readonly adapter?: Adapter;
  readonly deleteAfterDays?: number;
  readonly more?: Partial<AuthConfig>;
}

export class Town {
  readonly mails: Mail[] = [];
  /** Links of sign-ins by mail. */
  readonly links: { readonly to: string; readonly url: string }[] = [];
  readonly told: [name: string, message: Record<string, unknown>][] = [];
  readonly errors: Error[] = [];
  readonly config: AuthConfig;
  readonly auth: ReturnType<typeof createAuth>;
  readonly settings;
  readonly #given: TownOptions;

  constructor(given: TownOptions = {}) {
    this.#given = given;
    const { options = {}, adapter = MemoryAdapter(), deleteAfterDays = 3, more = {} } = given;
    const whole: OrganizationsOptions = {
      roles,
      create: "everybody",
      sendMail: (mail) => void this.mails.push(mail),
      ...options,
    };
    const events = [
      "organizationCreated",
      "organizationDeleted",
      "memberAdded",
      "memberRemoved",
      "roleChanged",
    ];
    this.settings = settingsOf(whole);
    this.config = {
      secret: `${secret}-${crypto.randomUUID()}`,
      trustHost: ["localhost:3000"],
      adapter,
      session: { strategy: "jwt" },
      providers: [
        {
          id: "email",
          name: "E-mail",
          type: "email",
          sendVerificationRequest: ({ identifier: to, url }) => void this.links.push({ to, url }),
        },
      ],
      plugins: [account({ cacheSeconds: 0, deleteAfterDays }), organizations(whole)],
      logger: { error: (error) => void this.errors.push(error), warn: () => undefined },
      events: Object.fromEntries(
        events.map((name) => [name, (message: never) => void this.told.push([name, message])]),
      ),
      ...more,
    };
    this.auth = createAuth(this.config);
  }

  get adapter(): Adapter {
    return this.config.adapter!;
  }

  records = (table: RecordTable) => this.adapter.records!(table);

  /** @param emailVerified null: nobody has proven the address */
  async person(name: string, emailVerified: Date | null = new Date()): Promise<Person> {
    const email = `${name}@example.com`;
    const given = { id: crypto.randomUUID(), name, email, emailVerified };
    const user = (await this.adapter.getUserByEmail!(email)) ?? (await this.adapter.createUser!(given));
    const { header } = await mintSession({ email }, { url: origin, config: this.config });
    const req = { headers: { host: "localhost:3000", cookie: header }, method: "GET", url: "/" };
    return { id: user.id, user, req: req as never, cookie: header };
  }

  /** Another process: what this one remembers it does not. */
  beside(adapter: Adapter = this.adapter): Town {
    const { secret: shared, logger } = this.config;
    return new Town({
      ...this.#given,
      adapter,
      more: { ...this.#given.more, secret: shared!, logger: logger! },
    });
  }

  /** What functions of the room are given. */
  asking({ cookie }: { readonly cookie: string | null }, request?: never): Asking {
    const resolved = resolveConfigWithEnv(this.config);
    const site = siteAt(resolved, origin);
    const context = { resolved, site, cookies: site.cookies, cookieHeader: cookie, request };
    return { context, own: this.own, settings: this.settings };
  }

  get own() {
    const plugin = pluginsOf(this.config).find(({ id }) => id === "organizations")!;
    return scopeOf(plugin, resolveConfigWithEnv(this.config));
  }

  /** An organisation that somebody owns. */
  async acme(owner: Person, slug = "acme") {
    return this.auth.organizations.create(owner.req, { name: "Acme", slug });
  }

  /** Members without an invitation. */
  async join(organizationId: string, role: string, ...people: readonly Pick<Person, "id">[]): Promise<void> {
    const resolved = resolveConfigWithEnv(this.config);
    for (const { id: userId } of people)
      await addMember({ own: this.own, resolved, organizationId }, { userId, role });
  }

  accept = ({ cookie }: { readonly cookie: string | null }, token: string) =>
    acceptInvitation(this.asking({ cookie }), token);

  /** The token of the last mail to an address. */
  token(to: string): string {
    const mail = this.mails.filter((each) => each.to === to).at(-1);
    return new URL(mail?.url ?? "").searchParams.get("token") ?? "";
  }

  /** User → role, as the rows have it. */
  async rolesIn(organizationId: string): Promise<Record<string, string>> {
    const rows = await this.records(memberTable).list({ organizationId }, { limit: 1000 });
    const users = await Promise.all(rows.map(({ userId }) => this.adapter.getUser!(String(userId))));
    return Object.fromEntries(rows.map(({ role }, at) => [users[at]?.name ?? "?", String(role)]));
  }
}

/** The code of what a promise rejects with; the value where it does not. */
export const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ value }),
    (error: { code?: string }) => error.code ?? error,
  );
