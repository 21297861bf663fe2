import { createServer } from "node:http";
import express, { type RequestHandler } from "express";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { finding } from "../../src/cli/findings/finding.js";
import { Stop, type Drive } from "../../src/commands/doctor/live/drive.js";
import { liveCodes } from "../../src/cli/findings/live-codes.js";
import { checkCookies } from "../../src/commands/doctor/live/cookies.js";
import { startIdentityProvider, type IdentityProvider } from "../../src/commands/dev/server/index.js";
import Credentials from "../../src/providers/credentials.js";
import Google from "../../src/providers/google.js";
import GitHub from "../../src/providers/github.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { MiddlewareAuthConfig } from "../../src/runtime/integrations/express.js";
import { freePort } from "../support/process.js";
import type { Given, Sent } from "./tampered.js";
import { liveFaults, withPolicy } from "./live-faults.js";
import { drive, realApp, tampered, type Front } from "./tampered.js";

const secret = "q3J7vXw0mZ1cT9uYb5Rk2LsHd8GfNaPe4oVi6xCtWyE=";
let idp: IdentityProvider;
const open: Front[] = [];
const kept = <T extends Front>(front: T): T => {
  open.push(front);
  return front;
};

beforeAll(async () => {
  idp = await startIdentityProvider();
});
afterAll(() => idp.close());
beforeEach(() => {
  // The runtime follows the local identity provider in development alone.
  vi.stubEnv("NODE_ENV", "development");
  vi.stubEnv("AUTH_SECRET", secret);
  vi.stubEnv("AUTH_GITHUB_ID", "doctor-client");
  vi.stubEnv("AUTH_GITHUB_SECRET", "doctor-client-secret");
  vi.stubEnv("AUTH_DEV_IDP", idp.url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const steps = ["providers", "csrf", "session", "sign-in page", "sign-in with github"];
const played = [...steps, "callback", "session", "sign-out"];

describe("apps that are well", () => {
  test("under auth dev somebody is signed in and out again, and no value is told", async () => {
    const app = kept(await realApp());
    const result = await drive(app.origin);
    expect(result.finding).toBeUndefined();
    expect(result.base).toBe(`${app.origin}/auth`);
    expect(result.steps.map(({ step }) => step)).toEqual(played);
    expect(JSON.stringify(result)).not.toMatch(/[\w-]{40,}|doctor-client/);
  });

  test.each([
    ["an OIDC provider", [Google]],
    ["providers of several kinds", [Credentials({ authorize: () => null }), GitHub]],
  ])("%s", async (_name, providers) => {
    const app = kept(await realApp({ providers }));
    const result = await drive(app.origin);
    expect(result.finding).toBeUndefined();
    expect(result.steps.at(-1)?.step).toBe("sign-out");
  });

  test.each(["4", "5"] as const)("Express %s with body parsers above the endpoints", async (version) => {
    const above = [express.json(), express.urlencoded({ extended: true })];
    const app = kept(await realApp({}, above, version));
    expect((await drive(app.origin)).finding).toBeUndefined();
  });

  test("a database of sessions", async () => {
    const app = kept(await realApp({ adapter: MemoryAdapter() }));
    const result = await drive(app.origin);
    expect(result.finding).toBeUndefined();
    expect(result.steps.at(-1)?.step).toBe("sign-out");
  });

  test("at a real provider it stops, without a request to it", async () => {
    vi.stubEnv("AUTH_DEV_IDP", "");
    const app = kept(await realApp());
    const { finding: found, steps: seen } = await drive(app.origin);
    expect(found).toBeUndefined();
    expect(seen.map(({ step }) => step)).toEqual([...steps, "stopped"]);
    expect(seen.at(-1)?.seen).toContain("github.com");
  });

  test("with credentials only it says so", async () => {
    const app = kept(await realApp({ providers: [Credentials({ authorize: () => null })] }));
    const { finding: found, steps: seen } = await drive(app.origin);
    expect(found).toBeUndefined();
    expect(seen.at(-1)?.seen).toContain("credentials");
  });

  test("a base path in the address is taken", async () => {
    const app = kept(await realApp());
    expect((await drive(`${app.origin}/auth/`)).finding).toBeUndefined();
    expect((await drive(`${app.origin}/api/auth`)).finding?.code).toBe("AUTH_D_LIVE_BASE_PATH");
  });
});

describe("the first thing that is wrong", () => {
  test.each(liveFaults.map((one) => [`${one.code}: ${one.what}`, one] as const))(
    "%s",
    async (_name, fault) => {
      const front = kept(await tampered(kept(await realApp()), fault.tamper));
      const { finding: found, steps: seen } = await drive(front.origin, fault);
      expect(found?.code, JSON.stringify(seen)).toBe(fault.code);
      expect(JSON.stringify([found, seen])).not.toMatch(/[\w-]{40,}/);
    },
  );

  test("the front alone spoils nothing", async () => {
    const front = kept(await tampered(kept(await realApp()), {}));
    expect((await drive(front.origin)).finding).toBeUndefined();
  });

  test.each([
    "upgrade-insecure-requests",
    "style-src 'unsafe-inline'; script-src 'self' 'unsafe-inline'",
    "form-action *",
    "form-action 'self' http:",
    "form-action http://127.0.0.1:*",
    "form-action *; form-action 'none'",
  ])("a second policy that stops nothing: %s", async (policy) => {
    const front = kept(await tampered(kept(await realApp()), withPolicy(policy)));
    expect((await drive(front.origin)).finding).toBeUndefined();
  });

  test.each([
    ["https://*.github.com", "https://github.com", true],
    ["github.com", undefined, false],
    ["https://github.com/login", undefined, false],
    ["https://github.com:8443", "https://github.com", true],
  ])("form-action %s in front of a real provider", async (source, named, isStopped) => {
    vi.stubEnv("AUTH_DEV_IDP", "");
    const front = kept(await tampered(kept(await realApp()), withPolicy(`form-action ${source}`)));
    const { finding: found } = await drive(front.origin);
    expect(found?.code).toBe(isStopped ? "AUTH_D_LIVE_POLICY" : undefined);
    expect(found?.fix).toBe(named && `form-action 'self' ${named}`);
  });

  test("a page of the app's own that has no form of ours may forbid forms", async () => {
    const headers = { "content-type": "text/html", "content-security-policy": "form-action 'none'" };
    const request = ({ path, method }: Sent) =>
      path === "/auth/signin" && method === "GET" ? { headers, body: "<h1>Sign in</h1>" } : undefined;
    const front = kept(await tampered(kept(await realApp()), { request }));
    expect((await drive(front.origin)).finding).toBeUndefined();
  });

  test("control characters and endless bodies of an app reach nobody", async () => {
    const id = "\u001B[2J\u0007git";
    const evil = { [id]: { id, type: "oauth", callbackUrl: "http://elsewhere.example/x" } };
    const request = () => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(evil) });
    const front = kept(await tampered(kept(await realApp()), { request }));
    const { finding: found, steps: seen } = await drive(front.origin);
    expect(found?.code).toBe("AUTH_D_LIVE_HOST");
    expect([found?.message, ...seen.map((one) => one.seen)].join("")).not.toMatch(/\p{Cc}/u);
    const long = kept(await tampered(front, { request: () => ({ body: "x".repeat(5_000_000) }) }));
    expect((await drive(long.origin)).finding?.code).toBe("AUTH_D_LIVE_NOT_OURS");
  });

  test("AUTH_D_LIVE_NO_ANSWER: nothing listens", async () => {
    expect((await drive(`http://localhost:${await freePort()}`)).finding?.code).toBe("AUTH_D_LIVE_NO_ANSWER");
  });

  test("AUTH_D_LIVE_DNS: a name that nobody has", async () => {
    expect((await drive("http://doctor.invalid")).finding?.code).toBe("AUTH_D_LIVE_DNS");
  });

  test("AUTH_D_LIVE_TLS: no TLS where https is asked for", async () => {
    const server = createServer((_request, response) => response.end("plain"));
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, resolve));
    const result = await drive(`https://localhost:${port}`);
    server.close();
    expect(result.finding?.code).toBe("AUTH_D_LIVE_TLS");
  });

  test("AUTH_D_LIVE_BASE_PATH: elsewhere than the project says", async () => {
    const app = kept(await realApp());
    const { finding: found } = await drive(app.origin, { expectedBase: "/api/auth" });
    expect(found).toMatchObject({ code: "AUTH_D_LIVE_BASE_PATH", fix: expect.stringContaining("/auth") });
  });
});

