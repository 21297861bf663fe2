/** Requests with hundreds of session cookies: what they cost, and that the genuine one counts. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { encode } from "../../src/runtime/jwt.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { coreApp, origin } from "../support/browser.js";
import { MemoryStore } from "../support/memory-store.js";

const name = "authjs.session-token";
const secrets = ["0", "1", "2", "3"].map((digit) => `test-secret-${digit}`.padEnd(40, digit));
let store: MemoryStore;
let asked: string[];
beforeEach(() => {
  store = new MemoryStore();
  asked = [];
});

function app(strategy: "jwt" | "database") {
  const adapter = Object.fromEntries(
    Object.entries(store.adapter).map(([method, run]) => [
      method,
      (...args: unknown[]) => {
        asked.push(method);
        return (run as (...all: unknown[]) => unknown)(...args);
      },
    ]),
  ) as Adapter;
  const config: AuthConfig = {
    secret: secrets,
    trustHost: true,
    adapter,
    session: { strategy },
    providers: [{ id: "op", name: "OP", type: "oidc", issuer: "https://op.example.com", clientId: "c" }],
    logger: { error: () => undefined, warn: () => undefined },
  };
  const handler = coreApp(config);
  return (cookie: string, path = "/auth/session", init: RequestInit = {}) =>
    handler(new Request(`${origin}${path}`, { ...init, headers: { ...init.headers, cookie } }));
}

function storedSession(): string {
  const sessionToken = randomUUID();
  store.users.set("1", { id: "1", name: "Ada", email: "ada@example.com", emailVerified: null });
  store.sessions.set(sessionToken, { sessionToken, userId: "1", expires: new Date(Date.now() + 86_400_000) });
  return sessionToken;
}

const many = (make: (index: number) => string, count = 600): string =>
  Array.from({ length: count }, (_, index) => `${name}=${make(index)}`).join("; ");
const crowds: [string, string][] = [
  ["one value", many(() => "x")],
  ["different values", many((index) => `x${index}`)],
  ["different values and chunks", `${many((index) => `x${index}`)}; ${name}.0=a; ${name}.1=b`],
  ["cookies of next-auth 4", many((index) => `x${index}`).replaceAll("authjs", "next-auth")],
];

describe("with sessions in a store", () => {
  it.each(crowds)(
    "SEC2-21, F-70 hundreds of cookies (%s) are two questions at most",
    async (_what, crowd) => {
      expect(await (await app("database")(crowd)).json()).toBeNull();
      expect(asked.length).toBeLessThanOrEqual(2);
      expect(new Set(asked)).toEqual(new Set(["getSessionAndUser"]));
    },
  );

  it.each(crowds)(
    "SEC2-21, F-70 the genuine cookie in front of %s counts, and a sign-out ends it",
    async (_what, crowd) => {
      const request = app("database");
      const cookie = `${name}=${storedSession()}; ${crowd}`;
      expect(await (await request(cookie)).json()).toMatchObject({ user: { name: "Ada" } });
      expect(asked.filter((method) => method === "getSessionAndUser")).toHaveLength(1);
      const csrf = await request("", "/auth/csrf");
      const { csrfToken } = (await csrf.json()) as { csrfToken: string };
      const csrfCookie = csrf.headers.getSetCookie()[0]!.split(";")[0]!;
      asked.length = 0;
      await request(`${csrfCookie}; ${cookie}`, "/auth/signout", {
        method: "POST",
        body: new URLSearchParams({ csrfToken }),
      });
      expect(store.sessions.size).toBe(0);
      expect(asked.length).toBeLessThanOrEqual(3);
    },
  );
});

describe("with sessions in the cookie", () => {
  const forgedHeader = Buffer.from(JSON.stringify({ alg: "dir", enc: "A256GCM" })).toString("base64url");
  const part = (length: number) => randomUUID().replaceAll("-", "").repeat(2).slice(0, length);
  const forged = many(() => `${forgedHeader}..${part(16)}.${part(20)}.${part(22)}`, 138);

  it("SEC2-11 the cost of 138 forged ones is at most 20 times that of a valid session", async () => {
    const valid = await encode({ token: { sub: "1", name: "Ada" }, secret: secrets, salt: name });
    const request = app("jwt");
    const cost = async (cookie: string): Promise<number> => {
      const start = process.cpuUsage();
      for (let round = 0; round < 60; round++) await request(cookie);
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    await cost(forged);
    await cost(`${name}=${valid}`);
    expect((await cost(forged)) / (await cost(`${name}=${valid}`))).toBeLessThan(20);
    expect(await (await request(`${name}=${valid}; ${forged}`)).json()).toMatchObject({
      user: { name: "Ada" },
    });
  });

  it("SEC2-11 what has not the form of a token takes no genuine one's place", async () => {
    const valid = await encode({ token: { sub: "1", name: "Ada" }, secret: secrets, salt: name });
    const answer = await app("jwt")(`${many((index) => `x${index}`)}; ${name}=a.b.c; ${name}=${valid}`);
    expect(await answer.json()).toMatchObject({ user: { name: "Ada" } });
  });
});
