/** An app that asks for access tokens, at a time of the test's own. */
import { accessTokens, type AccessTokensOptions } from "../../../src/runtime/plugins/access-tokens/index.js";
import { createAuth } from "../../../src/runtime/integrations/node.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";

const secret = "test-secret-test-secret-test-secret-000";

export interface AppOptions {
  readonly server: string;
  readonly adapter: Adapter;
  readonly strategy: "jwt" | "database";
  readonly options?: AccessTokensOptions;
  readonly more?: Partial<AuthConfig>;
}

export const configOf = ({ server, adapter, strategy, options, more }: AppOptions): AuthConfig => ({
  secret,
  trustHost: true,
  adapter,
  session: { strategy },
  plugins: [accessTokens(options)],
  providers: [
    {
      id: "rot",
      name: "Rotating",
      type: "oauth",
      clientId: "cid",
      clientSecret: "client-secret",
      authorization: `${server}/authorize`,
      token: `${server}/token`,
      userinfo: `${server}/userinfo`,
    },
  ],
  logger: { error: () => undefined, warn: () => undefined },
  ...more,
});

const realNow = Date.now.bind(Date);

/** From now on it is later by so many hours. */
export function setHoursLater(hours: number): void {
  Date.now = () => realNow() + hours * 3_600_000;
}

/** Asks for the token of the user whose cookies these are. */
export function askerOf(config: AuthConfig): (cookie: string, id?: string) => Promise<string> {
  const auth = createAuth(config);
  return (cookie, id = "rot") =>
    auth.accessToken({ headers: { host: "localhost:3000", cookie }, method: "GET", url: "/" } as never, id);
}