describe("mistakes of real apps", () => {
  const eater: RequestHandler = (req, _res, next) => void req.resume().once("end", next);

  test("AUTH_D_LIVE_BODY: middleware that reads the body and throws it away", async () => {
    const app = kept(await realApp({}, [eater]));
    expect((await drive(app.origin)).finding?.code).toBe("AUTH_D_LIVE_BODY");
  });

  test("AUTH_D_LIVE_COOKIE_SECURE: useSecureCookies over http", async () => {
    const app = kept(await realApp({ useSecureCookies: true }));
    expect((await drive(app.origin)).finding?.code).toBe("AUTH_D_LIVE_COOKIE_SECURE");
  });

  test("AUTH_D_LIVE_COOKIE_HTTPONLY: a session cookie for scripts", async () => {
    const cookies = { sessionToken: { options: { httpOnly: false } } } as MiddlewareAuthConfig["cookies"];
    const app = kept(await realApp({ cookies }));
    const { finding: found } = await drive(app.origin);
    expect(found).toMatchObject({
      code: "AUTH_D_LIVE_COOKIE_HTTPONLY",
      message: expect.stringContaining("session-token"),
    });
  });

  test("AUTH_D_LIVE_CALLBACK: the signIn callback says no", async () => {
    const app = kept(await realApp({ callbacks: { signIn: () => false } }));
    const { finding: found } = await drive(app.origin);
    expect(found).toMatchObject({
      code: "AUTH_D_LIVE_CALLBACK",
      message: expect.stringContaining("AccessDenied"),
    });
  });

  test("AUTH_D_LIVE_COOKIE_SIZE: a session that is stuffed", async () => {
    const claims = { notes: Array.from({ length: 500 }, (_, at) => `claim number ${at}`) };
    const app = kept(await realApp({ callbacks: { jwt: ({ token }) => ({ ...token, ...claims }) } }));
    expect((await drive(app.origin)).finding?.code).toBe("AUTH_D_LIVE_COOKIE_SIZE");
  });

  test.each([
    ["AUTH_D_LIVE_HOST", "an AUTH_URL of another host", () => "https://app.example.com"],
    [
      "AUTH_D_LIVE_SCHEME",
      "an AUTH_URL with https while http is asked",
      (port: number) => `https://localhost:${port}`,
    ],
    ["AUTH_D_LIVE_HOST", "an AUTH_URL with the port of somebody else", () => "http://localhost:3000"],
  ])("%s: %s", async (code, _what, url) => {
    const app = kept(await realApp());
    vi.stubEnv("AUTH_URL", url(app.port));
    expect((await drive(app.origin)).finding?.code).toBe(code);
  });

  test.each([
    ["X-Forwarded-Host of the client", { "x-forwarded-host": "evil.example" }],
    ["X-Forwarded-Proto without trust", { "x-forwarded-proto": "https" }],
    ["a chain of proxies", { "x-forwarded-for": "1.2.3.4, 10.0.0.1", via: "1.1 nginx" }],
  ])("%s changes nothing for an app that trusts no proxy", async (_what, headers) => {
    const request = (sent: { headers: Record<string, string> }) => void Object.assign(sent.headers, headers);
    const front = kept(await tampered(kept(await realApp()), { request }));
    expect((await drive(front.origin)).finding).toBeUndefined();
  });

  test.each([
    ["AUTH_D_LIVE_SCHEME", { "x-forwarded-proto": "https" }],
    ["AUTH_D_LIVE_HOST", { "x-forwarded-host": "app:8080" }],
  ])("%s: a trusted proxy that says something wrong", async (code, headers) => {
    const trusting: RequestHandler = (req, _res, next) => {
      req.app.set("trust proxy", true);
      next();
    };
    const request = (sent: { headers: Record<string, string> }) => void Object.assign(sent.headers, headers);
    const app = kept(await realApp({ trustHost: true }, [trusting]));
    await fetch(app.origin);
    const front = kept(await tampered(app, { request }));
    expect((await drive(front.origin)).finding?.code).toBe(code);
  });
});

