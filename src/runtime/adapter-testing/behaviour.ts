/** What each method promises. */
import type { Adapter } from "../types/adapter.js";
import type { Check } from "./check.js";
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

const check = (name: string, needs: readonly (keyof Adapter)[], run: Check["run"]): Check => ({
  name,
  needs,
  run,
});

export const behaviour: readonly Check[] = [
  check("createUser returns the stored user with an id", ["createUser", "getUser"], async (store) => {
    const given = newUser();
    const user = await store.createUser(given);
    expect(typeof user.id === "string" && user.id !== "", "the user has an id");
    const found = await store.getUser(user.id);
    expect(
      found?.email === given.email && found.name === given.name && found.image === given.image,
      "getUser finds it as it was given",
    );
    expect(found.emailVerified === null, "emailVerified is null");
  }),
  check("unknown users are null", ["getUser", "getUserByEmail", "getUserByAccount"], async (store) => {
    const { id, email } = newUser();
    expect((await store.getUser(id)) === null, "getUser gives null");
    expect((await store.getUserByEmail(email)) === null, "getUserByEmail gives null");
    const account = newAccount(id);
    expect((await store.getUserByAccount(account)) === null, "getUserByAccount gives null");
  }),
  check("getUserByEmail finds a user", ["createUser", "getUserByEmail"], async (store) => {
    const user = await store.createUser(newUser());
    expect((await store.getUserByEmail(user.email))?.id === user.id, "it is the same user");
  }),
  check(
    "updateUser changes what it is given, and nothing else",
    ["createUser", "updateUser", "getUser"],
    async (store) => {
      const user = await store.createUser(newUser());
      const emailVerified = inOneHour();
      const updated = await store.updateUser({ id: user.id, emailVerified });
      expectDate(updated.emailVerified, emailVerified, "emailVerified");
      const found = await store.getUser(user.id);
      expectDate(found?.emailVerified, emailVerified, "the stored emailVerified");
      expect(found?.name === user.name && found?.email === user.email, "name and e-mail are as before");
    },
  ),
  check(
    "linkAccount makes the user findable by account",
    ["createUser", "linkAccount", "getUserByAccount"],
    async (store) => {
      const user = await store.createUser(newUser());
      const account = newAccount(user.id);
      await store.linkAccount(account);
      expect((await store.getUserByAccount(account))?.id === user.id, "it is the same user");
      const elsewhere = { provider: "gitlab", providerAccountId: account.providerAccountId };
      expect(
        (await store.getUserByAccount(elsewhere)) === null,
        "the same id at another provider is another account",
      );
    },
  ),
  check(
    "linkAccount takes members that the store has no column for",
    ["createUser", "linkAccount", "getUserByAccount"],
    async (store) => {
      const user = await store.createUser(newUser());
      const account = newAccount(user.id);
      await store.linkAccount(account);
      expect((await store.getUserByAccount(account)) !== null, "the account is there");
    },
  ),
  check(
    "a session comes back with its user",
    ["createUser", "createSession", "getSessionAndUser"],
    async (store) => {
      const user = await store.createUser(newUser());
      const session = newSession(user.id);
      const created = await store.createSession(session);
      expect(created.sessionToken === session.sessionToken, "createSession returns the token");
      const found = await store.getSessionAndUser(session.sessionToken);
      expect(
        found?.user.id === user.id && found.session.userId === user.id,
        "session and user belong together",
      );
      expectDate(found.session.expires, session.expires, "expires");
      expect(
        (await store.getSessionAndUser(newSession(user.id).sessionToken)) === null,
        "an unknown token gives null",
      );
    },
  ),
  check(
    "updateSession moves the end",
    ["createUser", "createSession", "updateSession", "getSessionAndUser"],
    async (store) => {
      const user = await store.createUser(newUser());
      const session = newSession(user.id);
      await store.createSession(session);
      const expires = new Date(session.expires.getTime() + 3_600_000);
      await store.updateSession({ sessionToken: session.sessionToken, expires });
      expectDate(
        (await store.getSessionAndUser(session.sessionToken))?.session.expires,
        expires,
        "the new end",
      );
    },
  ),
  check(
    "deleteSession ends a session, also twice",
    ["createUser", "createSession", "deleteSession", "getSessionAndUser"],
    async (store) => {
      const user = await store.createUser(newUser());
      const session = newSession(user.id);
      await store.createSession(session);
      await store.deleteSession(session.sessionToken);
      expect((await store.getSessionAndUser(session.sessionToken)) === null, "it is gone");
      await store.deleteSession(session.sessionToken);
    },
  ),
  check(
    "a verification token is used once",
    ["createVerificationToken", "useVerificationToken"],
    async (store) => {
      const token = newToken();
      await store.createVerificationToken(token);
      const used = await store.useVerificationToken(token);
      expect(used?.identifier === token.identifier, "the first use gives the row");
      expectDate(used.expires, token.expires, "expires");
      expect((await store.useVerificationToken(token)) === null, "the second use gives null");
    },
  ),
  check(
    "a verification token needs its own identifier",
    ["createVerificationToken", "useVerificationToken"],
    async (store) => {
      const token = newToken();
      await store.createVerificationToken(token);
      const other = { identifier: newToken().identifier, token: token.token };
      expect((await store.useVerificationToken(other)) === null, "another address gives null");
      const mistyped = { identifier: token.identifier, token: newToken().token };
      expect((await store.useVerificationToken(mistyped)) === null, "another token gives null");
      expect((await store.useVerificationToken(token)) !== null, "the real one still works");
    },
  ),
  check(
    "a verification token that is looked at stays",
    ["createVerificationToken", "getVerificationToken", "useVerificationToken"],
    async (store) => {
      const token = newToken();
      await store.createVerificationToken(token);
      for (let round = 0; round < 2; round += 1) {
        const seen = await store.getVerificationToken(token);
        expect(seen?.identifier === token.identifier, "each look gives the row");
        expectDate(seen.expires, token.expires, "expires");
      }
      const mistyped = { identifier: token.identifier, token: newToken().token };
      expect((await store.getVerificationToken(mistyped)) === null, "another token gives null");
      expect((await store.useVerificationToken(token)) !== null, "it can still be used");
      expect((await store.getVerificationToken(token)) === null, "a used one is not there");
    },
  ),
  check(
    "unlinkAccount makes the account unknown",
    ["createUser", "linkAccount", "unlinkAccount", "getUserByAccount"],
    async (store) => {
      const user = await store.createUser(newUser());
      const account = newAccount(user.id);
      await store.linkAccount(account);
      await store.unlinkAccount({ provider: account.provider, providerAccountId: account.providerAccountId });
      expect((await store.getUserByAccount(account)) === null, "nobody has the account");
    },
  ),
  check(
    "deleteUser takes accounts and sessions along",
    [
      "createUser",
      "linkAccount",
      "createSession",
      "deleteUser",
      "getUser",
      "getUserByAccount",
      "getSessionAndUser",
    ],
    async (store) => {
      const user = await store.createUser(newUser());
      const account = newAccount(user.id);
      const session = newSession(user.id);
      await store.linkAccount(account);
      await store.createSession(session);
      await store.deleteUser(user.id);
      expect((await store.getUser(user.id)) === null, "the user is gone");
      expect((await store.getUserByAccount(account)) === null, "the account is gone");
      expect((await store.getSessionAndUser(session.sessionToken)) === null, "the session is gone");
    },
  ),
  check("getAccount finds a link", ["createUser", "linkAccount", "getAccount"], async (store) => {
    const user = await store.createUser(newUser());
    const account = newAccount(user.id);
    await store.linkAccount(account);
    const found = await store.getAccount(account.providerAccountId, account.provider);
    expect(found?.userId === user.id, "it is the user's");
    expect(
      (await store.getAccount(account.providerAccountId, "gitlab")) === null,
      "at another provider it is null",
    );
  }),
  check(
    "authenticators are stored, listed and counted",
    [
      "createUser",
      "createAuthenticator",
      "getAuthenticator",
      "listAuthenticatorsByUserId",
      "updateAuthenticatorCounter",
    ],
    async (store) => {
      const user = await store.createUser(newUser());
      const [first, second] = [newAuthenticator(user.id), newAuthenticator(user.id)];
      await store.createAuthenticator(first);
      await store.createAuthenticator(second);
      const found = await store.getAuthenticator(first.credentialID);
      expect(
        found?.credentialPublicKey === first.credentialPublicKey && found.transports === first.transports,
        "it is as it was stored",
      );
      expect(found.credentialBackedUp === false && found.counter === 0, "flags and counter have their types");
      expect((await store.listAuthenticatorsByUserId(user.id)).length === 2, "both are listed");
      await store.updateAuthenticatorCounter(first.credentialID, 7);
      expect((await store.getAuthenticator(first.credentialID))?.counter === 7, "the counter moved");
      expect((await store.getAuthenticator(second.credentialID))?.counter === 0, "the other one's did not");
    },
  ),
];
