/** Dates mean the same instant for every process and every connection, whatever their time zones. */
import type { Check } from "./check.js";
import { expect, expectInstant, newSession, newToken, newUser } from "./records.js";

/** Where clocks jump, in Europe and in America: local times that do not exist, or that exist twice. */
const instants = [
  "2030-03-31T00:59:59.999Z",
  "2030-03-31T01:30:00.123Z",
  "2030-03-31T02:30:00.123Z",
  "2030-10-27T00:30:00.456Z",
  "2030-10-27T01:30:00.456Z",
  "2030-03-10T02:30:00.789Z",
  "2030-03-10T10:30:00.789Z",
  "2030-11-03T08:30:00.001Z",
  "2030-11-03T09:30:00.001Z",
  "2028-02-29T23:59:59.999Z",
  "2036-12-31T23:59:59.999Z",
].map((text) => new Date(text));

const minute = 60_000;

export const dates: readonly Check[] = [
  {
    name: "the end of a session is the same instant for each that reads it",
    needs: ["createUser", "createSession", "updateSession", "getSessionAndUser"],
    async run(store, { other }) {
      const user = await store.createUser(newUser());
      for (const expires of instants) {
        const session = { ...newSession(user.id), expires };
        await store.createSession(session);
        const { sessionToken } = session;
        for (const reader of [store, other])
          expectInstant((await reader.getSessionAndUser(sessionToken))?.session.expires, expires);
        const later = new Date(expires.getTime() + 90 * minute);
        await other.updateSession({ sessionToken, expires: later });
        for (const reader of [store, other])
          expectInstant((await reader.getSessionAndUser(sessionToken))?.session.expires, later);
      }
    },
  },
  {
    name: "the date on which an address was proven is the same instant for each that reads it",
    needs: ["createUser", "updateUser", "getUser"],
    async run(store, { other }) {
      for (const emailVerified of instants) {
        const user = await store.createUser({ ...newUser(), emailVerified });
        for (const reader of [store, other])
          expectInstant((await reader.getUser(user.id))?.emailVerified, emailVerified);
        const later = new Date(emailVerified.getTime() + 90 * minute);
        expectInstant((await other.updateUser({ id: user.id, emailVerified: later })).emailVerified, later);
        expectInstant((await store.getUser(user.id))?.emailVerified, later);
      }
    },
  },
  {
    name: "the end of a verification token is the same instant for each that uses it",
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(store, { other }) {
      for (const expires of instants) {
        for (const [writer, user] of [
          [store, other],
          [other, store],
        ] as const) {
          const token = { ...newToken(), expires };
          await writer.createVerificationToken(token);
          expectInstant((await user.useVerificationToken(token))?.expires, expires);
        }
      }
    },
  },
  {
    name: "what ended a minute ago is over for each of them, and what ends in a minute is not",
    needs: ["createUser", "createSession", "getSessionAndUser", "deleteExpired"],
    async run(store, { other }) {
      const user = await store.createUser(newUser());
      for (const [writer, cleaner] of [
        [store, other],
        [other, store],
      ] as const) {
        const over = { ...newSession(user.id), expires: new Date(Date.now() - minute) };
        const alive = { ...newSession(user.id), expires: new Date(Date.now() + minute) };
        await writer.createSession(over);
        await writer.createSession(alive);
        await cleaner.deleteExpired();
        expect((await store.getSessionAndUser(over.sessionToken)) === null, "what is over is gone");
        expect((await store.getSessionAndUser(alive.sessionToken)) !== null, "what is alive stays");
      }
    },
  },
];
