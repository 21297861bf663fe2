/** When the person was asked: what the provider says counts, where it knows how to be asked. */
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Keycloak from "../../src/providers/keycloak.js";
import { createAuth } from "../../src/runtime/integrations/hono.js";
import { decode } from "../../src/runtime/jwt.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import { Browser, locationOf, secret, watched } from "../support/browser.js";
import { FakeProvider, issuer } from "./fake-provider.js";

const salt = "authjs.session-token";
const wish = "authjs.state.max-age";
const claim = "authwright.asked_at";
const weeks = 21 * 86_400;

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const now = () => Math.floor(Date.now() / 1000);
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

function stageOf(more: Partial<AuthConfig> = {}) {
  const provider = new FakeProvider();
  const { seen, config } = watched();
  const client = { issuer, clientId: "cid", clientSecret: "s", [customFetch]: provider.fetch };
  const providers: AuthConfig["providers"] = [
    Keycloak(client),
    { ...client, id: "op", name: "OP", type: "oidc" },
  ];
  const auth = createAuth({ ...config, providers, ...more });
  const app = new Hono();
  app.use("/auth/*", auth.handler);
  app.get("/safe", auth.require({ maxAge: 300 }), (c) => c.text("in"));
  app.get("/open", auth.require(), (c) => c.text("in"));
  const browser = new Browser(async (request) => app.fetch(request));
  const see = async (path: string, accept = "text/html") =>
    (await browser.send(path, { headers: { accept } })).status;
  /** The plain button. @returns the address at the provider, and the answer to its callback */
  const press = async (auth_time: unknown, id = "keycloak") => {
    const start = new URL(locationOf(await browser.startSignIn(id)));
    provider.faults = { claims: (given) => ({ ...given, ...(auth_time !== undefined && { auth_time }) }) };
    const answer = await browser.send(`/auth/callback/${id}?${provider.authorize(start.href)}`);
    return { asked: [start.searchParams.get("max_age"), start.searchParams.get("prompt")], answer };
  };
  const token = async () =>
    (await decode({ token: browser.cookies.get(salt) ?? "", secret, salt })) as Record<string, unknown>;
  return { browser, seen, see, press, token };
}

type Told = readonly [name: string, told: () => unknown, expected: () => number];

describe("R1: the claim", () => {
  test.each<Told>([
    ["three weeks ago", () => now() - weeks, () => now() - weeks],
    ["just now", () => now(), () => now()],
    ["a clock that is 60 s ahead", () => now() + 60, () => now()],
    ["a clock that is 61 s ahead", () => now() + 61, () => 0],
    ["milliseconds", () => Date.now(), () => 0],
    ["half seconds", () => now() - 0.5, () => 0],
    ["nothing", () => undefined, () => 0],
  ])("a provider that knows max_age says %s", async (_name, told, expected) => {
    const { press, token, see } = stageOf();
    const { asked, answer } = await press(told());
    expect([asked, locationOf(answer)]).toEqual([[null, null], "http://localhost:3000/after"]);
    const { auth_time, [claim]: askedAt } = await token();
    expect([auth_time, askedAt]).toEqual([now(), expected()]);
    expect([await see("/open"), await see("/safe")]).toEqual([200, expected() === now() ? 200 : 302]);
  });

  test("of all others the time of the callback counts, whatever they say", async () => {
    const { press, token, see } = stageOf();
    await press(now() - weeks, "op");
    expect(await token()).toMatchObject({ auth_time: now(), [claim]: now() });
    expect(await see("/safe")).toBe(200);
  });

  test("it stays from read to read", async () => {
    const { press, token, browser } = stageOf();
    await press(now() - weeks);
    const before = await token();
    later(60);
    await browser.session();
    const { [claim]: askedAt, auth_time, iat } = await token();
    expect([askedAt, auth_time, iat === before["iat"]]).toEqual([before[claim], before["auth_time"], false]);
  });
});

