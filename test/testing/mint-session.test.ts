/** Sessions for the tests of an app: the app itself takes them. */
import { describe, expect, test, vi } from "vitest";
import { Auth } from "../../src/runtime/index.js";
import { organizations } from "../../src/runtime/plugins/organizations/index.js";
import { createAuth } from "../../src/runtime/integrations/node.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { fakeStore, mintSession, signInBrowser } from "../../src/runtime/testing/index.js";

const url = "http://localhost:3000";
const ada = { name: "Ada", email: "ada@example.com" };
const configOf = (more: Partial<AuthConfig> = {}): AuthConfig => ({
  secret: "test-secret-test-secret-test-secret-000",
  basePath: "/auth",
  trustHost: true,
  providers: [{ id: "work", name: "Work", type: "oidc", issuer: "https://id.example", clientId: "a" }],
  ...more,
});

async function whoIs(config: AuthConfig, cookie: string, origin = url) {
  const answer = await Auth(new Request(`${origin}/auth/session`, { headers: { cookie } }), config);
  return (await answer.json()) as { user?: { name?: string; role?: string } } | null;
}

describe("mintSession", () => {
  test("the app knows the user, over http and https", async () => {
    for (const origin of [url, "https://app.example.com"]) {
      const { header, cookies } = await mintSession(ada, { url: origin, config: configOf() });
      expect((await whoIs(configOf(), header, origin))?.user?.name).toBe("Ada");
      expect(cookies[0]?.secure).toBe(origin.startsWith("https"));
      expect(cookies[0]?.name).toBe(`${origin.startsWith("https") ? "__Secure-" : ""}authjs.session-token`);
    }
  });

  test("the app's callbacks run as at a sign-in", async () => {
    const config = configOf({
      callbacks: {
        jwt: ({ token, user, trigger }) =>
          trigger === "signIn" ? { ...token, role: user?.["role" as never] } : token,
        session: ({ session, token }) => ({ ...session, user: { ...session.user, role: token["role"] } }),
      },
    });
    const { header } = await mintSession({ ...ada, role: "admin" } as typeof ada, { url, config });
    expect((await whoIs(config, header))?.user?.role).toBe("admin");
  });

  test("sessions in a database: the user is made once, each session is a row", async () => {
    const store = fakeStore();
    const config = configOf({ adapter: store, session: { strategy: "database" } });
    const first = await mintSession(ada, { url, config });
    const second = await mintSession(ada, { url, config });
    expect([store.rows.users.size, store.rows.sessions.size]).toEqual([1, 2]);
    for (const { header } of [first, second]) expect((await whoIs(config, header))?.user?.name).toBe("Ada");
  });

  test("a long token comes in parts", async () => {
    const { header, cookies } = await mintSession(
      { ...ada, name: "A".repeat(6000) },
      { url, config: configOf() },
    );
    expect(cookies.length).toBeGreaterThan(1);
    expect((await whoIs(configOf(), header))?.user?.name).toHaveLength(6000);
  });

  test("a browser is given what Playwright takes", async () => {
    const given: unknown[] = [];
    const context = { addCookies: async (cookies: unknown[]) => void given.push(...cookies) };
    await signInBrowser(context, ada, { url, config: configOf() });
    expect(given).toEqual([
      {
        name: "authjs.session-token",
        value: expect.any(String),
        domain: "localhost",
        path: "/",
        httpOnly: true,
        secure: false,
        sameSite: "Lax",
        expires: expect.any(Number),
      },
    ]);
  });

  test("what is missing is named", async () => {
    vi.stubEnv("AUTH_SECRET", undefined);
    try {
      await expect(mintSession(ada, { url })).rejects.toThrow("AUTH_SECRET");
      const config = configOf({ session: { strategy: "database" } });
      await expect(mintSession(ada, { url, config })).rejects.toThrow("adapter");
      const none = configOf({ callbacks: { jwt: () => null } });
      await expect(mintSession(ada, { url, config: none })).rejects.toThrow("jwt callback");
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("another app's secret opens nothing", async () => {
    const { header } = await mintSession(ada, { url, config: configOf() });
    const config = configOf({
      secret: "another-secret-another-secret-000000",
      logger: { error: () => undefined },
    });
    expect(await whoIs(config, header)).toBeNull();
  });
});

describe("memberOf", () => {
  const roles = { owner: ["*"], admin: ["member:*"], member: [] } as const;
  const withTeams = (adapter = fakeStore()) =>
    configOf({ adapter, plugins: [organizations({ roles, create: "nobody", sendMail: () => undefined })] });
  const organizationsOf = async (config: AuthConfig, cookie: string) => {
    const auth = createAuth(config as never);
    const req = { headers: { cookie, host: "localhost:3000" }, url: "/", method: "GET" } as never;
    return auth.organizations.list(req);
  };

  test("the user is a member with the role; the organisation is made once, and has an owner of its own", async () => {
    const config = withTeams();
    const { header } = await mintSession(ada, { url, config, memberOf: { acme: "admin" } });
    expect(await organizationsOf(config, header)).toMatchObject([{ slug: "acme", role: "admin" }]);
    const bob = { name: "Bob", email: "bob@example.com" };
    const second = await mintSession(bob, { url, config, memberOf: { acme: "member", blue: "owner" } });
    expect((await organizationsOf(config, second.header)).map(({ slug, role }) => [slug, role])).toEqual(
      expect.arrayContaining([
        ["acme", "member"],
        ["blue", "owner"],
      ]),
    );
    const auth = createAuth(config as never);
    const req = { headers: { cookie: header, host: "localhost:3000" }, url: "/", method: "GET" } as never;
    const { members } = await auth.members.list(req, "acme");
    expect(members.map(({ role }) => role).sort()).toEqual(["admin", "member", "owner"]);
  });

  test("another role takes the place of the one before; members of both at once are one", async () => {
    const config = withTeams();
    await mintSession(ada, { url, config });
    const roleNow = async (role: "admin" | "member") => {
      const made = await Promise.all(
        [1, 2, 3].map(() => mintSession(ada, { url, config, memberOf: { acme: role } })),
      );
      return (await organizationsOf(config, made[0]?.header ?? "")).map((one) => one.role);
    };
    expect([await roleNow("admin"), await roleNow("member")]).toEqual([["admin"], ["member"]]);
  });

  test("who was the only owner and is a member now leaves an owner", async () => {
    const config = withTeams();
    await mintSession(ada, { url, config, memberOf: { acme: "owner" } });
    const { header } = await mintSession(ada, { url, config, memberOf: { acme: "member" } });
    const req = { headers: { cookie: header, host: "localhost:3000" }, url: "/", method: "GET" } as never;
    const { members } = await createAuth(config as never).members.list(req, "acme");
    expect(members.map(({ role }) => role).sort()).toEqual(["member", "owner"]);
  });

  test("a configuration of the adapter alone is enough for the rows", async () => {
    const adapter = fakeStore();
    const config = withTeams(adapter);
    const { header } = await mintSession(ada, {
      url,
      config: configOf({ adapter }),
      memberOf: { acme: "admin" },
    });
    expect(await organizationsOf(config, header)).toMatchObject([{ slug: "acme", role: "admin" }]);
  });

  test.each([
    ["without an adapter", () => configOf(), { acme: "admin" }, TypeError],
    ["a slug that nobody can have", withTeams, { "a--b": "admin" }, /slug/],
    ["a text that is no role", withTeams, { acme: "-" }, TypeError],
  ] as const)("%s: an error that says so", async (_what, made, memberOf, error) => {
    await expect(mintSession(ada, { url, config: made(), memberOf })).rejects.toThrow(error);
  });
});
