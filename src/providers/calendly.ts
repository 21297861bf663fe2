import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/calendly.js";

/** What is known of Calendly, as data. */
export const record: OAuthRecord = {
  id: "calendly",
  name: "Calendly",
  type: "oauth",
  status: "active",
  authorization: "https://auth.calendly.com/oauth/authorize",
  token: "https://auth.calendly.com/oauth/token",
  userinfo: "https://api.calendly.com/users/me",
  scopes: [],
  profile: {
    id: "resource.uri",
    name: "resource.name",
    email: "resource.email",
    image: "resource.avatar_url",
  },
  style: { bg: "#006bff", text: "#fff" },
  docs: "https://developer.calendly.com/api-docs/ZG9jOjM2MzE2MDM4-calendly-developer",
  console: "https://developer.calendly.com/console",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (sandbox apps)",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The id is an address"],
};

/** `GET /users/me` of Calendly; the members that are read. */
export interface CalendlyProfile {
  /** Holds what is read of the answer. */
  resource?: {
    /** Becomes the id of the account. */
    uri?: number | string;
    /** Becomes `user.name`. */
    name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.image`. */
    avatar_url?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Calendly.
 *
 * @param options client id and secret (default: `AUTH_CALENDLY_ID`, `AUTH_CALENDLY_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/calendly`
 * @example Calendly()
 */
export default function Calendly<P extends CalendlyProfile = CalendlyProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
