/** Attacks on others that have no case of their own in the catalogue. Each name says where it was seen. */
import express from "express";
import { describe, expect, it } from "vitest";
import { MiddlewareAuth } from "../../src/runtime/integrations/express.js";
import { listen } from "../support/app.js";
import { locationOf, origin, sessionCookie, signIn, Stage, tokenOf } from "./stage.js";

describe("advisories of others", () => {
  it("GHSA-xg6x-h9c9-2m83: there is no session before the last step said yes", async () => {
    for (const answer of [false, "", null, undefined, 0, "/verify"]) {
      const stage = new Stage({ config: { callbacks: { signIn: () => answer as boolean } } });
      const browser = stage.browser();
      const response = await signIn(browser);
      expect(locationOf(response)).toBe(
        answer === "/verify" ? `${origin}/verify` : `${origin}/auth/error?error=AccessDenied`,
      );
      expect(browser.has(sessionCookie)).toBe(false);
      await stage.oauth(browser);
      expect(browser.has(sessionCookie)).toBe(false);
    }
  });

  it("a string of the signIn callback leads to a page of ours, or home", async () => {
    for (const answer of [
      "//evil.test",
      "https://evil.test/",
      "javascript:alert(1)",
      "/\\evil.test",
      "/a\r\nx: y",
    ]) {
      const stage = new Stage({ config: { callbacks: { signIn: () => answer } } });
      expect(locationOf(await signIn(stage.browser()))).toBe(origin);
    }
  });

  it("CVE-2024-47764: names and paths of cookies that would add attributes are refused, never written", async () => {
    for (const cookie of [
      { name: "a; Domain=evil.test" },
      { name: "a=b" },
      { name: "a\r\nSet-Cookie: b" },
      { options: { path: "/; Domain=evil.test" } },
      { options: { domain: "evil.test; Secure" } },
    ]) {
      const stage = new Stage({ config: { cookies: { csrfToken: cookie } } });
      await expect(stage.app(new Request(`${origin}/auth/csrf`))).rejects.toThrow(TypeError);
    }
  });

  it("CVE-2025-7339: the Express writer keeps each Set-Cookie line, also those of the app", async () => {
    const { config } = new Stage();
    const app = express().use((_req, res, next) => {
      res.append("set-cookie", "one=1");
      res.append("set-cookie", "two=2");
      next();
    });
    const site = await listen(app.use("/auth", MiddlewareAuth(config)));
    const response = await fetch(`${site.origin}/auth/csrf`);
    expect(response.headers.getSetCookie().map((line) => line.split("=")[0])).toEqual([
      "one",
      "two",
      "authjs.csrf-token",
      "authjs.callback-url",
    ]);
    await site.close();
  });

  it("RFC 9700 2.1: a redirect never replays a form: 302 only", async () => {
    const stage = new Stage({ store: {} });
    const browser = stage.browser();
    const answers = [
      await browser.startSignIn("op"),
      await stage.askMail(browser),
      await browser.post("/auth/callback/credentials", {}),
      await browser.post("/auth/signout", { csrfToken: await tokenOf(browser) }),
      await stage.oauth(browser),
    ];
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
  });

  it("RFC 9700 2.1.1: challenges, states and nonces of 300 starts are all different", async () => {
    const stage = new Stage();
    const browser = stage.browser();
    const csrfToken = await tokenOf(browser);
    const seen = new Set<string>();
    for (let count = 0; count < 300; count++) {
      const { searchParams } = new URL(locationOf(await browser.post("/auth/signin/op", { csrfToken })));
      for (const name of ["code_challenge", "state", "nonce"]) seen.add(searchParams.get(name)!);
    }
    expect(seen.size).toBe(900);
  });
});
