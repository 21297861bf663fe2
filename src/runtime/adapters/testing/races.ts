/** What must hold when two requests come at once: the store decides, by unique indexes and deletes that return. */
import type { Check } from "./check.js";
import { expect, newAccount, newToken, newUser } from "./records.js";

const runners = 8;

/** Starts all at the same moment: everybody waits until the last one is ready. */
async function atOnce<T>(act: (runner: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  let ready = 0;
  const all = Array.from({ length: runners }, async (_, runner) => {
    ready += 1;
    if (ready === runners) open();
    await gate;
    return act(runner);
  });
  return Promise.allSettled(all);
}

const successes = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter((result) => result.status === "fulfilled" && result.value !== null).length;

export const races: readonly Check[] = [
  {
    name: `of ${runners} uses of one verification token at once exactly one succeeds`,
    needs: ["createVerificationToken", "useVerificationToken"],
    async run(store) {
      for (let round = 0; round < 5; round += 1) {
        const token = newToken();
        await store.createVerificationToken(token);
        const count = successes(await atOnce(async () => store.useVerificationToken(token)));
        expect(count === 1, `one of ${runners} uses gives the row, not ${count}`);
      }
    },
  },
  {
    name: `of ${runners} users with one e-mail address at once exactly one is made`,
    needs: ["createUser", "getUserByEmail"],
    async run(store) {
      const { email } = newUser();
      const count = successes(await atOnce(async () => store.createUser({ ...newUser(), email })));
      expect(count === 1, `one of ${runners} createUser calls succeeds, not ${count}`);
      expect((await store.getUserByEmail(email)) !== null, "the user is there");
    },
  },
  {
    name: `of ${runners} links of one account at once exactly one is made`,
    needs: ["createUser", "linkAccount", "getUserByAccount"],
    async run(store) {
      const users = await Promise.all(
        Array.from({ length: runners }, async () => store.createUser(newUser())),
      );
      const account = newAccount("");
      const results = await atOnce(async (runner) => {
        await store.linkAccount({ ...account, userId: users[runner]?.id ?? "" });
        return true;
      });
      const count = successes(results);
      expect(count === 1, `one of ${runners} linkAccount calls succeeds, not ${count}`);
      expect((await store.getUserByAccount(account)) !== null, "the account has an owner");
    },
  },
];
