/** Configurations as data, so that the reference and ours are built from the same one and a failure can be printed. */
import * as fc from "fast-check";

export interface Setting {
  readonly origin: string;
  readonly basePath: string | undefined;
  readonly store: boolean;
  readonly strategy: "jwt" | "database" | undefined;
  readonly useSecureCookies: boolean | undefined;
  readonly secret: string | readonly string[];
  readonly session: { readonly maxAge?: number; readonly updateAge?: number };
  readonly jwtMaxAge: number | undefined;
  readonly pages: Readonly<Record<string, string>> | undefined;
  readonly cookies:
    | Readonly<Record<string, { name?: string; options?: Record<string, unknown> }>>
    | undefined;
  readonly signIn: "default" | "yes" | "no" | "path" | "foreign" | "throws" | "throws-known";
  readonly jwt: "default" | "kept" | "more" | "large" | "none-when-read" | "throws-when-read" | "throws";
  readonly sessionCallback: "default" | "more" | "all" | "throws" | "none";
  readonly redirect: "default" | "as-asked" | "fixed" | "foreign" | "relative" | "throws";
  readonly events: "recorded" | "throwing" | "none";
  readonly countedTokens: boolean;
  readonly checks: readonly string[] | undefined;
  readonly endpoints: "discovery" | "given" | "text";
  readonly tokenAuth: string | undefined;
  readonly dangerousLinking: boolean;
  readonly idToken: boolean | undefined;
  readonly profile: "default" | "own" | "number" | "no-id" | "throws" | "no-email";
  readonly formPost: boolean;
  readonly redirectProxy: "here" | "elsewhere" | undefined;
  /** What else the user has written for providers and tokens. */
  readonly functions: "none" | "tokens" | "account" | "userinfo" | "conform" | "factory" | "options";
  readonly mail: "default" | "short" | "own-token" | "own-secret" | "own-address" | "failing";
  readonly skipCsrf: boolean;
  readonly trustHost: boolean;
  readonly theme: Readonly<Record<string, string>> | undefined;
  /** In a file of their own: once the reference has seen such a provider it asks every configuration for a store. */
  readonly passkeys?: "webauthn" | "passkey";
}

/** Nothing but what a small app says; checks as the reference has them by itself. */
export const usualSetting: Setting = {
  origin: "http://localhost:3000",
  basePath: undefined,
  store: true,
  strategy: undefined,
  useSecureCookies: undefined,
  secret: "one-secret-of-this-test-000000000000000",
  session: {},
  jwtMaxAge: undefined,
  pages: undefined,
  cookies: undefined,
  signIn: "default",
  jwt: "default",
  sessionCallback: "default",
  redirect: "default",
  events: "recorded",
  countedTokens: true,
  checks: ["pkce"],
  endpoints: "discovery",
  tokenAuth: undefined,
  dangerousLinking: false,
  idToken: undefined,
  profile: "default",
  formPost: false,
  redirectProxy: undefined,
  functions: "none",
  mail: "default",
  skipCsrf: false,
  trustHost: true,
  theme: undefined,
};

const rarely = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(usual) },
    ...(others.length === 0 ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...others) }]),
  );

const first = "one-secret-of-this-test-000000000000000";
const second = "two-secret-of-this-test-000000000000000";

const common: Omit<
  { readonly [K in keyof Setting]: fc.Arbitrary<Setting[K]> },
  "store" | "strategy" | "mail"
> = {
  origin: rarely(
    "http://localhost:3000",
    "https://app.example.com",
    "https://app.example.com:8443",
    "http://127.0.0.1:8080",
    "http://[::1]:3000",
  ),
  basePath: rarely<string | undefined>(undefined, "/auth", "/api/auth", "/v1/a-b/auth"),
  useSecureCookies: rarely<boolean | undefined>(undefined, true, false),
  secret: rarely<string | readonly string[]>(first, [first], [second, first], "short"),
  session: rarely<Setting["session"]>({}, { maxAge: 100 }, { maxAge: 3600, updateAge: 60 }, { updateAge: 0 }),
  jwtMaxAge: rarely<number | undefined>(undefined, 50, 10_000),
  pages: rarely<Setting["pages"]>(
    undefined,
    { signIn: "/login", signOut: "/leave", error: "/oops", verifyRequest: "/check", newUser: "/welcome" },
    { signIn: "/login" },
    { error: "/oops" },
    { newUser: "/welcome?first=1" },
    { newUser: "/welcome", verifyRequest: "/check?a=1" },
  ),
  cookies: rarely<Setting["cookies"]>(
    undefined,
    { sessionToken: { name: "sid" } },
    { sessionToken: { name: "sid", options: { domain: "example.com", sameSite: "strict" } } },
    { csrfToken: { name: "csrf", options: { maxAge: 60 } }, callbackUrl: { name: "goal" } },
    { state: { name: "st", options: { maxAge: 20 } }, pkceCodeVerifier: { options: { path: "/auth" } } },
    { nonce: { options: { maxAge: 30, sameSite: "none", secure: true } } },
    { sessionToken: { options: { path: "/app", secure: true, priority: "high" } } },
    { sessionToken: { options: { httpOnly: false, partitioned: true } } },
  ),
  signIn: rarely<Setting["signIn"]>("default", "yes", "no", "path", "foreign", "throws", "throws-known"),
  jwt: rarely<Setting["jwt"]>(
    "default",
    "kept",
    "more",
    "large",
    "none-when-read",
    "throws-when-read",
    "throws",
  ),
  sessionCallback: rarely<Setting["sessionCallback"]>("default", "more", "all", "throws", "none"),
  redirect: rarely<Setting["redirect"]>("default", "as-asked", "fixed", "foreign", "relative", "throws"),
  events: rarely<Setting["events"]>("recorded", "throwing", "none"),
  countedTokens: fc.boolean(),
  checks: rarely<Setting["checks"]>(
    undefined,
    ["pkce"],
    ["state"],
    ["none"],
    ["pkce", "state"],
    ["nonce"],
    ["state", "nonce", "pkce"],
  ),
  endpoints: rarely<Setting["endpoints"]>("discovery", "given", "text"),
  tokenAuth: rarely<string | undefined>(undefined, "client_secret_post", "client_secret_basic", "none"),
  dangerousLinking: rarely(false, true),
  idToken: rarely<boolean | undefined>(undefined, false, true),
  profile: rarely<Setting["profile"]>("default", "own", "number", "no-id", "throws", "no-email"),
  formPost: rarely(false, true),
  redirectProxy: fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constantFrom("here" as const, "elsewhere" as const) },
  ),
  functions: rarely<Setting["functions"]>(
    "none",
    "tokens",
    "account",
    "userinfo",
    "conform",
    "factory",
    "options",
  ),
  skipCsrf: fc.oneof(
    { weight: 9, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  trustHost: fc.oneof(
    { weight: 15, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  theme: rarely<Setting["theme"]>(undefined, { colorScheme: "dark", brandColor: "#123456" }),
};

/** Without a store: sessions are tokens, and there is no sign-in by mail. */
export const storelessSetting: fc.Arbitrary<Setting> = fc.record({
  ...common,
  store: fc.constant(false),
  strategy: rarely<Setting["strategy"]>(undefined, "jwt"),
  mail: fc.constant("default" as const),
});

export const storeSetting: fc.Arbitrary<Setting> = fc.record({
  ...common,
  store: fc.constant(true),
  strategy: fc.constantFrom(undefined, "jwt" as const, "database" as const),
  mail: rarely<Setting["mail"]>("default", "short", "own-token", "own-secret", "own-address", "failing"),
});
