/** Texts as the world has them: long, from everywhere, and made to break statements. */
import type { StoreAdapter } from "../adapters/adapter-over.js";
import { reasonOf } from "./at-once.js";
import type { Check } from "./check.js";
import { expect, newAccount, newSession, newToken, newUser } from "./records.js";

const bytesOfToken = 65_536;
const longToken = (start: string): string => start.padEnd(bytesOfToken, "0123456789abcdef");

/** None of them has a form that Unicode takes for the same. */
const hostile: Readonly<Record<string, string>> = {
  quotes: `o'b"r\`ien''""\`\``,
  statement: `'); drop table users; -- /* */ #`,
  condition: `' or '1'='1`,
  backslashes: `\\ \\' \\" \\\\0 \\x00 \\u0000`,
  wildcards: "%_%[a-z]*?",
  places: "$1 ?1 :id @id {{x}} ${x} $$",
  "outside of the first plane": "𝒜da 🙂👩‍👩‍👧 𠮷",
  "from right to left": "\u202Eedoc\u202C \u200Fשלום\u200E مرحبا",
  "control characters": "\u0001\t\r\n\u001B[31m\u007F\u0085\u2028",
  "nothing to see": "\u200B\u2060\uFEFF\u00AD",
  "json and markup": `{"a":["</script><b>&amp;"]}`,
};

export const longTexts: readonly Check[] = [
  {
    name: "tokens of 64 kB in an account come back whole",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(store) {
      const user = await store.createUser(newUser());
      const tokens = {
        access_token: longToken("access"),
        id_token: longToken("id"),
        refresh_token: longToken("refresh"),
      };
      const account = { ...newAccount(user.id), ...tokens };
      await store.linkAccount(account);
      expect((await store.getUserByAccount(account))?.id === user.id, "the account is there");
      if (typeof store.getAccount !== "function") return;
      const found = await store.getAccount(account.providerAccountId, account.provider);
      for (const [name, token] of Object.entries(tokens))
        expect(found?.[name] === token, `${name} is whole (${String(found?.[name]).length} characters)`);
    },
  },
  {
    name: "a text that is too long for its column is refused, never cut",
    needs: ["createUser", "getUserByEmail", "linkAccount", "getUserByAccount"],
    async run(store) {
      const name = "long name ".repeat(1000);
      const given = { ...newUser(), name };
      const user = (await kept(() => store.createUser(given)))
        ? await store.getUserByEmail(given.email)
        : null;
      if (user !== null) expect(user.name === name, "the name is whole");
      const owner = user ?? (await store.createUser(newUser()));
      const account = {
        ...newAccount(owner.id),
        providerAccountId: `${crypto.randomUUID()}${"x".repeat(400)}`,
      };
      const isKept = await kept(() => store.linkAccount(account));
      const cut = { ...account, providerAccountId: account.providerAccountId.slice(0, 255) };
      expect((await store.getUserByAccount(cut)) === null, "the beginning of an id is nobody's");
      expect(
        ((await store.getUserByAccount(account)) !== null) === isKept,
        "the account is there if it was taken",
      );
    },
  },
  {
    name: "a text that is longer than any column is found nowhere, without an error",
    needs: ["getUserByEmail", "getUserByAccount", "getSessionAndUser", "useVerificationToken"],
    run: (store) => expectNobody(store, "x".repeat(100_000)),
  },
];

