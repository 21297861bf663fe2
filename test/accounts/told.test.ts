/** Without a store: what callbacks learn of the address at a sign-in, as a stored row would tell it. */
import { expect, it } from "vitest";
import type { User } from "../../src/runtime/types/entities.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider } from "../oauth/fake-provider.js";
import { providerAt } from "./stage.js";

/** The user that the `jwt` callback gets. */
async function told(claims: object, op: object = {}): Promise<User & { emailVerified?: unknown }> {
  const fake = new FakeProvider();
  let given: User | undefined;
  const browser = new Browser(
    coreApp({
      secret,
      trustHost: true,
      providers: [providerAt(fake, op)],
      callbacks: {
        jwt: ({ token, user }) => {
          given ??= user;
          return token;
        },
      },
      logger: { error: () => undefined, warn: () => undefined },
    }),
  );
  fake.faults.claims = (usual) => ({ ...usual, email: "olga@example.com", ...claims });
  const answer = fake.authorize(locationOf(await browser.startSignIn("op")));
  expect(locationOf(await browser.send(`/auth/callback/op?${answer}`))).toBe(`${origin}/after`);
  return given ?? {};
}

const says = { emailVerified: "email_verified" };

it("a provider that is known to check, and that has checked: the time", async () => {
  expect((await told({ email_verified: true }, says)).emailVerified).toBeInstanceOf(Date);
});

it.each([
  ["says no", { email_verified: false }, says],
  ["says nothing", {}, says],
  [
    "says yes of another address",
    { email_verified: true },
    { ...says, profile: () => ({ id: "1", email: "a@b.c" }) },
  ],
  ["is not known to check, whatever it claims", { email_verified: true }, {}],
  ["claims it by our name", { emailVerified: true }, {}],
])("a provider that %s: nothing", async (_, claims, op) => {
  expect((await told(claims, op)).emailVerified).toBeUndefined();
});

it("what the app's profile() says of it stays", async () => {
  const profile = () => ({ id: "1", email: "olga@example.com", emailVerified: "by hand" });
  expect((await told({}, { profile })).emailVerified).toBe("by hand");
});
