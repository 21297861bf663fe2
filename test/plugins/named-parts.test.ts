/** Routes and pages with a name in their address: what a name may be, what goes before it, and what two may not share. */
import { describe, expect, it } from "vitest";
import { definePlugin } from "../../src/runtime/plugins/host/define-plugin.js";
import { reservedParts } from "../../src/runtime/plugins/host/reserved-parts.js";
import type { PluginRoute } from "../../src/runtime/plugins/host/plugin.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import type { Page } from "../../src/runtime/pages/page-table.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, origin } from "../support/browser.js";
import { Stage } from "./stage.js";

/** Answers with the path of the route, and the part. */
const echo = (path: `/${string}`, method: "GET" | "POST" = "GET"): PluginRoute => ({
  ...(method === "GET" ? { method } : { method, of: "none" }),
  path,
  flow: (context) => ({ kind: "json", body: [path, context.part ?? null] }),
});

const teamPages: Record<string, Page> = {
  teamNew: { path: "/teams/new", standard: "/teams/new" },
  team: { path: "/teams/:slug", standard: "/teams/:slug" },
};

const teams = (routes: readonly PluginRoute[] = [], addresses = teamPages) =>
  definePlugin({
    id: "teams",
    addresses,
    routes: [
      echo("/teams/:slug"),
      echo("/teams/new"),
      echo("/teams/:slug/keys"),
      echo("/teams/:slug", "POST"),
      ...routes,
    ],
  });

const configOf = (more: Partial<AuthConfig> = {}, plugin = teams()): AuthConfig => ({
  ...new Stage().config,
  plugins: [plugin],
  ...more,
});

const get = async (path: string, more: Partial<AuthConfig> = {}) => {
  const response = await new Browser(coreApp(configOf(more))).send(`${origin}${path}`);
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  return isJson ? ((await response.json()) as unknown) : [response.status, locationOf(response)];
};

const longest = "a".repeat(64);

describe("a route with a named part", () => {
  it.each([
    ["/auth/teams/acme", ["/teams/:slug", "acme"]],
    ["/auth/teams/acme/", ["/teams/:slug", "acme"]],
    ["/auth/teams/A_c-3", ["/teams/:slug", "A_c-3"]],
    [`/auth/teams/${longest}`, ["/teams/:slug", longest]],
    ["/auth/teams/acme/keys", ["/teams/:slug/keys", "acme"]],
    ["/auth/teams/keys/keys", ["/teams/:slug/keys", "keys"]],
    ["/auth/teams/new", ["/teams/new", null]],
    ["/auth//teams/new", ["/teams/new", null]],
    ["/auth/teams/new/keys", ["/teams/:slug/keys", "new"]],
  ])("answers at %s", async (path, answer) => expect(await get(path)).toEqual(answer));

  it.each([
    ["an escape", "/auth/teams/ac%6De"],
    ["65 letters", `/auth/teams/${longest}a`],
    ["a dot", "/auth/teams/acme.json"],
    ["the name itself", "/auth/teams/:slug"],
    ["an escape in front of fixed parts", "/auth/teams/%61/keys"],
  ])("answers 404 for %s", async (_name, path) => expect(await get(path)).toEqual([404, ""]));

  it.each([
    ["an empty part", "/auth/teams//keys"],
    ["an empty part, twice", "/auth/teams///keys"],
    ["two parts", "/auth/teams/a/b"],
    ["no part", "/auth/teams/"],
  ])("is another path with %s", async (_name, path) => expect(await get(path)).toBe("Bad request."));

  it("names its pattern to the log, never the part", async () => {
    const stage = new Stage({ plugins: [teams()] });
    await stage.browser().post(`${origin}/auth/teams/acme/keys`, {});
    expect(stage.errors.map(String).join()).toContain("There is no POST /teams/:slug/keys");
    expect(stage.errors.map(String).join()).not.toContain("acme");
  });
});

