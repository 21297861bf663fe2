/** Ids are texts for everybody who asks, whatever their column holds: text, UUID or number. */
import type { Check } from "./check.js";
import { expect, newAccount, newSession, newUser } from "./records.js";

/** What a column of numbers or UUIDs may take for an id, or refuse to compare. */
const variantsOf = (id: string): string[] => [
  "",
  " ",
  "nobody",
  "0",
  "-1",
  "1.5",
  "1e3",
  "0x1",
  "NaN",
  "null",
  "true",
  "9".repeat(30),
  crypto.randomUUID(),
  ` ${id}`,
  `${id} `,
  `0${id}`,
  `+${id}`,
  `${id}.0`,
  `${id}x`,
  `${id}' or '1'='1`,
];

export const ids: readonly Check[] = [
  {
    name: "the id of a user is a text, the same one everywhere",
    needs: [
      "createUser",
      "getUser",
      "getUserByEmail",
      "linkAccount",
      "getUserByAccount",
      "createSession",
      "getSessionAndUser",
    ],
    async run(store) {
      const { id, email } = await store.createUser(newUser());
      const account = newAccount(id);
      const session = newSession(id);
      await store.linkAccount(account);
      await store.createSession(session);
      const seen = {
        getUser: (await store.getUser(id))?.id,
        getUserByEmail: (await store.getUserByEmail(email))?.id,
        getUserByAccount: (await store.getUserByAccount(account))?.id,
        "the user of a session": (await store.getSessionAndUser(session.sessionToken))?.user.id,
        "userId of a session": (await store.getSessionAndUser(session.sessionToken))?.session.userId,
      };
      expect(typeof id === "string" && id !== "", "createUser gives a text");
      for (const [where, found] of Object.entries(seen))
        expect(found === id, `${where} gives ${JSON.stringify(id)}, not ${JSON.stringify(found)}`);
    },
  },
  {
    name: "an id that is nearly somebody's is nobody's, and no error",
    needs: ["createUser", "getUser"],
    async run(store) {
      const { id } = await store.createUser(newUser());
      for (const variant of variantsOf(id))
        expect((await store.getUser(variant)) === null, `${JSON.stringify(variant)} is nobody's`);
    },
  },
  {
    name: "what belongs to a user who is not there signs nobody in",
    needs: [
      "createUser",
      "deleteUser",
      "createSession",
      "getSessionAndUser",
      "linkAccount",
      "getUserByAccount",
    ],
    async run(store) {
      const { id } = await store.createUser(newUser());
      await store.deleteUser(id);
      const session = newSession(id);
      const account = newAccount(id);
      // Refused where a foreign key says so.
      await Promise.allSettled([store.createSession(session)]);
      await Promise.allSettled([store.linkAccount(account)]);
      expect((await store.getSessionAndUser(session.sessionToken)) === null, "the session is nobody's");
      expect((await store.getUserByAccount(account)) === null, "the account is nobody's");
    },
  },
];
