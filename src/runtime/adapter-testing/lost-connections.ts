/** A connection that ends in mid-flow is an error: never "nothing found", and nothing half written. */
import type { StoreAdapter } from "../adapters/adapter-over.js";
import { runners, settle } from "./at-once.js";
import type { Check, Means } from "./check.js";
import { expect, inOneHour, newAccount, newSession, newToken, newUser } from "./records.js";

const breaks = 4;
const mostCalls = 1000;
const betweenBreaksMs = 15;
const longestRecoveryMs = 5000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs calls one after the other, several at a time, while the connections end again and again. */
async function whileBreaking(
  { breakConnections }: Means,
  act: (runner: number) => Promise<unknown>,
): Promise<unknown[]> {
  const run = { isOver: false };
  const done: unknown[] = [];
  const workers = Array.from({ length: runners }, async (_, runner) => {
    for (let call = 0; call < mostCalls && !run.isOver; call += 1) {
      try {
        done.push(await act(runner));
      } catch {
        // An error is what a connection that ends may give.
      }
      // Stores that answer at once would let no timer through.
      await pause(0);
    }
  });
  for (let time = 0; time < breaks; time += 1) {
    await pause(betweenBreaksMs);
    await breakConnections();
  }
  run.isOver = true;
  await Promise.all(workers);
  return done;
}

/** The store answers again, with no help from outside. */
async function expectRecovery(store: StoreAdapter): Promise<void> {
  const end = Date.now() + longestRecoveryMs;
  for (;;) {
    try {
      const user = await store.createUser(newUser());
      expect((await store.getUser(user.id))?.id === user.id, "the next call works");
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      // A socket that was closed is told a moment later.
      await pause(20);
    }
  }
}

export const lostConnections: readonly Check[] = [
  {
    name: "a session that is there is never nothing while connections end",
    needs: [
      "createUser",
      "createSession",
      "getSessionAndUser",
      "getUser",
      "getUserByEmail",
      "linkAccount",
      "getUserByAccount",
    ],
    async run(store, means) {
      const user = await store.createUser(newUser());
      const session = newSession(user.id);
      const account = newAccount(user.id);
      await store.createSession(session);
      await store.linkAccount(account);
      const reads = [
        () => store.getSessionAndUser(session.sessionToken),
        () => store.getUser(user.id),
        () => store.getUserByEmail(user.email),
        () => store.getUserByAccount(account),
      ];
      const done = await whileBreaking(means, async (runner) => reads[runner % reads.length]?.());
      expect(done.length > 0 && done.every((found) => found !== null), "each answer is the row");
      await expectRecovery(store);
    },
  },
  {
    name: "an extended session has the old end or the new one while connections end",
    needs: ["createUser", "createSession", "updateSession", "getSessionAndUser", "getUser"],
    async run(store, means) {
      const user = await store.createUser(newUser());
      const session = newSession(user.id);
      await store.createSession(session);
      const ends = [inOneHour(), new Date(inOneHour().getTime() + 60_000)];
      await whileBreaking(means, async (runner) =>
        store.updateSession({
          sessionToken: session.sessionToken,
          expires: ends[runner % 2] ?? session.expires,
        }),
      );
      await expectRecovery(store);
      const found = await store.getSessionAndUser(session.sessionToken);
      const known = [session.expires, ...ends].map((end) => end.getTime());
      expect(known.includes(found?.session.expires.getTime() ?? 0), "the end is one that was written");
    },
  },
  {
    name: "a token is used once at most while connections end",
    needs: ["createVerificationToken", "useVerificationToken", "createUser", "getUser"],
    async run(store, means) {
      const used = new Map<string, number>();
      await whileBreaking(means, async () => {
        const token = newToken();
        await store.createVerificationToken(token);
        const uses = await Promise.allSettled([
          store.useVerificationToken(token),
          store.useVerificationToken(token),
        ]);
        const count = uses.filter((use) => use.status === "fulfilled" && use.value !== null).length;
        used.set(token.token, count);
      });
      await expectRecovery(store);
      expect(
        used.size > 0 && [...used.values()].every((count) => count <= 1),
        "no token gives its row twice",
      );
    },
  },
  {
    name: "a user goes with everything or not at all while connections end",
    needs: [
      "createUser",
      "linkAccount",
      "createSession",
      "deleteUser",
      "getUser",
      "getUserByAccount",
      "getSessionAndUser",
    ],
    async run(store, means) {
      const people: (readonly [string, ReturnType<typeof newAccount>, string])[] = [];
      await whileBreaking(means, async () => {
        const { id } = await store.createUser(newUser());
        const [account, session] = [newAccount(id), newSession(id)];
        await store.linkAccount(account);
        await store.createSession(session);
        people.push([id, account, session.sessionToken]);
        await settle(store.deleteUser(id));
      });
      await expectRecovery(store);
      expect(people.length > 0, "somebody was made");
      for (const [id, account, token] of people) {
        const isThere = (await store.getUser(id)) !== null;
        const has = [await store.getUserByAccount(account), await store.getSessionAndUser(token)];
        expect(
          has.every((row) => (row !== null) === isThere),
          "account and session are there as long as the user is",
        );
      }
    },
  },
];
