import { NextRequest } from "next/server.js";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  AccessDenied,
  CredentialsSignin,
  SignInError,
  SignOutError,
} from "../../src/runtime/errors/index.js";
import NextAuth, {
  FrameworkAuth,
  type FrameworkAuthConfig,
} from "../../src/runtime/integrations/next/index.js";
import { decode, encode } from "../../src/runtime/jwt.js";
import { raw, skipCSRFCheck } from "../../src/runtime/types/symbols.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";

const secret = "test-secret-test-secret-test-secret-000";
const cookieName = "authjs.session-token";
const origin = "http://localhost:3000";

/** What Next would give to server code: the headers of the request being answered, and its cookie jar. */
const request = vi.hoisted(() => ({
  headers: new Headers(),
  set: [] as { name: string; value: string; options: object }[],
}));
vi.mock("next/headers", () => ({
  headers: async () => request.headers,
  cookies: async () => ({
    set: (name: string, value: string, options: object) => void request.set.push({ name, value, options }),
  }),
}));
vi.mock("next/navigation", () => ({
  redirect: (url: string) => {
    throw Object.assign(new Error("NEXT_REDIRECT"), { url });
  },
}));

const errors: Error[] = [];
const warnings: string[] = [];
beforeEach(() => {
  errors.length = 0;
  warnings.length = 0;
  request.set.length = 0;
  request.headers = new Headers({ host: "localhost:3000", "x-forwarded-proto": "http" });
});

const credentials = {
  id: "credentials",
  name: "Credentials",
  type: "credentials" as const,
  credentials: { password: {} },
  authorize: ({ password }: { password?: unknown }) => {
    if (password === "boom") throw new Error("the database is on fire");
    return password === "pw" ? { id: "7", name: "Alice", email: "alice@example.com" } : null;
  },
};
const github = {
  id: "github",
  name: "GitHub",
  type: "oauth" as const,
  clientId: "client",
  clientSecret: "client-secret-of-a-test",
  authorization: "https://github.example.com/authorize",
  token: "https://github.example.com/token",
  userinfo: "https://github.example.com/user",
};
const config: FrameworkAuthConfig = {
  secret,
  trustHost: true,
  providers: [credentials, github],
  logger: {
    error: (error) => void errors.push(error),
    warn: (code) => void warnings.push(code),
    debug: () => undefined,
  },
};

const alice = { name: "Alice", email: "alice@example.com", picture: null, sub: "7" };
const signedIn = async () => `${cookieName}=${await encode({ token: alice, secret, salt: cookieName })}`;
const visit = (path: string, cookie?: string) =>
  new NextRequest(`${origin}${path}`, {
    headers: cookie ? { cookie, host: "localhost:3000" } : { host: "localhost:3000" },
  });
const setCookies = (response: Response) => response.headers.getSetCookie().map((line) => line.split("=")[0]);

it("NextAuth, the default export and FrameworkAuth are one function", () => {
  expect(NextAuth).toBe(FrameworkAuth);
});

describe("handlers", () => {
  it("answer below /api/auth, and below the path of AUTH_URL", async () => {
    const { handlers } = FrameworkAuth({ ...config });
    const providers = (await (await handlers.GET(visit("/api/auth/providers"))).json()) as Record<
      string,
      { signinUrl: string }
    >;
    expect(providers["github"]?.signinUrl).toBe(`${origin}/api/auth/signin/github`);
    vi.stubEnv("AUTH_URL", "https://app.example.com");
    const behind = await FrameworkAuth({ ...config }).handlers.GET(visit("/api/auth/providers"));
    expect(JSON.stringify(await behind.json())).toContain("https://app.example.com/api/auth/signin/github");
    vi.stubEnv("AUTH_URL", "https://app.example.com/login");
    expect((await FrameworkAuth({ ...config }).handlers.GET(visit("/login/providers"))).status).toBe(200);
    vi.unstubAllEnvs();
  });

  it("take the configuration from a function of the request, once per request", async () => {
    const seen: unknown[] = [];
    const { handlers } = FrameworkAuth(async (given) => {
      seen.push(given);
      return config;
    });
    const asked = visit("/api/auth/csrf");
    expect((await handlers.GET(asked)).status).toBe(200);
    expect(seen).toEqual([asked]);
  });
});

