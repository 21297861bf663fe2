import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startIdentityProvider, type IdentityProvider } from "../../src/commands/dev/server/index.js";
import { fullName, simulatedUsers } from "../../src/commands/dev/server/users.js";
import AzureAD from "../../src/providers/azure-ad.js";
import GitHub from "../../src/providers/github.js";
import LINE from "../../src/providers/line.js";
import MicrosoftEntraID from "../../src/providers/microsoft-entra-id.js";
import ShopifyCustomer from "../../src/providers/shopify-customer.js";
import { Auth, setEnvDefaults } from "../../src/runtime/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import { records } from "../../src/providers/records.js";
import type { ProviderRecord } from "../../src/providers/kit/record.js";
import type { AnyProviderConfig } from "../../src/runtime/types/provider.js";
import { all, exampleOptions } from "../providers/all.js";
import { inEveryRun, inTurn } from "../support/every-run.js";
import { appWithEnv, Browser, locationOf, origin, watched } from "../support/browser.js";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider({ records });
});
afterAll(() => idp.close());
beforeEach(() => {
  vi.stubEnv("AUTH_DEV_IDP", idp.url);
  vi.stubEnv("NODE_ENV", "development");
  return () => vi.unstubAllEnvs();
});

function setUp(provider: AnyProviderConfig) {
  const { seen, config } = watched();
  const browser = new Browser(appWithEnv({ providers: [provider], ...config }));
  return { seen, browser };
}

/** Picker answered by its form, as a script or a browser does; then back to the app. */
async function signInAs(browser: Browser, id: string, form: Record<string, string>): Promise<Response> {
  const start = await browser.startSignIn(id);
  const picker = locationOf(start);
  expect(picker).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/play\//);
  const page = await browser.send(picker);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("for development only");
  const chosen = await browser.post(picker, form);
  if (chosen.status === 200) return postedBack(browser, await chosen.text(), id);
  expect(chosen.status).toBe(303);
  expect(locationOf(chosen)).toContain(`${origin}/auth/callback/${id}`);
  return browser.send(locationOf(chosen));
}

/** The page that posts the answer by itself (response_mode=form_post). */
function postedBack(browser: Browser, page: string, id: string): Promise<Response> {
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? "";
  expect(action).toBe(`${origin}/auth/callback/${id}`);
  const fields = [...page.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)];
  return browser.post(
    action,
    Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, unescapeHtml(value)])),
  );
}

