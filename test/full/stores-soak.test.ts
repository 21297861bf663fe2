/**
 * Full mode: two processes on one database through the stores without an ORM, and 200 browsers that sign in for the
 * first time and again, ask for their session, link a second provider, follow a mail link and sign out, while a process
 * is killed, the secret is replaced in two steps and the database restarts. `AUTHWRIGHT_SOAK_SECONDS`: default 60.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createConnection } from "mysql2/promise";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleApp } from "../adapters/second-process.js";
import { createTables as mysqlTables } from "../../src/runtime/adapters/mysql2.js";
import { createTables } from "../../src/runtime/adapters/pg.js";
import { freePort } from "../support/process.js";
import {
  AppProcess,
  mariadbd,
  pause,
  postgresBin,
  startMariadb,
  startPostgres,
} from "../support/databases.js";

const seconds = Number(process.env["AUTHWRIGHT_SOAK_SECONDS"] ?? 60);
const browsers = 200;

interface Tally {
  readonly times: number[];
  readonly wrong: string[];
  outages: number;
  signIns: number;
  links: number;
  signOuts: number;
  mails: number;
}

/** What failed because a process or the database was away: tried again later. */
class Outage extends Error {}

/** One cookie jar, and any of the processes for each request. */
class Browser {
  cookies = new Map<string, string>();
  readonly #ports: readonly number[];

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  async send(
    target: string,
    form?: Readonly<Record<string, string>>,
    port = this.#ports[Math.floor(Math.random() * this.#ports.length)],
  ) {
    const { pathname, search } = new URL(target, "http://soak.example.com");
    const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      redirect: "manual",
      headers: { cookie: [...this.cookies].map((pair) => pair.join("=")).join("; ") },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    }).catch(() => {
      throw new Outage("nobody listens");
    });
    if (response.status >= 500) throw new Outage(`${response.status}`);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text().catch(() => {
      throw new Outage("ended in the middle");
    });
    return { location: response.headers.get("location") ?? "", text };
  }

  async post(target: string, form: Readonly<Record<string, string>>, port?: number) {
    const { csrfToken } = JSON.parse((await this.send("/auth/csrf")).text) as { csrfToken: string };
    return this.send(target, { csrfToken, callbackUrl: "/after", ...form }, port);
  }

  async email(): Promise<string | undefined> {
    const { text } = await this.send("/auth/session");
    return (JSON.parse(text) as { user?: { email?: string } } | null)?.user?.email;
  }

  /** A sign-in that ends elsewhere met an outage: its page says so, in place of a status. */
  static mustArrive(location: string): void {
    if (!location.endsWith("/after")) throw new Outage(location);
  }

  async signIn(provider: string, person: string): Promise<void> {
    const { location } = await this.post(`/auth/signin/${provider}`, {});
    if (!location.startsWith("https://idp.example.com/")) throw new Outage(location);
    const state = new URL(location).searchParams.get("state");
    const query = new URLSearchParams({ code: person, ...(state !== null && { state }) });
    Browser.mustArrive((await this.send(`/auth/callback/${provider}?${query}`)).location);
  }
}

const token = "authjs.session-token";

/** A link that several open at once signs one of them in at most. */
async function openMailLink(person: string, ports: readonly number[], tally: Tally): Promise<void> {
  const browser = new Browser(ports);
  const [port] = ports;
  const email = `${person}@example.com`;
  await browser.post("/auth/signin/mail", { email }, port);
  const { text: link } = await browser.send(`/link?of=${email}`, undefined, port);
  if (link === "") throw new Outage("the process that made the link is gone");
  const openers = [0, 1, 2].map(() => {
    const opener = new Browser(ports);
    opener.cookies = new Map(browser.cookies);
    return opener;
  });
  await Promise.all(openers.map((opener) => opener.send(link).catch(() => undefined)));
  const shown = await Promise.all(
    openers.map(async (opener) => opener.cookies.has(token) && (await opener.email()) === email),
  );
  tally.mails += 1;
  if (shown.filter(Boolean).length > 1) tally.wrong.push(`${person}: a link was used twice`);
}

/** From the first sign-in to the sign-out. */
async function live(person: string, ports: readonly number[], tally: Tally): Promise<void> {
  const browser = new Browser(ports);
  const email = `${person}@example.com`;
  await browser.signIn("one", person);
  tally.signIns += 1;
  for (let round = 0; round < 8; round += 1) {
    await pause(100 + Math.random() * 300);
    const start = performance.now();
    const shown = await browser.email().catch((error: unknown) => {
      if (!(error instanceof Outage)) throw error;
      tally.outages += 1;
      return email;
    });
    tally.times.push(performance.now() - start);
    if (shown !== email) return void tally.wrong.push(`${person}: shown ${shown}`);
    if (round === 3) {
      await browser.signIn("two", person);
      tally.links += 1;
    }
  }
  const before = new Map(browser.cookies);
  const { location } = await browser.post("/auth/signout", {});
  Browser.mustArrive(location);
  if (browser.cookies.has(token)) throw new Outage("the sign-out did not arrive");
  tally.signOuts += 1;
  browser.cookies = before;
  if ((await browser.email()) !== undefined) tally.wrong.push(`${person}: signed out, and still there`);
}

