/** What a SvelteKit app has beside the behaviours of all servers: events, what Kit throws, actions, prerendering. */
import { type Handle, isActionFailure, isHttpError, isRedirect, type RequestEvent } from "@sveltejs/kit";
import { describe, expect, it, vi } from "vitest";
import { createAuth, type RequestAuthFunctions } from "../../src/runtime/integrations/sveltekit/index.js";
import { arrivalOf } from "../../src/runtime/integrations/sveltekit/event.js";
import { encode } from "../../src/runtime/jwt.js";

const secret = "test-secret-test-secret-test-secret-000";
const origin = "https://shop.example";
const credentials = {
  id: "credentials",
  name: "Credentials",
  type: "credentials" as const,
  credentials: { username: {} },
  authorize: ({ username }: Partial<Record<string, unknown>>) =>
    username === "nobody" ? null : { id: "1", name: String(username) },
};
const apple = {
  id: "apple",
  name: "Apple",
  type: "oauth" as const,
  clientId: "a",
  clientSecret: "b",
  authorization: "https://appleid.example/auth",
  token: "https://appleid.example/token",
  userinfo: "https://appleid.example/user",
};
const messages: string[] = [];
const configOf = (more: object = {}) => ({
  secret,
  trustHost: true,
  providers: [credentials, apple],
  pageAddresses: true as const,
  logger: { error: (error: Error) => void messages.push(String(error)), warn: () => {} },
  callbacks: {
    jwt: ({ token, session }: { token: object; session?: unknown }) => ({ ...token, ...(session as object) }),
    session: ({ session, token }: { session: object; token?: Record<string, unknown> }) => ({
      ...session,
      user: { name: String(token?.["name"]), role: token?.["role"] },
      shop: 5,
    }),
  },
  ...more,
});

interface Given extends RequestInit {
  readonly cookie?: string;
  readonly event?: object;
}

/** An event as Kit makes it. */
function eventOf(path: string, { cookie, event, ...init }: Given = {}): RequestEvent {
  const headers = new Headers(init.headers);
  if (cookie !== undefined) headers.set("cookie", cookie);
  const jar = new Map(
    (headers.get("cookie") ?? "none=").split("; ").map((pair) => pair.split(/=(.*)/s, 2) as [string, string]),
  );
  return {
    request: new Request(origin + path, { ...init, headers }),
    url: new URL(origin + path),
    locals: {},
    route: { id: null },
    platform: undefined,
    getClientAddress: () => "203.0.113.9",
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      set: (name: string, value: string) => void jar.set(name, value),
    },
    isDataRequest: false,
    isSubRequest: false,
    isRemoteRequest: false,
    ...event,
  } as unknown as RequestEvent;
}

/** An event as Kit makes it while it builds: it refuses the address of a client, and the query. */
function builtEvent(path: string): RequestEvent {
  const refuse = (what: string) => () => {
    throw new Error(`Cannot ${what} during prerendering`);
  };
  const event = eventOf(path, { event: { getClientAddress: refuse("read clientAddress") } });
  for (const name of ["search", "searchParams"])
    Object.defineProperty(event.url, name, { get: refuse(`access url.${name}`) });
  return event;
}

const resolved = new Response("the app");
const resolve = async () => resolved;
const sessionCookie = async (claims: object = {}): Promise<string> =>
  `__Secure-authjs.session-token=${await encode({ secret, salt: "__Secure-authjs.session-token", token: { sub: "1", name: "Bob", ...claims } })}`;

async function localsOf(handle: Handle, event: RequestEvent): Promise<RequestAuthFunctions> {
  await handle({ event, resolve });
  return (event.locals as unknown as { auth: RequestAuthFunctions }).auth;
}
const thrownBy = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (thrown) => thrown,
  );
const nextPage = { accept: "text/html" };

