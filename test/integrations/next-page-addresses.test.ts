/** Pages at addresses of their own in Next.js: the proxy rewrites to the route file, which links by the addresses. */
import { NextRequest } from "next/server.js";
import { describe, expect, it, vi } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { guard } from "../../src/runtime/integrations/next/guard-only.js";
import { FrameworkAuth, type FrameworkAuthConfig } from "../../src/runtime/integrations/next/index.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import type { Mail } from "../../src/runtime/types/provider.js";

const origin = "http://localhost:3000";
const secret = "test-secret-test-secret-test-secret-000";

function appOf(more: Partial<FrameworkAuthConfig> = {}) {
  const mails: Mail[] = [];
  const queued: Promise<void>[] = [];
  const errors: string[] = [];
  const { auth, handlers } = FrameworkAuth({
    secret,
    trustHost: true,
    providers: [],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
    pageAddresses: true,
    logger: { error: (error) => void errors.push(error.message), warn: () => undefined },
    callbacks: { authorized: ({ auth: session }) => session !== null },
    plugins: [
      password({ sendMail: (mail) => void mails.push(mail), waitUntil: (work) => void queued.push(work) }),
    ],
    ...more,
  });
  const proxy = auth as unknown as (request: NextRequest) => Promise<Response>;
  const link = async () => {
    await Promise.all(queued);
    return new URL(mails.at(-1)?.url ?? "");
  };
  return { proxy, handlers, link, errors, auth };
}

const jar = new Map<string, string>();
const requestOf = (path: string, init: ConstructorParameters<typeof NextRequest>[1] = {}): NextRequest =>
  new NextRequest(origin + path, {
    ...init,
    headers: {
      host: "localhost:3000",
      "x-forwarded-proto": "http",
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(init.headers as object),
    },
  });
const kept = (answer: Response): Response => {
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "") jar.delete(name);
    else jar.set(name, value);
  }
  return answer;
};
const rewriteOf = (answer: Response): string | null => answer.headers.get("x-middleware-rewrite");

