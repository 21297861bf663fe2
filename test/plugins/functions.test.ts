/** What plugins add to `auth.*`, and what is said where none does. */
import { describe, expect, it, vi } from "vitest";
import { MissingPlugin } from "../../src/runtime/errors/index.js";
import { createAuth as expressAuth } from "../../src/runtime/integrations/express.js";
import { createAuth as fastifyAuth } from "../../src/runtime/integrations/fastify.js";
import { createAuth as h3Auth } from "../../src/runtime/integrations/h3.js";
import { createAuth as honoAuth } from "../../src/runtime/integrations/hono.js";
import { createAuth as koaAuth } from "../../src/runtime/integrations/koa.js";
import { createAuth as nuxtAuth } from "../../src/runtime/integrations/nuxt/server.js";
import { createAuth as kitAuth } from "../../src/runtime/integrations/sveltekit/index.js";
import { createAuth as nodeAuth } from "../../src/runtime/integrations/node.js";
import { FrameworkAuth } from "../../src/runtime/integrations/next/index.js";
import { functionNames } from "../../src/runtime/server-functions/plugin-functions.js";
import { judge } from "../../src/runtime/server-functions/requirement.js";
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
const factor = { path: "/fixed-code", isProven: async () => false } as const;
const functions = {
  accessToken: { of: "data", call: async () => "token" },
  "sessions.list": { of: "reading", call: told },
  "sessions.revoke": { of: "user", call: told },
} as const;
const withPlugin = { ...plain, plugins: [fixedCode({ tables: [], steps: [], functions, factor })] };
const req = { headers: { host: "localhost:3000", cookie: "a=1" }, method: "GET", url: "/" } as never;

const request = { method: "GET", target: "/", header: () => null };

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

describe("the names of functions", () => {
  const groups = [...new Set(functionNames().map((name) => name.split(".")[0]!))];

  it("are none that auth has in a framework", () => {
    const each = [expressAuth, nodeAuth, honoAuth, koaAuth, h3Auth, fastifyAuth, kitAuth, nuxtAuth];
    const made = each.flatMap((make) => Object.keys(make(plain as never)));
    const next = FrameworkAuth(plain);
    const all = [...made, ...Object.keys(next.auth), ...Object.keys(next)];
    const own =
      "auth caller handle handler handlers health mount pages plugin require session signIn signOut unstable_update update wellKnown".split(
        " ",
      );
    expect(groups.filter((group) => own.includes(group))).toEqual([]);
    expect(all.filter((name) => !own.includes(name) && !groups.includes(name))).toEqual([]);
  });

  it("are none that languages and frameworks look for in any object", () => {
    const words = functionNames().flatMap((name) => name.split("."));
    const lookedFor =
      /^(?:then|catch|finally|constructor|prototype|name|length|call|apply|bind|(?:to|on)[A-Z].*)$/;
    expect(words.filter((word) => lookedFor.test(word) || !/^[a-z][A-Za-z]*$/.test(word))).toEqual([]);
  });

  it("are the only ones: what another plugin declares is no member of auth", () => {
    const auth = expressAuth(withPlugin) as unknown as Record<string, unknown>;
    expect([auth["then"], auth["toJSON"], auth["toys"]]).toEqual([undefined, undefined, undefined]);
  });
});

describe("an option of a guard that nobody knows", () => {
  const read = { session: { user: { name: "Ada", role: "admin" }, expires: "" }, cookies: [] };
  const asked = (requirement: object) =>
    judge({ read, requirement, request, resolved: resolveConfigWithEnv(plain) });
  it.each([{ roles: ["admin"] }, { organization: "team" }, { role: "admin", scope: "orders:read" }])(
    "is never open: %o",
    async (requirement) => expect(asked(requirement)).rejects.toBeInstanceOf(MissingPlugin),
  );
  it("may be there without a value", async () => {
    const judgement = await asked({ role: "admin", organization: undefined, path: "/a", redirectTo: "/" });
    expect(judgement).toEqual({ read });
  });
});

describe("require({ factor })", () => {
  const read = { session: { user: { name: "Ada" }, expires: "" }, cookies: [] };
  it.each([plain, withPlugin])("throws where no plugin has the factor", async (config) => {
    const resolved = resolveConfigWithEnv(config);
    const asked = judge({ read, requirement: { factor: "other" }, request, resolved });
    await expect(asked).rejects.toBeInstanceOf(MissingPlugin);
  });
  it("asks the plugin with that id", async () => {
    const resolved = resolveConfigWithEnv(withPlugin);
    const asked = (requirement: object) => judge({ read, requirement, request, resolved });
    expect(await asked({ factor: "fixed-code" })).toEqual({ shortfall: { factor: "/fixed-code" } });
    expect(await asked({})).toEqual({ read });
  });
});