const unescapeHtml = (text: string): string =>
  text.replace(/&(#\d+|quot|amp|lt|gt);/g, (_all, name: string) =>
    name.startsWith("#")
      ? String.fromCodePoint(Number(name.slice(1)))
      : ({ quot: '"', amp: "&", lt: "<", gt: ">" }[name] ?? ""),
  );

/** Whether the record reads a member of the profile; without a mapping the standard claims are read. */
const tells = ({ profile }: ProviderRecord, member: "name" | "email"): boolean =>
  profile === undefined || profile[member] !== undefined;

/** The place of a provider in the list. */
const placeOf = (id: string): number => all.findIndex(([one]) => one === id);

describe.each(all)("%s", (id, record, make) => {
  const provider = () => make(exampleOptions(record));

  test.each(inTurn(simulatedUsers, placeOf(id)))("signs in $id and maps the profile", async (person) => {
    const { seen, browser } = setUp(provider());
    const end = await signInAs(browser, id, { person: person.id });
    expect(seen.errors).toEqual([]);
    expect(locationOf(end)).toBe(`${origin}/after`);
    const session = await browser.session();
    expect(session?.user?.["name"] ?? null).toBe(tells(record, "name") ? fullName(person) : null);
    expect(session?.user?.["email"] ?? null).toBe(tells(record, "email") ? person.email.toLowerCase() : null);
    // OpenID 2.0 has no tokens.
    const tokens = record.openid2 ? {} : { token_type: "bearer" };
    expect(seen.accounts[0]).toMatchObject({ provider: id, ...tokens });
    expect(seen.accounts[0]?.["providerAccountId"]).toMatch(/^\d+$/);
    expect(session?.user?.["image"] ?? "https://none").toMatch(/^(https?:\/\/|data:image\/)/);
    for (const check of ["pkce", "state", "nonce"]) expect(browser.has(check)).toBe(false);
  });
});

/** A third of them in every run, another third than the refusals. */
describe.each(inEveryRun([...all.slice(1), ...all.slice(0, 1)], 3))(
  "%s without an address",
  (id, record, make) => {
    test("a profile without an e-mail address signs in without one", async () => {
      const { seen, browser } = setUp(make(exampleOptions(record)));
      await signInAs(browser, id, { person: "mira", fault: "no-email" });
      expect(seen.errors).toEqual([]);
      const session = await browser.session();
      expect(session?.user?.["name"] ?? null).toBe(tells(record, "name") ? "Mira Osei" : null);
      expect(session?.user?.["email"] ?? null).toBeNull();
    });
  },
);

/** A third of them in every run. */
describe.each(inEveryRun(all, 3))("%s refuses", (id, record, make) => {
  const provider = () => make(exampleOptions(record));

  test("a refusal ends on the sign-in page, without a session", async () => {
    const { browser } = setUp(provider());
    const end = await signInAs(browser, id, { deny: "1" });
    expect(locationOf(end)).toBe(`${origin}/auth/signin?error=OAuthCallbackError`);
    expect(browser.has("session-token")).toBe(false);
    expect(browser.has("state")).toBe(false);
  });

  test("an error with status 200 signs nobody in", async () => {
    const { browser } = setUp(provider());
    const end = await signInAs(browser, id, { person: "mira", fault: "error-200" });
    expect(locationOf(end)).toBe(`${origin}/auth/error?error=Configuration`);
    expect(browser.has("session-token")).toBe(false);
  });
});

describe.each(all.filter(([, { type }]) => type === "oidc"))(
  "%s verifies its ID token",
  (id, record, make) => {
    test.each(inTurn(["expired", "bad-nonce", "bad-signature", "wrong-issuer"], placeOf(id)))(
      "fault %s is refused",
      async (fault) => {
        const { browser } = setUp(make(exampleOptions(record)));
        const end = await signInAs(browser, id, { person: "mira", fault });
        expect(locationOf(end)).toBe(`${origin}/auth/error?error=Configuration`);
        expect(browser.has("session-token")).toBe(false);
      },
    );
  },
);

describe.each([
  ["microsoft-entra-id", MicrosoftEntraID],
  ["azure-ad", AzureAD],
] as const)("%s by tenant", (_id, make) => {
  test.each([
    "common",
    "organizations",
    "consumers",
    "contoso.onmicrosoft.com",
    "11111111-2222-4333-8444-555555555555",
  ])("PR-05 tenant %s signs in", async (tenant) => {
    const provider = make({ tenant });
    const { seen, browser } = setUp(provider);
    await signInAs(browser, provider.id, { person: "mira" });
    expect(seen.errors).toEqual([]);
    expect((await browser.session())?.user?.["name"]).toBe("Mira Osei");
  });
});

describe("a further address that comes from an answer", () => {
  test.each<[string, () => Response]>([
    ["another host", () => Response.json({ graphql_api: "https://evil.example.com/graphql" })],
    ["no https", () => Response.json({ graphql_api: "http://shopify.com/graphql" })],
    ["none", () => Response.json({})],
    ["an error", () => new Response(null, { status: 404 })],
  ])("%s: the token does not go there, and the sign-in goes on without", async (_what, metadata) => {
    const asked: string[] = [];
    const fetched = async (url: string, init?: RequestInit) => {
      asked.push(url);
      return url.endsWith("/customer-account-api") ? metadata() : fetch(url, init);
    };
    const provider = ShopifyCustomer({ shopDomain: "shop.example.com" });
    const { seen, browser } = setUp({ ...provider, [customFetch]: fetched as typeof fetch });
    await signInAs(browser, "shopify-customer", { person: "mira" });
    expect(seen.errors).toEqual([]);
    expect(asked.at(-1)).toContain("customer-account-api");
    expect((await browser.session())?.user).toMatchObject({
      name: "mira.osei@example.com",
      email: "mira.osei@example.com",
    });
  });
});

describe("options of the app", () => {
  test.each(["github", "google", "microsoft-entra-id", "wechat", "tiktok", "42-school"])(
    "%s under another id is still played as what it is",
    async (id) => {
      const [, record, make] = all.find(([one]) => one === id)!;
      const { seen, browser } = setUp(make({ ...exampleOptions(record), id: "staff" }));
      const end = await signInAs(browser, "staff", { person: "mira" });
      expect(seen.errors).toEqual([]);
      expect(locationOf(end)).toBe(`${origin}/after`);
      expect((await browser.session())?.user?.["name"]).toBe("Mira Osei");
      expect(seen.accounts[0]).toMatchObject({ provider: "staff" });
    },
  );

  test.each(["client_secret_basic", "client_secret_jwt", "none"])(
    "LINE signs its ID token with the secret, whichever way the client proves itself: %s",
    async (token_endpoint_auth_method) => {
      const { seen, browser } = setUp(LINE({ client: { token_endpoint_auth_method } }));
      await signInAs(browser, "line", { person: "mira" });
      expect(seen.errors).toEqual([]);
      expect((await browser.session())?.user?.["name"]).toBe("Mira Osei");
    },
  );
});

describe("standing in", () => {
  const github = () => setUp(GitHub({ clientId: "cid", clientSecret: "test-secret" }));

  test("is refused with NODE_ENV=production, and said to the log", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const { seen, browser } = github();
    expect(locationOf(await browser.startSignIn("github"))).toMatch(/^https:\/\/github\.com\//);
    expect(seen.errors.map((error) => error.message)).toEqual([
      "AUTH_DEV_IDP is ignored: NODE_ENV is production",
    ]);
  });

  test("is refused for an address that is not of this machine", async () => {
    vi.stubEnv("AUTH_DEV_IDP", "http://idp.example.com");
    const { seen, browser } = github();
    expect(locationOf(await browser.startSignIn("github"))).toMatch(/^https:\/\/github\.com\//);
    expect(seen.errors[0]?.message).toContain("it isn't an address of this machine");
  });

  test("is refused when the app is reached by another name", async () => {
    const { seen, config } = watched();
    const app = appWithEnv({
      providers: [GitHub({ clientId: "cid", clientSecret: "test-secret" })],
      ...config,
    });
    const elsewhere = new Browser((request) =>
      app(new Request(request.url.replace(origin, "https://app.example.com"), request)),
    );
    expect(locationOf(await elsewhere.startSignIn("github"))).not.toContain("/play/");
    expect(seen.errors.some((error) => error.message.startsWith("AUTH_DEV_IDP is ignored"))).toBe(true);
  });

  test("leaves a provider alone that runs on this machine itself", async () => {
    const { browser } = setUp({
      id: "own",
      name: "Own",
      type: "oauth",
      clientId: "cid",
      clientSecret: "test-secret",
      authorization: "http://localhost:8080/authorize",
      token: "http://localhost:8080/token",
      userinfo: "http://localhost:8080/userinfo",
    });
    expect(locationOf(await browser.startSignIn("own"))).toMatch(/^http:\/\/localhost:8080\/authorize\?/);
  });

  test("answers with the profile at an address of the app's own", async () => {
    for (const userinfo of ["https://proxy.example.com/me?v=3", { url: "https://api.github.com/v4/me" }]) {
      const { seen, browser } = setUp(GitHub({ userinfo }));
      await signInAs(browser, "github", { person: "jonas" });
      expect(seen.errors).toEqual([]);
      expect((await browser.session())?.user).toMatchObject({ email: "jonas.lindqvist@example.com" });
    }
  });

  test("plays providers that it does not know by the shape of their requests", async () => {
    const { seen, browser } = setUp({
      id: "unheard",
      name: "Unheard",
      type: "oauth",
      authorization: "https://unheard.example.com/go",
      token: "https://api.unheard.example.com/v9/swap",
      userinfo: "https://api.unheard.example.com/v9/whoami",
    });
    await signInAs(browser, "unheard", { person: "jonas" });
    expect(seen.errors).toEqual([]);
    expect((await browser.session())?.user).toMatchObject({ email: "jonas.lindqvist@example.com" });
  });
});

describe("N-03: Auth(request, config), which takes nothing else from the environment", () => {
  test("is simulated under auth dev, without an id or a secret of the provider", async () => {
    const { config } = watched();
    const app: AuthConfig = { ...config, providers: [GitHub({})] };
    const browser = new Browser((request) => Auth(request, app));
    const back = await signInAs(browser, "github", { person: "mira" });
    expect(locationOf(back)).not.toContain("error");
    const mira = simulatedUsers.find(({ id }) => id === "mira");
    expect((await browser.session())?.user?.email).toBe(mira?.email);
  });

  test("and with what setEnvDefaults fills in", async () => {
    const { config } = watched();
    const app: AuthConfig = { ...config, providers: [GitHub] };
    setEnvDefaults(process.env, app);
    const browser = new Browser((request) => Auth(request, app));
    expect(locationOf(await browser.startSignIn("github"))).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/play\//);
  });

  test.each([
    ["production", ""],
    ["test", "AUTH_DEV_IDP is ignored"],
    [undefined, "AUTH_DEV_IDP is ignored"],
  ])("not with NODE_ENV=%s; the log says %j", async (mode, said) => {
    vi.stubEnv("NODE_ENV", mode);
    const { config, seen } = watched();
    const app: AuthConfig = { ...config, providers: [GitHub({ clientId: "a", clientSecret: "b" })] };
    const browser = new Browser((request) => Auth(request, app));
    expect(locationOf(await browser.startSignIn("github"))).toMatch(/^https:\/\/github\.com\//);
    expect(String(seen.errors)).toContain(said);
  });
});