describe("a page with a named part", () => {
  const pageAddresses = { team: "/t/:slug/settings" } as AuthConfig["pageAddresses"];
  it.each([
    ["/t/acme/settings", ["/teams/:slug", "acme"]],
    ["/teams/new", ["/teams/new", null]],
    ["/auth/teams/acme", [302, "/t/acme/settings"]],
    ["/auth/teams/acme?tab=2", [302, "/t/acme/settings?tab=2"]],
    ["/auth/teams/new", [302, "/teams/new"]],
    ["/auth/teams/acme/keys", ["/teams/:slug/keys", "acme"]],
  ])("of its own address answers %s", async (path, answer) =>
    expect(await get(path, { pageAddresses })).toEqual(answer),
  );

  it("is led to the endpoints by a guard in front, below a path and without the plugin too", async () => {
    const { withOwnAddresses } = await import("../../src/runtime/pages/page-addresses.js");
    const asked = (pathname: string, basePath = "") =>
      Object.assign(new URL(`${origin}${pathname}`), { basePath, clone: () => new URL(origin) }) as never;
    for (const plugins of [[teams()], []]) {
      const { addresses } = withOwnAddresses(
        resolveConfigWithEnv({ ...configOf({ pageAddresses }), plugins }),
      );
      const led = (pathname: string) => addresses?.rewrite(asked(pathname), "/auth")?.pathname;
      expect(led("/t/acme/settings")).toBe("/auth/at/t/acme/settings");
      expect([led("/t/a.b/settings"), led("/t//settings"), led("/t/acme")]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it("is no reason to fail for a configuration without addresses", () => {
    const config = configOf({ pageAddresses: null as never });
    expect(() => resolveConfigWithEnv(config)).not.toThrow();
  });

  it.each(["/t//settings", "/t/%61/settings", "/t/a.b/settings", `/t/${longest}a/settings`])(
    "leaves %s to the app",
    async (path) => expect(await get(path, { pageAddresses })).toBe("Bad request."),
  );

  it("stands at its default address, a fixed one in front", async () => {
    expect(await get("/teams/acme", { pageAddresses: true })).toEqual(["/teams/:slug", "acme"]);
    expect(await get("/teams/new", { pageAddresses: true })).toEqual(["/teams/new", null]);
  });

  it.each([
    ["no name", "/t", "has to hold :slug once"],
    ["another name", "/t/:team", "has to hold :slug once"],
    ["the name twice", "/t/:slug/:slug", "has to hold :slug once"],
    ["an odd part", "/t/:slug/ä", "is no path"],
  ])("is refused an address with %s", async (_name, team, text) => {
    const response = await new Browser(
      coreApp(configOf({ pageAddresses: { team } as AuthConfig["pageAddresses"] })),
    ).send(`${origin}/auth/csrf`);
    expect(response.status).toBe(500);
    const stage = new Stage({ plugins: [teams()], pageAddresses: { team } as AuthConfig["pageAddresses"] });
    await stage.browser().send(`${origin}/auth/csrf`);
    expect(stage.errors.map(String).join()).toContain(text);
  });

  it("is refused an address that another page can have", async () => {
    const desks = { ...teamPages, desk: { path: "/desks/:name", standard: "/desks/:name" } } as const;
    const stage = new Stage({
      plugins: [teams([echo("/desks/:name")], desks)],
      pageAddresses: { team: "/:slug/x", desk: "/y/:name" } as AuthConfig["pageAddresses"],
    });
    await stage.browser().send(`${origin}/auth/csrf`);
    expect(stage.errors.map(String).join()).toContain(
      "pageAddresses.desk: /y/:name is the address of team too",
    );
  });
});

describe("names that nobody may have", () => {
  const reserved = async (pageAddresses: AuthConfig["pageAddresses"]) => {
    const { withOwnAddresses } = await import("../../src/runtime/pages/page-addresses.js");
    const config = configOf({ pageAddresses }, teams([echo("/teams/export/all")]));
    const resolved = resolveConfigWithEnv(config);
    return [...reservedParts(pageAddresses ? withOwnAddresses(resolved) : resolved, "/teams/:slug")];
  };

  it("are the fixed parts of routes in that place", async () =>
    expect(await reserved(undefined)).toEqual(["new", "export"]));

  it("are those of addresses, too, whoever has them", async () =>
    expect(await reserved({ team: "/t/:slug", signIn: "/t/enter" } as AuthConfig["pageAddresses"])).toEqual([
      "new",
      "export",
      "enter",
    ]));
});

describe("a configuration with named parts", () => {
  it.each([
    ["two names", "/teams/:a/:b"],
    ["nothing fixed in front", "/:slug"],
    ["a name that is none", "/teams/:Slug"],
    ["an empty name", "/teams/:"],
  ] as const)("is refused with %s", (_name, path) => {
    const plugin = definePlugin({ id: "x", routes: [echo(path)] });
    expect(resolveConfigWithEnv(configOf({}, plugin)).problem?.message).toContain("which is no path");
  });

  it("is refused with two patterns that one address fits", () => {
    const plugin = teams([echo("/teams/:name/keys")]);
    expect(resolveConfigWithEnv(configOf({}, plugin)).problem?.message).toBe(
      "Two routes answer at the addresses of /teams/:name/keys. Remove one of them",
    );
  });
});