describe("R1: the question", () => {
  test.each(["text/html", "application/json"])(
    "a guard asks a stranger's provider, for one start (%s)",
    async (accept) => {
      const { see, press, browser } = stageOf();
      expect(await see("/safe", accept)).toBe(accept === "text/html" ? 302 : 401);
      expect(browser.cookies.has(wish)).toBe(true);
      expect((await press(now())).asked).toEqual(["300", "login"]);
      expect([browser.cookies.has(wish), await see("/safe")]).toEqual([false, 200]);
    },
  );

  test("the cookie is good for ten minutes", async () => {
    const { see, press, browser } = stageOf();
    await see("/safe");
    const kept = browser.cookies.get(wish)!;
    later(616);
    browser.cookies.set(wish, kept);
    expect((await press(now())).asked).toEqual([null, null]);
  });

  test("a cookie of somebody's own making asks nothing", async () => {
    const { press, browser } = stageOf();
    browser.cookies.set(wish, "made-up");
    expect((await press(now())).asked).toEqual([null, null]);
  });

  test("a guard without maxAge, and an app whose providers know none, set no cookie", async () => {
    const { see, browser } = stageOf();
    await see("/open");
    expect(browser.cookies.has(wish)).toBe(false);
    const other = stageOf({ providers: [{ id: "op", name: "OP", type: "oidc", issuer, clientId: "cid" }] });
    await other.see("/safe");
    expect(other.browser.cookies.has(wish)).toBe(false);
  });

  test("inside an open session the plain button asks, and an old time is no newer session", async () => {
    const { see, press, token, seen } = stageOf();
    await press(now() - weeks);
    const second = await press(now() - weeks);
    expect([second.asked, locationOf(second.answer)]).toEqual([
      ["300", "login"],
      "http://localhost:3000/after",
    ]);
    expect([(await token())[claim], await see("/safe")]).toEqual([now() - weeks, 302]);
    expect(seen.warnings).toEqual([]);
  });

  test("inside an open session an answer without a time signs in, not fresh, with a warning", async () => {
    const { see, press, seen } = stageOf();
    await press(undefined);
    expect(seen.warnings).toEqual([]);
    const second = await press(undefined);
    expect([second.asked[0], locationOf(second.answer)]).toEqual(["300", "http://localhost:3000/after"]);
    expect(await see("/safe")).toBe(302);
    expect(seen.warnings).toEqual([expect.stringContaining('reauthentication: "none"')]);
  });

  test.each([
    ["an old one", () => now() - weeks],
    ["none", () => undefined],
    ["milliseconds", () => Date.now()],
  ])("a guard that has asked for a time gets %s: a page names other ways, no redirect", async (_n, told) => {
    const { see, press, browser, seen } = stageOf({ pages: { signIn: "/login", error: "/oops" } });
    expect(await see("/safe")).toBe(302);
    const { answer } = await press(told());
    expect([answer.status, answer.headers.get("location")]).toEqual([403, null]);
    const page = await answer.text();
    expect(page).toContain("Keycloak did not ask who you are");
    expect(page).toContain('href="http://localhost:3000/login"');
    expect([browser.cookies.has(salt), seen.errors.length]).toEqual([false, 1]);
    expect(seen.errors[0]?.message).toContain("max_age=300");
  });

  test("the smaller number of form and guard counts", async () => {
    const { see, browser } = stageOf();
    await see("/safe");
    const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
    const start = await browser.post("/auth/signin/keycloak", { csrfToken, maxAge: "900" });
    expect(new URL(locationOf(start)).searchParams.get("max_age")).toBe("300");
  });

  test("a page of the app is led to by the endpoint with the cookie", async () => {
    const { browser, press } = stageOf({ pages: { signIn: "/login" } });
    await browser.send("/auth/signin?maxAge=120");
    expect((await press(now())).asked).toEqual(["120", "login"]);
  });
});