async function visit(name: string, ports: readonly number[], until: number, tally: Tally): Promise<void> {
  for (let life = 0; Date.now() < until; life += 1) {
    try {
      await live(name, ports, tally);
      await openMailLink(`mail-${name}-${life}`, ports, tally);
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
      tally.outages += 1;
      await pause(200);
    }
  }
}

type Ask = (statement: string) => Promise<readonly Record<string, unknown>[]>;

async function askPostgres(url: string): Promise<{ readonly ask: Ask; end(): Promise<void> }> {
  const client = new Client(url);
  await client.connect();
  return { ask: async (statement) => (await client.query(statement)).rows, end: () => client.end() };
}

async function askMariadb(url: string): Promise<{ readonly ask: Ask; end(): Promise<void> }> {
  const connection = await createConnection(url);
  return {
    ask: async (statement) => (await connection.query(statement))[0] as Record<string, unknown>[],
    end: () => connection.end(),
  };
}

const setups = [
  {
    driver: "pg",
    server: "Postgres",
    needs: postgresBin,
    start: startPostgres,
    open: askPostgres,
    quote: '"',
  },
  { driver: "mysql2", server: "MariaDB", needs: mariadbd, start: startMariadb, open: askMariadb, quote: "`" },
] as const;

let bundle: Awaited<ReturnType<typeof bundleApp>>;
beforeAll(async () => {
  bundle = await bundleApp("soak-app.ts");
});
afterAll(() => bundle.dispose());

describe.each(setups)("$driver", ({ driver, server, needs, start, open, quote }) => {
  const why = needs === undefined ? ` (skipped: no ${server} on this machine)` : "";
  const title = `${browsers} browsers lose nothing to a kill, a rotation and a restart${why}`;
  test.skipIf(needs === undefined)(title, { timeout: seconds * 1000 + 300_000 }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "authwright-soak-"));
    const database = await start(folder);
    const ports = [await freePort(), await freePort()];
    const [old, next] = [
      "soak-secret-number-one-of-this-test-000",
      "soak-secret-number-two-of-this-test-000",
    ];
    let secrets: object = { secret: old };
    const env = () => ({
      NODE_ENV: "production",
      DRIVER: driver,
      DATABASE_URL: database.url,
      SECRETS: JSON.stringify(secrets),
    });
    const apps = ports.map((port) => new AppProcess([path.dirname(bundle.file), bundle.file], port, env));
    const [one, two] = apps as [AppProcess, AppProcess];
    const tally: Tally = { times: [], wrong: [], outages: 0, signIns: 0, links: 0, signOuts: 0, mails: 0 };
    let cpu = 0;
    const countProcessor = async () => {
      for (const port of ports) {
        const used = (await (await fetch(`http://127.0.0.1:${port}/processor`)).json()) as NodeJS.CpuUsage;
        cpu += (used.user + used.system) / 1e6;
      }
    };
    try {
      const before = await open(database.url);
      for (const statement of driver === "pg" ? createTables() : mysqlTables()) await before.ask(statement);
      await before.end();
      await Promise.all(apps.map((app) => app.start()));
      const begin = Date.now();
      const at = (share: number) => pause(Math.max(0, begin + seconds * 1000 * share - Date.now()));
      const roll = async (given: object) => {
        await countProcessor();
        secrets = given;
        for (const app of apps) {
          await app.stop("SIGTERM");
          await app.start();
        }
      };
      const until = begin + seconds * 1000;
      const visits = Promise.all(
        Array.from({ length: browsers }, (_, which) => visit(`b${which}`, ports, until, tally)),
      );
      await at(0.2);
      await two.stop("SIGKILL");
      await two.start();
      await at(0.4);
      await roll({ secret: old, nextSecret: next });
      await at(0.55);
      await roll({ secret: [next, old] });
      await at(0.75);
      await database.restart();
      await visits;
      await countProcessor();

      const q = (name: string) => quote + name + quote;
      const { ask, end } = await open(database.url);
      const users = await ask(`select email from users group by email having count(*) > 1`);
      const split = await ask(
        `select a.${q("providerAccountId")} from accounts a group by a.${q("providerAccountId")} having count(distinct a.${q("userId")}) > 1`,
      );
      const orphans = await ask(`select id from accounts where ${q("userId")} not in (select id from users)`);
      await end();
      const times = [...tally.times].sort((a, b) => a - b);
      const of = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
      console.log(
        `${driver}, ${seconds} s: ${times.length} checks, p50 ${of(0.5)} ms, p99 ${of(0.99)} ms, ` +
          `${tally.signIns} sign-ins, ${tally.links} links, ${tally.mails} mails, ${tally.signOuts} sign-outs, ` +
          `${tally.outages} outages, ${cpu.toFixed(1)} s of the processor`,
      );
      expect(tally.wrong.slice(0, 5), one.log + two.log).toEqual([]);
      expect([users, split, orphans]).toEqual([[], [], []]);
      expect([one.deaths, two.deaths], one.log + two.log).toEqual([0, 0]);
      for (const done of [tally.signIns, tally.links, tally.mails, tally.signOuts])
        expect(done).toBeGreaterThan(browsers / 2);
    } finally {
      await Promise.all(apps.map((app) => app.stop("SIGKILL")));
      database.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  });
});
