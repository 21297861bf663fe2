/**
 * Does the time of an answer tell whether somebody has an account? Known and unknown addresses by turns, over HTTP, with
 * argon2id as in production, and rows in SQLite. A difference that is planted has to be found in the same way.
 *
 * npm run test:full -- --only known-or-unknown
 */
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bundleApp } from "../adapters/second-process.js";
import { cleanEnv } from "../support/process.js";
import { TimingClient } from "./known-or-unknown/client.js";
import type { Setup } from "./known-or-unknown/password-app.js";
import { compareBySignedRanks, medianOf, type Verdict } from "./known-or-unknown/signed-ranks.js";

const pairs = 500;
/** Pairs before those that count. */
const warmUp = 20;
/** Of what is less likely than this without a difference, there is one. */
const threshold = 0.001;

interface Route {
  readonly name: string;
  readonly path: string;
  readonly fields: (email: string) => Readonly<Record<string, string>>;
  /** Mails of a pair. */
  readonly mails: number;
  /** Work that is found: times of hashes differ among themselves, so there it takes a third of a hash. */
  readonly planted: number;
}

const forgot: Route = {
  name: "forgot",
  path: "/auth/password/forgot",
  fields: (email) => ({ email }),
  mails: 1,
  planted: 300,
};

/** "Email me a link instead", which every address gets. */
const link: Route = {
  name: "a link instead",
  path: "/auth/signin/nodemailer",
  fields: (email) => ({ email, callbackUrl: "/after" }),
  mails: 2,
  planted: 300,
};

const routes: readonly Route[] = [
  {
    name: "sign-in with a wrong password",
    path: "/auth/callback/password",
    fields: (email) => ({ email, password: "a wrong long passphrase", callbackUrl: "/after" }),
    mails: 0,
    planted: 10_000,
  },
  {
    name: "sign-up",
    path: "/auth/password/sign-up",
    fields: (email) => ({ email, password: "another long passphrase" }),
    mails: 2,
    planted: 10_000,
  },
  forgot,
  link,
];

let app: Awaited<ReturnType<typeof bundleApp>>;
beforeAll(async () => void (app = await bundleApp("../full/known-or-unknown/password-app.ts")));
afterAll(() => app.dispose());

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function start(setup: Setup) {
  const child = fork(app.file, [JSON.stringify(setup)], {
    // Without it no mail goes out: nobody else vouches for the links.
    env: cleanEnv({ NODE_ENV: "production", AUTH_URL: "http://127.0.0.1" }) as NodeJS.ProcessEnv,
    execArgv: [],
  });
  const ask = async (): Promise<number> => {
    const [answer] = (await once(child, "message")) as [number];
    return answer;
  };
  const client = new TimingClient(await ask());
  closing.push(() => {
    client.close();
    child.disconnect();
  });
  await client.open();
  const countMails = () => {
    child.send("mails");
    return ask();
  };
  return { client, countMails };
}

const addresses = (): string[] =>
  Array.from({ length: pairs + warmUp }, () => `${randomBytes(8).toString("hex")}@example.com`);

interface Planted {
  /** The known addresses have a second factor and a passkey, too. */
  readonly hasMore?: boolean;
  readonly inFront?: number;
  readonly inStore?: number;
}

/** Pairs of a known address and an unknown one, each used once, in an order that a coin decides. */
async function measure(
  route: Route,
  { hasMore = false, inFront = 0, inStore = 0 }: Planted = {},
): Promise<Verdict> {
  const both = [addresses(), addresses()] as const;
  const { client, countMails } = await start({ known: both[0], storeMicroseconds: inStore, hasMore });
  const times: [number, number][] = [];
  const kinds = new Set<string>();
  for (let at = 0; at < pairs + warmUp; at += 1) {
    const pair: [number, number] = [0, 0];
    const order = Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const);
    for (const which of order) {
      const fields = route.fields(both[which][at] ?? "");
      const answer = await client.post(route.path, fields, which === 0 ? inFront : 0);
      pair[which] = answer.milliseconds;
      kinds.add(`${answer.status}, ${answer.body.length} bytes`);
      // Until what is done behind the answer is done.
      await pause(3);
    }
    if (at >= warmUp) times.push(pair);
  }
  const verdict = compareBySignedRanks(times);
  const [known, unknown] = [0, 1].map((which) => medianOf(times.map((pair) => pair[which as 0 | 1])));
  console.log(
    `${route.name}${hasMore ? ", second factor and passkey" : ""}, ${inFront} µs in front, ${inStore} µs in the store: known ${known?.toFixed(2)} ms, unknown ${unknown?.toFixed(2)} ms, median of differences ${(verdict.median * 1000).toFixed(0)} µs, p = ${verdict.p.toPrecision(2)}`,
  );
  expect([...kinds]).toHaveLength(1);
  expect(await countMails()).toBe(route.mails * (pairs + warmUp));
  return verdict;
}

describe.each(routes)("$name", { timeout: 1_200_000 }, (route) => {
  test(`${pairs} known and unknown addresses cannot be told apart by the time of the answer`, async () => {
    expect((await measure(route)).p).toBeGreaterThan(threshold);
  });

  test("nor where the known ones have a second factor and a passkey", async () => {
    expect((await measure(route, { hasMore: true })).p).toBeGreaterThan(threshold);
  });

  test(`control: ${route.planted} µs more for known ones are found`, async () => {
    const { p, median } = await measure(route, { inFront: route.planted });
    expect(p).toBeLessThan(threshold);
    expect(median).toBeGreaterThan(0);
  });
});

test(
  "forgot: of 2 ms that the store takes longer for known ones, less than 1 shows",
  {
    timeout: 1_200_000,
  },
  async () => {
    expect(Math.abs((await measure(forgot, { inStore: 2000 })).median)).toBeLessThan(1);
  },
);
