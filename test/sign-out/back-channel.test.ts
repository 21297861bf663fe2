import { describe, expect, test, vi } from "vitest";
import { coreApp, locationOf, origin } from "../support/browser.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { sessionProvider } from "../../src/runtime/sign-out/tables.js";
import "../support/fresh-memory.js";
import { gate } from "../support/gate.js";
import { at, listening, logoutToken, nowSeconds, send, visitor } from "./back-channel.js";
import { PathBrowser, providerOf, stage } from "./visit.js";

describe.each(["jwt", "database"] as const)("back-channel logout, with %s sessions", (strategy) => {
  test("ends the session that its token names, and tells the app", async () => {
    const app = listening(strategy);
    const [one, other] = [await visitor(app, "session-1"), await visitor(app, "session-2")];
    const answer = await send(app.app, await logoutToken());
    expect([answer.status, answer.headers.get("cache-control"), await answer.text()]).toEqual([
      200,
      "no-store",
      "",
    ]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect([await one.isSignedIn(), await other.isSignedIn()]).toEqual([false, true]);
    expect(app.ended).toEqual([
      strategy === "jwt"
        ? { token: { sub: expect.any(String) }, reason: "provider" }
        : { session: expect.objectContaining({ sessionToken: expect.any(String) }), reason: "provider" },
    ]);
    expect(app.seen.errors).toEqual([]);
  });

  test("with a person alone ends all that began with the provider, of that person", async () => {
    const app = listening(strategy);
    const mine = [
      await visitor(app, "session-1"),
      await visitor(app, "session-2"),
      await visitor(app, undefined),
    ];
    const theirs = await visitor(app, "session-3", "user-2");
    expect((await send(app.app, await logoutToken({ sid: undefined }))).status).toBe(200);
    for (const browser of mine) expect(await browser.isSignedIn()).toBe(false);
    expect(await theirs.isSignedIn()).toBe(true);
    expect(app.ended).toHaveLength(3);
  });

  test("never ends a session that the user opened another way, nor one that a link was made in", async () => {
    const { fake } = listening(strategy);
    const second = listening(strategy);
    const providers = [
      providerOf(fake, { backchannelLogout: { cacheSeconds: 0 } }),
      providerOf(second.fake, { id: "other", name: "Other" }),
    ];
    const app = listening(strategy, { providers });
    const browser = new PathBrowser(app.app);
    second.fake.faults.claims = (claims) => ({
      ...claims,
      iss: second.fake.issuer,
      email: "other@example.com",
    });
    await browser.signIn(second.fake, "other");
    // Linked in the session: the session did not begin with it.
    await browser.signIn(fake, "oidc");
    for (const changes of [{ sid: undefined }, {}, { sub: undefined }])
      expect((await send(app.app, await logoutToken(changes))).status).toBe(200);
    expect(await browser.isSignedIn()).toBe(true);
    expect(app.ended).toEqual([]);
  });

  test("a session that began after the token was made goes on", async () => {
    const app = listening(strategy);
    const browser = await visitor(app);
    const before = await logoutToken({ sid: undefined, iat: nowSeconds() - 60 });
    expect((await send(app.app, before)).status).toBe(200);
    expect(await browser.isSignedIn()).toBe(true);
  });

  test("a sid with another person's sub ends nothing", async () => {
    const app = listening(strategy);
    const browser = await visitor(app);
    expect((await send(app.app, await logoutToken({ sub: "user-2" }))).status).toBe(200);
    expect(await browser.isSignedIn()).toBe(true);
  });

  test("another process knows at once where it asks each time", async () => {
    const app = listening(strategy);
    const browser = await visitor(app);
    const elsewhere = at(app.otherProcess(), browser);
    expect(await elsewhere.isSignedIn()).toBe(true);
    expect((await send(app.app, await logoutToken())).status).toBe(200);
    expect(await elsewhere.isSignedIn()).toBe(false);
  });

  test("another process knows within its cacheSeconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const app = listening(strategy, {}, { backchannelLogout: { cacheSeconds: 30 } });
      const browser = await visitor(app);
      const elsewhere = at(app.otherProcess(), browser);
      expect(await elsewhere.isSignedIn()).toBe(true);
      expect((await send(app.app, await logoutToken())).status).toBe(200);
      vi.setSystemTime(Date.now() + 31_000);
      const late = at(app.otherProcess(), browser);
      expect([await late.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([false, false]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("a sign-in whose code was exchanged before the token was made is stopped", async () => {
    const app = listening(strategy);
    const [reached, go] = [gate(), gate()];
    const { app: slow } = listening(strategy, {
      providers: [providerOf(app.fake, { backchannelLogout: { cacheSeconds: 0 } })],
      adapter: app.adapter,
      callbacks: {
        async signIn() {
          reached.open();
          await go.opened;
          return true;
        },
      },
    });
    const browser = new PathBrowser(slow);
    const coming = browser.signIn(app.fake);
    await reached.opened;
    expect((await send(app.app, await logoutToken({ iat: nowSeconds() + 1 }))).status).toBe(200);
    go.open();
    expect(locationOf(await coming)).toContain("AccessDenied");
    expect(await browser.isSignedIn()).toBe(false);
    // The next one is a new session of the provider.
    const again = await visitor({ app: slow, fake: app.fake }, "session-2");
    expect(await again.isSignedIn()).toBe(true);
  });

  test("a sign-out here leaves no row behind", async () => {
    const app = listening(strategy);
    const browser = await visitor(app);
    const rows = app.adapter.records!(sessionProvider);
    const [row] = await rows.list({ provider: "oidc" }, { limit: 10 });
    expect(row).toMatchObject({
      provider: "oidc",
      issuer: "https://op.example.com",
      userId: expect.any(String),
    });
    // Neither the person nor the session is named there.
    expect(JSON.stringify(row)).not.toMatch(/user-1|session-1/);
    await browser.signOut({});
    expect(await rows.list({ provider: "oidc" }, { limit: 10 })).toEqual([]);
  });

  test("beside a plugin that watches sessions too", async () => {
    const app = listening(strategy, { plugins: [account({ cacheSeconds: 0 })] });
    const browser = await visitor(app);
    expect(await browser.isSignedIn()).toBe(true);
    expect((await send(app.app, await logoutToken())).status).toBe(200);
    expect(await browser.isSignedIn()).toBe(false);
  });

  test("an outage of the store ends nothing and uses nothing up: the same token is good once it is over", async () => {
    const adapter = MemoryAdapter();
    let isDown = false;
    const records: typeof adapter.records = (table) => {
      const rows = adapter.records!(table);
      const insert: typeof rows.insert = async (row) => {
        if (isDown) throw new Error("connection refused");
        return rows.insert(row);
      };
      return { ...rows, insert };
    };
    const app = listening(strategy, { adapter: { ...adapter, records } });
    const browser = await visitor(app);
    const token = await logoutToken();
    isDown = true;
    const failed = await send(app.app, token);
    expect([failed.status, await failed.json()]).toEqual([400, { error: "temporarily_unavailable" }]);
    expect(failed.headers.get("cache-control")).toBe("no-store");
    expect(await browser.isSignedIn()).toBe(true);
    isDown = false;
    expect((await send(app.app, token)).status).toBe(200);
    expect(await browser.isSignedIn()).toBe(false);
  });

  test("a sign-in while the store takes no row is none", async () => {
    const adapter = MemoryAdapter();
    const records: typeof adapter.records = (table) => {
      const rows = adapter.records!(table);
      if (table.name !== sessionProvider.name) return rows;
      return { ...rows, insert: () => Promise.reject(new Error("connection refused")) };
    };
    const app = listening(strategy, { adapter: { ...adapter, records } });
    const browser = new PathBrowser(app.app);
    expect(locationOf(await browser.signIn(app.fake))).toContain("error");
    expect(await browser.isSignedIn()).toBe(false);
  });
});

test("an outage of the provider's keys refuses the token, which is good once they are there", async () => {
  const app = listening("database");
  const browser = await visitor(app);
  const cold = app.otherProcess();
  const token = await logoutToken();
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    app.fake.faults.answer = { jwks: () => new Response("down", { status: 503 }) };
    expect(await (await send(cold, token)).json()).toEqual({ error: "temporarily_unavailable" });
    app.fake.faults.answer = {};
    vi.setSystemTime(Date.now() + 31_000);
    expect((await send(cold, token)).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
  expect(await browser.isSignedIn()).toBe(false);
});

test("an unknown key asks for the keys at most every 30 seconds", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const app = listening("database");
    await visitor(app);
    const before = app.fake.called("jwks");
    const unknown = () => logoutToken({}, { kid: "k9" });
    for (let round = 0; round < 5; round += 1)
      expect((await send(app.app, await unknown())).status).toBe(400);
    expect(app.fake.called("jwks") - before).toBeLessThanOrEqual(1);
    vi.setSystemTime(Date.now() + 31_000);
    for (let round = 0; round < 5; round += 1)
      expect((await send(app.app, await unknown())).status).toBe(400);
    expect(app.fake.called("jwks") - before).toBeLessThanOrEqual(2);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [
    "the provider does not have the option",
    () => stage({ adapter: MemoryAdapter() }, { federatedSignOut: true }),
  ],
  ["there is no store", () => stage({}, { federatedSignOut: true, backchannelLogout: true })],
  [
    "the store keeps no rows of plugins",
    () =>
      stage({ adapter: { ...MemoryAdapter(), records: undefined } as never }, { backchannelLogout: true }),
  ],
])("404 where %s, and everything else works", async (_why, make) => {
  const { browser, config, fake } = make();
  const answer = await send(coreApp(config), await logoutToken());
  expect(answer.status).toBe(/option/.test(_why) ? 400 : 404);
  expect(locationOf(await browser.signIn(fake))).toBe(`${origin}/after`);
  expect(await browser.isSignedIn()).toBe(true);
});

test("a table that is missing switches it off: 404, told once, and sign-ins go on", async () => {
  const adapter = MemoryAdapter();
  const missing = Object.assign(new Error(`no such table: ${sessionProvider.name}`), {
    [Symbol.for("authwright.missing-table")]: true,
  });
  const records: typeof adapter.records = (table) => {
    const rows = adapter.records!(table);
    if (table.name !== sessionProvider.name) return rows;
    const fail = () => Promise.reject(missing);
    return { ...rows, insert: fail, list: fail, find: fail, consume: fail };
  };
  const app = listening("jwt", { adapter: { ...adapter, records } });
  const browser = await visitor(app);
  expect(await browser.isSignedIn()).toBe(true);
  for (let round = 0; round < 2; round += 1)
    expect((await send(app.app, await logoutToken())).status).toBe(404);
  expect(app.seen.errors.filter((error) => /"sign-out" is off/.test(String(error)))).toHaveLength(1);
});
