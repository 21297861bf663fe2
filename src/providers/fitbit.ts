import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/fitbit.js";

/** What is known of Fitbit, as data. */
export const record: OAuthRecord = {
  id: "fitbit",
  name: "Fitbit",
  type: "oauth",
  status: "dead",
  authorization: "https://www.fitbit.com/oauth2/authorize",
  token: "https://api.fitbit.com/oauth2/token",
  userinfo: "https://api.fitbit.com/1/user/-/profile.json",
  scopes: ["profile"],
  profile: { id: "user.encodedId", name: "user.fullName||user.displayName", image: "user.avatar150" },
  style: { bg: "#00b0b9", text: "#000" },
  docs: "https://dev.fitbit.com/build/reference/web-api/developer-guide/authorization/",
  console: "https://dev.fitbit.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The API was shut down on 2 November 2026; Google Health takes its place"],
};

/** `GET /1/user/-/profile.json` of Fitbit; the members that are read. */
export interface FitbitProfile {
  /** Holds what is read of the answer. */
  user?: {
    /** Becomes the id of the account. */
    encodedId?: number | string;
    /** Becomes `user.name`. */
    fullName?: string | null;
    /** Becomes `user.name` where `user.fullName` is empty. */
    displayName?: string | null;
    /** Becomes `user.image`. */
    avatar150?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Fitbit.
 *
 * @param options client id and secret (default: `AUTH_FITBIT_ID`, `AUTH_FITBIT_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/fitbit`
 * @example Fitbit()
 */
export default function Fitbit<P extends FitbitProfile = FitbitProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
