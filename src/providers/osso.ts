import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Osso, as data. */
export const record: OAuthRecord = {
  id: "osso",
  name: "Osso",
  type: "oauth",
  status: "dead",
  issuer: "https://{domain}/",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/token",
  userinfo: "{issuer}/oauth/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "email" },
  docs: "https://github.com/enterprise-oss/osso",
  console: "https://github.com/enterprise-oss/osso",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "none",
  notes: ["The project has been without maintenance since 2021"],
};

/** `GET /oauth/me` of Osso; the members that are read. */
export interface OssoProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type OssoOptions<P extends OssoProfile = OssoProfile> = OAuthUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Osso.
 *
 * @param options client id and secret (default: `AUTH_OSSO_ID`, `AUTH_OSSO_SECRET`), `domain`, or `issuer`
 * in their place (`AUTH_OSSO_ISSUER`); any member overrides the provider's own value. Callback URL to
 * register: `{origin}{basePath}/callback/osso`
 * @example Osso({ domain: "login.example.com" })
 */
export default function Osso<P extends OssoProfile = OssoProfile>(
  options: OssoOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
