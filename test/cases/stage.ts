/** One app with every kind of provider, and browsers in front of it. */
import { Auth, customFetch } from "../../src/runtime/index.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { CredentialsConfig } from "../../src/runtime/types/provider.js";
import { Browser, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";
import { cpuMilliseconds } from "../support/measure.js";
import { MemoryStore } from "../support/memory-store.js";

export { Browser, locationOf, origin, secret };
export const sessionCookie = "authjs.session-token";
export const secureSite = "https://app.example.com";

export interface StageOptions {
  readonly config?: Partial<AuthConfig>;
  readonly authorize?: CredentialsConfig["authorize"];
  /** Where the app believes to be; browsers always type {@link origin}. */
  readonly site?: string;
  /** With a store: database sessions and sign-in by mail. Methods given here replace those of the store. */
  readonly store?: Partial<Adapter>;
  readonly mail?: object;
}

export interface Mail {
  readonly identifier: string;
  readonly url: string;
  readonly token: string;
}

export class Stage {
  readonly fake = new FakeProvider();
  readonly store = new MemoryStore();
  readonly mails: Mail[] = [];
  readonly logged: Error[] = [];
  readonly warned: string[] = [];
  readonly config: AuthConfig;
  readonly #site: string;

  constructor({ config = {}, authorize, site = origin, store, mail }: StageOptions = {}) {
    this.#site = site;
    const client = { clientId: "cid", clientSecret: "test-secret", [customFetch]: this.fake.fetch };
    const endpoints = {
      authorization: `${issuer}/authorize`,
      token: `${issuer}/token`,
      userinfo: `${issuer}/userinfo`,
    };
    this.config = {
      secret,
      trustHost: true,
      logger: {
        error: (error) => void this.logged.push(error),
        warn: (code) => void this.warned.push(code),
      },
      providers: [
        { id: "op", name: "OP", type: "oidc", issuer, ...client },
        { id: "oa", name: "OA", type: "oauth", ...endpoints, ...client },
        {
          id: "credentials",
          name: "Password",
          type: "credentials",
          credentials: { username: {}, password: {} },
          authorize:
            authorize ??
            (({ username }) =>
              username === "bob" ? { id: "1", name: "Bob", email: "bob@example.com" } : null),
        },
        ...(store === undefined
          ? []
          : [
              {
                id: "email",
                name: "E-mail",
                type: "email" as const,
                sendVerificationRequest: (params: Mail) => void this.mails.push(params),
                ...mail,
              },
            ]),
      ],
      ...(store === undefined ? undefined : { adapter: this.store.with(store) }),
      ...config,
    };
  }

  /** The app itself, for requests that no browser would send. */
  readonly app = (request: Request): Promise<Response> => {
    if (this.#site === origin) return Auth(request, this.config);
    const { method, headers } = request;
    const moved = new Request(request.url.replace(origin, this.#site), {
      method,
      headers,
      ...(request.body === null ? undefined : { body: request.body, duplex: "half" }),
    } as RequestInit);
    return Auth(moved, this.config);
  };

  browser(): Browser {
    return new Browser(this.app);
  }

  errors(): string[] {
    return this.logged.map(({ name }) => name);
  }

  /** What the browser ends up with at the provider's button and the way back. */
  async oauth(browser: Browser, id = "op"): Promise<Response> {
    const answer = this.fake.authorize(locationOf(await browser.startSignIn(id)));
    return browser.send(`/auth/callback/${id}?${answer}`);
  }

  async askMail(browser: Browser, email: unknown = "ada@example.com", more: HeadersInit = {}) {
    const csrfToken = await tokenOf(browser);
    return browser.send("/auth/signin/email", {
      method: "POST",
      headers: { "content-type": "application/json", ...(more as Record<string, string>) },
      body: JSON.stringify({ csrfToken, email, callbackUrl: "/after" }),
    });
  }
}

export async function tokenOf(browser: Browser): Promise<string> {
  const answer = await browser.send("/auth/csrf");
  return answer.ok ? ((await answer.json()) as { csrfToken: string }).csrfToken : "";
}

/** Signs in with a password form. */
export async function signIn(
  browser: Browser,
  fields: Record<string, string> = { username: "bob" },
): Promise<Response> {
  const csrfToken = await tokenOf(browser);
  return browser.post("/auth/callback/credentials", { csrfToken, callbackUrl: "/home", ...fields });
}

export async function signOut(browser: Browser): Promise<Response> {
  return browser.post("/auth/signout", { csrfToken: await tokenOf(browser), callbackUrl: "/bye" });
}

/** A browser of a fresh stage that is signed in. */
export async function signedIn(options: StageOptions = {}): Promise<{ stage: Stage; browser: Browser }> {
  const stage = new Stage(options);
  const browser = stage.browser();
  await signIn(browser);
  return { stage, browser };
}

/** The raw jar as a Cookie header. */
export const jarOf = (browser: Browser): string =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** A second browser with the same jar, at this moment. */
export function copyOf(stage: Stage, browser: Browser): Browser {
  const copy = stage.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

/** Milliseconds of CPU that a request took, with its answer. */
export async function timed(run: () => Promise<Response>): Promise<{ response: Response; ms: number }> {
  const start = cpuMilliseconds();
  const response = await run();
  return { response, ms: cpuMilliseconds() - start };
}

/** `Set-Cookie` lines by cookie name. */
export const linesOf = (response: Response): Map<string, string> =>
  new Map(response.headers.getSetCookie().map((line) => [line.slice(0, line.indexOf("=")), line]));
