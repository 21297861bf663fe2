/** What `onMetric` is told, and that nothing depends on it. */
import { beforeEach, describe, expect, test } from "vitest";
import { customFetch } from "../../src/runtime/types/symbols.js";
import Credentials from "../../src/providers/credentials.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Metric } from "../../src/runtime/types/metric.js";
import { Browser, coreApp, origin, secret } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";
import { MemoryStore } from "../support/memory-store.js";

let fake: FakeProvider;
let metrics: Metric[];
let logged: string[];

beforeEach(() => {
  fake = new FakeProvider(issuerOfTest());
  metrics = [];
  logged = [];
});

let made = 0;
/** Discovery is remembered for each provider: each test has one of its own. */
const issuerOfTest = () => issuer.replace("//", `//t${(made += 1)}.`);

const browserOf = (more: Partial<AuthConfig> = {}): Browser =>
  new Browser(
    coreApp({
      secret,
      trustHost: true,
      onMetric: (metric) => metrics.push(metric),
      providers: [
        {
          id: "op",
          name: "OP",
          type: "oidc",
          issuer: fake.issuer,
          clientId: "cid",
          clientSecret: "test-secret",
          [customFetch]: fake.fetch,
        },
        Credentials({ authorize: ({ name }) => (name === "Ada" ? { id: "1", name: "Ada" } : null) }),
      ],
      logger: { error: (error) => void logged.push(error.message), warn: () => undefined },
      ...more,
    }),
  );

async function signIn(browser: Browser): Promise<void> {
  const start = await browser.startSignIn("op");
  await browser.send(`${origin}/auth/callback/op?${fake.authorize(start.headers.get("location") ?? "")}`);
}

const kinds = () =>
  metrics.map((metric) => {
    const {
      kind,
      provider = "",
      step = "",
      method = "",
      outcome = "",
      error = "",
      limit = "",
    } = metric as never;
    return [kind, provider, step, method, outcome, error, limit].filter((word) => word !== "").join(" ");
  });

async function submit(browser: Browser, name: string): Promise<void> {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  await browser.post("/auth/callback/credentials", { name, csrfToken });
}

describe("a sign-in with a provider and a store", () => {
  test("tells each request, each call of the store and how it ended", async () => {
    const store = new MemoryStore();
    await signIn(browserOf({ adapter: store.adapter }));
    expect(kinds()).toEqual(
      expect.arrayContaining([
        "provider op discovery ok",
        "provider op token ok",
        "provider op keys ok",
        "store getUserByAccount ok",
        "store createUser ok",
        "store linkAccount ok",
        "store createSession ok",
        "signIn op success",
      ]),
    );
    for (const metric of metrics)
      if ("ms" in metric) expect(metric.ms >= 0 && metric.ms < 60_000, JSON.stringify(metric)).toBe(true);
    expect(logged).toEqual([]);
  });

  test("a store that is down, and a provider that refuses, are errors", async () => {
    const store = new MemoryStore();
    const adapter = store.with({ getUserByAccount: () => Promise.reject(new Error("down")) });
    await signIn(browserOf({ adapter }));
    expect(kinds()).toContain("store getUserByAccount error");
    expect(kinds().at(-1)).toMatch(/^signIn op failure \w+$/);
    metrics.length = 0;
    const refusing = browserOf();
    const start = await refusing.startSignIn("op");
    const answer = fake.authorize(start.headers.get("location") ?? "");
    answer.set("code", "of nobody");
    await refusing.send(`${origin}/auth/callback/op?${answer}`);
    expect(kinds()).toContain("provider op token error");
    expect(kinds().at(-1)).toMatch(/^signIn op failure /);
  });

  test("a session check is no metric in the strategy jwt", async () => {
    const browser = browserOf();
    await signIn(browser);
    metrics.length = 0;
    expect((await browser.session())?.user).toBeDefined();
    expect(metrics).toEqual([]);
  });
});

describe("credentials", () => {
  test("right, wrong, and too often", async () => {
    const browser = browserOf({ throttle: { credentials: { perIdentifier: 2 } } });
    await submit(browser, "Ada");
    for (const _ of [1, 2, 3]) await submit(browser, "Eve");
    expect(kinds()).toEqual([
      "signIn credentials success",
      "signIn credentials failure CredentialsSignin",
      "signIn credentials failure CredentialsSignin",
      "throttle credentials identifier",
    ]);
  });

  test("an id that a request made up is no label", async () => {
    const browser = browserOf();
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    await browser.post("/auth/callback/made-up-by-somebody", { csrfToken });
    expect(kinds()).toEqual(["signIn failure InvalidProvider"]);
    expect(JSON.stringify(metrics)).not.toContain("made-up");
  });
});

describe("a hook that fails", () => {
  test.each([
    [
      "throws",
      () => {
        throw new Error("no registry");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no registry"))],
  ])("%s: is logged once, and the sign-in goes on", async (_, onMetric) => {
    const browser = browserOf({ onMetric });
    await signIn(browser);
    expect((await browser.session())?.user).toBeDefined();
    expect(logged).toEqual(["onMetric threw, and is called on: no registry"]);
  });
});

test("the events of the app are told as before", async () => {
  const told: string[] = [];
  const browser = browserOf({
    events: { signIn: ({ account }) => void told.push(String(account?.provider)) },
  });
  await submit(browser, "Ada");
  expect(told).toEqual(["credentials"]);
});
