/** An app whose users change what they sign in with: its store, its clock, and what they do. */
import { randomUUID } from "node:crypto";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { vi } from "vitest";
import { KyselyAdapter, migrate, type AuthTables } from "../../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { recordTableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import { createAuth } from "../../../src/runtime/integrations/hono.js";
import { account, type AccountOptions } from "../../../src/runtime/plugins/account/index.js";
import { tables as accountTables } from "../../../src/runtime/plugins/account/tables.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { tables as factorTables } from "../../../src/runtime/plugins/two-factor/tables.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { Mail } from "../../../src/runtime/types/provider.js";
import type { RecordTable } from "../../../src/runtime/types/records.js";
import { Hono } from "hono";
import { Browser, locationOf, origin, secret } from "../../support/browser.js";
import type { Ceremony } from "../../webauthn/authenticator.js";
import { csrf, Stage } from "../stage.js";
import { codeOf, withFactor } from "../two-factor/visit.js";

export const after = `${origin}/after`;
export const salt = "authjs.session-token";
export const day = 86_400;
export const asJson = { accept: "application/json" };

const memory = async (): Promise<Adapter> => MemoryAdapter();

async function sqlite(): Promise<Adapter> {
  const client = createClient({ url: ":memory:" });
  const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ client: client as never }) });
  await migrate(db);
  const names = new Map<string, RecordTable>();
  for (const table of [...accountTables, ...factorTables]) names.set(table.name, table);
  for (const statement of [...names.values()].flatMap((table) => recordTableStatements("sqlite", table)))
    await db.executeQuery({ sql: statement, parameters: [] } as never);
  return KyselyAdapter(db);
}

export const stores = { memory, sqlite };

/** Both strategies on both stores. */
export const places = (["jwt", "database"] as const).flatMap((strategy) =>
  (Object.keys(stores) as (keyof typeof stores)[]).map((store) => [strategy, store] as const),
);

export interface HouseOptions {
  readonly strategy: "jwt" | "database";
  readonly store?: keyof typeof stores;
  readonly plugins?: (options: AccountOptions) => NonNullable<AuthConfig["plugins"]>;
  readonly more?: Partial<AuthConfig>;
}

export class House {
  readonly mails: Mail[] = [];
  readonly stage: Stage;
  readonly adapter: Adapter;
  readonly auth: ReturnType<typeof createAuth>;
  readonly app = new Hono();

  constructor(adapter: Adapter, { strategy, plugins, more }: HouseOptions) {
    this.adapter = adapter;
    const made = plugins ?? ((options: AccountOptions) => [account(options), twoFactor()]);
    this.stage = new Stage({
      // What one process remembers of sessions goes by the secret.
      secret: `${secret}-${randomUUID()}`,
      trustHost: ["localhost:3000"],
      adapter,
      session: { strategy },
      plugins: made({ cacheSeconds: 0, sendMail: (mail) => void this.mails.push(mail) }),
      ...more,
    });
    this.auth = createAuth(this.stage.config);
    this.app.use("/auth/*", this.auth.handler);
    if (strategy === "jwt") this.app.get("/fresh", this.auth.require({ maxAge: 300 }), (c) => c.text("open"));
    if (this.stage.config.plugins?.some(({ id }) => id === "two-factor"))
      this.app.get("/vault", this.auth.require({ factor: "two-factor" }), (c) => c.text("open"));
    const { accounts, sessions } = this.auth;
    this.app.get("/link", async (c) => c.json(await outcome(accounts.link(c, "plain"))));
    this.app.get("/unlink", async (c) =>
      c.json(await outcome(accounts.unlink(c, { provider: "op", providerAccountId: "ada" }))),
    );
    this.app.get("/list", async (c) => c.json(await accounts.list(c)));
    this.app.get("/sessions", async (c) => c.json(await sessions.list(c)));
    this.app.get("/end/:id", async (c) => c.json(await outcome(sessions.revoke(c, c.req.param("id")))));
    this.app.get("/end-others", async (c) => c.json(await outcome(sessions.revokeOthers(c))));
  }

