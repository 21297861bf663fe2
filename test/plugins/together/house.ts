/** An app with all plugins, and a user with a password and a second factor. */
import { account } from "../../../src/runtime/plugins/account/index.js";
import { accessTokens } from "../../../src/runtime/plugins/access-tokens/index.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import type { RecordTable } from "../../../src/runtime/types/records.js";
import { Browser, coreApp } from "../../support/browser.js";
import { ada, PasswordApp } from "../password/drive.js";
import { withFactor as give } from "../two-factor/visit.js";

export const strategies = ["jwt", "database"] as const;
export type Strategy = (typeof strategies)[number];

interface HouseOptions {
  readonly strategy: Strategy;
  /** Of the plugins password and account. */
  readonly seconds?: readonly [password: number, account: number];
  readonly adapter?: Adapter;
}

export function houseOf({ strategy, seconds = [0, 0], adapter }: HouseOptions): PasswordApp {
  const app = new PasswordApp({
    strategy,
    options: { cacheSeconds: seconds[0] },
    ...(adapter && { adapter }),
  });
  const others = [account({ cacheSeconds: seconds[1] }), twoFactor(), accessTokens()];
  app.config.plugins = [...(app.config.plugins ?? []), ...others];
  return app;
}

/** The same app over the same store, as another process has it. */
export const otherProcess = ({ config }: PasswordApp): AuthConfig => ({
  ...config,
  adapter: { ...config.adapter },
});

/** A browser with the same cookies, which asks another process. */
export function browserAt(config: AuthConfig, { cookies }: Browser): Browser {
  const browser = new Browser(coreApp(config));
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

export const recordsOf = ({ config }: PasswordApp, table: RecordTable) => config.adapter!.records!(table);

export const idOf = async ({ config }: PasswordApp, email = ada): Promise<string> =>
  String((await config.adapter!.getUserByEmail!(email))?.id);

/** Gives the user a second factor. @returns the secret of the authenticator app */
export const withFactor = async (app: PasswordApp): Promise<string> => give(app, await idOf(app));
