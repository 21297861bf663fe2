/** A callback without its `return`: what the log says then, and what is left of the session. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import Credentials from "../../src/providers/credentials.js";
import { toError } from "../../src/runtime/errors/index.js";
import { encode } from "../../src/runtime/jwt.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, secret } from "../support/browser.js";

const salt = "authjs.session-token";
const nothing = () => undefined as never;

interface Told {
  readonly errors: (readonly [name: string, reason: string])[];
  readonly warnings: string[];
}

async function signedIn(callbacks: NonNullable<AuthConfig["callbacks"]>, jwt: AuthConfig["jwt"] = {}) {
  const told: Told = { errors: [], warnings: [] };
  const browser = new Browser(
    coreApp({
      secret,
      trustHost: true,
      basePath: "/auth",
      providers: [Credentials({ credentials: { name: {} }, authorize: () => ({ id: "1", name: "Ada" }) })],
      callbacks,
      jwt,
      logger: {
        error: (error) => void told.errors.push([error.name, reasonOf(error)]),
        warn: (text) => void told.warnings.push(text),
      },
    }),
  );
  const token = await encode({ token: { sub: "1", rid: "one" }, secret, salt });
  browser.cookies.set(salt, token);
  return { browser, told, token };
}

function reasonOf(error: Error): string {
  const { cause } = error as { cause?: { err?: unknown } };
  return cause?.err === undefined ? error.message : toError(cause.err).message;
}

async function signIn(browser: Browser): Promise<string | null> {
  const { csrfToken } = (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };
  const answer = await browser.post("/auth/callback/credentials", { csrfToken, name: "ada" });
  return answer.headers.get("location");
}

const forgotten = "callbacks.jwt returned no token";

describe("jwt", () => {
  test.each<[string, () => never]>([
    ["nothing", nothing],
    ["a text, which is not told", () => "a-secret-text" as never],
  ])("that returns %s ends a session check, and the cookie stays", async (_, jwt) => {
    const { browser, told, token } = await signedIn({ jwt });
    expect((await browser.send("/auth/session")).status).toBe(500);
    expect(told.errors).toEqual([["JWTSessionError", forgotten]]);
    expect(browser.cookies.get(salt)).toBe(token);
  });

  test("signs nobody in", async () => {
    const { browser, told } = await signedIn({ jwt: nothing });
    browser.cookies.clear();
    expect(await signIn(browser)).toContain("/auth/error?error=Configuration");
    expect(told.errors).toEqual([["CallbackRouteError", forgotten]]);
    expect(browser.cookies.has(salt)).toBe(false);
  });
});

describe("jwt.encode", () => {
  test.each<[string, () => never]>([
    ["returns nothing", nothing],
    [
      "throws",
      () => {
        throw new TypeError("Do not know how to serialize a BigInt");
      },
    ],
  ])("that %s ends a session check, and the cookie stays", async (_, encodeAnew) => {
    const { browser, told, token } = await signedIn({}, { encode: encodeAnew });
    const answer = await browser.send("/auth/session");
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ message: "The session could not be made" });
    expect(told.errors.map(([name]) => name)).toEqual(["JWTSessionError"]);
    expect(browser.cookies.get(salt)).toBe(token);
  });
});

test.each<[string, () => never]>([
  ["undefined", nothing],
  ["false", () => false as never],
])("signIn that returns %s lets nobody in, and the log says what it returned", async (given, callback) => {
  const { browser, told } = await signedIn({ signIn: callback });
  expect(await signIn(browser)).toContain("/auth/error?error=AccessDenied");
  expect(told.errors).toEqual([["AccessDenied", `callbacks.signIn returned ${given}`]]);
});

describe("session", () => {
  const spoken = (warnings: readonly string[]) =>
    warnings.filter((text) => text.startsWith("session-undefined: callbacks.session returned nothing"));
  beforeEach(() => void vi.stubEnv("NODE_ENV", "development"));
  afterEach(() => void vi.unstubAllEnvs());

  test.each<[string, () => never]>([
    ["at once", nothing],
    ["as a promise", (async () => undefined) as () => never],
  ])("that returns nothing, %s, is named once", async (_, session) => {
    const { browser, told } = await signedIn({ session });
    for (let check = 0; check < 3; check += 1)
      expect(await (await browser.send("/auth/session")).text()).toBe("");
    expect(spoken(told.warnings)).toHaveLength(1);
    expect(told.errors).toEqual([]);
  });

  test.each<[string, string, NonNullable<AuthConfig["callbacks"]>]>([
    ["in production", "production", { session: nothing }],
    ["where it returns null", "development", { session: () => null as never }],
    ["where it returns the session", "development", { session: ({ session }) => session }],
    ["without one", "development", {}],
  ])("%s nothing is said", async (_, mode, callbacks) => {
    vi.stubEnv("NODE_ENV", mode);
    const { browser, told } = await signedIn(callbacks);
    expect((await browser.send("/auth/session")).status).toBe(200);
    expect(spoken(told.warnings)).toEqual([]);
  });
});
