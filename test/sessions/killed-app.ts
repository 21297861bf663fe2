/**
 * A process with a database in a file, which signs one person in and dies on the way:
 * `killed-app <file> <oidc|second|mail> [method]` ends itself by SIGKILL right after that method of its store has
 * written. It prints where the browser ended and what is in the database.
 */
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { Browser, coreApp, locationOf, secret } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";

const [file = "", way = "oidc", deadly] = process.argv.slice(2);
const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: `file:${file}` }) });
await migrate(db);

const deadlyStore = Object.fromEntries(
  Object.entries(KyselyAdapter(db)).map(([name, method]) => [
    name,
    async (...args: never[]) => {
      const result: unknown = await (method as (...given: never[]) => unknown)(...args);
      if (name === deadly) process.kill(process.pid, "SIGKILL");
      return result;
    },
  ]),
) as Adapter;

const fake = new FakeProvider();
const mails: { url: string }[] = [];
const errors: string[] = [];
const provider = (id: string) => ({
  id,
  name: id,
  type: "oidc" as const,
  issuer,
  clientId: "cid",
  clientSecret: "test-secret",
  [customFetch]: fake.fetch,
});
const browser = new Browser(
  coreApp({
    secret,
    trustHost: true,
    adapter: deadlyStore,
    providers: [
      provider("oidc"),
      provider("second"),
      {
        id: "mail",
        name: "Mail",
        type: "email",
        sendVerificationRequest: (params) => void mails.push(params),
      },
    ],
    logger: { error: (error) => void errors.push(error.name), warn: () => undefined },
  }),
);

let end: Response;
if (way === "mail") {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  await browser.post("/auth/signin/mail", { csrfToken, email: "olga@example.com", callbackUrl: "/after" });
  end = await browser.send(mails.at(-1)?.url ?? "/no-mail");
} else {
  const answer = fake.authorize(locationOf(await browser.startSignIn(way)));
  end = await browser.send(`/auth/callback/${way}?${answer}`);
}

const count = async (table: "User" | "Account" | "Session"): Promise<number> =>
  (await db.selectFrom(table).selectAll().execute()).length;
process.stdout.write(
  JSON.stringify({
    end:
      new URL(locationOf(end), "http://localhost").pathname +
      new URL(locationOf(end), "http://localhost").search,
    isSignedIn: (await browser.session())?.user !== undefined,
    users: await count("User"),
    accounts: await count("Account"),
    sessions: await count("Session"),
    errors,
  }),
);
process.exit(0);
