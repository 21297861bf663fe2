import { afterEach, describe, expect, test, vi } from "vitest";
import Nodemailer from "../../../src/providers/nodemailer.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import * as hashes from "../../../src/runtime/plugins/password/hashes/password-hash.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import { ada, other, PasswordApp, right, type User } from "./drive.js";

vi.mock("../../../src/runtime/plugins/password/hashes/password-hash.js", { spy: true });

afterEach(() => vi.clearAllMocks());

/** The adapter, and the names of its methods as they are called. */
function watched(): { adapter: Adapter; calls: string[] } {
  const calls: string[] = [];
  const noting = <T extends object>(prefix: string, methods: T): T =>
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [
        name,
        typeof method === "function"
          ? (...args: unknown[]) => {
              if (name !== "records") calls.push(prefix + name);
              return (method as (...all: unknown[]) => unknown)(...args);
            }
          : method,
      ]),
    ) as T;
  const store = MemoryAdapter();
  const adapter = noting("", { ...store, records: undefined as never });
  return {
    adapter: { ...adapter, records: (table) => noting(`${table.name}.`, store.records(table)) },
    calls,
  };
}

interface Seen {
  readonly hashes: number;
  readonly calls: readonly string[];
  readonly queued: number;
  readonly status: number;
  readonly answer: string;
}

/** Of a user who signs in by other ways. */
const withoutPassword = "grace@example.com";
/** Checked as it is typed and as NFKC has it. */
const twoSpellings = "\ufb01fty wrong passwords";

const ways: readonly [string, (user: User, email: string) => Promise<Response>][] = [
  ["sign-in with a wrong password", (user, email) => user.signIn(email, other)],
  ["sign-in with a wrong password of two spellings", (user, email) => user.signIn(email, twoSpellings)],
  ["sign-in with a megabyte", (user, email) => user.signIn(email, "x".repeat(90_000))],
  ["sign-up", (user, email) => user.form("sign-up", { email, password: right })],
  ["forgot", (user, email) => user.form("forgot", { email })],
  [
    "a link instead",
    async (user, email) => {
      const fields = { csrfToken: await user.csrfToken(), email, password: other, callbackUrl: "/after" };
      return user.post("/auth/signin/nodemailer", fields);
    },
  ],
];

describe.each(ways)("known or unknown address: %s", (_name, run) => {
  async function seeing(email: string): Promise<Seen> {
    const { adapter, calls } = watched();
    const links: string[] = [];
    const mail = Nodemailer({ sendVerificationRequest: ({ identifier }) => void links.push(identifier) });
    const app = new PasswordApp({ adapter, providers: [mail] });
    await app.withUser();
    await adapter.createUser?.({ id: "grace", email: withoutPassword, emailVerified: null });
    const user = app.browser();
    await user.csrfToken();
    await Promise.all(app.queued);
    vi.clearAllMocks();
    calls.length = 0;
    app.queued.length = 0;
    const answer = await run(user, email);
    const text = (await answer.text()) + String(answer.headers.get("location"));
    return {
      hashes:
        vi.mocked(hashes.hashPassword).mock.calls.length +
        vi.mocked(hashes.isRightPassword).mock.calls.flatMap(([spellings]) => spellings).length,
      calls: [...calls],
      queued: app.queued.length + links.length,
      status: answer.status,
      answer: text
        .replaceAll(/nonce="?-?\w+"?/g, "")
        .replaceAll(email, "")
        .replaceAll(/value="\w{64}"/g, ""),
    };
  }

  test("the same answer for the same hashes, questions to the store and mails", async () => {
    const [known, unknown] = [await seeing(ada), await seeing("bob@example.com")];
    expect(unknown).toEqual(known);
    expect(await seeing(withoutPassword)).toEqual(known);
    expect(known.calls.length).toBeGreaterThan(0);
  });
});

test("what is counted: one hash for each sign-in and sign-up, one mail for each sign-up and forgot", async () => {
  const app = new PasswordApp();
  const user = app.browser();
  await user.signIn(ada, right);
  expect(vi.mocked(hashes.hashPassword)).toHaveBeenCalledTimes(1);
  await user.form("sign-up", { email: ada, password: right });
  expect(vi.mocked(hashes.hashPassword)).toHaveBeenCalledTimes(2);
  await user.form("forgot", { email: ada });
  expect(vi.mocked(hashes.hashPassword)).toHaveBeenCalledTimes(2);
  await Promise.all(app.queued);
  expect([app.queued.length, app.mails.length]).toEqual([2, 1]);
});

test("answers do not wait for mails", async () => {
  let sent = (): void => undefined;
  const sending = new Promise<void>((resolve) => (sent = resolve));
  const app = new PasswordApp({ options: { sendMail: () => sending } });
  const answer = await app.browser().form("sign-up", { email: ada, password: right });
  expect(await answer.text()).toContain("Check your email");
  sent();
});

test.each(["known", "unknown"])(
  "forgot, %s address: the answer waits 100 ms, whatever is found",
  async (kind) => {
    const app = new PasswordApp();
    await app.withUser();
    const user = app.browser();
    const csrfToken = await user.csrfToken();
    const began = performance.now();
    const email = kind === "known" ? ada : "bob@example.com";
    await user.post("/auth/password/forgot", { csrfToken, email });
    // A timer may fire up to a millisecond early.
    expect(performance.now() - began).toBeGreaterThanOrEqual(99);
  },
);

test("a mail that is not sent is told to the log, without the address and the link", async () => {
  const queued: Promise<void>[] = [];
  const options = {
    sendMail: ({ to, url }: { to: string; url: string }) =>
      Promise.reject(new Error(`550 <${to}> ${url} refused`)),
    waitUntil: (work: Promise<void>) => void queued.push(work),
  };
  const app = new PasswordApp({ options });
  expect((await app.browser().form("sign-up", { email: ada, password: right })).status).toBe(200);
  await Promise.all(queued);
  const logged = app.errors
    .map((error) => `${error.message} ${String(error.cause)} ${JSON.stringify(error)}`)
    .join();
  expect(logged).toContain("A mail of the plugin password was not sent");
  expect(logged).not.toContain(ada);
  expect(logged).not.toMatch(/token=/);
});

test("too many mails for one address: 429, known or not", async () => {
  const app = new PasswordApp({ throttle: { mail: { perAddress: 2 } } });
  await app.withUser();
  for (const email of [ada, "bob@example.com"]) {
    const user = app.browser();
    const statuses = [];
    for (let time = 0; time < 3; time += 1) statuses.push((await user.form("forgot", { email })).status);
    expect(statuses).toEqual(email === ada ? [200, 429, 429] : [200, 200, 429]);
  }
});

test("too many wrong passwords: 429, for sign-in and for the current password", async () => {
  const app = new PasswordApp({ throttle: { credentials: { perIdentifier: 2 } } });
  const user = await app.withUser();
  const thief = app.browser();
  const tries = [];
  for (let time = 0; time < 3; time += 1) tries.push((await thief.signIn(ada, other)).status);
  expect(tries).toEqual([302, 302, 429]);
  const changes = [];
  for (let time = 0; time < 3; time += 1)
    changes.push((await user.form("change", { current: other, password: "a third long password" })).status);
  expect(changes).toEqual([401, 401, 429]);
  expect((await user.form("address", { email: "new@example.com", current: right })).status).toBe(429);
});
