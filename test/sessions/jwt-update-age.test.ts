/** `jwt.updateAge`: a session token is made anew only when it is due. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { Auth } from "../../src/runtime/index.js";
import { decode, encode } from "../../src/runtime/jwt.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { secret } from "../support/browser.js";

const name = "authjs.session-token";
const start = Date.parse("2026-01-01T00:00:00Z");
afterEach(() => void vi.useRealTimers());

/** An app that was signed in to at `start`, and what it answers so many seconds later. */
async function answerAfter(seconds: number, jwt: AuthConfig["jwt"], more: Partial<AuthConfig> = {}) {
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  const token = await encode({ token: { sub: "1", name: "Ada" }, secret, salt: name, maxAge: 10_000 });
  vi.setSystemTime(start + seconds * 1000);
  const config: AuthConfig = {
    secret,
    trustHost: true,
    providers: [],
    session: { maxAge: 10_000 },
    logger: { error: () => undefined },
    ...more,
    jwt,
  };
  const headers = { cookie: `${name}=${token}` };
  const response = await Auth(new Request("http://localhost/auth/session", { headers }), config);
  const line = response.headers.getSetCookie().find((each) => each.startsWith(name));
  const sent = line?.slice(name.length + 1).split(";")[0];
  return {
    session: (await response.json()) as { user?: { name?: string }; expires?: string } | null,
    sent: sent ? await decode({ token: sent, secret, salt: name }) : null,
    isSent: line !== undefined,
  };
}

const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

describe("jwt.updateAge", () => {
  it("sends no cookie while the token is younger, and says when it ends", async () => {
    const { session, isSent } = await answerAfter(3599, { updateAge: 3600 });
    expect(session).toEqual({ user: { name: "Ada" }, expires: at(10_000) });
    expect(isSent).toBe(false);
  });

  it("sends a new token when it is as old as that", async () => {
    const { session, sent } = await answerAfter(3600, { updateAge: 3600 });
    expect(session?.expires).toBe(at(13_600));
    expect(sent?.iat).toBe(start / 1000 + 3600);
  });

  it.each([undefined, 0])("sends a new token with every answer where it is %s", async (updateAge) => {
    const { session, sent } = await answerAfter(1, { updateAge });
    expect(session?.expires).toBe(at(10_001));
    expect(sent?.iat).toBe(start / 1000 + 1);
  });

  it("is not session.updateAge, which is about database sessions", async () => {
    const { isSent } = await answerAfter(1, {}, { session: { maxAge: 10_000, updateAge: 3600 } });
    expect(isSent).toBe(true);
  });

  it.each([
    ["in place", ({ token }: { token: Record<string, unknown> }) => Object.assign(token, { role: "admin" })],
    ["in a copy", ({ token }: { token: Record<string, unknown> }) => ({ ...token, role: "admin" })],
  ])("sends at once what the jwt callback changed %s", async (_how, callback) => {
    const { session, sent } = await answerAfter(1, { updateAge: 3600 }, { callbacks: { jwt: callback } });
    expect(sent).toMatchObject({ sub: "1", role: "admin" });
    expect(session?.expires).toBe(at(10_001));
  });

  it("sends nothing for a copy that the jwt callback did not change", async () => {
    const copied = { jwt: ({ token }: { token: object }) => ({ ...token }) };
    expect((await answerAfter(1, { updateAge: 3600 }, { callbacks: copied })).isSent).toBe(false);
  });

  it("clears the cookie when the jwt callback ends the session", async () => {
    const { session, isSent, sent } = await answerAfter(
      1,
      { updateAge: 3600 },
      { callbacks: { jwt: () => null } },
    );
    expect([session, isSent, sent]).toEqual([null, true, null]);
  });

  it("sends a new token where the app's own format does not say when it was made", async () => {
    const { session, sent } = await answerAfter(1, {
      updateAge: 3600,
      decode: () => ({ sub: "1", name: "Ada" }),
    });
    expect(session?.user?.name).toBe("Ada");
    expect(sent?.iat).toBe(start / 1000 + 1);
  });
});
