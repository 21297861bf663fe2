/** Step-up in Next.js: components, route handlers and the Pages Router. */
import type { GetServerSidePropsContext } from "next";
import { NextRequest } from "next/server.js";
import { describe, expect, it, vi } from "vitest";
import { FrameworkAuth } from "../../../src/runtime/integrations/next/index.js";
import { origin } from "../../support/browser.js";
import { cookieOf, stageWith } from "./visit.js";

const incoming = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock("next/headers", () => ({ headers: async () => incoming.headers }));
vi.mock("next/navigation", () => ({
  redirect: (url: string) => {
    throw Object.assign(new Error("NEXT_REDIRECT"), { url });
  },
}));

const requirement = { factor: "two-factor", maxAge: 300 };

describe("require({ factor }) on Next.js", () => {
  const confirm = `${origin}/api/auth/two-factor/confirm`;
  const next = () => {
    const stage = stageWith({}, { basePath: "/api/auth" });
    return { stage, auth: FrameworkAuth(stage.config).auth };
  };

  it("in a component", async () => {
    const { stage, auth } = next();
    const visit = async (cookie: string) => {
      incoming.headers = new Headers({ host: "localhost:3000", "x-forwarded-proto": "http", cookie });
      return auth.require({ ...requirement, redirectTo: "/vault" }).then(
        ({ user }) => user?.name,
        ({ url }: { url?: string }) => url,
      );
    };
    expect(await visit(await cookieOf(stage))).toBe(`${confirm}?callbackUrl=%2Fvault`);
    expect(await visit(await cookieOf(stage, 301))).toBe(`${confirm}?callbackUrl=%2Fvault`);
    expect(await visit(await cookieOf(stage, 10))).toBe("Ada");
  });

  it("in a route handler", async () => {
    const { stage, auth } = next();
    const GET = auth.require(requirement, () => new Response("open"));
    const visit = async (cookie: string, mode: string) => {
      const headers = { host: "localhost:3000", cookie, "sec-fetch-mode": mode };
      return GET(new NextRequest(`${origin}/vault`, { headers }), {});
    };
    const page = await visit(await cookieOf(stage), "navigate");
    expect(page.headers.get("location")).toBe("/api/auth/two-factor/confirm?callbackUrl=%2Fvault");
    expect(await (await visit(await cookieOf(stage), "cors")).json()).toMatchObject({
      error: "factor",
      url: confirm,
    });
    expect(await (await visit(await cookieOf(stage, 10), "navigate")).text()).toBe("open");
  });

  it("in getServerSideProps", async () => {
    const { stage, auth } = next();
    const props = auth.require(requirement, async (_context: GetServerSidePropsContext) => ({
      props: { open: true },
    }));
    const visit = async (cookie: string) => {
      const req = { headers: { host: "localhost:3000", "x-forwarded-proto": "http", cookie } };
      return props({ req, res: {}, resolvedUrl: "/vault" } as unknown as GetServerSidePropsContext);
    };
    expect(await visit(await cookieOf(stage))).toMatchObject({
      redirect: { destination: `${confirm}?callbackUrl=%2Fvault` },
    });
    expect(await visit(await cookieOf(stage, 10))).toEqual({ props: { open: true } });
  });
});
