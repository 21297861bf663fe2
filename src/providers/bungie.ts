import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Bungie, as data. */
export const record: OAuthRecord = {
  id: "bungie",
  name: "Bungie",
  type: "oauth",
  status: "active",
  params: [{ name: "apiKey", required: true, env: "AUTH_BUNGIE_KEY", example: "your-api-key" }],
  authorization: "https://www.bungie.net/en/oauth/authorize",
  token: "https://www.bungie.net/platform/app/oauth/token/",
  userinfo: "https://www.bungie.net/Platform/User/GetMembershipsForCurrentUser/",
  userinfoHeaders: { "x-api-key": "{apiKey}" },
  scopes: [],
  authorizationParams: { reauth: "true" },
  checks: ["state"],
  profile: {
    id: "Response.bungieNetUser.membershipId",
    name: "Response.bungieNetUser.displayName||Response.bungieNetUser.uniqueName",
    image: "https://www.bungie.net${Response.bungieNetUser.profilePicturePath}",
  },
  style: { bg: "#0075bb", text: "#fff" },
  docs: "https://github.com/Bungie-net/api/wiki/OAuth-Documentation",
  console: "https://www.bungie.net/en/Application",
  localhost: {
    rule: "loopback-ip",
    note: "https only; 127.0.0.1 works with https (Auth.js note)",
    checked: true,
  },
  refresh: "confidential apps get one (90 days)",
  notes: ["Every API call carries the API key", "The settings of the app decide on scopes"],
};

/** `GET /Platform/User/GetMembershipsForCurrentUser/` of Bungie; the members that are read. */
export interface BungieProfile {
  /** Holds what is read of the answer. */
  Response?: {
    /** Holds what is read of the answer. */
    bungieNetUser?: {
      /** Becomes the id of the account. */
      membershipId?: number | string;
      /** Becomes `user.name`. */
      displayName?: string | null;
      /** Becomes `user.name` where `Response.bungieNetUser.displayName` is empty. */
      uniqueName?: string | null;
      /** Becomes `user.image`. */
      profilePicturePath?: string | null;
    };
  };
  [claim: string]: unknown;
}

/** What the factory takes. */
export type BungieOptions<P extends BungieProfile = BungieProfile> = OAuthUserConfig<P> & {
  /** Key that every API call carries. */
  apiKey?: string;
};

/**
 * Sign in with Bungie.
 *
 * @param options client id and secret (default: `AUTH_BUNGIE_ID`, `AUTH_BUNGIE_SECRET`), `apiKey`; any
 * member overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/bungie`
 * @example Bungie({ apiKey: "your-api-key" })
 */
export default function Bungie<P extends BungieProfile = BungieProfile>(
  options: BungieOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
