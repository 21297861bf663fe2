/** Link and code of one mail, raced by two processes over a real database: the store decides, and one of them signs in. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { memoryStore } from "../../src/runtime/shared-store/memory.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import type { StoreName } from "./open-store.js";
import { bundleApp } from "./second-process.js";
import { openTested, servers, type Server } from "./tested-store.js";

let app: Awaited<ReturnType<typeof bundleApp>>;
beforeAll(async () => {
  app = await bundleApp("second-store-app.ts");
});
afterAll(() => app.dispose());

const rounds = 20;

const stores: readonly (readonly [StoreName, Server])[] = [
  ["pg", "Postgres"],
  ["mysql2", "MariaDB"],
  ["kysely on libsql", "file"],
  ["@auth/pg-adapter", "Postgres"],
  ["@auth/drizzle-adapter on Postgres", "Postgres"],
];

/** Asks for a mail here, and types its code here while its link is followed there. @returns where both are sent */
async function race(here: ReturnType<typeof coreApp>, there: typeof here, mails: Mail[]): Promise<string[]> {
  const [first, other] = [new Browser(here), new Browser(there)];
  const { csrfToken } = (await (await first.send("/auth/csrf")).json()) as { csrfToken: string };
  const form = { csrfToken, callbackUrl: "/after" };
  await first.post("/auth/signin/email", { ...form, email: `user${mails.length}@example.com` });
  const { url, code = "" } = mails.at(-1)!;
  const both = [() => first.post("/auth/callback/email", { ...form, code }), () => other.send(url)];
  if (mails.length % 2 === 0) both.reverse();
  const answers = await Promise.all(both.map((send) => send()));
  const sessions = answers.flatMap(({ headers }) =>
    headers.getSetCookie().filter((line) => line.startsWith("authjs.session-token=")),
  );
  expect(sessions).toHaveLength(1);
  return answers.map(locationOf).filter((location) => location === `${origin}/after`);
}

interface Mail {
  readonly url: string;
  readonly code?: string;
}

describe.each(stores)("%s", (name, server) => {
  test.skipIf(!servers[server])("exactly one of link and code signs in, in every round", async () => {
    const store = await openTested(name, server, app.file);
    const mails: Mail[] = [];
    const shared = memoryStore();
    const appOver = (adapter: Adapter) =>
      coreApp({
        secret,
        trustHost: true,
        adapter,
        session: { strategy: "database" },
        sharedStore: shared,
        throttle: false,
        providers: [
          {
            id: "email",
            name: "E-mail",
            type: "email",
            code: true,
            sendVerificationRequest: (mail) => void mails.push(mail),
          },
        ],
        logger: { error: () => undefined, warn: () => undefined },
      });
    try {
      const second = await store.options.second!();
      const [here, there] = [appOver(store.adapter), appOver(second)];
      for (let round = 0; round < rounds; round++) expect(await race(here, there, mails)).toHaveLength(1);
    } finally {
      await store.close();
    }
  });
});
