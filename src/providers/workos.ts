import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

export const record: OAuthRecord = {
  id: "workos",
  name: "WorkOS SSO",
  type: "oauth",
  status: "active",
  authorization: "https://api.workos.com/sso/authorize",
  token: "https://api.workos.com/sso/token",
  userinfo: "https://api.workos.com/sso/profile",
  scopes: [],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${first_name} ${last_name}", email: "email", image: "raw_attributes.picture" },
  style: { bg: "#6363f1", text: "#fff" },
  docs: "https://workos.com/docs/reference/sso",
  console: "https://dashboard.workos.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: [
    "Send connection, organization or provider as authorization parameter",
    "The client secret is the API key",
  ],
};

/** `GET /sso/profile` of WorkOS SSO; the members that are read. */
export interface WorkOSProfile {
  id?: number | string;
  first_name?: string | null;
  last_name?: string | null;
  email?: string | null;
  raw_attributes?: { picture?: string | null };
  [claim: string]: unknown;
}

/**
 * Sign in with WorkOS SSO.
 *
 * @param options client id and secret (default: `AUTH_WORKOS_ID`, `AUTH_WORKOS_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/workos`
 * @example WorkOS()
 */
export default function WorkOS(options: OAuthUserConfig<WorkOSProfile> = {}): OAuth2Config<WorkOSProfile> {
  return fromRecord<WorkOSProfile, OAuthRecord>(record, options);
}