describe("pages at their own addresses in Next.js", () => {
  it("the proxy lets nobody but the pages by, and sends them to the route file", async () => {
    const { proxy } = appOf();
    const page = await proxy(requestOf("/sign-in?callbackUrl=%2Fx"));
    expect(rewriteOf(page)).toBe(`${origin}/api/auth/at/sign-in?callbackUrl=%2Fx`);
    expect(rewriteOf(await proxy(requestOf("/sign-up", { method: "POST" })))).toBe(
      `${origin}/api/auth/at/sign-up`,
    );
    const closed = await proxy(requestOf("/x"));
    expect(closed.headers.get("location")).toBe(
      `${origin}/sign-in?callbackUrl=${encodeURIComponent(`${origin}/x`)}`,
    );
    // No plugin has this page.
    expect(rewriteOf(await proxy(requestOf("/account")))).toBeNull();
    expect((await proxy(requestOf("/account"))).status).toBe(307);
  });

  it("stays in the app where AUTH_URL names another origin than Next.js was asked at", async () => {
    vi.stubEnv("AUTH_URL", "https://app.example.com");
    const { proxy } = appOf();
    expect(rewriteOf(await proxy(requestOf("/sign-in?a=1")))).toBe(`${origin}/api/auth/at/sign-in?a=1`);
    vi.unstubAllEnvs();
  });

  it("never hands the address of a page to the app's own handler", async () => {
    const { auth } = appOf();
    const asked: string[] = [];
    const wrapped = auth((request) => void asked.push(request.nextUrl.pathname));
    expect(rewriteOf(await wrapped(requestOf("/sign-in"), {}))).toBe(`${origin}/api/auth/at/sign-in`);
    await wrapped(requestOf("/x"), {});
    expect(asked).toEqual(["/x"]);
  });

  it.each([
    ["as it was asked for", (address: string) => address],
    ["as it was rewritten", (address: string) => `/api/auth/at${address}`],
  ])("the route file shows a page whose URL it gets %s", async (_how, seen) => {
    jar.clear();
    const { handlers, link } = appOf();
    const page = kept(await handlers.GET(requestOf(seen("/sign-up"))));
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain(`<form action="${origin}/sign-up" method="POST">`);
    const { csrfToken } = (await kept(await handlers.GET(requestOf("/api/auth/csrf"))).json()) as {
      csrfToken: string;
    };
    const post = async (path: string, fields: Record<string, string>) =>
      kept(
        await handlers.POST(
          requestOf(path, { method: "POST", body: new URLSearchParams({ csrfToken, ...fields }) }),
        ),
      );
    await post(seen("/sign-up"), { email: "ada@example.com", password: "correct horse battery" });
    const { pathname, searchParams } = await link();
    expect(pathname).toBe("/verify");
    await post(seen("/verify"), { token: searchParams.get("token") ?? "" });
    expect(await (await handlers.GET(requestOf("/api/auth/session"))).json()).toMatchObject({
      user: { email: "ada@example.com" },
    });
    const head = await handlers.GET(requestOf(seen("/sign-in"), { method: "HEAD" }));
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const old = await handlers.GET(requestOf("/api/auth/signin?a=1"));
    expect([old.status, old.headers.get("location")]).toEqual([302, "/sign-in?a=1"]);
  });

  it("knows the base path of next.config", async () => {
    jar.clear();
    const { proxy, handlers } = appOf({
      basePath: "/shop/api/auth",
      pageAddresses: { signIn: "/shop/sign-in" },
    });
    const asked = requestOf("/shop/sign-in", { nextConfig: { basePath: "/shop" } });
    const answer = await proxy(asked);
    expect(rewriteOf(answer)).toBe(`${origin}/shop/api/auth/at/shop/sign-in`);
    // Next takes its base path off before a route file gets the URL.
    expect((await handlers.GET(requestOf("/sign-in"))).status).toBe(200);
    expect((await handlers.GET(requestOf("/api/auth/at/shop/sign-in"))).status).toBe(200);
  });

  it("refuses an address below the route file, and takes one that is none in Next.js", async () => {
    const below = appOf({ pageAddresses: { signIn: "/api/auth/sign-in" } });
    expect((await below.handlers.GET(requestOf("/api/auth/signin"))).status).toBe(500);
    expect(below.errors.join("")).toContain("/api/auth/sign-in is below /api/auth");
    const beside = appOf({ pageAddresses: { signIn: "/auth/sign-in" } });
    expect((await beside.handlers.GET(requestOf("/auth/sign-in"))).status).toBe(200);
  });

  it("answers as an API route of the Pages Router", async () => {
    const { handlers } = appOf();
    const sent: { status: number; body: string } = { status: 0, body: "" };
    const res = {
      getHeader: () => undefined,
      setHeader: () => res,
      set statusCode(code: number) {
        sent.status = code;
      },
      end: (body: string) => void (sent.body = body),
    };
    const req = {
      method: "GET",
      url: "/api/auth/at/sign-up",
      headers: { host: "localhost:3000", "x-forwarded-proto": "http" },
    };
    await handlers.pages(req as never, res as never);
    expect(sent.status).toBe(200);
    expect(sent.body).toContain(`action="${origin}/sign-up"`);
  });

  it("the guard alone sends on the pages of the core, and those of plugins that are named", async () => {
    const callbacks = { authorized: () => false };
    const alone = guard({ secret, trustHost: true, callbacks, pageAddresses: true });
    expect(rewriteOf(await alone(requestOf("/sign-in")))).toBe(`${origin}/api/auth/at/sign-in`);
    expect((await alone(requestOf("/sign-up"))).headers.get("location")).toContain("/sign-in?");
    const named = guard({ secret, trustHost: true, callbacks, pageAddresses: { signUp: "/sign-up" } });
    expect(rewriteOf(await named(requestOf("/sign-up")))).toBe(`${origin}/api/auth/at/sign-up`);
  });
});
