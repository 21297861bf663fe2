/** What must hold when two requests come at once: the store decides, by unique indexes and deletes that return. */
import type { StoreAdapter } from "../adapters/adapter-over.js";
import { runners, atOnce, failures, settle, successes } from "./at-once.js";
import type { Check, Means } from "./check.js";
import {
  expect,
  expectDate,
  inOneHour,
  newAccount,
  newAuthenticator,
  newSession,
  newToken,
  newUser,
} from "./records.js";

/** Every other runner comes through the other instance, where there is one. */
const storeOf = (runner: number, store: StoreAdapter, { other }: Means): StoreAdapter =>
  runner % 2 === 0 ? store : other;

export const races: readonly Check[] = [
  {
    name: `of ${runners} uses of one verification token at once exactly one succeeds`,
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(store, means) {
      for (let round = 0; round < 5; round += 1) {
        const token = newToken();
        await store.createVerificationToken(token);
        const uses = await atOnce(async (runner) =>
          storeOf(runner, store, means).useVerificationToken(token),
        );
        const count = successes(uses);
        expect(count === 1, `one of ${runners} uses gives the row, not ${count}`);
      }
    },
  },
  {
    name: `of ${runners} users with one e-mail address at once exactly one is made`,
    needs: ["createUser", "getUserByEmail"],
    async run(store, means) {
      const { email } = newUser();
      const made = await atOnce(async (runner) =>
        storeOf(runner, store, means).createUser({ ...newUser(), email }),
      );
      const count = successes(made);
      expect(count === 1, `one of ${runners} createUser calls succeeds, not ${count}`);
      expect((await store.getUserByEmail(email)) !== null, "the user is there");
    },
  },
  {
    name: `of ${runners} links of one account at once exactly one is made`,
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(store, means) {
      const users = await Promise.all(
        Array.from({ length: runners }, async () => store.createUser(newUser())),
      );
      const account = newAccount("");
      const results = await atOnce(async (runner) => {
        const userId = users[runner]?.id ?? "";
        await storeOf(runner, store, means).linkAccount({ ...account, userId });
        return true;
      });
      const count = successes(results);
      expect(count === 1, `one of ${runners} linkAccount calls succeeds, not ${count}`);
      expect((await store.getUserByAccount(account)) !== null, "the account has an owner");
    },
  },
  {
    name: `of ${runners} sessions with one token at once exactly one is made`,
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(store, means) {
      const user = await store.createUser(newUser());
      const session = newSession(user.id);
      const made = await atOnce(async (runner) =>
        storeOf(runner, store, means).createSession({ ...session }),
      );
      const count = successes(made);
      expect(count === 1, `one of ${runners} createSession calls succeeds, not ${count}`);
      expect((await store.getSessionAndUser(session.sessionToken)) !== null, "the session is there");
    },
  },
  {
    name: `of ${runners} passkeys with one id at once exactly one is made`,
    needs: ["createUser", "createAuthenticator", "getAuthenticator"],
    async run(store, means) {
      const user = await store.createUser(newUser());
      const passkey = newAuthenticator(user.id);
      const made = await atOnce(async (runner) =>
        storeOf(runner, store, means).createAuthenticator({ ...passkey }),
      );
      const count = successes(made);
      expect(count === 1, `one of ${runners} createAuthenticator calls succeeds, not ${count}`);
      expect((await store.getAuthenticator(passkey.credentialID)) !== null, "the passkey is there");
    },
  },
];

