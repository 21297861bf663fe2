/** Accounts whose provider counts its users: new rows hold text, older ones may hold a number. */
import { beforeEach, expect, it } from "vitest";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { Profile } from "../../src/runtime/types/entities.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider } from "../oauth/fake-provider.js";
import { MemoryStore } from "../support/memory-store.js";
import { providerAt } from "./stage.js";

let store: MemoryStore;
let asked: unknown[];
beforeEach(() => {
  store = new MemoryStore();
  asked = [];
});

async function signIn(
  getUserByAccount: NonNullable<Adapter["getUserByAccount"]>,
  id: unknown,
): Promise<string> {
  const fake = new FakeProvider();
  const browser = new Browser(
    coreApp({
      secret,
      trustHost: true,
      adapter: store.with({
        getUserByAccount: (account) => {
          asked.push(account.providerAccountId);
          return getUserByAccount(account);
        },
      }),
      providers: [
        providerAt(fake, {
          profile: ({ name, email }: Profile) => ({
            id: id as string,
            name: name ?? null,
            email: email ?? null,
          }),
        }),
      ],
      logger: { error: () => undefined, warn: () => undefined },
    }),
  );
  const answer = fake.authorize(locationOf(await browser.startSignIn("op")));
  return locationOf(await browser.send(`/auth/callback/op?${answer}`));
}

it("a row that holds the number is found, and no second user is made", async () => {
  const user = await store.adapter.createUser({ id: "1", email: "olga@example.com", emailVerified: null });
  const old = { provider: "op", providerAccountId: 4711 as unknown as string, type: "oidc" as const };
  store.accounts.push({ ...old, userId: user.id });
  expect(await signIn(store.adapter.getUserByAccount, 4711)).toBe(`${origin}/after`);
  expect([store.users.size, store.accounts.length]).toEqual([1, 1]);
  expect(asked.slice(0, 2)).toEqual(["4711", 4711]);
});

it("a new row holds text, and a store that takes no number is no obstacle", async () => {
  const strict: NonNullable<Adapter["getUserByAccount"]> = (account) => {
    if (typeof account.providerAccountId !== "string") throw new Error("Expected String, provided Int");
    return store.adapter.getUserByAccount(account);
  };
  for (let time = 0; time < 2; time++) expect(await signIn(strict, 4711)).toBe(`${origin}/after`);
  expect(store.accounts.map(({ providerAccountId }) => providerAccountId)).toEqual(["4711"]);
});

it("a store is asked for text only when the id is text", async () => {
  expect(await signIn(store.adapter.getUserByAccount, "4711")).toBe(`${origin}/after`);
  expect(asked).toEqual(["4711", "4711"]);
});
