/** Texts that a collation may take for the same belong to different people. */
import type { Check } from "./check.js";
import { expect, newAccount, newAuthenticator, newSession, newToken, newUser } from "./records.js";

export const lookAlikes: readonly Check[] = [
  {
    name: "an accent makes another address and another account",
    needs: ["createUser", "linkAccount", "getUserByEmail", "getUserByAccount"],
    async run(store) {
      const { email, ...rest } = newUser();
      const user = await store.createUser({ ...rest, email: `e${email}` });
      const account = newAccount(user.id);
      await store.linkAccount({ ...account, providerAccountId: `e${account.providerAccountId}` });
      expect(
        (await store.getUserByEmail(`\u00E9${email}`)) === null,
        "the address with an accent is nobody's",
      );
      const accented = { ...account, providerAccountId: `\u00E9${account.providerAccountId}` };
      expect((await store.getUserByAccount(accented)) === null, "the account with an accent is nobody's");
    },
  },
  {
    name: "upper case, or a space at the end, makes another account",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(store) {
      const user = await store.createUser(newUser());
      const account = newAccount(user.id);
      const id = `a${account.providerAccountId}`;
      await store.linkAccount({ ...account, providerAccountId: id });
      for (const providerAccountId of [id.toUpperCase(), `${id} `]) {
        const other = await store.getUserByAccount({ ...account, providerAccountId });
        expect(other === null, `${JSON.stringify(providerAccountId)} is nobody's`);
      }
      expect(
        (await store.getUserByAccount({ ...account, providerAccountId: id })) !== null,
        "the right one is found",
      );
    },
  },
  {
    name: "upper case makes another session",
    needs: ["createUser", "createSession", "getSessionAndUser"],
    async run(store) {
      const user = await store.createUser(newUser());
      const session = { ...newSession(user.id) };
      session.sessionToken = `a${session.sessionToken}`;
      await store.createSession(session);
      expect(
        (await store.getSessionAndUser(session.sessionToken.toUpperCase())) === null,
        "the token in upper case is nobody's",
      );
    },
  },
  {
    name: "upper case makes another verification token",
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(store) {
      const row = newToken();
      const token = `a${row.token}`;
      await store.createVerificationToken({ ...row, token });
      const other = { identifier: row.identifier, token: token.toUpperCase() };
      expect((await store.useVerificationToken(other)) === null, "the token in upper case is none");
      expect(
        (await store.useVerificationToken({ identifier: row.identifier, token })) !== null,
        "the real one still works",
      );
    },
  },
  {
    name: "upper case makes another passkey",
    needs: ["createUser", "createAuthenticator", "getAuthenticator"],
    async run(store) {
      const user = await store.createUser(newUser());
      const authenticator = newAuthenticator(user.id);
      await store.createAuthenticator(authenticator);
      const other = await store.getAuthenticator(authenticator.credentialID.toLowerCase());
      expect(other === null, "the id in lower case is nobody's");
    },
  },
];
