/** First sign-ins that meet each other, or whose process dies between two writes. */
import type { Adapter } from "../types/adapter.js";
import type { StoreAdapter } from "../adapters/adapter-over.js";
import { atOnce, failures, successes } from "./at-once.js";
import type { Check } from "./check.js";
import { expect } from "./records.js";
import { newTestUser, signInWith, type TestUser, type SignInWay } from "./visitor.js";

const needs = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "linkAccount",
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
  "createVerificationToken",
  "useVerificationToken",
] as const satisfies readonly (keyof Adapter)[];

const newSecret = (): string => `${crypto.randomUUID()}${crypto.randomUUID()}`;

/** The store as a process sees it that dies right after this method has written: nothing comes through after that. */
function dyingAfter(deadly: keyof Adapter, store: StoreAdapter) {
  let isDead = false;
  const made: { userId?: string } = {};
  const methods = Object.entries(store).flatMap(([name, method]) =>
    typeof method === "function" ? [[name, method as (...given: unknown[]) => unknown] as const] : [],
  );
  const wrapped = methods.map(([name, method]) => [
    name,
    async (...given: unknown[]) => {
      if (isDead) throw new Error("This process is dead");
      const result = await method.call(store, ...given);
      if (name === "createUser") made.userId = (result as { id: string }).id;
      if (name !== deadly) return result;
      isDead = true;
      throw new Error("This process is dead");
    },
  ]);
  return { adapter: Object.fromEntries(wrapped) as Adapter, made, isDead: () => isDead };
}

const steps: Readonly<Record<SignInWay, readonly (keyof Adapter)[]>> = {
  oauth: ["createVerificationToken", "createUser", "linkAccount", "createSession"],
  mail: ["createVerificationToken", "useVerificationToken", "createUser", "createSession"],
};

const said: Readonly<Record<SignInWay, string>> = { oauth: "by a provider", mail: "by a mail" };

const cutOff = (way: SignInWay, deadly: keyof Adapter): Check => ({
  name: `a first sign-in ${said[way]} whose process dies after ${deadly} is finished by the next one`,
  needs,
  async run(store) {
    const testUser = newTestUser();
    const signIn = signInWith(newSecret(), testUser, way);
    const dying = dyingAfter(deadly, store);
    const first = await signIn(dying.adapter);
    if (!dying.isDead()) return expect(first.isSignedIn, `the first one signs in: ${first.errors.join()}`);
    expect(!first.isSignedIn, "the first one has died");
    for (const time of ["second", "third"]) {
      const { isSignedIn, email, errors } = await signIn(store);
      expect(isSignedIn && email === testUser.email, `the ${time} one signs in: ${errors.join()}`);
    }
    const user = await ownerOf(store, testUser, way);
    if (dying.made.userId !== undefined)
      expect(user.id === dying.made.userId, "it is the user that the first one made");
  },
});

/** The one user of a person, by both ways to find it. */
async function ownerOf(store: StoreAdapter, { id, email }: TestUser, way: SignInWay) {
  const user = await store.getUserByEmail(email);
  expect(user !== null, "the user is there");
  if (way === "mail") return user;
  const owner = await store.getUserByAccount({ provider: "oauth", providerAccountId: id });
  expect(owner?.id === user.id, "address and account are of one user");
  return user;
}

export const signIns: readonly Check[] = [
  ...steps.oauth.map((deadly) => cutOff("oauth", deadly)),
  ...steps.mail.map((deadly) => cutOff("mail", deadly)),
  {
    name: "first sign-ins of one person at once make one user, who signs in again",
    needs,
    async run(store, { other }) {
      const testUser = newTestUser();
      const signIn = signInWith(newSecret(), testUser, "oauth");
      const visits = await atOnce(async (runner) => {
        const { isSignedIn } = await signIn(runner % 2 === 0 ? store : other);
        return isSignedIn ? true : null;
      });
      expect(failures(visits).length === 0, `none fails, not: ${failures(visits)[0]}`);
      expect(successes(visits) > 0, "somebody signs in");
      const user = await ownerOf(store, testUser, "oauth");
      const { isSignedIn, errors } = await signIn(store);
      expect(isSignedIn, `the next one signs in: ${errors.join()}`);
      expect((await ownerOf(store, testUser, "oauth")).id === user.id, "it is the same user");
    },
  },
];