export const hostileTexts: readonly Check[] = [
  ...Object.entries(hostile).map(([kind, text]): Check => ({
    name: `${kind}: kept as they are, and nobody else's`,
    needs: [
      "createUser",
      "getUser",
      "getUserByEmail",
      "linkAccount",
      "getUserByAccount",
      "createSession",
      "getSessionAndUser",
      "createVerificationToken",
      "useVerificationToken",
    ],
    run: (store) => expectKept(store, text),
  })),
  {
    name: "conditions and wildcards find nobody",
    needs: ["getUserByEmail", "getUserByAccount", "getSessionAndUser", "useVerificationToken"],
    async run(store) {
      for (const text of ["", "%", "_%", "*", "' or '1'='1", '" or ""="', "\\", "' or 1=1 -- "])
        await expectNobody(store, text);
    },
  },
  {
    name: "a NUL is kept or refused, and looked for without an error",
    needs: [
      "createUser",
      "getUser",
      "linkAccount",
      "getUserByEmail",
      "getUserByAccount",
      "getSessionAndUser",
      "useVerificationToken",
    ],
    async run(store) {
      await expectNobody(store, `a\u0000b${crypto.randomUUID()}`);
      const user = await store.createUser(newUser());
      const account = newAccount(user.id);
      const whole = { ...account, providerAccountId: `${account.providerAccountId}\u0000more` };
      const isKept = await kept(() => store.linkAccount(whole));
      expect((await store.getUserByAccount(account)) === null, "what stands before the NUL is nobody's");
      expect(((await store.getUserByAccount(whole)) !== null) === isKept, "it is there if it was taken");
    },
  },
  {
    name: "halves of characters are not taken for each other",
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(store) {
      const user = await store.createUser(newUser());
      const account = newAccount(user.id);
      const withHalf = (half: string) => ({
        ...account,
        providerAccountId: `${account.providerAccountId}${half}`,
      });
      await kept(() => store.linkAccount(withHalf("\uD800")));
      for (const other of ["\uD801", "\uDC00", "\uFFFD"])
        expect((await store.getUserByAccount(withHalf(other))) === null, "another half is somebody else's");
    },
  },
];

const kept = (write: () => unknown): Promise<boolean> =>
  Promise.resolve()
    .then(write)
    .then(
      () => true,
      () => false,
    );

async function expectKept(store: StoreAdapter, text: string): Promise<void> {
  const unique = crypto.randomUUID();
  const given = { ...newUser(), name: text, image: text, email: `${text}${unique}@example.com` };
  const user = await store.createUser(given);
  const found = await store.getUser(user.id);
  expect(found?.name === text && found.image === text, "name and image are as they were given");
  expect(found.email === given.email, "the address is as it was given");
  expect((await store.getUserByEmail(given.email))?.id === user.id, "the address finds the user");

  const account = { ...newAccount(user.id), providerAccountId: text + unique, access_token: text };
  await store.linkAccount(account);
  expect((await store.getUserByAccount(account))?.id === user.id, "the account finds the user");
  if (typeof store.getAccount === "function") {
    const row = await store.getAccount(account.providerAccountId, account.provider);
    expect(row?.access_token === text, "the access token is as it was given");
  }

  const session = { ...newSession(user.id), sessionToken: text + unique };
  await store.createSession(session);
  const checked = await store.getSessionAndUser(session.sessionToken);
  expect(checked?.user.id === user.id && checked.session.sessionToken === session.sessionToken, "a session");

  const token = { ...newToken(), identifier: `${text}@example.com`, token: text + unique };
  await store.createVerificationToken(token);
  const used = await store.useVerificationToken(token);
  expect(used?.identifier === token.identifier && used.token === token.token, "a verification token");
  await expectNobody(store, `${text}${crypto.randomUUID()}`);
}

/** Nobody is found by this text, in any way, and no look-up fails. */
async function expectNobody(store: StoreAdapter, text: string): Promise<void> {
  const lookUps: Readonly<Record<string, () => unknown>> = {
    getUserByEmail: () => store.getUserByEmail(text),
    getUserByAccount: () => store.getUserByAccount({ provider: "github", providerAccountId: text }),
    "getUserByAccount, provider": () => store.getUserByAccount({ provider: text, providerAccountId: "1" }),
    getSessionAndUser: () => store.getSessionAndUser(text),
    useVerificationToken: () => store.useVerificationToken({ identifier: "a@example.com", token: text }),
  };
  for (const [method, lookUp] of Object.entries(lookUps)) {
    const found = await Promise.resolve()
      .then(lookUp)
      .catch((thrown: unknown) => {
        throw new Error(`Expected: ${method} gives null, not an error (${reasonOf(thrown)})`);
      });
    expect(found === null, `${method} gives null`);
  }
}
