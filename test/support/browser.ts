import { handle } from "../../src/runtime/handler.js";
import { cutUrl, fromWebRequest, toWebResponse } from "../../src/runtime/http/web.js";
import { Auth } from "../../src/runtime/index.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import { siteAt } from "../../src/runtime/settings/origin.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { JWT } from "../../src/runtime/types/entities.js";

export const origin = "http://localhost:3000";
export const secret = "test-secret-test-secret-test-secret-000";

export type App = (request: Request) => Promise<Response>;

/** The core door: nothing comes from the environment. */
export const coreApp =
  (config: AuthConfig): App =>
  (request) =>
    Auth(request, config);

/** As the integrations mount it: what the config leaves open comes from the environment. */
export function appWithEnv(config: AuthConfig): App {
  return async (request) => {
    const resolved = resolveConfigWithEnv(config);
    const site = siteAt(resolved, cutUrl(request.url).origin);
    return toWebResponse(await handle({ resolved, site, request: fromWebRequest(request, site.basePath) }));
  };
}

/** What user code saw, in order. */
export interface Seen {
  readonly errors: Error[];
  readonly warnings: string[];
  readonly tokens: JWT[];
  readonly profiles: Record<string, unknown>[];
  readonly accounts: Record<string, unknown>[];
}

/** Config members that record what the user's code is given. */
export function watched(): { seen: Seen; config: Partial<AuthConfig> } {
  const seen: Seen = { errors: [], warnings: [], tokens: [], profiles: [], accounts: [] };
  const config: Partial<AuthConfig> = {
    secret,
    trustHost: true,
    logger: {
      error: (error) => void seen.errors.push(error),
      warn: (code) => void seen.warnings.push(code),
      debug: () => undefined,
    },
    callbacks: {
      signIn({ account, profile }) {
        seen.accounts.push({ ...account });
        seen.profiles.push({ ...profile });
        return true;
      },
    },
  };
  return { seen, config };
}

/** A browser with one cookie jar; addresses of the app are answered in process, others over HTTP. */
export class Browser {
  readonly #app: App;
  readonly cookies = new Map<string, string>();

  constructor(app: App) {
    this.#app = app;
  }

  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(url, origin);
    if (target.origin !== origin) return fetch(target, { ...init, redirect: "manual" });
    const headers = new Headers(init.headers);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await this.#app(new Request(target, { ...init, headers }));
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  post(url: string, form: Record<string, string>): Promise<Response> {
    return this.send(url, { method: "POST", body: new URLSearchParams(form) });
  }

  /** Follows the link of a mail, and presses the button of the page that asks for it. */
  async open(link: string): Promise<Response> {
    const answer = await this.send(link);
    if (answer.status !== 200) return answer;
    const page = await answer.text();
    const action = /<form action="([^"]*\/callback\/[^"]*)"/.exec(page)?.[1];
    if (action === undefined) throw new Error("the page of the link has no form");
    const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    return this.post(
      action,
      Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")])),
    );
  }

  /** POST /signin/:id with a fresh CSRF token. @returns the answer, usually a redirect to the provider */
  async startSignIn(id: string, search = ""): Promise<Response> {
    const csrf = (await (await this.send("/auth/csrf")).json()) as { csrfToken: string };
    return this.post(`/auth/signin/${id}${search}`, { csrfToken: csrf.csrfToken, callbackUrl: "/after" });
  }

  async session(): Promise<{ user?: Record<string, unknown> } | null> {
    return (await (await this.send("/auth/session")).json()) as { user?: Record<string, unknown> } | null;
  }

  has(cookiePart: string): boolean {
    return [...this.cookies.keys()].some((name) => name.includes(cookiePart));
  }

  #keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === "" || /max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export const locationOf = (response: Response): string => response.headers.get("location") ?? "";