describe("auth.handle", () => {
  const { handle } = createAuth(configOf());

  it("answers the endpoints, the pages at addresses of their own, and nothing else", async () => {
    const [session, page, other] = await Promise.all(
      ["/auth/session", "/sign-in", "/shop"].map((path) => handle({ event: eventOf(path), resolve })),
    );
    expect(await session?.json()).toBe(null);
    expect(await page?.text()).toContain("<title>Sign in</title>");
    expect(other).toBe(resolved);
  });

  it("sends each cookie in a line of its own", async () => {
    const first = await handle({ event: eventOf("/auth/csrf"), resolve });
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const body = new URLSearchParams({ csrfToken, username: "Ann" });
    const answer = await handle({
      event: eventOf("/auth/callback/credentials", { method: "POST", body, cookie }),
      resolve,
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.getSetCookie().map((line) => line.split("=")[0])).toContain(
      "__Secure-authjs.session-token",
    );
  });

  it("leaves a remote function alone that says it is called from an endpoint", async () => {
    const event = eventOf("/auth/session", { event: { isRemoteRequest: true } });
    expect(await handle({ event, resolve })).toBe(resolved);
  });

  it("lets the build keep neither an endpoint nor a page", async () => {
    for (const path of ["/auth/signin", "/sign-in"])
      expect((await handle({ event: builtEvent(path), resolve })).status).toBe(204);
  });

  it("lets a page be prerendered, for nobody", async () => {
    const event = builtEvent("/about");
    expect(await handle({ event, resolve })).toBe(resolved);
    expect(await (await localsOf(handle, event))()).toBe(null);
  });

  it("takes the environment of the options, for each configuration", async () => {
    const auth = createAuth(
      { ...configOf(), secret: undefined },
      { env: { AUTH_SECRET: secret, AUTH_URL: "https://typed.example" } },
    );
    const event = eventOf("/shop", { cookie: await sessionCookie() });
    const locals = await localsOf(auth.handle, event);
    expect(await locals()).toMatchObject({ user: { name: "Bob" } });
    const thrown = await thrownBy(locals.signIn("apple", { redirectTo: "/shop" }));
    expect((thrown as { location: string }).location).toContain(
      "redirect_uri=https%3A%2F%2Ftyped.example%2Fauth%2Fcallback%2Fapple",
    );
  });
});

describe("locals.auth", () => {
  const { handle } = createAuth(configOf());

  it("reads the session once for each request", async () => {
    const session = vi.fn(({ session: shown }: { session: object }) => shown);
    const auth = createAuth(configOf({ callbacks: { session } }));
    const locals = await localsOf(auth.handle, eventOf("/shop", { cookie: await sessionCookie() }));
    expect(await Promise.all([locals(), locals.require(), locals()])).toHaveLength(3);
    expect(session).toHaveBeenCalledTimes(1);
    expect(await (await localsOf(handle, eventOf("/shop")))()).toBe(null);
  });

  it.each([
    ["a page", "/shop?a=1", {}, "/sign-in?callbackUrl=%2Fshop%3Fa%3D1"],
    [
      "a navigation of Kit",
      "/shop",
      { headers: { accept: "*/*", "sec-fetch-mode": "cors" }, event: { isDataRequest: true } },
      "/sign-in?callbackUrl=%2Fshop",
    ],
    [
      "an enhanced form",
      "/shop?/buy",
      {
        method: "POST",
        headers: { accept: "application/json", "x-sveltekit-action": "true", referer: `${origin}/shop` },
      },
      "/sign-in?callbackUrl=https%3A%2F%2Fshop.example%2Fshop",
    ],
  ])("leads %s to sign-in and back", async (_name, path, given, location) => {
    const thrown = await thrownBy((await localsOf(handle, eventOf(path, given))).require());
    expect(isRedirect(thrown)).toBe(true);
    expect(thrown).toMatchObject({
      location,
      status: given === undefined || !("method" in given) ? 302 : 303,
    });
  });

  it.each([
    ["a fetch", { headers: { "sec-fetch-mode": "cors" } }],
    ["an endpoint that a load function asks", { event: { isSubRequest: true } }],
    ["a remote function", { event: { isRemoteRequest: true } }],
  ])("answers %s 401", async (_name, given) => {
    const thrown = await thrownBy((await localsOf(handle, eventOf("/shop", given))).require());
    expect(isHttpError(thrown, 401)).toBe(true);
    expect(thrown).toMatchObject({ body: { error: "unauthenticated", message: "Sign in first" } });
  });

  it("shows who lacks a role the app's own error page", async () => {
    const event = eventOf("/admin", { cookie: await sessionCookie({ role: "user" }), headers: nextPage });
    const thrown = await thrownBy((await localsOf(handle, event)).require({ role: "admin" }));
    expect(isHttpError(thrown, 403)).toBe(true);
    expect(thrown).toMatchObject({ body: { message: "You don't have access to this" } });
  });

  it("does not call somebody signed out while the store is down", async () => {
    const down = () => Promise.reject(Object.assign(new Error("no"), { code: "ECONNREFUSED" }));
    const revocation = { isRevoked: down, revoke: down };
    const auth = createAuth(configOf({ session: { strategy: "jwt", revocation } }));
    const event = eventOf("/shop", { cookie: await sessionCookie({ jti: "1" }), headers: nextPage });
    expect(isHttpError(await thrownBy((await localsOf(auth.handle, event)).require()), 503)).toBe(true);
  });

  it("fails the build of a prerendered page", async () => {
    await expect((await localsOf(handle, builtEvent("/shop"))).require()).rejects.toThrow(
      "/shop is prerendered",
    );
  });

  it("update() changes what the same request reads", async () => {
    const locals = await localsOf(handle, eventOf("/shop", { cookie: await sessionCookie() }));
    expect(await locals()).toMatchObject({ user: { name: "Bob" } });
    expect(await locals.update({ name: "Ann" } as never)).toMatchObject({ user: { name: "Ann" } });
    expect(await locals()).toMatchObject({ user: { name: "Ann" } });
  });

  it("health() says what is there, and functions of plugins name the missing one", async () => {
    const locals = await localsOf(handle, eventOf("/shop"));
    expect(await locals.health()).toMatchObject({ ok: true });
    await expect(locals.sessions.list()).rejects.toThrow("auth.sessions.list() needs a plugin");
  });
});

describe("auth.require", () => {
  const { handle, require } = createAuth(configOf());
  const guard = require({ path: "/dashboard" });

  it("F-01: lets the build go on where a link leads it to a page that is not kept", async () => {
    for (const status of [204, 404]) {
      const answer = new Response(null, { status });
      expect(await guard({ event: builtEvent("/dashboard"), resolve: async () => answer })).toBe(answer);
    }
    for (const status of [200, 307])
      await expect(
        guard({ event: builtEvent("/dashboard"), resolve: async () => new Response(null, { status }) }),
      ).rejects.toThrow("/dashboard is prerendered");
  });

  it.each([
    ["by the address", "/dashboard/orders", {}],
    ["by the route, behind paths.base", "/base/dashboard/orders", { route: { id: "/(app)/dashboard/[id]" } }],
  ])("guards a path %s", async (_name, path, event) => {
    const answer = await guard({ event: eventOf(path, { headers: nextPage, event }), resolve });
    expect(answer.headers.get("location")).toBe(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
  });

  it("lets others on, and who is signed in", async () => {
    expect(await guard({ event: eventOf("/shop"), resolve })).toBe(resolved);
    const event = eventOf("/dashboard", { cookie: await sessionCookie() });
    await handle({ event, resolve });
    const answer = await guard({ event, resolve });
    expect([answer.status, answer.headers.get("vary"), await answer.clone().text()]).toEqual([
      200,
      "Cookie",
      "the app",
    ]);
  });
});

describe("X4: an answer with a session in it is kept by no shared cache", () => {
  const auth = createAuth(configOf());
  const kept = async (event: RequestEvent, load: (locals: RequestAuthFunctions) => unknown) => {
    const headers = {
      "cache-control": "public, max-age=60, s-maxage=600",
      "cdn-cache-control": "max-age=600",
    };
    const answer = await auth.handle({
      event,
      resolve: async () => {
        await load((event.locals as unknown as { auth: RequestAuthFunctions }).auth);
        return new Response("the page", { headers });
      },
    });
    return ["cache-control", "vary", "cdn-cache-control"].map((name) => answer.headers.get(name));
  };
  const asBob = async () => eventOf("/news", { cookie: await sessionCookie() });
  const forOne = ["private, max-age=60", "Cookie", null];
  const forAll = ["public, max-age=60, s-maxage=600", null, "max-age=600"];

  it.each([
    ["the session of +layout.server", (locals: RequestAuthFunctions) => locals()],
    ["a session that the page waits for", (locals: RequestAuthFunctions) => void locals()],
    ["a guard of the page", (locals: RequestAuthFunctions) => locals.require()],
    ["an update", (locals: RequestAuthFunctions) => locals.update({ name: "Ann" } as never)],
    [
      "what a plugin knows of who asks",
      (locals: RequestAuthFunctions) => locals.sessions.list().catch(() => []),
    ],
  ])("%s", async (_name, load) => {
    expect(await kept(await asBob(), load)).toEqual(forOne);
  });

  it("leaves the app's rule where nobody's session is in it", async () => {
    expect(await kept(await asBob(), () => undefined)).toEqual(forAll);
    expect(await kept(eventOf("/news"), (locals) => locals())).toEqual(forAll);
  });

  it("copies an answer whose headers cannot be changed", async () => {
    const event = await asBob();
    const answer = await auth.require({ path: "/news" })({
      event,
      resolve: async () => Response.redirect(`${origin}/other`, 302),
    });
    expect([answer.status, answer.headers.get("location"), answer.headers.get("cache-control")]).toEqual([
      302,
      `${origin}/other`,
      "private",
    ]);
  });
});

describe("form actions", () => {
  const auth = createAuth(configOf());
  const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = { origin }) =>
    eventOf(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { referer: `${origin}/shop`, ...headers },
    });

  it("signs in, and goes back to the page of the form", async () => {
    const event = form("/shop?/signIn", { providerId: "credentials", username: "Ann" });
    const thrown = await thrownBy(auth.signIn(event));
    expect(thrown).toMatchObject({ status: 303, location: `${origin}/shop` });
    expect(isRedirect(thrown)).toBe(true);
    expect(event.cookies.getAll().map(({ name }) => name)).toContain("__Secure-authjs.session-token");
  });

  it("leads to a provider, and to the sign-in page without one", async () => {
    const provider = await thrownBy(auth.signIn(form("/shop", { providerId: "apple" })));
    expect((provider as { location: string }).location).toMatch(/^https:\/\/appleid\.example\/auth\?/);
    const page = await thrownBy(auth.signIn(form("/shop", {})));
    expect(page).toMatchObject({
      location: `${origin}/sign-in?callbackUrl=https%3A%2F%2Fshop.example%2Fshop`,
    });
  });

  it("tells the page what went wrong", async () => {
    const failure = await auth.signIn(form("/shop", { providerId: "credentials", username: "nobody" }));
    expect(isActionFailure(failure)).toBe(true);
    expect(failure).toMatchObject({ status: 401, data: { error: "CredentialsSignin", code: "credentials" } });
  });

  it("signs out", async () => {
    const cookie = await sessionCookie();
    const event = form("/shop?/signOut", { redirectTo: "/bye" }, { origin, cookie });
    expect(await thrownBy(auth.signOut(event))).toMatchObject({ status: 303, location: `${origin}/bye` });
    expect(event.cookies.getAll()).toContainEqual({ name: "__Secure-authjs.session-token", value: "" });
  });

  it.each([
    ["of an origin that the app trusts for a callback", { origin: "https://appleid.apple.com" }],
    ["that the browser calls foreign", { origin, "sec-fetch-site": "cross-site" }],
  ])("refuses a form %s", async (_name, headers: Record<string, string>) => {
    for (const action of [auth.signIn, auth.signOut]) {
      const thrown = await thrownBy(
        action(form("/shop", { providerId: "credentials", username: "Ann" }, headers)),
      );
      expect(isHttpError(thrown, 403)).toBe(true);
    }
  });
});

describe("the client's address", () => {
  const seen = (event: object, options: object = {}): string | undefined => {
    const given = { headers: { "x-forwarded-for": "198.51.100.7" }, event };
    return arrivalOf({ event: eventOf("/", given), hasChanged: false }, options).clientAddress;
  };
  const peer = (remoteAddress: string) => ({ platform: { req: { socket: { remoteAddress } } } });

  it("is Kit's, but not where adapter-node takes a proxy for the client", () => {
    expect(seen(peer("203.0.113.9"))).toBe(undefined);
    expect(seen({ ...peer("203.0.113.9"), getClientAddress: () => "198.51.100.7" })).toBe("198.51.100.7");
    expect(seen({ platform: { env: {} } })).toBe("203.0.113.9");
    expect(seen({}, { clientAddress: () => "192.0.2.1" })).toBe("192.0.2.1");
  });
});