describe("refused configurations of the real runtime in production", () => {
  beforeEach(() => vi.stubEnv("NODE_ENV", "production"));

  test.skipIf(process.platform === "win32")(
    "AUTH_D_LIVE_UNTRUSTED_HOST names the line (skipped on Windows: 0.0.0.0 cannot be reached there)",
    async () => {
      const app = kept(await realApp());
      const { finding: found } = await drive(`http://0.0.0.0:${app.port}`);
      expect(found).toMatchObject({
        code: "AUTH_D_LIVE_UNTRUSTED_HOST",
        fix: `AUTH_URL=https://0.0.0.0:${app.port}`,
      });
    },
  );

  test("AUTH_D_LIVE_SECRET when the files have none, AUTH_D_LIVE_CONFIG otherwise", async () => {
    vi.stubEnv("AUTH_SECRET", "");
    const app = kept(await realApp());
    const localFindings = [finding("AUTH_D_SECRET_MISSING", { path: ".env" })];
    expect((await drive(app.origin, { localFindings })).finding?.code).toBe("AUTH_D_LIVE_SECRET");
    expect((await drive(app.origin)).finding?.code).toBe("AUTH_D_LIVE_CONFIG");
  });

  test("AUTH_D_LIVE_CONFIG: database sessions without an adapter", async () => {
    const app = kept(await realApp({ session: { strategy: "database" } }));
    expect((await drive(app.origin)).finding?.code).toBe("AUTH_D_LIVE_CONFIG");
  });
});

