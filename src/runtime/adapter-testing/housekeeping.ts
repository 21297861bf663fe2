/** What a store promises that removes expired rows. */
import type { Check } from "./check.js";
import { expect, inOneHour, newSession, newToken, newUser } from "./records.js";

const anHourAgo = () => new Date(inOneHour().getTime() - 7_200_000);

export const housekeeping: readonly Check[] = [
  {
    name: "deleteExpired removes what is over, in batches, and nothing else",
    needs: [
      "deleteExpired",
      "createUser",
      "createSession",
      "getSessionAndUser",
      "createVerificationToken",
      "useVerificationToken",
    ],
    async run(store) {
      const user = await store.createUser(newUser());
      const sessions = [1, 2, 3].map(() => ({ ...newSession(user.id), expires: anHourAgo() }));
      const alive = newSession(user.id);
      for (const session of [...sessions, alive]) await store.createSession(session);
      const over = { ...newToken(), expires: anHourAgo() };
      const valid = newToken();
      for (const token of [over, valid]) await store.createVerificationToken(token);
      const removed = await store.deleteExpired({ batch: 2 });
      expect(removed >= 4, `four rows are over, ${removed} went`);
      for (const { sessionToken } of sessions)
        expect((await store.getSessionAndUser(sessionToken)) === null, "a session that is over is gone");
      expect((await store.getSessionAndUser(alive.sessionToken)) !== null, "a session that is alive stays");
      expect((await store.useVerificationToken(over)) === null, "a token that is over is gone");
      expect((await store.useVerificationToken(valid)) !== null, "a token that is valid stays");
      expect((await store.deleteExpired()) === 0, "nothing is left to remove");
    },
  },
];
