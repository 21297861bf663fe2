/** PR-01: what the app's own code in `proxy.ts` is told of an address, whatever AUTH_URL and next.config say. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { NextRequest, NextResponse } from "next/server.js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { guard } from "../../src/runtime/integrations/next/guard-only.js";
import { FrameworkAuth } from "../../src/runtime/integrations/next/index.js";

const secret = "test-secret-test-secret-test-secret-000";
const origin = "http://localhost:3000";
const config = { secret, providers: [], trustHost: true };

const nextConfigs = {
  "no basePath": {},
  basePath: { basePath: "/shop" },
  i18n: { i18n: { locales: ["en", "fr"], defaultLocale: "en" } },
  trailingSlash: { trailingSlash: true },
  all: { basePath: "/shop", i18n: { locales: ["en", "fr"], defaultLocale: "en" }, trailingSlash: true },
};
const authUrls = [
  undefined,
  origin,
  `${origin}/shop/api/auth`,
  "https://app.example.com",
  "https://app.example.com/shop/api/auth",
];

/** `GET /dashboard` as Next hands it to the proxy: in French where there are languages. */
function dashboard(nextConfig: (typeof nextConfigs)["all"] | object): NextRequest {
  const { basePath = "", i18n, trailingSlash } = nextConfig as Partial<(typeof nextConfigs)["all"]>;
  const path = `${basePath}${i18n ? "/fr" : ""}/dashboard${trailingSlash ? "/" : ""}`;
  return new NextRequest(`${origin}${path}?tab=2`, {
    headers: { host: "localhost:3000" },
    nextConfig: nextConfig as never,
  });
}

const told = ({ nextUrl }: NextRequest) => {
  const { basePath, locale, defaultLocale, pathname, search } = nextUrl;
  return { basePath, locale, defaultLocale, pathname, search };
};

afterEach(() => vi.unstubAllEnvs());

describe.each(Object.entries(nextConfigs))("PR-01: next.config with %s", (_, nextConfig) => {
  it.each(authUrls)("AUTH_URL %s: each guard sees the path that Next compares", async (authUrl) => {
    if (authUrl) vi.stubEnv("AUTH_URL", authUrl);
    const asked = () => dashboard(nextConfig);
    const expected = told(asked());
    const seen: NextRequest[] = [];
    const authorized = ({ request, auth }: { request: NextRequest; auth: unknown }) => {
      seen.push(request);
      return !request.nextUrl.pathname.startsWith("/dashboard") || auth !== null;
    };
    const { auth } = FrameworkAuth({ ...config, callbacks: { authorized } });
    const wrapped = auth((request) => {
      seen.push(request);
      return request.nextUrl.pathname.startsWith("/dashboard")
        ? Response.json({}, { status: 401 })
        : undefined;
    });
    const answers = [
      await auth(asked(), {} as never),
      await wrapped(asked(), {} as never),
      await auth.require({ path: "/dashboard" }, () => NextResponse.next())(asked(), {} as never),
      await guard({ secret, trustHost: true, callbacks: { authorized } })(asked()),
    ] as Response[];
    expect(answers.map(({ headers }) => headers.get("x-middleware-next"))).toEqual([null, null, null, null]);
    // An address within the app is asked in the same place by the browser that follows it.
    const back = new URL(answers[0]?.headers.get("location") ?? "").searchParams.get("callbackUrl") ?? "";
    const site = authUrl ? new URL(authUrl).origin : origin;
    expect(back).toBe(`${site}${asked().nextUrl.href.slice(origin.length)}`);
    for (const request of seen) {
      expect(told(request)).toEqual(expected);
      expect(told({ nextUrl: request.nextUrl.clone() } as NextRequest)).toEqual(expected);
      expect(request.nextUrl.origin).toBe(site);
      expect(request.url).toBe(request.nextUrl.href);
    }
  });

  it.each(authUrls)("AUTH_URL %s: a rewrite of the app's own stays in the server", async (authUrl) => {
    if (authUrl) vi.stubEnv("AUTH_URL", authUrl);
    const rewritten = async (rewrite: (request: NextRequest) => URL | string) => {
      const { auth } = FrameworkAuth({ ...config });
      const handler = auth((request) => NextResponse.rewrite(rewrite(request)));
      const answer = (await handler(dashboard(nextConfig), {} as never)) as Response;
      return new URL(answer.headers.get("x-middleware-rewrite") ?? "");
    };
    expect((await rewritten((request) => new URL("/inside", request.url))).origin).toBe(origin);
    const cloned = await rewritten(
      ({ nextUrl }) => Object.assign(nextUrl.clone(), { pathname: "/inside" }).href,
    );
    expect(cloned.href).toBe(dashboard(nextConfig).nextUrl.href.replace("/dashboard", "/inside"));
    expect((await rewritten(() => "https://cdn.example.net/x")).href).toBe("https://cdn.example.net/x");
  });
});

it("PR-01: a rewrite whose headers cannot be changed, as in an answer of fetch, stays in the server too", async () => {
  const authUrl = "https://app.example.com";
  vi.stubEnv("AUTH_URL", authUrl);
  const app = createServer((_req, res) => res.setHeader("x-middleware-rewrite", `${authUrl}/inside`).end());
  await new Promise<void>((listening) => void app.listen(0, "127.0.0.1", listening));
  try {
    const { auth } = FrameworkAuth({ ...config });
    const { port } = app.address() as AddressInfo;
    const handler = auth(() => fetch(`http://127.0.0.1:${port}`));
    const answer = (await handler(dashboard({}), {} as never)) as Response;
    expect(answer.headers.get("x-middleware-rewrite")).toBe(`${origin}/inside`);
  } finally {
    app.close();
  }
});

it("PR-01: a request with a body, and headers that only Next may send, reach the app's code as they came", async () => {
  vi.stubEnv("AUTH_URL", "https://app.example.com");
  const { auth } = FrameworkAuth({ ...config });
  const headers = { host: "localhost:3000", cookie: "a=b", "x-middleware-subrequest": "proxy:proxy:proxy" };
  const asked = new NextRequest(`${origin}/dashboard`, { method: "POST", body: "name=value", headers });
  const handler = auth(async (request) =>
    Response.json({
      body: await request.text(),
      cookie: request.cookies.get("a")?.value,
      user: request.auth,
      header: request.headers.get("x-middleware-subrequest"),
    }),
  );
  const answer = (await handler(asked, {} as never)) as Response;
  expect(await answer.json()).toEqual({
    body: "name=value",
    cookie: "b",
    user: null,
    header: "proxy:proxy:proxy",
  });
});
