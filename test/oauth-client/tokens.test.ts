import { describe, expect, test, vi } from "vitest";
import Google from "../../src/providers/google.js";
import Discord from "../../src/providers/discord.js";
import GitHub from "../../src/providers/github.js";
import type { AuthError } from "../../src/runtime/errors/index.js";
import { LostAnswer, refresh, RefreshRefused, revoke, start } from "../../src/runtime/oauth-client/index.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import { playedByDev } from "./every-provider.js";
import { signIn } from "./play.js";

playedByDev();

const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "done",
    (error: unknown) => error,
  );

test("OC-15: new tokens come over the old ones, and a refresh token that stays in use is among them", async () => {
  const google = Google({});
  const { end } = await signIn(google, { person: "mira" });
  const renewed = await refresh(google, end.tokens);
  expect(renewed.access_token).not.toBe(end.tokens.access_token);
  expect(renewed.refresh_token).toMatch(/./);
  expect(renewed.expires_in).toBeUndefined();
  expect(renewed.expires_at).toBeGreaterThan(Date.now() / 1000);
  const { end: of } = await signIn(google, { person: "mira" });
  expect((await refresh(google, of.tokens.refresh_token ?? "")).access_token).toMatch(/./);
});

test("OC-16: a refresh token that the provider takes no more is an error of its own", async () => {
  const google = Google({});
  const { end } = await signIn(google, { person: "mira", fault: "revoked-refresh" });
  const error = await failure(refresh(google, end.tokens));
  expect(error).toBeInstanceOf(RefreshRefused);
  expect(String(error)).not.toContain(end.tokens.refresh_token);
  expect(await failure(refresh(google, {}))).toBeInstanceOf(RefreshRefused);
});

test("OC-17: an answer that got lost is an error of its own, and shows no token", async () => {
  const down = GitHub({
    clientId: "id",
    clientSecret: "sec",
    [customFetch]: () => Promise.reject(new Error("reset")),
  });
  const gateway = GitHub({
    clientId: "id",
    clientSecret: "sec",
    revocation: "https://github.example/revoke",
    [customFetch]: async () => new Response("bad gateway", { status: 502 }),
  });
  for (const call of [
    () => refresh(down, "rt-secret"),
    () => refresh(gateway, "rt-secret"),
    () => revoke(gateway, "rt-secret"),
  ]) {
    const error = await failure(call());
    expect(error).toBeInstanceOf(LostAnswer);
    expect(String(error)).not.toContain("rt-secret");
  }
});

describe("OC-18: a token that is taken back", () => {
  test.each([Google({}), Discord({})])(
    "ends at $id, with those that were given with it",
    async (provider) => {
      const { end } = await signIn(provider, { person: "mira" });
      await revoke(provider, end.tokens.refresh_token ?? "");
      expect(await failure(refresh(provider, end.tokens))).toBeInstanceOf(RefreshRefused);
      // RFC 7009, section 2.2: a token that is not known is none of its errors.
      expect(await failure(revoke(provider, "unknown"))).toBe("done");
    },
  );

  test("a provider without an address for it says so", async () => {
    const error = await failure(revoke(GitHub({}), "token-secret"));
    expect((error as AuthError).type).toBe("InvalidEndpoints");
    expect(String(error)).not.toContain("token-secret");
  });
});

test("OC-19: the form is that of RFC 7009, with the client's own authentication", async () => {
  vi.stubEnv("AUTH_DEV_IDP", "");
  const seen: Request[] = [];
  const send = async (input: string | URL | Request, init?: RequestInit) => {
    seen.push(new Request(input, init));
    return new Response(null, { status: 200 });
  };
  const provider = GitHub({
    clientId: "id",
    clientSecret: "sec",
    revocation: "https://github.example/revoke",
    [customFetch]: send as typeof fetch,
  });
  await revoke(provider, "tok");
  const [request] = seen;
  expect(request?.url).toBe("https://github.example/revoke");
  expect(Object.fromEntries(new URLSearchParams(await request?.text()))).toEqual({
    token: "tok",
    client_id: "id",
    client_secret: "sec",
  });
});

test("OC-28: AUTH_DEV_IDP counts in development, and for an app on this machine, alone", async () => {
  const github = GitHub({ clientId: "id", clientSecret: "sec" });
  const addressOf = async (redirectUri: string) => new URL((await start(github, { redirectUri })).url).host;
  const local = "http://localhost:3000/cb";
  expect(await addressOf(local)).toMatch(/^127\.0\.0\.1:/);
  vi.spyOn(console, "error").mockReturnValue();
  expect(await addressOf("https://app.example/cb")).toBe("github.com");
  vi.stubEnv("NODE_ENV", "production");
  expect(await addressOf(local)).toBe("github.com");
  vi.stubEnv("NODE_ENV", "development");
  vi.stubEnv("AUTH_DEV_IDP", "https://evil.example");
  expect(await addressOf(local)).toBe("github.com");
  vi.restoreAllMocks();
});
