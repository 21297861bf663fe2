/** The last released runtime and the present one as two processes on one database: nobody is signed out, both ways. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KyselyAdapter, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { isMissingTable } from "../../src/runtime/adapters/rows/driver-errors.js";
import { pluginTables } from "../../src/templates/plugins/index.js";
import { recordTableStatements } from "../../src/runtime/adapters/sql-schema.js";
import { conformanceTable } from "../../src/runtime/adapter-testing/index.js";
import { cookiePolicy } from "../../src/runtime/http/cookie-policy.js";
import { decode, encode } from "../../src/runtime/jwt.js";
import { ownClaims } from "../../src/runtime/security/own-claims.js";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv } from "../support/process.js";

const here = path.join(projectRoot, "test/stability");
// Below the project's own node_modules, where the packed runtime finds what it depends on.
const cache = path.join(projectRoot, "node_modules/.cache/authwright");
let folder: string;
const children: ChildProcess[] = [];
const ports: Record<string, number> = {};

async function start(name: string, build: string, ...more: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [path.join(here, "server.mjs"), build, database(), ...more], {
    env: cleanEnv() as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = await new Promise<[string]>((resolve, reject) => {
    createInterface({ input: child.stdout }).once("line", (text) => resolve([text]));
    child.once("exit", () => reject(new Error(`${name} ended`)));
  });
  ports[name] = Number(line);
}

const database = () => `file:${path.join(folder, "app.db")}`;

beforeAll(async () => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(path.join(cache, "stability-"));
  execFileSync("tar", ["-xzf", path.join(here, "base.tgz"), "-C", folder]);
  await start("released", path.join(folder, "package"));
  await start("present", projectRoot);
});
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser whose requests go to whichever process is named. */
function browser() {
  const cookies = new Map<string, string>();
  const send = async (to: string, at: string, fields?: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${ports[to]}${at}`, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const name = pair.slice(0, pair.indexOf("="));
      const value = pair.slice(name.length + 1);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const csrf = async (to: string, base: string): Promise<string> => {
    const { csrfToken } = (await (await send(to, `${base}/csrf`)).json()) as { csrfToken: string };
    return csrfToken;
  };
  const session = async (to: string, base: string) =>
    (await (await send(to, `${base}/session`)).json()) as { user?: { email?: string; name?: string } } | null;
  return { send, csrf, session, cookies };
}

const both = [
  ["released", "present"],
  ["present", "released"],
] as const;
const address = () => `${crypto.randomUUID()}@example.com`;

async function signInByMail(begins: string, ends: string, email: string, one = browser()) {
  await one.send(begins, "/auth/signin/mail", { email, csrfToken: await one.csrf(begins, "/auth") });
  const answer = await fetch(`http://127.0.0.1:${ports[begins]}/mail`);
  const { mail } = (await answer.json()) as { mail: string };
  const { pathname, search } = new URL(mail);
  const opened = await one.send(ends, pathname + search);
  if (opened.status === 200) {
    // A page that asks for a click before the link is used up.
    const form = Object.fromEntries(new URL(mail).searchParams);
    await one.send(ends, pathname, { ...form, csrfToken: await one.csrf(ends, "/auth") });
  }
  return one;
}

describe.each(both)("begun by the %s build, continued by the %s one", (first, second) => {
  test("a mail link, the session in the database, sign-out", async () => {
    const email = address();
    const one = await signInByMail(first, second, email);
    expect((await one.session(first, "/auth"))?.user?.email).toBe(email);
    expect((await one.session(second, "/auth"))?.user?.email).toBe(email);
    const again = await signInByMail(second, first, email);
    expect((await again.session(second, "/auth"))?.user?.email).toBe(email);
    await one.send(second, "/auth/signout", { csrfToken: await one.csrf(first, "/auth") });
    expect(await one.session(first, "/auth")).toBeNull();
    expect((await again.session(first, "/auth"))?.user?.email).toBe(email);
  });

  test("a password, the session in a cookie", async () => {
    const one = browser();
    await one.send(first, "/jwt/callback/credentials", {
      name: "Ada",
      csrfToken: await one.csrf(second, "/jwt"),
    });
    expect((await one.session(second, "/jwt"))?.user?.name).toBe("Ada");
    expect((await one.session(first, "/jwt"))?.user?.name).toBe("Ada");
    await one.send(second, "/jwt/signout", { csrfToken: await one.csrf(second, "/jwt") });
    expect(await one.session(first, "/jwt")).toBeNull();
  });
});

test("mixed traffic on both: no session is lost, nobody becomes two", async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      const email = address();
      const [begins, ends] = both[index % 2] as readonly [string, string];
      // Each process remembers its last mail alone.
      return { email, begins, ends };
    }),
  );
  const signedIn = [];
  for (const { email, begins, ends } of people)
    signedIn.push({ email, one: await signInByMail(begins, ends, email) });
  for (let round = 0; round < 20; round += 1) {
    const to = round % 2 === 0 ? "released" : "present";
    const seen = await Promise.all(signedIn.map(({ one }) => one.session(to, "/auth")));
    expect(seen.map((session) => session?.user?.email)).toEqual(signedIn.map(({ email }) => email));
  }
  const client = createClient({ url: database() });
  const { rows } = await client.execute("select email, count(*) as n from User group by email having n > 1");
  client.close();
  expect(rows).toEqual([]);
});