describe("auth()", () => {
  it("in a server component gives the session or null, and sets no cookie", async () => {
    const { auth } = FrameworkAuth(config);
    expect(await auth()).toBeNull();
    request.headers.set("cookie", await signedIn());
    expect(await auth()).toEqual({
      user: { name: "Alice", email: "alice@example.com", image: null },
      expires: expect.any(String),
    });
    expect(request.set).toEqual([]);
  });

  it("with a configuration function is asked without a request", async () => {
    const source = vi.fn(() => config);
    await FrameworkAuth(source).auth();
    expect(source).toHaveBeenCalledWith(undefined);
  });

  it("shows what the session callback made, with the token's user when it made none", async () => {
    request.headers.set("cookie", await signedIn());
    const { auth } = FrameworkAuth({
      ...config,
      callbacks: { session: ({ session }) => ({ expires: session.expires, team: "core" }) },
    });
    expect(await auth()).toMatchObject({ team: "core", user: { sub: "7", name: "Alice" } });
  });

  it("is nobody where the session callback gives nothing", async () => {
    request.headers.set("cookie", await signedIn());
    for (const nothing of [null, undefined]) {
      const { auth } = FrameworkAuth({ ...config, callbacks: { session: () => nothing as never } });
      expect(await auth()).toBeNull();
    }
  });

  it("FW-13, RESP-10: throws on a wrong configuration, in place of saying that nobody is there", async () => {
    request.headers.set("cookie", await signedIn());
    const broken = FrameworkAuth({ ...config, providers: [], secret: [secret, ""] });
    await expect(broken.auth()).rejects.toMatchObject({ type: "MissingSecret" });
    const answer = await broken.auth(visit("/account", await signedIn()), {} as never);
    expect(answer.status).toBe(500);
    const wrapped = broken.auth(() => Response.json("reached"));
    expect((await wrapped(visit("/account", await signedIn()), {})).status).toBe(500);
  });

  it("F-59 a wrong provider keeps nobody from being known", async () => {
    request.headers.set("cookie", await signedIn());
    const { auth, handlers } = FrameworkAuth({
      ...config,
      providers: [{ id: "op", name: "OP", type: "oidc" }],
    });
    expect((await auth())?.user).toMatchObject({ name: "Alice" });
    const wrapped = auth((req) => Response.json({ name: req.auth?.user?.name }));
    expect(await (await wrapped(visit("/account", await signedIn()), {})).json()).toEqual({ name: "Alice" });
    expect((await handlers.GET(visit("/api/auth/providers"))).status).toBe(500);
  });

  it("DB-16: with a store shows id, name, e-mail and image of the user, and no token", async () => {
    const adapter = MemoryAdapter();
    const user = await adapter.createUser({
      id: "u1",
      name: "Ada",
      email: "ada@example.com",
      emailVerified: null,
    });
    const session = { sessionToken: "s-1", userId: user.id, expires: new Date(Date.now() + 60_000) };
    await adapter.createSession(session);
    request.headers.set("cookie", `${cookieName}=s-1`);
    const { auth } = FrameworkAuth({ ...config, providers: [github], adapter });
    expect(await auth()).toEqual({
      user: { id: "u1", name: "Ada", email: "ada@example.com", image: null },
      expires: session.expires.toISOString(),
    });
  });

  it("in API routes and getServerSideProps sends the extended cookie along", async () => {
    const { auth } = FrameworkAuth(config);
    const req = {
      headers: { host: "localhost:3000", "x-forwarded-proto": "http", cookie: await signedIn() },
    };
    for (const call of [
      (res: object) => auth(req as never, res as never),
      (res: object) => auth({ req, res } as never),
    ]) {
      const sent: string[] = [];
      const session = await call({
        appendHeader: (name: string, value: string) => void sent.push(`${name}: ${value}`),
      });
      expect(session).toMatchObject({ user: { name: "Alice" } });
      expect(sent).toEqual([expect.stringMatching(/^set-cookie: authjs\.session-token=ey/)]);
    }
  });
});

