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
import {
  calmest,
  compareBySignedRanks,
  medianOf,
  spreadOf,
  type Verdict,
} from "./known-or-unknown/signed-ranks.js";

const pairs = 500;
/** Pairs before those that count. */
const warmUp = 20;
/** Of what is less likely than this without a difference, there is one. */
const threshold = 0.001;

/**
 * A delay of this share of the spread is found among the calm pairs in all but one of a thousand runs: its rank sum lies
 * twice as far out as the threshold (0.6 × √125 = 6.7 deviations, where 3.3 are needed).
 */
const shareOfSpread = 0.6;
/** Pairs, the latest ones, that say how far apart answers lie at the moment: other programs come and go. */
const latest = 120;
/** Where the spread wants more than so many times what is planted on a quiet machine, nothing is told by the time. */
const mostTimes = 20;

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
  /** Microseconds at least; more, where the machine has more to do. */
  readonly inFront?: number;
  readonly inStore?: number;
}

type Pair = readonly [number, number];

const differencesOf = (all: readonly Pair[]): readonly number[] =>
  all.map(([known, unknown]) => known - unknown);

/** What has to be planted to be found, by the pairs so far, from which what was planted is taken. */
function detectable(least: number, before: readonly Pair[]): number {
  if (least === 0 || before.length < warmUp) return least;
  const spread = spreadOf(differencesOf(calmest(before.slice(-latest))));
  return Math.max(least, Math.ceil(spread * 1000 * shareOfSpread));
}

/** Pairs of a known address and an unknown one, each used once, in an order that a coin decides. */
async function measure(
  route: Route,
  { hasMore = false, inFront = 0, inStore = 0 }: Planted = {},
): Promise<Verdict> {
  const both = [addresses(), addresses()] as const;
  const { client, countMails } = await start({ known: both[0], storeMicroseconds: inStore, hasMore });
  const times: [number, number][] = [];
  const plain: Pair[] = [];
  const delays: number[] = [];
  const kinds = new Set<string>();
  for (let at = 0; at < pairs + warmUp; at += 1) {
    const pair: [number, number] = [0, 0];
    const delay = detectable(inFront, plain);
    const order = Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const);
    for (const which of order) {
      const fields = route.fields(both[which][at] ?? "");
      const answer = await client.post(route.path, fields, which === 0 ? delay : 0);
      pair[which] = answer.milliseconds;
      kinds.add(`${answer.status}, ${answer.body.length} bytes`);
      // Until what is done behind the answer is done.
      await pause(3);
    }
    plain.push([pair[0] - delay / 1000, pair[1]]);
    if (at < warmUp) continue;
    times.push(pair);
    delays.push(delay);
  }
  const all = compareBySignedRanks(times);
  const calm = compareBySignedRanks(calmest(times));
  const spreads = [plain, calmest(plain)].map((some) => (spreadOf(differencesOf(some)) * 1000).toFixed(0));
  const [known, unknown] = [0, 1].map((which) => medianOf(times.map((pair) => pair[which as 0 | 1])));
  console.log(
    `${route.name}${hasMore ? ", second factor and passkey" : ""}, ${medianOf(delays)} µs in front (spread ${spreads.join(", of the calm ones ")} µs), ${inStore} µs in the store: known ${known?.toFixed(2)} ms, unknown ${unknown?.toFixed(2)} ms, median of differences ${(all.median * 1000).toFixed(0)} µs, p = ${all.p.toPrecision(2)}, of the calm ones ${(calm.median * 1000).toFixed(0)} µs, p = ${calm.p.toPrecision(2)}`,
  );
  expect(medianOf(delays), "too much else runs here to tell anything by the time").toBeLessThanOrEqual(
    inFront * mostTimes,
  );
  expect([...kinds]).toHaveLength(1);
  expect(await countMails()).toBe(route.mails * (pairs + warmUp));
  // Both have to say that there is nothing.
  return calm.p < all.p ? calm : all;
}

describe.each(routes)("$name", { timeout: 1_200_000 }, (route) => {
  test(`${pairs} known and unknown addresses cannot be told apart by the time of the answer`, async () => {
    expect((await measure(route)).p).toBeGreaterThan(threshold);
  });

  test("nor where the known ones have a second factor and a passkey", async () => {
    expect((await measure(route, { hasMore: true })).p).toBeGreaterThan(threshold);
  });

  test(`control: ${route.planted} µs more for known ones, or as many as the noise wants, are found`, async () => {
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
