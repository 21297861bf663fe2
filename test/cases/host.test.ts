import { connect } from "node:net";
import express from "express";
import { afterEach, beforeEach, expect, vi } from "vitest";
import {
  getSession,
  MiddlewareAuth,
  type MiddlewareAuthConfig,
} from "../../src/runtime/integrations/express.js";
import { encode } from "../../src/runtime/jwt.js";
import { listen, type Running } from "../support/app.js";
import { group } from "./group.js";
import { origin, secret, sessionCookie, Stage } from "./stage.js";

const running: Running[] = [];

beforeEach(() => {
  for (const name of ["AUTH_URL", "NEXTAUTH_URL", "AUTH_SECRET", "AUTH_TRUST_HOST", "VERCEL", "CF_PAGES"])
    vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.splice(0).map((each) => each.close()));
});

async function serve(more: Partial<MiddlewareAuthConfig> = {}, trustProxy: unknown = false) {
  const { config } = new Stage();
  const app = express().set("trust proxy", trustProxy);
  const used = { ...config, ...more };
  app.use("/auth", MiddlewareAuth(used));
  app.get("/who", async (req, res) => void res.json(await getSession(req, used)));
  const site = await listen(app);
  running.push(site);
  return site;
}

/** One request exactly as written. @returns the whole answer */
async function raw(site: Running, text: string): Promise<string> {
  const { port } = new URL(site.origin);
  const socket = connect(Number(port), "127.0.0.1");
  socket.end(text.replaceAll("\n", "\r\n"));
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

/** Where the endpoints say that they are. */
async function originSeen(site: Running, headers: Record<string, string> = {}): Promise<string> {
  const lines = Object.entries({ host: site.host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  const answer = await raw(site, `GET /auth/providers HTTP/1.1\n${lines.join("\n")}\nConnection: close\n\n`);
  const [, status = ""] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
  const [, url = ""] = /"signinUrl":"([^"]*)\/auth\/signin\/op"/.exec(answer) ?? [];
  return url === "" ? status : url;
}

group("host", {
  "HOST-01": async () => {
    const stage = new Stage({ config: { trustHost: false } });
    for (const path of ["session", "csrf", "providers", "callback/op?code=1&state=2"]) {
      const response = await stage.app(
        new Request(`${origin}/auth/${path}`, { headers: { cookie: `${sessionCookie}=x` } }),
      );
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        message: expect.stringMatching(/^There was a problem/) as string,
      });
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(new Set(stage.errors())).toEqual(new Set(["UntrustedHost"]));
  },

  "HOST-03": async () => {
    const site = await serve();
    const hostile = {
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.test",
    };
    expect(await originSeen(site, hostile)).toBe(site.origin);
    const behind = await serve({}, "loopback");
    expect(
      await originSeen(behind, { "x-forwarded-host": "app.example.com", "x-forwarded-proto": "https" }),
    ).toBe("https://app.example.com");
  },

  "HOST-05": async () => {
    const site = await serve({}, true);
    const proto = (value: string) =>
      originSeen(site, { "x-forwarded-proto": value, "x-forwarded-host": "app.example.com" });
    for (const value of ["javascript", "file", "ftp", "https:", "https://evil.test", "data", "ht tp"])
      expect(await proto(value), value).toBe("400");
    expect(await proto("https, http")).toBe("https://app.example.com");
    expect(await proto("HTTPS")).toBe("https://app.example.com");
    for (const host of [
      "a@evil.test",
      "evil.test/x",
      "evil.test?x",
      "evil.test#x",
      "evil.test\\x",
      "ev il.test",
      "http://evil.test",
      "evil.test:port",
      "app.example.com, evil.test",
    ])
      expect(await originSeen(site, { "x-forwarded-host": host }), host).toBe("400");
  },

  "HOST-06": async () => {
    vi.stubEnv("AUTH_URL", "https://app.example.com/auth");
    const site = await serve({}, true);
    expect(await originSeen(site, { host: "evil.test", "x-forwarded-host": "evil.test" })).toBe(
      "https://app.example.com",
    );
    expect(await originSeen(site, { "x-forwarded-proto": "javascript" })).toBe("https://app.example.com");
  },

  "HOST-08": async () => {
    const site = await serve();
    for (const value of [
      "Bearer %",
      "Bearer",
      "Bearer  ",
      "Bearer %E0%A4%A",
      "Basic %",
      "bearer x",
      `Bearer ${"%".repeat(5000)}`,
    ]) {
      for (const path of ["/auth/session", "/who"]) {
        const response = await fetch(site.origin + path, { headers: { authorization: value } });
        expect([path, value.slice(0, 20), response.status, await response.json()]).toEqual([
          path,
          value.slice(0, 20),
          200,
          null,
        ]);
      }
    }
    // A good token is no session of a browser unless it comes in the cookie.
    const token = await encode({ token: { sub: "1", name: "Bob" }, secret, salt: sessionCookie });
    const response = await fetch(`${site.origin}/who`, { headers: { authorization: `Bearer ${token}` } });
    expect(await response.json()).toBeNull();
  },

  "HOST-10": async () => {
    const site = await serve();
    const answer = await raw(
      site,
      `GET http://evil.test/auth/providers HTTP/1.1\nHost: ${site.host}\nConnection: close\n\n`,
    );
    expect(answer).toContain(`${site.origin}/auth/signin/op`);
    expect(answer).not.toContain("evil.test");
    const session = await raw(
      site,
      `GET http://evil.test/auth/session HTTP/1.1\nHost: ${site.host}\nConnection: close\n\n`,
    );
    expect(session).toMatch(/^HTTP\/1\.1 200[^]*\r\n\r\nnull$|^HTTP\/1\.1 200[^]*null/);
    for (const target of ["http://evil.test", "//evil.test/auth/session", "*", "evil.test:80"])
      expect(
        await raw(site, `GET ${target} HTTP/1.1\nHost: ${site.host}\nConnection: close\n\n`),
        target,
      ).toMatch(/^HTTP\/1\.1 (4\d\d|200)/);
  },

  "HOST-11": async () => {
    const site = await serve({ trustHost: true });
    const twice = await raw(
      site,
      `GET /auth/providers HTTP/1.1\nHost: ${site.host}\nHost: evil.test\nConnection: close\n\n`,
    );
    expect(twice).not.toContain("evil.test");
    expect(await originSeen(site, { host: "app.example.com:80" })).toBe("http://app.example.com");
    const behind = await serve({ trustHost: true }, true);
    const https = { "x-forwarded-proto": "https" };
    expect(await originSeen(behind, { host: "app.example.com:443", ...https })).toBe(
      "https://app.example.com",
    );
    expect(await originSeen(behind, { host: "app.example.com:80", ...https })).toBe(
      "https://app.example.com:80",
    );
    for (const host of ["app.example.com:999999", "app.example.com:", ":80", "[::1", "..", "-a"])
      expect(await originSeen(site, { host }), host).toBe("400");
  },

  "HOST-13": async () => {
    const { config } = new Stage();
    Object.freeze(config);
    const auth = MiddlewareAuth(config);
    const site = await listen(express().use("/auth", auth).use("/admin/auth", auth));
    running.push(site);
    const before = JSON.stringify(config);
    const ask = async (base: string) => {
      const list = (await (await fetch(`${site.origin}${base}/providers`)).json()) as Record<
        string,
        { signinUrl: string }
      >;
      return list["op"]!.signinUrl;
    };
    for (let round = 0; round < 5; round++) {
      const [plain, admin] = await Promise.all([ask("/auth"), ask("/admin/auth")]);
      expect(plain).toBe(`${site.origin}/auth/signin/op`);
      expect(admin).toBe(`${site.origin}/admin/auth/signin/op`);
    }
    expect(JSON.stringify(config)).toBe(before);
  },
});
