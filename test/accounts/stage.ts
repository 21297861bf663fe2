/** An app whose users sign in by a provider and by mail, over stores of three kinds. */
import { randomUUID } from "node:crypto";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely, sql } from "kysely";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { recordTableStatements } from "../../src/runtime/adapters/sql-schema.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import { pluginsOf } from "../../src/runtime/plugins/host/scope.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Profile } from "../../src/runtime/types/entities.js";
import type { OIDCConfig } from "../../src/runtime/types/oauth-provider.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { drizzleStore } from "../adapters/published-drizzle.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";

export const after = `${origin}/after`;
export const notLinked = `${origin}/auth/signin?error=OAuthAccountNotLinked`;
export const address = "olga@example.com";

type Plugins = NonNullable<AuthConfig["plugins"]>;

async function sqlite(plugins: Plugins = []): Promise<Adapter> {
  const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: ":memory:" }) });
  await migrate(db);
  for (const table of pluginsOf({ plugins } as AuthConfig).flatMap(({ tables = [] }) => tables))
    for (const statement of recordTableStatements("sqlite", table)) await sql.raw(statement).execute(db);
  return KyselyAdapter(db);
}

/** As published adapters are: they make their own ids, list nothing but passkeys, and read no one-time token. */
function ownIds(): Adapter {
  const {
    listAccounts: _a,
    listSessions: _s,
    renewAccount: _r,
    deleteExpired: _d,
    getVerificationToken: _g,
    ...store
  } = MemoryAdapter();
  return { ...store, createUser: (user) => store.createUser({ ...user, id: randomUUID() }) };
}

export const stores: Readonly<Record<string, (plugins?: Plugins) => Promise<Adapter>>> = {
  memory: async () => MemoryAdapter(),
  SQLite: sqlite,
  "a store that makes its own ids": async () => ownIds(),
  "@auth/drizzle-adapter on libsql": drizzleStore,
};

export interface House {
  readonly adapter: Adapter;
  readonly more?: Partial<AuthConfig>;
  /** Members of the provider. */
  readonly op?: object;
  /** Members of the mail provider. */
  readonly mail?: object;
}

/** The provider of these tests. @param more members of it */
export const providerAt = ({ fetch }: FakeProvider, more: object = {}): OIDCConfig<Profile> => ({
  id: "op",
  name: "OP",
  type: "oidc",
  issuer,
  clientId: "cid",
  clientSecret: "test-secret",
  [customFetch]: fetch,
  ...more,
});

export class Stage {
  readonly fake = new FakeProvider();
  readonly links: string[] = [];
  readonly mails: Mail[] = [];
  readonly warnings: string[] = [];
  readonly errors: Error[] = [];
  readonly config: AuthConfig;

  constructor({ adapter, more, op, mail }: House) {
    this.config = {
      // Each app its own: what one process remembers of sessions goes by the secret.
      secret: `${secret}-${randomUUID()}`,
      trustHost: ["localhost:3000"],
      adapter,
      providers: [
        providerAt(this.fake, op),
        {
          id: "email",
          name: "E",
          type: "email",
          sendVerificationRequest: ({ url }) => void this.links.push(url),
          sendMail: (sent: Mail) => void this.mails.push(sent),
          ...mail,
        },
      ],
      logger: {
        error: (error) => void this.errors.push(error),
        warn: (text) => void this.warnings.push(text),
        debug: () => undefined,
      },
      ...more,
    };
  }

  /** @param changes methods of the store, for this browser alone */
  browser(changes?: Partial<Adapter>): Browser {
    return new Browser(
      coreApp(
        changes === undefined
          ? this.config
          : { ...this.config, adapter: { ...this.config.adapter, ...changes } },
      ),
    );
  }

  /** Signs in at the provider. @returns where the browser ends */
  async oauth(claims: object = {}, browser = this.browser()): Promise<string> {
    this.fake.faults.claims = (given) => ({ ...given, ...claims });
    const answer = this.fake.authorize(locationOf(await browser.startSignIn("op")));
    return locationOf(await browser.send(`/auth/callback/op?${answer}`));
  }

  async mail(browser = this.browser(), email = address): Promise<string> {
    await browser.post("/auth/signin/email", {
      csrfToken: await csrf(browser),
      email,
      callbackUrl: "/after",
    });
    return locationOf(await browser.open(this.links.pop() ?? ""));
  }

  /** The user who has the address. */
  async owner() {
    const found = await this.config.adapter?.getUserByEmail?.(address);
    if (!found) throw new Error("nobody has the address");
    return found;
  }

  async ownerOf(providerAccountId = "user-1") {
    return (await this.config.adapter?.getUserByAccount?.({ provider: "op", providerAccountId })) ?? null;
  }
}

export const csrf = async (browser: Browser): Promise<string> =>
  ((await (await browser.send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