describe("auth as proxy or middleware", () => {
  const decide = (authorized: NonNullable<FrameworkAuthConfig["callbacks"]>["authorized"]) =>
    FrameworkAuth({ ...config, callbacks: { ...(authorized && { authorized }) } }).auth;
  const passes = (response: Response) => response.headers.get("x-middleware-next") === "1";

  it("keeps the session alive and lets everybody pass without an authorized callback", async () => {
    const answer = await decide(undefined)(visit("/", await signedIn()), {} as never);
    expect(passes(answer)).toBe(true);
    expect(setCookies(answer)).toEqual([cookieName]);
  });

  it("sends strangers to the sign-in page, keeping the query and the way back", async () => {
    const auth = decide(({ auth: session }) => Boolean(session?.user));
    expect(passes(await auth(visit("/account", await signedIn()), {} as never))).toBe(true);
    const answer = await auth(visit("/account?tab=2"), {} as never);
    expect(answer.status).toBe(307);
    const target = new URL(answer.headers.get("location") ?? "");
    expect([target.pathname, target.searchParams.get("tab"), target.searchParams.get("callbackUrl")]).toEqual(
      ["/api/auth/signin", "2", `${origin}/account?tab=2`],
    );
  });

  it("returns the Response of the callback", async () => {
    const answer = await decide(() => Response.json("no", { status: 401 }))(visit("/api/x"), {} as never);
    expect(answer.status).toBe(401);
  });

  it("FW-05: a callback that throws refuses", async () => {
    const auth = decide(() => {
      throw new Error("secret detail");
    });
    const answer = await auth(visit("/account", await signedIn()), {} as never);
    expect([answer.status, await answer.text()]).toEqual([500, ""]);
    expect(errors).toHaveLength(1);
  });

  it("FW-06: a callback that redirects to the page itself lets nobody through; its own sign-in page is shown", async () => {
    const auth = decide(({ request: asked }) => Response.redirect(new URL("/login", asked.url)));
    expect((await auth(visit("/account"), {} as never)).status).toBe(302);
    expect(passes(await auth(visit("/login"), {} as never))).toBe(false);
    expect(warnings.join()).toContain("/login");
    const own = FrameworkAuth({
      ...config,
      pages: { signIn: "/login" },
      callbacks: { authorized: ({ request: asked }) => Response.redirect(new URL("/login", asked.url)) },
    });
    for (const path of ["/login", "/login?callbackUrl=%2Faccount", "/login/"])
      expect([path, passes((await own.auth(visit(path), {} as never)) as Response)]).toEqual([path, true]);
    expect(passes((await own.auth(visit("/account"), {} as never)) as Response)).toBe(false);
  });

  const ways: readonly [name: string, from: string, to: string][] = [
    ["adds a parameter", "/admin", "/admin?lang=en"],
    ["takes a parameter away", "/admin?utm_source=x", "/admin"],
    ["goes from http to https", "/admin", "https://localhost:3000/admin"],
    ["goes home, asking for a sign-in", "/", "/?login=required"],
    ["adds a slash", "/admin", "/admin/"],
    ["is a true loop", "/admin", "/admin"],
    ["is a true loop with a query", "/?login=required", "/?login=required"],
    ["adds a fragment", "/admin", "/admin#top"],
  ];

  it.each(ways)("SEC2-04: a redirect that %s lets nobody through", async (_name, from, to) => {
    const auth = decide(({ request: asked, auth: session }) =>
      session?.user ? true : Response.redirect(new URL(to, asked.url)),
    );
    const answer = await auth(visit(from), {} as never);
    expect([passes(answer), answer.status, answer.headers.get("location")]).toEqual([
      false,
      302,
      new URL(to, origin).href,
    ]);
    expect(warnings.some((text) => text.includes("to itself"))).toBe(
      new URL(to, origin).href.split("#")[0] === origin + from,
    );
    expect(passes(await auth(visit(from, await signedIn()), {} as never))).toBe(true);
  });

  it.each(ways)(
    "SEC2-05: around a handler, a redirect that %s is sent and the handler isn't run",
    async (_name, from, to) => {
      let ran = 0;
      const { auth } = FrameworkAuth({
        ...config,
        callbacks: {
          authorized: ({ request: asked, auth: session }) =>
            session?.user ? true : Response.redirect(new URL(to, asked.url)),
        },
      });
      const handler = auth(() => {
        ran++;
        return new Response("handled", { status: 401 });
      });
      const answer = await handler(visit(from), {});
      expect([answer.status, answer.headers.get("location"), ran]).toEqual([
        302,
        new URL(to, origin).href,
        0,
      ]);
      expect((await handler(visit(from, await signedIn()), {})).status).toBe(401);
    },
  );

  it("SEC2-05: around a handler, on the app's own sign-in page the handler runs", async () => {
    const { auth } = FrameworkAuth({
      ...config,
      pages: { signIn: "/login" },
      callbacks: { authorized: ({ request: asked }) => Response.redirect(new URL("/login", asked.url)) },
    });
    expect(await (await auth(() => new Response("page"))(visit("/login"), {})).text()).toBe("page");
  });

  it("does not redirect the sign-in page to itself", async () => {
    expect(passes(await decide(() => false)(visit("/api/auth/signin"), {} as never))).toBe(true);
  });

  it("HOST: behind a proxy the way back is the address that people type", async () => {
    const auth = decide(() => false);
    const asked = visit("/account?tab=2");
    asked.headers.set("x-forwarded-host", "app.example.com");
    asked.headers.set("x-forwarded-proto", "https");
    const target = new URL((await auth(asked, {} as never)).headers.get("location") ?? "");
    // Of its own host Next makes a path.
    expect(target.origin).toBe(origin);
    expect(target.searchParams.get("callbackUrl")).toBe("https://app.example.com/account?tab=2");
    const named = FrameworkAuth({
      ...config,
      pages: { signIn: "https://app.example.com/account" },
      callbacks: { authorized: () => false },
    });
    expect(passes((await named.auth(asked, {} as never)) as Response)).toBe(true);
  });

  it("below the basePath of next.config finds the sign-in page, and does not send in circles", async () => {
    const below = (path: string) =>
      new NextRequest(`${origin}/shop${path}`, {
        headers: { host: "localhost:3000" },
        nextConfig: { basePath: "/shop" },
      });
    const pages = {
      "/shop/api/auth/signin": {},
      "/shop/login": { pages: { signIn: "/login" } },
      "/shop/in": { pages: { signIn: "/shop/in" } },
    };
    for (const [page, more] of Object.entries(pages)) {
      for (const basePath of ["/api/auth", "/shop/api/auth"]) {
        const { auth } = FrameworkAuth({
          ...config,
          ...more,
          basePath,
          callbacks: { authorized: () => false },
        });
        const sent = (await auth(below("/account"), {} as never)) as Response;
        const target = new URL(sent.headers.get("location") ?? "");
        expect([target.pathname, target.searchParams.get("callbackUrl")]).toEqual([
          page,
          `${origin}/shop/account`,
        ]);
        const shown = (await auth(below(page.slice("/shop".length)), {} as never)) as Response;
        expect(passes(shown), page).toBe(true);
      }
    }
    const own = FrameworkAuth({
      ...config,
      pages: { signIn: "/own" },
      callbacks: { authorized: () => Response.redirect(`${origin}/shop/own`) },
    });
    expect(passes((await own.auth(below("/own"), {} as never)) as Response)).toBe(true);
    expect(passes((await own.auth(below("/other"), {} as never)) as Response)).toBe(false);
  });

  it("shows the sign-in page whether or not its address ends in a slash", async () => {
    for (const signIn of ["/login", "/login/"]) {
      const { auth } = FrameworkAuth({
        ...config,
        pages: { signIn },
        callbacks: { authorized: () => false },
      });
      expect(passes((await auth(visit("/login"), {} as never)) as Response), signIn).toBe(true);
    }
  });

  it("guards a page of the same path as a sign-in page elsewhere", async () => {
    const { auth } = FrameworkAuth({
      ...config,
      pages: { signIn: "https://login.example.com/login" },
      callbacks: { authorized: () => false },
    });
    const answer = (await auth(visit("/login"), {} as never)) as Response;
    expect(answer.headers.get("location")).toMatch(/^https:\/\/login\.example\.com\/login\?/);
  });

  it("FW-01, FW-03: headers that once went around middleware change nothing", async () => {
    const auth = decide(({ auth: session }) => Boolean(session));
    for (const header of [
      "x-middleware-subrequest",
      "rsc",
      "next-router-prefetch",
      "x-auth-user",
      "authorization",
    ]) {
      const asked = visit("/account");
      asked.headers.set(header, "1");
      expect((await auth(asked, {} as never)).status, header).toBe(307);
    }
  });

  it("RESP-11: a session callback that throws refuses with 500 and is in the log, with a store too", async () => {
    const fails = () => {
      throw new Error("session callback");
    };
    const adapter = MemoryAdapter();
    const { id } = await adapter.createUser({ id: "u1", email: "ada@example.com", emailVerified: null });
    await adapter.createSession({
      sessionToken: "s-1",
      userId: id,
      expires: new Date(Date.now() + 60_000),
    });
    const cookies = { jwt: await signedIn(), database: `${cookieName}=s-1` };
    for (const [strategy, cookie] of Object.entries(cookies)) {
      errors.length = 0;
      const stored = strategy === "database" ? { adapter, providers: [github] } : {};
      const { auth } = FrameworkAuth({ ...config, ...stored, callbacks: { session: fails } });
      const answer = (await auth(visit("/account", cookie), {} as never)) as Response;
      expect([answer.status, errors.length], strategy).toEqual([500, 1]);
    }
  });

  it("DB-05: with the store down refuses with 503", async () => {
    const adapter = MemoryAdapter();
    const broken = {
      ...adapter,
      getSessionAndUser: () => {
        throw new Error("connection refused");
      },
    };
    const { auth } = FrameworkAuth({ ...config, providers: [github], adapter: broken });
    expect((await auth(visit("/account", `${cookieName}=s-1`), {} as never)).status).toBe(503);
  });
});

