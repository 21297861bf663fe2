/** Guards of plugins in Next.js and on pages of Nuxt, which give them no address but parameters. */
import { NextRequest } from "next/server.js";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FrameworkAuth } from "../../src/runtime/integrations/next/index.js";
import { createAuth as onNuxt } from "../../src/runtime/integrations/nuxt/server.js";
import { asking, asScript, config, cookie } from "./team-guard.js";

const inNext = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock("next/headers", () => ({ headers: async () => inNext.headers }));
vi.mock("next/navigation", () => ({
  redirect: (url: string) => {
    throw new Error(`redirect ${url}`);
  },
  notFound: () => {
    throw new Error("not found");
  },
}));
beforeEach(() => {
  for (const name of ["AUTH_URL", "NEXTAUTH_URL", "AUTH_SECRET"]) vi.stubEnv(name, undefined);
});

describe("Next.js", () => {
  const { auth } = FrameworkAuth({ ...config, trustHost: true });
  const byValue = (name: string) => auth.require(asking({ team: { name } }) as never);
  beforeEach(async () => {
    inNext.headers = new Headers({
      host: "localhost:3000",
      "x-forwarded-proto": "http",
      cookie: await cookie(),
    });
  });

  it("asks by value in components and actions; not-found is a page that is not there", async () => {
    expect(await byValue("acme")).toMatchObject({ team: "acme" });
    await expect(byValue("zebra")).rejects.toThrow("not found");
    await expect(byValue("busy")).rejects.toThrow(/redirect .*error=Forbidden/);
    const byName = auth.require(asking({ team: "team" }) as never) as Promise<unknown>;
    await expect(byName).rejects.toThrow(/neither the path nor the route/);
  });

  it.each([
    ["", { params: Promise.resolve({ team: "acme" }) }, 200],
    ["of Next.js 14", { params: { team: "acme" } }, 200],
    ["of somebody else", { params: { team: "zebra" } }, 404],
    ["of a catch-all route", { params: { team: ["acme"] } }, 404],
    ["that is missing", { params: {} }, 500],
  ])("asks a route handler's parameter %s", async (_which, context, status) => {
    const headers = { ...asScript, host: "localhost:3000", cookie: await cookie() };
    const GET = auth.require(asking({ team: "team" }) as never, (request) => Response.json(request.auth));
    const answer = await GET(new NextRequest("http://localhost:3000/teams/x", { headers }), context);
    expect(answer.status).toBe(status);
    if (status === 200) expect(await answer.json()).toMatchObject({ team: "acme" });
  });

  it("asks the address in the proxy, and a parameter before props", async () => {
    const headers = { ...asScript, host: "localhost:3000", cookie: await cookie() };
    const proxy = auth.require({ path: "/teams/:team", team: "team" } as never, () => undefined);
    const front = (path: string) =>
      proxy(new NextRequest(`http://localhost:3000${path}`, { headers }), { waitUntil: () => undefined });
    expect((await front("/teams/acme/x")).status).toBe(200);
    expect((await front("/teams/zebra/x")).status).toBe(404);
    expect((await front("/teams/%61cme/x")).status).toBe(404);
    const props = auth.require(
      asking({ team: "team" }) as never,
      (context: { auth: unknown }) => context.auth,
    );
    const req = {
      headers: { host: "localhost:3000", "x-forwarded-proto": "http", cookie: await cookie() },
      method: "GET",
    };
    const asked = (team: string) =>
      (props as (context: object) => unknown)({ req, resolvedUrl: "/t", params: { team } });
    expect(await asked("acme")).toMatchObject({ team: "acme" });
    expect(await asked("zebra")).toEqual({ notFound: true });
  });
});

describe("Nuxt's pages", () => {
  it("hand on the parameters of their own route", async () => {
    const auth = onNuxt(config);
    const mounted = auth.mount({ basePath: "/auth", baseURL: "/", rules: {} });
    const event = async () => {
      const res = { setHeader: () => undefined, getHeader: () => undefined, end: () => undefined };
      const headers = { host: "localhost:3000", cookie: await cookie(), ...asScript };
      return { node: { req: { method: "GET", url: "/t", headers }, res }, context: {} } as never;
    };
    const judge = async (team: unknown) => {
      const asked: { context: { authwright?: { judge: (...given: unknown[]) => Promise<object> } } } =
        await event();
      await mounted.guard(asked as never);
      return asked.context.authwright?.judge({ team: "team" }, { team });
    };
    expect(await judge("acme")).toEqual({});
    expect(await judge("zebra")).toMatchObject({ refused: { status: 404 } });
    expect(await judge(["acme"])).toMatchObject({ refused: { status: 404 } });
  });
});
