/** A browser that signs in to an app over a store, by a provider and a mailer that are simulated. */
import { Auth, customFetch } from "../index.js";
import type { Adapter } from "../types/adapter.js";
import type { AuthConfig } from "../types/config.js";
import { expect } from "./records.js";

const origin = "http://localhost:3000";
const after = `${origin}/after`;

/** Somebody whom the provider and the mailer know. */
export interface TestUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export const newTestUser = (): TestUser => ({
  id: crypto.randomUUID(),
  name: "Ada",
  email: `${crypto.randomUUID()}@example.com`,
});

export type SignInWay = "oauth" | "mail";

/** What was left of a sign-in. */
export interface VisitResult {
  /** Where the browser ended. */
  readonly isSignedIn: boolean;
  /** As the app shows it. */
  readonly email: string | undefined;
  readonly errors: readonly string[];
}

/** One app per secret: what one leaves unfinished another one of the same secret finishes. */
export function signInWith(secret: string, testUser: TestUser, way: SignInWay) {
  return async (adapter: Adapter): Promise<VisitResult> => {
    const links: string[] = [];
    const errors: string[] = [];
    const app = (request: Request) => Auth(request, configOf(adapter, { secret, testUser, links, errors }));
    const send = browserOf(app);
    const { csrfToken } = (await (await send("/auth/csrf")).json()) as { csrfToken: string };
    const form = new URLSearchParams({ csrfToken, callbackUrl: "/after", email: testUser.email });
    const started = await send(`/auth/signin/${way}`, { method: "POST", body: form });
    const target = way === "mail" ? links.at(-1) : callbackOf(started);
    if (target === undefined) return { isSignedIn: false, email: undefined, errors };
    const end = await send(target);
    const session = (await (await send("/auth/session")).json()) as { user?: { email?: string } } | null;
    return {
      isSignedIn: end.headers.get("location") === after && session?.user !== undefined,
      email: session?.user?.email,
      errors,
    };
  };
}

/** What the provider answers the browser that comes with this redirect. */
function callbackOf(started: Response): string | undefined {
  const location = started.headers.get("location") ?? "";
  if (!location.startsWith("https://idp.example.com/")) return undefined;
  const state = new URL(location).searchParams.get("state");
  return `/auth/callback/oauth?code=code-of-a-test${state === null ? "" : `&state=${encodeURIComponent(state)}`}`;
}

interface SignInSetup {
  readonly secret: string;
  readonly testUser: TestUser;
  readonly links: string[];
  readonly errors: string[];
}

function configOf(adapter: Adapter, { secret, testUser, links, errors }: SignInSetup): AuthConfig {
  const answer = async (input: unknown): Promise<Response> =>
    Response.json(
      String(input instanceof Request ? input.url : input).endsWith("/token")
        ? { access_token: "access-token-of-a-test", token_type: "bearer" }
        : testUser,
    );
  return {
    secret,
    trustHost: true,
    basePath: "/auth",
    adapter,
    session: { strategy: "database" },
    providers: [
      {
        id: "oauth",
        name: "OAuth",
        type: "oauth",
        clientId: "client",
        clientSecret: "client-secret",
        authorization: "https://idp.example.com/authorize",
        token: "https://idp.example.com/token",
        userinfo: "https://idp.example.com/userinfo",
        profile: (profile) => ({
          id: String(profile["id"]),
          name: String(profile["name"]),
          email: String(profile["email"]),
        }),
        [customFetch]: answer as typeof fetch,
      },
      {
        id: "mail",
        name: "Mail",
        type: "email",
        sendVerificationRequest: ({ url }) => void links.push(url),
      },
    ],
    logger: {
      error: (error) => void errors.push(`${error.name}: ${error.message}`),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** One cookie jar. */
function browserOf(app: (request: Request) => Promise<Response>) {
  const cookies = new Map<string, string>();
  return async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await app(new Request(new URL(url, origin), { ...init, headers }));
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      expect(at > 0, "a cookie has a name");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
}