describe("auth around a handler", () => {
  it("hands on request.auth and the context, and answers what the handler answers", async () => {
    const { auth } = FrameworkAuth(config);
    const route = auth((asked, context: { params: string }) =>
      Response.json({ name: asked.auth?.user?.name, context }),
    );
    const answer = await route(visit("/api/me", await signedIn()), { params: "p" });
    expect(await answer.json()).toEqual({ name: "Alice", context: { params: "p" } });
    expect(setCookies(answer)).toEqual([cookieName]);
  });

  it("goes on when the handler answers nothing, and lets the handler overrule authorized", async () => {
    const { auth } = FrameworkAuth({ ...config, callbacks: { authorized: () => false } });
    const answer = await auth(() => undefined)(visit("/"), {});
    expect(answer.headers.get("x-middleware-next")).toBe("1");
  });

  it("F-03 one warning per process says that the handler overrules authorized, in development", async () => {
    const overruled = () => FrameworkAuth({ ...config, callbacks: { authorized: () => false } });
    const handled = async ({ auth } = overruled()) => {
      const answer = await auth(() => new Response("handled"))(visit("/admin"), {});
      expect(await answer.text()).toBe("handled");
      return warnings.filter((line) => line.includes("the handler decides"));
    };
    vi.stubEnv("NODE_ENV", "production");
    expect(await handled()).toEqual([]);
    vi.stubEnv("NODE_ENV", "development");
    // Nothing is overruled where authorized agrees, or is not there.
    expect(await handled(FrameworkAuth({ ...config, callbacks: { authorized: () => true } }))).toEqual([]);
    expect(await handled(FrameworkAuth({ ...config }))).toEqual([]);
    const one = [expect.stringContaining("Judge request.auth there")];
    expect(await handled()).toEqual(one);
    // Nor for another request, nor for a configuration made anew.
    expect(await handled()).toEqual(one);
    vi.unstubAllEnvs();
  });

  it("sends cookies along with answers whose headers cannot be changed", async () => {
    const { auth } = FrameworkAuth(config);
    const answer = await auth(() => Response.redirect(`${origin}/elsewhere`))(
      visit("/", await signedIn()),
      {},
    );
    expect([answer.status, setCookies(answer)]).toEqual([302, [cookieName]]);
  });

  it("works with a configuration function, awaited or not", async () => {
    const { auth } = FrameworkAuth(async () => config);
    const route = await auth((asked) => Response.json(asked.auth));
    expect(await (await route(visit("/"), {})).json()).toBeNull();
  });
});