  static async open(options: HouseOptions): Promise<House> {
    return new House(await stores[options.store ?? "memory"](), options);
  }

  browser = (): Browser => new Browser(async (request) => this.app.fetch(request));

  copy(browser: Browser): Browser {
    const copy = this.browser();
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** Comes back from a provider as somebody. @returns where the browser is sent */
  async come(browser: Browser, name = "ada", provider = "op"): Promise<string> {
    return locationOf(await this.finish(browser, await this.begin(browser, name, provider)));
  }

  /** @returns the address of the callback */
  async begin(browser: Browser, name: string, provider: string): Promise<string> {
    const claims = (given: Record<string, unknown>) => ({
      ...given,
      sub: name,
      email: `${name}@example.com`,
      name,
    });
    this.stage.provider.faults = { claims, userinfo: claims };
    const answer = this.stage.provider.authorize(locationOf(await browser.startSignIn(provider)));
    return `/auth/callback/${provider}?${answer}`;
  }

  finish = (browser: Browser, address: string): Promise<Response> => browser.send(address);

  async signedIn(name = "ada"): Promise<Browser> {
    const browser = this.browser();
    const target = await this.come(browser, name);
    if (target !== `${origin}/after`) throw new Error(`Not signed in: ${target}`);
    return browser;
  }

  /** Of the user of a browser. */
  list = async (browser: Browser): Promise<{ provider: string; providerAccountId: string }[]> =>
    (await (await browser.send("/list")).json()) as never;

  users = async (...names: string[]): Promise<(string | undefined)[]> =>
    Promise.all(names.map(async (name) => (await this.adapter.getUserByEmail!(`${name}@example.com`))?.id));

  /** Gives ada a factor. @returns the secret of the app */
  async withFactor(): Promise<string> {
    const [userId = ""] = await this.users("ada");
    return withFactor(this.stage, userId);
  }

  /** Ada, whose cookie somebody has copied before she shows the factor. */
  async copied() {
    const owner = await this.signedIn();
    const factor = await this.withFactor();
    return { owner, secret: factor, thief: this.copy(owner) };
  }

  passkeyOptions = (browser: Browser): Promise<Response> =>
    browser.send("/auth/webauthn-options/webauthn?action=register");

  async answer(
    browser: Browser,
    ceremony: Ceremony,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const form = { ...(await csrf(browser)), callbackUrl: "/after", ...this.stage.device.answer(ceremony) };
    const body = new URLSearchParams(form);
    return browser.send("/auth/callback/webauthn", { method: "POST", body, headers });
  }

  /** The newest mail, in words. */
  get told(): string {
    return this.mails.at(-1)?.text ?? "";
  }
}

async function outcome(running: Promise<unknown>): Promise<unknown> {
  return running.then(
    (value) => value ?? "done",
    (error: { code?: string; url?: string }) => ({ code: error.code, url: error.url }),
  );
}

export const post = async (
  browser: Browser,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> => {
  const body = new URLSearchParams({ ...(await csrf(browser)), ...fields });
  return browser.send(`/auth${path}`, { method: "POST", body, headers });
};

/** The session of a browser among those that are listed. */
export interface Listed {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly createdAt: string;
  readonly lastSeen: string;
  readonly device: string | null;
  readonly expires: string;
}

export const sessionsOf = async (browser: Browser): Promise<readonly Listed[]> =>
  (await (await browser.send("/sessions")).json()) as readonly Listed[];

export const currentOf = async (browser: Browser): Promise<Listed | undefined> =>
  (await sessionsOf(browser)).find(({ isCurrent }) => isCurrent);

/** Shows the factor in the session that is open. @param steps later than now */
export const confirm = async (browser: Browser, factor: string, steps = 0): Promise<Response> =>
  post(browser, "/two-factor/confirm", { code: await codeOf(factor, steps), callbackUrl: "/after" });

export const vault = async (browser: Browser): Promise<number> =>
  (await browser.send("/vault", { headers: asJson })).status;

export const pass = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1000);
