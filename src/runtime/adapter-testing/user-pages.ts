/** What a store promises that lists users in pages. */
import type { StoreAdapter } from "../adapters/adapter-over.js";
import type { AdapterUser, UserPage } from "../types/adapter.js";
import type { Check } from "./check.js";
import { expect, newUser } from "./records.js";

/** As UTF-8 orders them; languages leave out some, and put the last one elsewhere. */
const inBytes = ["-", "0", "10", "2", "_", "a", "aa", "b", "z", "\u00E9"];

/** The list up to its end: each page begins at the user behind those of the page before. */
async function walk(store: StoreAdapter, { limit, ...page }: UserPage): Promise<readonly AdapterUser[]> {
  const all: AdapterUser[] = [];
  let { from } = page;
  for (;;) {
    const users = await store.pageUsers({ ...page, from, limit: limit + 1 });
    expect(users.length <= limit + 1, `${limit + 1} users at most, not ${users.length}`);
    all.push(...users.slice(0, limit));
    const next = users[limit];
    if (next === undefined) return all;
    from = next[page.by];
  }
}

export const userPages: readonly Check[] = [
  {
    name: "pageUsers lists addresses in the order of their bytes, from where it is told to begin",
    needs: ["createUser", "pageUsers"],
    async run(store) {
      const prefix = crypto.randomUUID();
      const addresses = inBytes.map((end) => `${prefix}${end}`);
      for (const email of [...addresses].reverse()) await store.createUser({ ...newUser(), email });
      const asked = async (from: string, limit: number) => {
        const users = await store.pageUsers({ by: "email", from, limit });
        return users.map(({ email }) => email.replace(prefix, "")).join(" ");
      };
      const all = await asked(prefix, inBytes.length);
      expect(all === inBytes.join(" "), `in the order of bytes, not ${all}`);
      expect((await asked(`${prefix}2`, 3)) === "2 _ a", "an address itself is the first one");
      expect((await asked(`${prefix}3`, 3)) === "_ a aa", "so is what would be behind it");
      const listed = await walk(store, { by: "email", limit: 3 });
      const ours = listed.map(({ email }) => email).filter((email) => email.startsWith(prefix));
      expect(ours.join() === addresses.join(), "page by page each address comes once");
    },
  },
  {
    name: "pageUsers lists every user once by id, and begins where it is told",
    needs: ["createUser", "pageUsers"],
    async run(store) {
      const made: string[] = [];
      for (let count = 0; count < 5; count += 1) made.push((await store.createUser(newUser())).id);
      const ids = (await walk(store, { by: "id", limit: 3 })).map(({ id }) => id);
      expect(new Set(ids).size === ids.length, "nobody comes twice");
      expect(
        made.every((id) => ids.includes(id)),
        "everybody comes",
      );
      for (const from of made) {
        const [first] = await store.pageUsers({ by: "id", from, limit: 1 });
        expect(first?.id === from, "an id itself is the first one");
      }
      const [begin = ""] = ids;
      expect(
        (await store.pageUsers({ by: "id", limit: 1 }))[0]?.id === begin,
        "else the list begins at its first",
      );
    },
  },
  {
    name: "pageUsers by address leaves out who has none, and finds nobody at what no text can be",
    needs: ["createUser", "pageUsers"],
    async run(store) {
      const user = await store.createUser(newUser());
      // Where the column must have a value, nobody is without an address.
      await Promise.allSettled([store.createUser(Object.assign(newUser(), { email: null }))]);
      const listed = await walk(store, { by: "email", limit: 1000 - 1 });
      expect(
        listed.some(({ id }) => id === user.id),
        "who has an address is listed",
      );
      expect(
        listed.every(({ email }) => typeof email === "string" && email !== ""),
        "all have one",
      );
      for (const from of ["\0", "\uD800", `${user.email}\0`])
        expect((await store.pageUsers({ by: "email", from, limit: 5 })).length === 0, "nobody is there");
    },
  },
  {
    name: "pageUsers refuses a limit that is no number from 1 to 1000",
    needs: ["pageUsers"],
    async run(store) {
      for (const limit of [0, 1001, 0.5, Number.NaN]) {
        const failure = await Promise.resolve()
          .then(() => store.pageUsers({ by: "id", limit }))
          .catch((error: unknown) => error);
        expect(failure instanceof RangeError, `a limit of ${limit} is a RangeError`);
      }
    },
  },
];