describe("signIn", () => {
  const { signIn } = FrameworkAuth(config);

  it("with credentials sets the session cookie and redirects, or returns the URL", async () => {
    const form = new FormData();
    form.set("password", "pw");
    form.set("redirectTo", "/home");
    await expect(signIn("credentials", form)).rejects.toMatchObject({
      message: "NEXT_REDIRECT",
      url: `${origin}/home`,
    });
    expect(await signIn("credentials", { password: "pw", redirectTo: "/home", redirect: false })).toBe(
      `${origin}/home`,
    );
    const session = request.set.filter(({ name }) => name === cookieName).at(-1);
    expect(await decode({ token: session?.value ?? "", secret, salt: cookieName })).toMatchObject({
      sub: "7",
    });
    expect(session?.options).toMatchObject({ httpOnly: true, sameSite: "lax", path: "/" });
  });

  it("throws what went wrong", async () => {
    const wrong = await signIn("credentials", { password: "no", redirect: false }).catch(
      (error: unknown) => error,
    );
    expect(wrong).toBeInstanceOf(CredentialsSignin);
    expect(wrong).toMatchObject({ type: "CredentialsSignin", code: "credentials" });
    await expect(signIn("credentials", { password: "boom", redirect: false })).rejects.toMatchObject({
      type: "CallbackRouteError",
    });
    const refusing = FrameworkAuth({ ...config, callbacks: { signIn: () => false } });
    await expect(refusing.signIn("credentials", { password: "pw" })).rejects.toBeInstanceOf(AccessDenied);
  });

  it("with an OAuth provider gives its URL with our parameters, and sets the check cookies", async () => {
    const url = new URL(await signIn("github", { redirect: false }, { login_hint: "alice", state: "mine" }));
    expect(url.origin + url.pathname).toBe("https://github.example.com/authorize");
    expect(url.searchParams.get("login_hint")).toBe("alice");
    expect(url.searchParams.get("state")).not.toBe("mine");
    expect(url.searchParams.get("redirect_uri")).toBe(`${origin}/api/auth/callback/github`);
    expect(request.set.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["authjs.pkce.code_verifier", "authjs.state"]),
    );
  });

  it("L2: with a mail provider leaves the mark of the browser that asked", async () => {
    const email = { id: "email", name: "Email", type: "email" as const, sendVerificationRequest: () => {} };
    const { signIn: ask } = FrameworkAuth({
      ...config,
      adapter: MemoryAdapter(),
      session: { strategy: "jwt" },
      providers: [email],
    });
    expect(await ask("email", { email: "ann@example.com", redirect: false })).toContain("verify-request");
    expect(request.set.map(({ name }) => name)).toContain("authjs.mail-start");
  });

  it("without a provider, or with an unknown one, leads to the sign-in page and back to the current page", async () => {
    request.headers.set("referer", `${origin}/cart`);
    for (const provider of [undefined, "nobody"]) {
      const url = new URL(await signIn(provider, { redirect: false }));
      expect([url.pathname, url.searchParams.get("callbackUrl")]).toEqual([
        "/api/auth/signin",
        `${origin}/cart`,
      ]);
    }
  });
});

