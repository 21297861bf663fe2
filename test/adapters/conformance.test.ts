/** The whole kit on the stores without an ORM and the embedded default. Prisma is in test/full: two processes, and connections that end. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { renderReport, runConformance } from "../../src/runtime/adapter-testing/index.js";
import type { StoreName } from "./open-store.js";
import { bundleApp } from "./second-process.js";
import { openTested, servers, type Server } from "./tested-store.js";

// The second process lives in Kathmandu, and the sessions of the database somewhere else.
process.env["TZ"] = "America/St_Johns";

let app: Awaited<ReturnType<typeof bundleApp>>;
beforeAll(async () => {
  app = await bundleApp("second-store-app.ts");
});
afterAll(() => app.dispose());

const stores: readonly (readonly [StoreName, Server])[] = [
  ["kysely on libsql", "file"],
  ["pg", "Postgres"],
  ["mysql2", "MariaDB"],
];

describe.each(stores)("%s", (name, server) => {
  const why = servers[server] ? "" : ` (skipped: no ${server} on 127.0.0.1)`;
  test.skipIf(!servers[server])(`passes every group of the kit${why}`, async () => {
    const store = await openTested(name, server, app.file);
    const report = await runConformance(store.adapter, store.options).finally(store.close);
    expect(report.groups.flatMap(({ failures }) => failures)).toEqual([]);
    const empty = report.groups.filter(({ passed }) => passed === 0).map(({ group }) => group);
    expect(empty).toEqual(server === "file" || server === "Prisma" ? ["lost connections"] : []);
  });
});

test("this process is in no time zone of whole hours", () => {
  expect(new Date("2030-01-01T00:00:00Z").getTimezoneOffset() % 60).not.toBe(0);
});

test("the kit hands over what handlers do: a store may refuse members that the type of a method does not name", async () => {
  const good = MemoryAdapter();
  const only = (given: object, names: string) => expect(Object.keys(given).sort().join()).toBe(names);
  const strict = {
    ...good,
    async getUserByAccount(account: { provider: string; providerAccountId: string }) {
      only(account, "provider,providerAccountId");
      return good.getUserByAccount(account);
    },
    async useVerificationToken(token: { identifier: string; token: string }) {
      only(token, "identifier,token");
      return good.useVerificationToken(token);
    },
  };
  const { groups } = await runConformance(strict);
  expect(groups.flatMap(({ failures }) => failures)).toEqual([]);
});

/** What the kit says about a store with one fault. */
async function failuresWith(fault: object): Promise<string[]> {
  const { groups } = await runConformance({ ...MemoryAdapter(), ...fault });
  return groups.flatMap(({ group, failures }) => (failures.length > 0 ? [group] : []));
}

describe("the kit catches a store", () => {
  const good = MemoryAdapter();
  const hour = 3_600_000;

  test("whose ids are numbers outside and texts inside", async () => {
    const getUser = async (id: string) => good.getUser(String(Number.parseInt(id, 10) || id));
    expect(await failuresWith({ ...good, getUser })).not.toEqual([]);
    const numbers = {
      ...good,
      createUser: (user: never) => good.createUser({ ...(user as object), id: "7" } as never),
    };
    expect(await failuresWith({ ...numbers, getUser })).toContain("ids");
  });

  test("that moves dates by the time zone", async () => {
    const store = {
      ...good,
      createSession: (session: { expires: Date }) =>
        good.createSession({ ...session, expires: new Date(session.expires.getTime() + hour) } as never),
    };
    expect(await failuresWith(store)).toEqual(expect.arrayContaining(["methods", "dates"]));
  });

  test("that cuts long tokens", async () => {
    const store = {
      ...good,
      linkAccount: (account: { access_token?: string }) =>
        good.linkAccount({ ...account, access_token: account.access_token?.slice(0, 65_535) } as never),
    };
    expect(await failuresWith(store)).toEqual(["long texts"]);
  });

  test("that fails where it should find nobody", async () => {
    const store = {
      ...good,
      async getUserByEmail(email: string) {
        if (email.includes("\u0000")) throw new Error("invalid byte sequence");
        return good.getUserByEmail(email);
      },
    };
    expect(await failuresWith(store)).toEqual(["hostile texts"]);
  });

  test("whose extended sessions come back after a sign-out", async () => {
    const store = {
      ...good,
      async updateSession(session: { sessionToken: string; expires?: Date }) {
        const updated = await good.updateSession(session);
        if (updated === null)
          good.rows.sessions.set(session.sessionToken, { ...session, userId: last } as never);
        return updated;
      },
      createSession(session: { userId: string }) {
        last = session.userId;
        return good.createSession(session as never);
      },
    };
    let last = "";
    expect(await failuresWith(store)).toContain("races");
  });

  test("whose first user nobody finishes", async () => {
    const made = new Set<string>();
    const store = {
      ...good,
      async createUser(user: { email: string }) {
        if (made.has(user.email)) throw new Error("there already");
        const stored = await good.createUser({ ...user, id: crypto.randomUUID() } as never);
        made.add(user.email);
        return stored;
      },
      useVerificationToken: async (token: { identifier: string; token: string }) =>
        token.identifier.startsWith("sign-up:") ? null : good.useVerificationToken(token),
    };
    expect(await failuresWith(store)).toContain("first sign-ins");
  });

  test("that says nothing found while its connections are down", async () => {
    let isDown = false;
    const store = {
      ...MemoryAdapter(),
      breakConnections: async () => {
        isDown = true;
        await new Promise((resolve) => setTimeout(resolve, 5));
        isDown = false;
      },
    };
    const careless = {
      ...store,
      getSessionAndUser: async (token: string) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        return isDown ? null : store.getSessionAndUser(token);
      },
    };
    const report = await runConformance(careless, { breakConnections: store.breakConnections });
    expect(report.groups.find(({ group }) => group === "lost connections")?.failures[0]?.reason).toContain(
      "each answer is the row",
    );
  });
});

test("a report is rendered with what failed and what could not be asked", () => {
  const text = renderReport({
    groups: [
      {
        group: "dates",
        passed: 3,
        failures: [{ name: "an instant", reason: "Expected: a Date" }],
        notAsked: 0,
      },
      { group: "lost connections", passed: 0, failures: [], notAsked: 4 },
    ],
    milliseconds: 12,
  });
  expect(text).toBe(
    "| group | passed | failed | not asked |\n|---|---|---|---|\n| dates | 3 | 1 | 0 |\n" +
      "| lost connections | 0 | 0 | 4 |\n\n12 ms\n\n- dates: an instant. Expected: a Date\n",
  );
});