test("the tables have the columns that the released build made, and no other", async () => {
  const client = createClient({ url: database() });
  const columns: Record<string, string[]> = {};
  for (const table of ["User", "Account", "Session", "VerificationToken", "Authenticator"]) {
    const { rows } = await client.execute(`pragma table_info("${table}")`);
    columns[table] = rows.map((row) => String(row["name"]));
  }
  client.close();
  expect(columns).toMatchInlineSnapshot(`
    {
      "Account": [
        "id",
        "userId",
        "type",
        "provider",
        "providerAccountId",
        "refresh_token",
        "access_token",
        "expires_at",
        "token_type",
        "scope",
        "id_token",
        "session_state",
      ],
      "Authenticator": [
        "credentialID",
        "userId",
        "providerAccountId",
        "credentialPublicKey",
        "counter",
        "credentialDeviceType",
        "credentialBackedUp",
        "transports",
      ],
      "Session": [
        "id",
        "userId",
        "sessionToken",
        "expires",
      ],
      "User": [
        "id",
        "name",
        "email",
        "emailVerified",
        "image",
      ],
      "VerificationToken": [
        "identifier",
        "token",
        "expires",
      ],
    }
  `);
});

test("upgrade: an app of the last release gets the plugins; its rows and cookies stay, before their tables and with them", async () => {
  const client = createClient({ url: database() });
  const rowsOf = async () => {
    const tables = await Promise.all(
      ["User", "Account", "VerificationToken"].map((table) => client.execute(`select * from "${table}"`)),
    );
    return tables.map(({ rows }) => rows.map((row) => ({ ...row })));
  };
  const email = address();
  const inStore = await signInByMail("released", "released", email);
  const inCookie = browser();
  await inCookie.send("released", "/jwt/callback/credentials", {
    name: "Ada",
    csrfToken: await inCookie.csrf("released", "/jwt"),
  });
  const before = await rowsOf();
  await start("upgraded", projectRoot, "plugins");
  const staySignedIn = async () => {
    for (const build of ["upgraded", "released"]) {
      expect((await inStore.session(build, "/auth"))?.user?.email).toBe(email);
      expect((await inCookie.session(build, "/jwt"))?.user?.name).toBe("Ada");
    }
    expect(await rowsOf()).toEqual(before);
  };
  await staySignedIn();
  for (const table of pluginTables)
    for (const statement of recordTableStatements("sqlite", table)) await client.execute(statement);
  await start("upgraded", projectRoot, "plugins");
  await staySignedIn();
  const page = await inStore.send("upgraded", "/auth/account");
  expect([page.status, (await page.text()).includes(email)]).toEqual([200, true]);
  await staySignedIn();
  for (const { name } of pluginTables) await client.execute(`drop table "${name}"`);
  client.close();
});

const sessionCookie = "authjs.session-token";
const secret = "test-secret-test-secret-test-secret-000";
const tokenIn = async ({ cookies }: ReturnType<typeof browser>) =>
  decode({ token: cookies.get(sessionCookie) ?? "", secret, salt: sessionCookie });