describe("signIn, as a form of the browser does it", () => {
  const given: [Record<string, unknown>, Request][] = [];
  const watching = {
    ...credentials,
    authorize: (fields: Record<string, unknown>, asked: Request) => {
      given.push([fields, asked]);
      return { id: "7" };
    },
  };
  const { signIn } = FrameworkAuth({ ...config, providers: [watching] });
  beforeEach(() => void (given.length = 0));

  it("authorize is given text, whatever the caller's own request is", async () => {
    request.headers.set("content-type", "multipart/form-data; boundary=x");
    await signIn("credentials", { code: 7, on: true, none: undefined, redirect: false });
    const [[fields, asked] = []] = given;
    expect(fields).toEqual({ code: "7", on: "true", callbackUrl: "/" });
    expect(asked?.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
  });

  it("authorize is told the address that people type, also by the endpoint", async () => {
    vi.stubEnv("AUTH_URL", "https://app.example.com");
    const { handlers } = FrameworkAuth({ ...config, skipCSRFCheck, providers: [watching] });
    await handlers.POST(
      new NextRequest(`${origin}/api/auth/callback/credentials?a=b`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "password=pw",
      }),
    );
    vi.unstubAllEnvs();
    expect(given[0]?.[1].url).toBe("https://app.example.com/api/auth/callback/credentials?a=b");
  });

  it("redirect counts by its truth, as forms send it", async () => {
    const form = new FormData();
    form.set("redirect", "");
    expect(await signIn("credentials", form)).toBe(`${origin}/`);
    expect(await signIn("credentials", { redirect: null as never })).toBe(`${origin}/`);
  });
});

