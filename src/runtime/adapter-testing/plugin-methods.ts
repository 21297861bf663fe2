/** What plugins ask of a store beside the methods of the reference: asked of stores that have them. */
import type { Check } from "./check.js";
import { expect, expectDate, newAccount, newSession, newUser } from "./records.js";

/** Ids of nobody; a column of numbers takes the second one for 7. */
const nobody = ["nobody", " 7", "", "no\0body"];

export const pluginMethods: readonly Check[] = [
  {
    name: "listAccounts gives all accounts of a user, and nobody else's",
    needs: ["createUser", "linkAccount", "unlinkAccount", "listAccounts"],
    async run(store) {
      const [user, other] = [await store.createUser(newUser()), await store.createUser(newUser())];
      const [first, second, theirs] = [newAccount(user.id), newAccount(user.id), newAccount(other.id)];
      for (const account of [first, second, theirs]) await store.linkAccount(account);
      const listed = await store.listAccounts(user.id);
      const ids = listed.map(({ providerAccountId }) => providerAccountId).sort();
      const wanted = [first, second].map(({ providerAccountId }) => providerAccountId).sort();
      expect(ids.join() === wanted.join(), "both accounts of the user are listed, and no other one");
      const found = listed.find(({ providerAccountId }) => providerAccountId === first.providerAccountId);
      expect(
        found?.userId === user.id && found.access_token === first.access_token && found.type === first.type,
        "an account is as it was stored",
      );
      await store.unlinkAccount(second);
      expect(
        (await store.listAccounts(user.id)).length === 1,
        "an account that was unlinked is listed no more",
      );
      for (const id of nobody)
        expect((await store.listAccounts(id)).length === 0, `${JSON.stringify(id)} has no account`);
    },
  },
  {
    name: "listSessions gives all sessions of a user, and nobody else's",
    needs: ["createUser", "createSession", "deleteSession", "listSessions"],
    async run(store) {
      const [user, other] = [await store.createUser(newUser()), await store.createUser(newUser())];
      const [first, second, theirs] = [newSession(user.id), newSession(user.id), newSession(other.id)];
      for (const session of [first, second, theirs]) await store.createSession(session);
      const listed = await store.listSessions(user.id);
      const tokens = listed.map(({ sessionToken }) => sessionToken).sort();
      const wanted = [first, second].map(({ sessionToken }) => sessionToken).sort();
      expect(tokens.join() === wanted.join(), "both sessions of the user are listed, and no other one");
      const found = listed.find(({ sessionToken }) => sessionToken === first.sessionToken);
      expect(found?.userId === user.id, "a session names its user");
      expectDate(found.expires, first.expires, "expires");
      await store.deleteSession(second.sessionToken);
      expect(
        (await store.listSessions(user.id)).length === 1,
        "a session that was deleted is listed no more",
      );
      for (const id of nobody)
        expect((await store.listSessions(id)).length === 0, `${JSON.stringify(id)} has no session`);
    },
  },
  {
    name: "renewAccount writes new tokens into one account, and nothing else",
    needs: ["createUser", "linkAccount", "getAccount", "renewAccount"],
    async run(store) {
      const user = await store.createUser(newUser());
      const [first, second] = [newAccount(user.id), newAccount(user.id)];
      for (const account of [first, second]) await store.linkAccount(account);
      const { provider, providerAccountId } = first;
      const tokens = { access_token: "a new access token", refresh_token: "a new refresh token" };
      const end = (first.expires_at ?? 0) + 60;
      const isDone = await store.renewAccount({ provider, providerAccountId, ...tokens, expires_at: end });
      expect(isDone, "it says that it was done");
      const renewed = await store.getAccount(providerAccountId, provider);
      expect(
        renewed?.access_token === tokens.access_token &&
          renewed.refresh_token === tokens.refresh_token &&
          renewed.expires_at === end,
        "the tokens are the new ones",
      );
      expect(renewed.scope === first.scope && renewed.userId === user.id, "other columns are as before");
      const untouched = await store.getAccount(second.providerAccountId, provider);
      expect(untouched?.access_token === second.access_token, "the other account is as before");
      const unknown = { provider, providerAccountId: newAccount(user.id).providerAccountId, ...tokens };
      expect(!(await store.renewAccount(unknown)), "of an account that is not there it says so");
      expect((await store.getAccount(unknown.providerAccountId, provider)) === null, "and makes none");
    },
  },
];