test("AUTH_D_LIVE_COOKIE_INSECURE: cookies over https need Secure", () => {
  const origin = "https://app.example";
  const cookie = {
    name: "authjs.state",
    value: "v",
    path: "/",
    domain: undefined,
    isHttpOnly: true,
    sameSite: "lax",
  };
  const look = (isSecure: boolean) => () =>
    checkCookies({ origin } as Drive, [{ ...cookie, isSecure }], `${origin}/auth`);
  expect(look(false)).toThrow(Stop);
  expect(look(false)).toThrow("AUTH_D_LIVE_COOKIE_INSECURE");
  expect(look(true)).not.toThrow();
});

describe("addresses below /.well-known/", () => {
  const line = "app.use(auth.wellKnown)";
  const wellKnown = {
    paths: ["/.well-known/change-password", "/.well-known/passkey-endpoints"],
    pages: ["/new-password"],
    line,
  };
  const json = { status: 200, headers: { "content-type": "application/json" }, body: "{}" };
  const to = (place: string) => ({ status: 302, headers: { location: place } });
  const driven = async (password: Partial<Given>, passkeys: Partial<Given> = json) => {
    const request = ({ path }: Sent) =>
      path.endsWith("/change-password") ? password : path.startsWith("/.well-known/") ? passkeys : undefined;
    const front = kept(await tampered(kept(await realApp()), { request }));
    return drive(front.origin, { wellKnown });
  };

  test.each(["/auth/password/change", "/new-password"])("that lead to %s are well", async (place) => {
    const { finding: found, steps: seen } = await driven(to(place));
    expect(found).toBeUndefined();
    expect(seen.slice(-2).map(({ seen: what }) => what)).toEqual([place, "JSON"]);
  });

  test.each([
    ["404", { status: 404, body: "no" }, json],
    ["a page for every address", { status: 200, body: "<!doctype html>" }, json],
    ["the sign-in page of the app", to("/login"), json],
    ["another site", to("https://elsewhere.example/new-password"), json],
    ["no JSON", to("/new-password"), { status: 200, body: "<!doctype html>" }],
  ])("AUTH_D_LIVE_WELL_KNOWN: %s", async (_what, password, passkeys) => {
    const { finding: found } = await driven(password, passkeys);
    expect([found?.code, found?.level, found?.fix]).toEqual(["AUTH_D_LIVE_WELL_KNOWN", "warning", line]);
  });
});

test("every live code is seen by a test", async () => {
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(new URL(import.meta.url), "utf8");
  const seen = new Set<string>(liveFaults.map(({ code }) => code));
  expect(Object.keys(liveCodes).filter((code) => !seen.has(code) && !text.includes(code))).toEqual([]);
});