describe.each([
  ["the released build", "released"],
  ["@auth/core", "reference"],
])("rolled back to %s, and forward again", (_name, earlier) => {
  const client = () => createClient({ url: database() });
  beforeAll(async () => {
    const store = client();
    for (const table of pluginTables)
      for (const statement of recordTableStatements("sqlite", table)) await store.execute(statement);
    store.close();
    await start("upgraded", projectRoot, "plugins");
    if (earlier === "reference") await start(earlier, "@auth/core");
  });
  afterAll(async () => {
    const store = client();
    for (const { name } of pluginTables) await store.execute(`drop table "${name}"`);
    store.close();
  });

  test("every claim of ours stays in the token, and the session with it", async () => {
    const one = browser();
    await one.send("upgraded", "/jwt/callback/credentials", {
      name: "Ada",
      csrfToken: await one.csrf("upgraded", "/jwt"),
    });
    const token = (await tokenIn(one))!;
    const seconds = Math.floor(Date.now() / 1000);
    const all = { ...Object.fromEntries(ownClaims.map((name) => [name, seconds])), ...token };
    one.cookies.set(sessionCookie, await encode({ token: all, secret, salt: sessionCookie }));
    for (const build of [earlier, "upgraded", earlier, "upgraded"]) {
      expect((await one.session(build, "/jwt"))?.user?.name).toBe("Ada");
      const after = await tokenIn(one);
      expect(ownClaims.map((name) => [name, after?.[name]])).toEqual(
        ownClaims.map((name) => [name, (all as typeof token)[name]]),
      );
    }
    await one.send(earlier, "/jwt/signout", { csrfToken: await one.csrf(earlier, "/jwt") });
    expect(one.cookies.has(sessionCookie)).toBe(false);
  });

  test("a session that it has made goes on", async () => {
    const one = browser();
    const csrfToken = await one.csrf(earlier, "/jwt");
    await one.send(earlier, "/jwt/callback/credentials", { name: "Ada", csrfToken });
    for (const build of ["upgraded", earlier, "upgraded"])
      expect((await one.session(build, "/jwt"))?.user?.name).toBe("Ada");
  });

  test("every cookie of ours may be there: sign-in by mail and by password, sessions, sign-out", async () => {
    const email = address();
    const one = await signInByMail("upgraded", earlier, email);
    const csrfToken = await one.csrf("upgraded", "/jwt");
    await one.send("upgraded", "/jwt/callback/credentials", { name: "Ada", csrfToken });
    expect([...one.cookies.keys()]).toEqual(
      expect.arrayContaining(["authjs.mail-start", "authjs.known-browser"]),
    );
    const sealed = one.cookies.get("authjs.mail-start")!;
    // The reference reads its own where they are.
    const { callbackUrl: _read, csrfToken: _checked, sessionToken: _opened, ...others } = cookiePolicy(false);
    for (const { name } of Object.values(others)) if (!one.cookies.has(name)) one.cookies.set(name, sealed);
    const again = await signInByMail(earlier, "upgraded", address(), one);
    for (const build of [earlier, "upgraded"])
      expect((await again.session(build, "/auth"))?.user?.email).toMatch(/@example\.com$/);
    // The reference reads no session of the other strategy.
    one.cookies.delete(sessionCookie);
    const jwt = await one.csrf(earlier, "/jwt");
    await one.send(earlier, "/jwt/callback/credentials", { name: "Eve", csrfToken: jwt });
    expect((await one.session("upgraded", "/jwt"))?.user?.name).toBe("Eve");
    await one.send("upgraded", "/jwt/signout", { csrfToken: await one.csrf("upgraded", "/jwt") });
    expect(await one.session(earlier, "/jwt")).toBeNull();
  });
});

test("every optional table dropped: what it is for is off and says so, everything else works", async () => {
  const client = createClient({ url: database() });
  const db = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url: database() }) });
  const store = KyselyAdapter(db);
  const records = store.records(conformanceTable);
  for (const statement of recordTableStatements("sqlite", conformanceTable)) await client.execute(statement);
  const row = { id: "1", owner: "o", count: 0, active: true };
  expect(await records.insert(row)).toBe("inserted");
  for (const table of ["Authenticator", conformanceTable.name]) await client.execute(`drop table ${table}`);
  await expect(store.listAuthenticatorsByUserId("1")).rejects.toThrow("no such table");
  await expect(records.find({ id: "1" })).rejects.toSatisfy(isMissingTable);
  await expect(records.insert(row)).rejects.toSatisfy(isMissingTable);
  const email = address();
  const one = await signInByMail("present", "released", email);
  expect((await one.session("present", "/auth"))?.user?.email).toBe(email);
  await db.destroy();
  client.close();
});
