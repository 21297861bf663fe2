import { randomUUID } from "node:crypto";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { OIDCUserConfig } from "../../src/runtime/types/provider.js";
import { type App, coreApp, origin, watched } from "../support/browser.js";
import { signed } from "../oauth/fake-provider.js";
import { endingProvider, PathBrowser, providerOf } from "./visit.js";

type Json = Record<string, unknown>;

export const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** What a good logout token says. */
export const goodClaims = (changes: Json = {}): Json => ({
  iss: "https://op.example.com",
  aud: "client-1",
  sub: "user-1",
  sid: "session-1",
  iat: nowSeconds(),
  exp: nowSeconds() + 120,
  jti: randomUUID(),
  events: { [logoutEvent]: {} },
  ...changes,
});

export const logoutToken = (changes: Json = {}, header: Json = { typ: "logout+jwt" }): Promise<string> =>
  signed(goodClaims(changes), header);

/** As a provider sends it. */
export const send = (app: App, token: string, init: RequestInit = {}, id = "oidc"): Promise<Response> =>
  app(
    new Request(`${origin}/auth/backchannel-logout/${id}`, {
      method: "POST",
      body: new URLSearchParams({ logout_token: token }),
      ...init,
    }),
  );

export type Strategy = "jwt" | "database";

/** An app that listens to its provider, and another process of it over the same store. */
export function listening(
  strategy: Strategy,
  changes: Partial<AuthConfig> = {},
  options: OIDCUserConfig = { backchannelLogout: { cacheSeconds: 0 } },
) {
  const fake = endingProvider();
  fake.faults.claims = (claims) => ({ ...claims, sid: "session-1" });
  const { seen, config } = watched();
  const ended: unknown[] = [];
  const adapter = MemoryAdapter();
  const whole = (): AuthConfig => ({
    providers: [providerOf(fake, options)],
    ...config,
    adapter,
    session: { strategy },
    events: { signOut: (message) => void ended.push(message) },
    ...changes,
  });
  const app = coreApp(whole());
  return {
    fake,
    seen,
    ended,
    adapter,
    app,
    otherProcess: () => coreApp({ ...whole(), adapter: { ...adapter } }),
  };
}

/** Somebody with a session that began with the provider. */
export async function visitor(
  { app, fake }: Pick<ReturnType<typeof listening>, "app" | "fake">,
  sid: string | undefined = "session-1",
  sub = "user-1",
): Promise<PathBrowser> {
  fake.faults.claims = (claims) => ({
    ...claims,
    sub,
    email: `${sub}@example.com`,
    ...(sid !== undefined && { sid }),
  });
  const browser = new PathBrowser(app);
  await browser.signIn(fake);
  return browser;
}

/** The same cookies at another process. */
export function at(app: App, { cookies }: PathBrowser): PathBrowser {
  const browser = new PathBrowser(app);
  for (const [name, cookie] of cookies) browser.cookies.set(name, cookie);
  return browser;
}