export const sessionRaces: readonly Check[] = [
  {
    name: "a session is over for everybody as soon as one has ended it",
    needs: ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
    async run(store, { other }) {
      const user = await store.createUser(newUser());
      const session = newSession(user.id);
      await store.createSession(session);
      expect((await other.getSessionAndUser(session.sessionToken)) !== null, "the other one reads it");
      await store.deleteSession(session.sessionToken);
      expect((await other.getSessionAndUser(session.sessionToken)) === null, "it is over there too");
    },
  },
  {
    name: "a session that ends while it is extended stays over",
    needs: ["createUser", "createSession", "updateSession", "deleteSession", "getSessionAndUser"],
    async run(store, means) {
      const user = await store.createUser(newUser());
      for (let round = 0; round < 5; round += 1) {
        const session = newSession(user.id);
        await store.createSession(session);
        await atOnce(async (runner) => {
          const own = storeOf(runner, store, means);
          if (runner === 3) await own.deleteSession(session.sessionToken);
          else await own.updateSession({ sessionToken: session.sessionToken, expires: inOneHour() });
        });
        await settle(store.deleteSession(session.sessionToken));
        await settle(store.updateSession(session));
        expect((await store.getSessionAndUser(session.sessionToken)) === null, "nothing brings it back");
      }
    },
  },
  {
    name: `of ${runners} sign-outs at once at most one is told the session, and none fails`,
    needs: ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
    async run(store, means) {
      const user = await store.createUser(newUser());
      const session = newSession(user.id);
      await store.createSession(session);
      const ended = await atOnce(async (runner) =>
        storeOf(runner, store, means).deleteSession(session.sessionToken),
      );
      expect(failures(ended).length === 0, `none fails, not: ${failures(ended)[0]}`);
      const told = ended.filter((one) => one.status === "fulfilled" && typeof one.value === "object");
      expect(successes(told) <= 1, `at most one is told the session, not ${successes(told)}`);
      expect((await store.getSessionAndUser(session.sessionToken)) === null, "it is over");
    },
  },
  {
    name: `${runners} extensions of one session at once all succeed`,
    needs: ["createUser", "createSession", "updateSession", "getSessionAndUser"],
    async run(store, means) {
      const user = await store.createUser(newUser());
      const session = newSession(user.id);
      await store.createSession(session);
      const expires = new Date(session.expires.getTime() + 60_000);
      const { sessionToken } = session;
      const written = await atOnce(async (runner) => {
        await storeOf(runner, store, means).updateSession({ sessionToken, expires });
        return storeOf(runner, store, means).getSessionAndUser(sessionToken);
      });
      expect(failures(written).length === 0, `none fails, not: ${failures(written)[0]}`);
      expect(successes(written) === runners, "all of them read the session");
      expectDate((await store.getSessionAndUser(sessionToken))?.session.expires, expires, "the new end");
    },
  },
];

export const userRaces: readonly Check[] = [
  {
    name: "two changes of one user at once both stay",
    needs: ["createUser", "updateUser", "getUser"],
    async run(store, means) {
      const { id, email } = await store.createUser(newUser());
      const emailVerified = inOneHour();
      const written = await atOnce(async (runner) =>
        storeOf(runner, store, means).updateUser(
          runner < runners / 2 ? { id, name: "Changed" } : { id, emailVerified },
        ),
      );
      expect(failures(written).length === 0, `none fails, not: ${failures(written)[0]}`);
      const found = await store.getUser(id);
      expect(found?.name === "Changed" && found.email === email, "the name is the new one");
      expectDate(found.emailVerified, emailVerified, "the date");
    },
  },
  {
    name: "of a user who goes while they sign in nothing is found",
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
      const { id } = await store.createUser(newUser());
      const accounts = Array.from({ length: runners }, () => newAccount(id));
      const sessions = accounts.map(() => newSession(id));
      await atOnce(async (runner) => {
        const own = storeOf(runner, store, means);
        if (runner === 2) return own.deleteUser(id);
        const [account = newAccount(id), session = newSession(id)] = [accounts[runner], sessions[runner]];
        return Promise.all([own.linkAccount(account), own.createSession(session)]);
      });
      // Databases end one of two that wait for each other.
      await store.deleteUser(id);
      expect((await store.getUser(id)) === null, "the user is gone");
      for (const account of accounts)
        expect((await store.getUserByAccount(account)) === null, "the account is nobody's");
      for (const { sessionToken } of sessions)
        expect((await store.getSessionAndUser(sessionToken)) === null, "the session is nobody's");
    },
  },
  {
    name: "a session that is extended while expired rows go is there, or was never extended",
    needs: ["createUser", "createSession", "updateSession", "deleteExpired", "getSessionAndUser"],
    async run(store, means) {
      const user = await store.createUser(newUser());
      for (let round = 0; round < 3; round += 1) {
        const sessions = Array.from({ length: runners }, () => ({
          ...newSession(user.id),
          expires: new Date(inOneHour().getTime() - 7_200_000),
        }));
        for (const session of sessions) await store.createSession(session);
        const expires = inOneHour();
        const extended = await atOnce(async (runner) => {
          const own = storeOf(runner, store, means);
          if (runner % 4 === 0) return void (await own.deleteExpired({ batch: 3 }));
          return own.updateSession({ sessionToken: sessions[runner]?.sessionToken ?? "", expires });
        });
        for (const [at, one] of extended.entries()) {
          if (one.status !== "fulfilled" || !one.value) continue;
          const found = await store.getSessionAndUser(sessions[at]?.sessionToken ?? "");
          expectDate(found?.session.expires, expires, "the end of a session that was extended");
        }
      }
    },
  },
];
