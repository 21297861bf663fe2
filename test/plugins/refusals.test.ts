/** What plugins refuse: the same codes as pages, as JSON and as errors of functions. */
import { describe, expect, it } from "vitest";
import { definePlugin } from "../../src/runtime/plugins/host/define-plugin.js";
import { PluginError, type RefusalFacts } from "../../src/runtime/plugins/host/plugin-error.js";
import { AccountError } from "../../src/runtime/plugins/account/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { AuthError } from "../../src/runtime/errors/index.js";
import { locationOf, origin } from "../support/browser.js";
import { Stage } from "./stage.js";

const page = { accept: "text/html", "sec-fetch-mode": "navigate" };
const script = { accept: "application/json" };

async function refused(
  code: string,
  headers: Record<string, string>,
  facts: RefusalFacts = {},
  more: Partial<AuthConfig> = {},
) {
  const flow = () => {
    throw new PluginError(code, "why it was", facts);
  };
  const routes = [{ method: "GET", path: "/x/:slug", flow }] as const;
  const stage = new Stage({ plugins: [definePlugin({ id: "x", routes })], ...more });
  return stage.browser().send(`${origin}/auth/x/acme?tab=2`, { headers });
}

describe("a refusal of a plugin", () => {
  it.each([
    ["not-found", 404],
    ["invalid", 400],
    ["conflict", 400],
    ["signed-out", 401],
    ["stale", 401],
    ["factor", 403],
    ["forbidden", 403],
    ["scope", 403],
    ["impersonating", 403],
    ["too-many", 429],
    ["slug-taken", 409],
    ["toString", 409],
  ])("with %s is answered %i to a script", async (code, status) => {
    const answer = await refused(code, script, { field: "name", retryAfter: 30 });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("cache-control")).toBe("private, no-cache, no-store");
    const { error } = (await answer.json()) as { error: string };
    expect(error).toBe(code === "signed-out" ? "unauthenticated" : code);
  });

  it("says what does not fit, and how long to wait", async () => {
    const answer = await refused("too-many", script, { field: "name", retryAfter: 30 });
    expect(answer.headers.get("retry-after")).toBe("30");
    expect(await answer.json()).toEqual({ error: "too-many", field: "name", message: "why it was" });
  });

  it.each([
    ["not-found", 404, "This page is not here"],
    ["forbidden", 403, "You don&#39;t have access to this page"],
    ["last-owner", 409, "You don&#39;t have access to this page"],
    ["too-many", 429, "Too many"],
  ])("with %s is a page of %i", async (code, status, text) => {
    const answer = await refused(code, page, { retryAfter: 30 });
    expect(answer.status).toBe(status);
    const shown = await answer.text();
    expect(shown).toContain(text);
    expect(shown).not.toContain("why it was");
  });

  it("leads who is signed out to sign in and back, and who misses the factor to its page", async () => {
    const back = encodeURIComponent("/auth/x/acme?tab=2");
    expect(locationOf(await refused("signed-out", page))).toBe(`/auth/signin?callbackUrl=${back}`);
    expect(locationOf(await refused("stale", page))).toContain(`callbackUrl=${back}`);
    const url = `${origin}/auth/two-factor/confirm`;
    expect(locationOf(await refused("factor", page, { url }))).toBe(`${url}?callbackUrl=${back}`);
  });

  it("leads to the app's own error page where it has one, as guards do", async () => {
    const answer = await refused("forbidden", page, {}, { pages: { error: "/oops" } });
    expect(locationOf(answer)).toBe("/oops?error=Forbidden");
    expect((await refused("not-found", page, {}, { pages: { error: "/oops" } })).status).toBe(404);
  });

  it("is one class for all plugins", () => {
    const error = new AccountError("factor", "text", "/there");
    expect(error).toBeInstanceOf(PluginError);
    expect(error).toBeInstanceOf(AuthError);
    expect(error).toMatchObject({ code: "factor", url: "/there", status: 403, type: "AccountError" });
  });
});
