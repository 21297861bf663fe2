/** A sign-in of the last seconds: providers that know `max_age` are asked for it, and their answer is judged. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Keycloak from "../../src/providers/keycloak.js";
import OIDC from "../../src/providers/oidc.js";
import Okta from "../../src/providers/okta.js";
import { Hono } from "hono";
import { createAuth } from "../../src/runtime/integrations/hono.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, locationOf, secret, watched } from "../support/browser.js";
import { FakeProvider, issuer } from "./fake-provider.js";

const start = Date.parse("2026-01-01T00:00:00Z");
beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const known = { keycloak: Keycloak, okta: Okta, oidc: OIDC };
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** An app with a page that wants a sign-in of the last five minutes, or as the requirement says. */
function stageOf(more: Partial<AuthConfig> = {}, requirement: object = { maxAge: 300 }) {
  const provider = new FakeProvider();
  const { seen, config } = watched();
  const client = { issuer, clientId: "cid", clientSecret: "s", [customFetch]: provider.fetch };
  const auth = createAuth({
    ...config,
    providers: [
      Keycloak(client),
      Okta(client),
      OIDC(client),
      OIDC({ ...client, id: "quiet", reauthentication: "none" }),
      { ...client, id: "plain", name: "Plain", type: "oauth", userinfo: `${issuer}/userinfo` },
    ],
    ...more,
  });
  const app = new Hono();
  app.use("/auth/*", auth.handler);
  app.get("/safe", auth.require(requirement), (c) => c.text("in"));
  const browser = new Browser(async (request) => app.fetch(request));
  const seeSafe = () => browser.send("/safe", { headers: { accept: "text/html" } });
  return { provider, seen, browser, seeSafe };
}

type Stage = ReturnType<typeof stageOf>;

/** Follows a start to the end. @param age seconds since the provider has asked the person; undefined: it does not say */
async function finish({ provider, browser }: Stage, location: string, age?: number, id = "keycloak") {
  const auth_time = age === undefined ? undefined : Math.floor(Date.now() / 1000) - age;
  provider.faults = { claims: (given) => ({ ...given, ...(age !== undefined && { auth_time }) }) };
  return browser.send(`/auth/callback/${id}?${provider.authorize(location)}`);
}

const startSignIn = async ({ browser }: Stage, id: string, fields: Record<string, string> = {}) => {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  const form = { csrfToken, callbackUrl: "/safe", ...fields };
  return new URL(locationOf(await browser.post(`/auth/signin/${id}`, form)));
};

const asked = ({ searchParams }: URL) => [searchParams.get("max_age"), searchParams.get("prompt")];

describe.each(Object.keys(known))("%s", (id) => {
  test("a page that wants a sign-in of just now asks the provider for it, through the sign-in page", async () => {
    const stage = stageOf();
    await finish(stage, (await startSignIn(stage, id)).href, 0, id);
    expect((await stage.seeSafe()).status).toBe(200);
    later(301);
    const refused = await stage.seeSafe();
    expect(refused.status).toBe(302);
    const page = locationOf(refused);
    expect(new URL(page, "http://localhost").searchParams.get("maxAge")).toBe("300");
    const html = await (await stage.browser.send(page)).text();
    expect(html).toContain('<input type="hidden" name="maxAge" value="300" />');
    const location = await startSignIn(stage, id, { maxAge: "300" });
    expect(asked(location)).toEqual(["300", "login"]);
    const done = await finish(stage, location.href, 12, id);
    expect(locationOf(done)).toContain("/safe");
    expect((await stage.seeSafe()).status).toBe(200);
    expect(stage.seen.errors).toEqual([]);
  });

  test.each([
    ["says nothing of when", undefined],
    ["has asked too long ago", 400],
  ])("an answer that %s is refused, and the session of before stays", async (_name, age) => {
    const stage = stageOf();
    await finish(stage, (await startSignIn(stage, id)).href, undefined, id);
    later(301);
    const before = stage.browser.cookies.get("authjs.session-token");
    const { href } = await startSignIn(stage, id, { maxAge: "300" });
    const answer = await finish(stage, href, age, id);
    expect([answer.status, answer.headers.get("location")]).toEqual([403, null]);
    expect(await answer.text()).toContain("did not ask who you are");
    expect(stage.browser.cookies.get("authjs.session-token")).toBe(before);
    expect((await stage.seeSafe()).status).toBe(302);
    expect(stage.seen.errors).toHaveLength(1);
  });

  test("an answer to another start does not count for this one", async () => {
    const stage = stageOf();
    const plain = await startSignIn(stage, id);
    const fresh = await startSignIn(stage, id, { maxAge: "300" });
    const swapped = new URL(fresh);
    swapped.searchParams.delete("max_age");
    swapped.searchParams.delete("prompt");
    // Whoever takes the words out of the address gets no answer that says when.
    expect((await finish(stage, swapped.href, undefined, id)).status).toBe(403);
    expect(locationOf(await finish(stage, plain.href, 1, id))).toContain("error=");
  });
});

test("providers that know no way are not asked, and the time of their answer counts", async () => {
  for (const id of ["plain", "quiet"]) {
    const stage = stageOf();
    const location = await startSignIn(stage, id, { maxAge: "300" });
    expect([id, ...asked(location)]).toEqual([id, null, null]);
    await finish(stage, location.href, undefined, id);
    expect((await stage.seeSafe()).status).toBe(200);
    later(301);
    expect((await stage.seeSafe()).status).toBe(302);
  }
});

test.each(["", "-1", "1e3", "300 ", "0x10", "NaN", "9999999999", "300&prompt=none"])(
  "what is no number of seconds is not sent: %j",
  async (maxAge) => {
    const stage = stageOf();
    expect(asked(await startSignIn(stage, "keycloak", { maxAge }))).toEqual([null, null]);
  },
);

test("0 seconds asks always, and a request cannot take the question back", async () => {
  const stage = stageOf();
  const { csrfToken } = (await (await stage.browser.send("/auth/csrf")).json()) as { csrfToken: string };
  const answer = await stage.browser.post("/auth/signin/keycloak?prompt=none&max_age=99999", {
    csrfToken,
    maxAge: "0",
  });
  const location = new URL(locationOf(answer));
  expect(asked(location)).toEqual(["0", "login"]);
  expect(locationOf(await finish(stage, location.href, 1))).not.toContain("error=");
});

test("a page of the app is told how many seconds", async () => {
  const stage = stageOf({ pages: { signIn: "/login?tab=1" } });
  await finish(stage, (await startSignIn(stage, "keycloak")).href);
  later(301);
  const location = new URL(locationOf(await stage.seeSafe()), "http://localhost");
  expect([location.pathname, location.searchParams.get("tab"), location.searchParams.get("maxAge")]).toEqual([
    "/login",
    "1",
    "300",
  ]);
});

test("a stranger is not asked for more than to sign in", async () => {
  const stage = stageOf();
  expect(locationOf(await stage.seeSafe())).not.toContain("maxAge");
});

test("the secret of a check is not the place of another number", async () => {
  // Sealed by us: nothing that a browser can write makes a longer time of it.
  const stage = stageOf({ secret });
  const location = await startSignIn(stage, "keycloak", { maxAge: "60" });
  for (const [name, value] of stage.browser.cookies)
    if (/state|pkce|nonce/.test(name)) stage.browser.cookies.set(name, `${value.slice(0, -3)}AAA`);
  expect(locationOf(await finish(stage, location.href, 1))).toContain("error=");
});
