/** What plugins add to `auth.*`, and what is said where none does. */
import { describe, expect, it, vi } from "vitest";
import { MissingPlugin } from "../../src/runtime/errors/index.js";
import { createAuth as expressAuth } from "../../src/runtime/integrations/express.js";
import { createAuth as nodeAuth } from "../../src/runtime/integrations/node.js";
import { FrameworkAuth } from "../../src/runtime/integrations/next/index.js";
import { shortfallOf } from "../../src/runtime/server-functions/requirement.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import { secret } from "../support/browser.js";
import { fixedCode } from "./fixed-code.js";

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ host: "localhost:3000", cookie: "a=1" }),
  cookies: async () => ({ set: () => undefined }),
}));

const plain = { secret, trustHost: true, providers: [] };
const seen: unknown[] = [];
const told = async (caller: { cookieHeader: string | null }, _own: unknown, ...args: unknown[]) => {
  seen.push([caller.cookieHeader, ...args]);
  return [];
};
const sessions = { list: told, revoke: told, revokeOthers: told, revokeAll: told };
const factor = { path: "/fixed-code", isProven: async () => false } as const;
const functions = { accessToken: async () => "token", sessions };
const withPlugin = { ...plain, plugins: [fixedCode({ tables: [], steps: [], functions, factor })] };
const req = { headers: { host: "localhost:3000", cookie: "a=1" }, method: "GET", url: "/" } as never;

const callsOf = (config: typeof plain) => {
  const [express, node, next] = [expressAuth(config), nodeAuth(config), FrameworkAuth(config).auth];
  return [
    ["express", () => express.sessions.revoke(req, "s1"), () => express.accounts.list(req)],
    ["node", () => node.sessions.revoke(req, "s1"), () => node.accounts.list(req)],
    ["next", () => next.sessions.revoke("s1"), () => next.accounts.list()],
  ] as const;
};

describe("a function of auth", () => {
  it.each(callsOf(plain))("of %s says that no plugin provides it", async (_name, revoke, list) => {
    await expect(revoke()).rejects.toThrow(
      "auth.sessions.revoke() needs a plugin, and no plugin of this configuration provides it",
    );
    await expect(list()).rejects.toBeInstanceOf(MissingPlugin);
  });

  it.each(callsOf(withPlugin))("of %s reaches the plugin with its arguments", async (_name, revoke, list) => {
    seen.length = 0;
    await revoke();
    expect(seen).toEqual([["a=1", "s1"]]);
    await expect(list()).rejects.toBeInstanceOf(MissingPlugin);
  });
});

describe("require({ factor })", () => {
  const read = { session: { user: { name: "Ada" }, expires: "" }, cookies: [] };
  it.each([plain, withPlugin])("throws where no plugin has the factor", async (config) => {
    const asked = shortfallOf(read, { factor: "other" }, resolveConfigWithEnv(config));
    await expect(asked).rejects.toBeInstanceOf(MissingPlugin);
  });
  it("asks the plugin with that id", async () => {
    const resolved = resolveConfigWithEnv(withPlugin);
    expect(await shortfallOf(read, { factor: "fixed-code" }, resolved)).toEqual({ factor: "/fixed-code" });
    expect(await shortfallOf(read, {}, resolved)).toBeUndefined();
  });
});