describe("an action that fails", () => {
  it("is logged, and throws an AuthError whatever the user's code has thrown", async () => {
    const { signIn } = FrameworkAuth(config);
    await signIn("credentials", { password: "no" }).catch(() => undefined);
    expect(errors.map(({ name }) => name)).toEqual(["CredentialsSignin"]);
    const broken = FrameworkAuth({
      ...config,
      callbacks: {
        redirect: () => {
          throw new Error("redirect callback");
        },
      },
    });
    const thrown: unknown = await broken.signIn("github").catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(SignInError);
    expect(thrown).toMatchObject({ cause: { err: { message: "redirect callback" } } });
    expect(errors.at(-1)?.message).toBe("redirect callback");
    await expect(broken.signOut()).rejects.toBeInstanceOf(SignOutError);
  });

  it("lets through what steers Next", async () => {
    const leading = FrameworkAuth({
      ...config,
      callbacks: {
        redirect: () => {
          throw Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;push;/x;307;" });
        },
      },
    });
    await expect(leading.signIn("github")).rejects.toMatchObject({ message: "NEXT_REDIRECT" });
  });
});

describe("signOut", () => {
  it("clears the cookie and returns the URL; with raw the cookies too", async () => {
    const { signOut } = FrameworkAuth(config);
    request.headers.set("cookie", await signedIn());
    expect(await signOut({ redirect: false, redirectTo: "/bye" })).toBe(`${origin}/bye`);
    expect(request.set.filter(({ name }) => name === cookieName).at(-1)).toMatchObject({
      value: "",
      options: { maxAge: 0 },
    });
    const whole: unknown = await signOut({ redirect: false, [raw]: true } as never);
    expect(whole).toMatchObject({ redirect: `${origin}/`, cookies: expect.any(Array) });
    await expect(signOut()).rejects.toMatchObject({ message: "NEXT_REDIRECT" });
    await expect(signOut(null as never)).rejects.toMatchObject({ message: "NEXT_REDIRECT" });
  });

  it("DB-08: with the store down clears the cookie and throws the error itself, which the log has, too", async () => {
    const deleteSession = () => Promise.reject(new Error("connection refused"));
    const adapter = { ...MemoryAdapter(), deleteSession };
    const { signOut } = FrameworkAuth({ ...config, providers: [github], adapter });
    request.headers.set("cookie", `${cookieName}=s-1`);
    await expect(signOut({ redirect: false })).rejects.toMatchObject({ type: "SignOutError" });
    expect(request.set).toMatchObject([{ name: cookieName, value: "", options: { maxAge: 0 } }]);
    expect(errors.map(({ name }) => name)).toEqual(["AdapterError", "SignOutError"]);
  });
});

