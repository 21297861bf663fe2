/** Users of an app with the plugin, each with browsers of their own. */
import { account, type AccountOptions } from "../../../src/runtime/plugins/account/index.js";
import { createAuth } from "../../../src/runtime/integrations/node.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import { type Browser, locationOf } from "../../support/browser.js";
import { Stage } from "../stage.js";

export type Strategy = "jwt" | "database";
export const strategies: readonly Strategy[] = ["jwt", "database"];

export class People {
  readonly stage: Stage;
  readonly auth: ReturnType<typeof createAuth>;

  constructor(strategy: Strategy, options: AccountOptions = {}, more: Partial<AuthConfig> = {}) {
    this.stage = new Stage({ session: { strategy }, plugins: [account(options)], ...more });
    // One configuration for what browsers and what the server's own code ask.
    this.auth = createAuth(this.stage.config);
  }

  get store() {
    return this.stage.store;
  }

  browser = (): Browser => this.stage.browser();

  /** Signs a user in. @param name whoever it is at the provider @param headers of the request that ends the sign-in */
  async signIn(
    name = "ada",
    browser = this.browser(),
    provider = "op",
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Browser> {
    const claims = (given: Record<string, unknown>) => ({
      ...given,
      sub: name,
      email: `${name}@example.com`,
      name,
    });
    this.stage.provider.faults = { claims, userinfo: claims };
    const start = locationOf(await browser.startSignIn(provider));
    const answer = this.stage.provider.authorize(start);
    const done = await browser.send(`/auth/callback/${provider}?${answer}`, {
      headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36", ...headers },
    });
    if (!locationOf(done).endsWith("/after")) throw new Error(`Not signed in: ${locationOf(done)}`);
    return browser;
  }
}

/** What the server's own code is given of a browser's request. */
export function requestOf(browser: Browser): never {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { headers: { host: "localhost:3000", cookie }, method: "GET", url: "/" } as never;
}
