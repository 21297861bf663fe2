import OIDC from "../../src/providers/oidc.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { OIDCUserConfig, Provider } from "../../src/runtime/types/provider.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import { type App, coreApp, locationOf, origin, watched } from "../support/browser.js";
import { FakeProvider } from "../oauth/fake-provider.js";

export const strategies: readonly [string, () => Partial<AuthConfig>][] = [
  ["jwt", () => ({ adapter: MemoryAdapter(), session: { strategy: "jwt" } })],
  ["database", () => ({ adapter: MemoryAdapter() })],
];

export const endpoint = "https://op.example.com/end";

/** A provider with an endpoint for sign-outs, and sessions that have a name. */
export function endingProvider(issuer?: string): FakeProvider {
  const provider = new FakeProvider(issuer);
  provider.faults.discovery = (metadata) => ({ ...metadata, end_session_endpoint: `${provider.issuer}/end` });
  return provider;
}

export const providerOf = (fake: FakeProvider, options: OIDCUserConfig = {}): Provider =>
  OIDC({
    issuer: fake.issuer,
    clientId: "client-1",
    clientSecret: "secret-1",
    [customFetch]: fake.fetch,
    ...options,
  });

/** A cookie as a browser keeps it. */
interface Kept {
  readonly value: string;
  readonly path: string;
  readonly line: string;
}

/** A browser that sends each cookie below its path alone. */
export class PathBrowser {
  readonly #app: App;
  readonly cookies = new Map<string, Kept>();

  constructor(app: App) {
    this.#app = app;
  }

  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(url, origin);
    const headers = new Headers(init.headers);
    const cookie = this.cookieHeader(target.pathname);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await this.#app(new Request(target, { ...init, headers }));
    this.keep(response.headers.getSetCookie());
    return response;
  }

  cookieHeader(pathname: string): string {
    return [...this.cookies]
      .filter(([, { path }]) => path === "/" || pathname === path || pathname.startsWith(`${path}/`))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
  }

  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = ""] = line.split(";");
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const path = /; Path=([^;]+)/.exec(line)?.[1] ?? "/";
      if (value === "" || /max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, { value, path, line });
    }
  }

  async csrfToken(): Promise<string> {
    return ((await (await this.send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
  }

  async post(
    url: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const body = new URLSearchParams({ csrfToken: await this.csrfToken(), ...form });
    return this.send(url, { method: "POST", body, headers });
  }

  /** Through the provider and back. */
  async signIn(fake: FakeProvider, id = "oidc"): Promise<Response> {
    const start = await this.post(`/auth/signin/${id}`, { callbackUrl: "/after" });
    return this.send(`/auth/callback/${id}?${fake.authorize(locationOf(start))}`);
  }

  signOut(fields: Record<string, string> = { federated: "true" }): Promise<Response> {
    return this.post("/auth/signout", { callbackUrl: "/bye", ...fields });
  }

  async isSignedIn(): Promise<boolean> {
    return (await (await this.send("/auth/session")).json()) !== null;
  }
}

/** The form of a page: where it goes and what it carries. */
export function formOn(page: string): { action: string; fields: Record<string, string> } {
  const unescaped = (text = "") =>
    text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return {
    action: unescaped(/<form action="([^"]+)"/.exec(page)?.[1]),
    fields: Object.fromEntries(inputs.map(([, name = "", value]) => [name, unescaped(value)])),
  };
}

/** An app with one such provider. */
export function stage(
  changes: Partial<AuthConfig> = {},
  options: OIDCUserConfig = { federatedSignOut: true },
) {
  const fake = endingProvider();
  const { seen, config } = watched();
  const whole: AuthConfig = { providers: [providerOf(fake, options)], ...config, ...changes };
  return { fake, seen, config: whole, browser: new PathBrowser(coreApp(whole)) };
}