describe("update and unstable_update", () => {
  it("hand data to the callbacks and set the new cookie; null when nobody is signed in", async () => {
    const seen: unknown[] = [];
    const { update, unstable_update } = FrameworkAuth({
      ...config,
      callbacks: {
        jwt: ({ token, trigger, session }) => {
          seen.push([trigger, session]);
          return trigger === "update" ? { ...token, name: "Robert" } : token;
        },
      },
    });
    expect(await update({ user: { name: "Robert" } })).toBeNull();
    request.headers.set("cookie", await signedIn());
    expect(await unstable_update({ user: { name: "Robert" } })).toMatchObject({ user: { name: "Robert" } });
    expect(seen).toEqual([["update", { user: { name: "Robert" } }]]);
    expect(request.set.some(({ name }) => name === cookieName)).toBe(true);
  });
});

it("update hands data on as JSON, as the browser sends it", async () => {
  const seen: unknown[] = [];
  const { update } = FrameworkAuth({
    ...config,
    callbacks: {
      jwt: ({ token, session }) => {
        seen.push(session);
        return token;
      },
    },
  });
  request.headers.set("cookie", await signedIn());
  const data = { expires: new Date(0) as never, user: { name: "Robert" } };
  await update(data);
  expect(seen).toEqual([{ expires: "1970-01-01T00:00:00.000Z", user: { name: "Robert" } }]);
});

describe("an app below a path of its own (basePath of next.config)", () => {
  const shop = { ...config, basePath: "/shop/api/auth" };

  it("the endpoints are found, and every address that leaves has the whole path", async () => {
    const { handlers } = FrameworkAuth(shop);
    const answer = await handlers.GET(visit("/api/auth/providers"));
    const { github: listed } = (await answer.json()) as Record<string, Record<string, string>>;
    expect(listed).toMatchObject({
      signinUrl: `${origin}/shop/api/auth/signin/github`,
      callbackUrl: `${origin}/shop/api/auth/callback/github`,
    });
    // As it is where nothing takes the path off.
    expect((await handlers.GET(visit("/shop/api/auth/providers"))).status).toBe(200);
    for (const path of ["/auth", "/shop/api/authors/providers", "/api", "/"])
      expect((await handlers.GET(visit(path))).status, path).toBe(400);
  });

  it("the proxy leads to the whole path", async () => {
    const { auth } = FrameworkAuth({ ...shop, callbacks: { authorized: () => false } });
    const answer = (await auth(visit("/account"), {} as never)) as Response;
    expect(new URL(answer.headers.get("location") ?? "").pathname).toBe("/shop/api/auth/signin");
  });
});

describe("the log, for a base path that is not where the route file is", () => {
  it("names both settings that move it", async () => {
    const { handlers } = FrameworkAuth({ ...config, basePath: "/auth" });
    const answer = await handlers.GET(visit("/api/auth/providers"));
    expect(answer.status).toBe(400);
    expect(errors.map(({ message }) => message)).toEqual([
      "The URL is not below /auth: make basePath, and the path of AUTH_URL, that of the endpoints",
    ]);
  });
});
