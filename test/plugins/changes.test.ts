/** What each route and function says of itself: who forgets it is told by the compiler, and a POST proves who sent it. */
import { expect, it } from "vitest";
import { coreChanges } from "../../src/runtime/plugins/host/core-changes.js";
import { definePlugin } from "../../src/runtime/plugins/host/define-plugin.js";
import type { PluginFunction, PluginRoute } from "../../src/runtime/plugins/host/plugin.js";
import { pluginsOf } from "../../src/runtime/plugins/host/scope.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { accessTokens } from "../../src/runtime/plugins/access-tokens/index.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import { twoFactor } from "../../src/runtime/plugins/two-factor/index.js";
import { Stage } from "./stage.js";

const plugins = pluginsOf({ plugins: [account(), accessTokens(), password(), twoFactor()], providers: [] });

it("nothing of ours runs while somebody acts for the user, but a sign-out", () => {
  const declared = [
    ...Object.entries(coreChanges),
    ...plugins.flatMap(({ routes = [] }) => routes.map((route) => [route.path, route] as const)),
    ...plugins.flatMap(({ functions = {} }) => Object.entries(functions)),
  ];
  const allowed = declared.filter(([, each]) => "impersonation" in each && each.impersonation === "allow");
  expect(allowed.map(([name]) => name)).toEqual(["POST signout"]);
});

it("no route of ours does without the CSRF token", () => {
  const routes = plugins.flatMap((plugin) => plugin.routes ?? []);
  expect(routes.filter((route) => route.method === "POST" && route.csrf !== undefined)).toEqual([]);
  expect(routes.filter(({ method }) => method === "POST").length).toBeGreaterThan(20);
});

it("a POST whose token is missing reaches no plugin; one that proves itself by other means does", async () => {
  const flow = () => ({ kind: "json" as const, body: "done" });
  const routes = [
    { method: "POST", path: "/x/form", of: "none", flow },
    { method: "POST", path: "/x/signed", of: "none", csrf: "none", because: "The body is signed", flow },
  ] as const;
  const browser = new Stage({ plugins: [definePlugin({ id: "x", routes })] }).browser();
  expect((await browser.post("/auth/x/form", {})).headers.get("location")).toContain("error=MissingCSRF");
  const answer = await browser.post("/auth/x/signed", {});
  expect(await answer.json()).toBe("done");
  expect(answer.headers.get("cache-control")).toBe("private, no-cache, no-store");
});

it("a POST or a function that does not say what it changes does not compile", () => {
  const flow = () => ({ kind: "empty" as const });
  const call = async () => undefined;
  // @ts-expect-error: what does it change?
  const post: PluginRoute = { method: "POST", path: "/x", flow };
  // @ts-expect-error: why does it need no token?
  const open: PluginRoute = { method: "POST", path: "/x", of: "none", csrf: "none", flow };
  // @ts-expect-error: what does it change?
  const silent: PluginFunction = { call };
  expect([post, open, silent]).toHaveLength(3);
});
