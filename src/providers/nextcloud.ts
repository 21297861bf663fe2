import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import { canStandInAddress } from "../runtime/oauth/profile-path.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/nextcloud.js";

/** What is known of Nextcloud, as data. */
export const record: OAuthRecord = {
  id: "nextcloud",
  name: "Nextcloud",
  type: "oauth",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  authorization: "{issuer}/apps/oauth2/authorize",
  token: "{issuer}/apps/oauth2/api/v1/token",
  userinfo: "{issuer}/ocs/v2.php/cloud/user?format=json",
  userinfoUnwrap: "ocs.data",
  userinfoHeaders: { "ocs-apirequest": "true" },
  scopes: [],
  checks: ["state"],
  profile: {
    id: "id",
    name: "displayname||display-name",
    email: "email",
    image: "https://${options.domain}/avatar/${id}/512",
  },
  style: { bg: "#fff", text: "#0082C9" },
  docs: "https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html",
  console: "https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/oauth2.html",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "refresh token returned (1 h access token)",
  notes: [
    "Has no scopes",
    "Ids are unique on one server only",
    "The picture is asked of the server that domain or issuer name as an option",
    "Without pretty URLs paths begin with /index.php: pass the URLs",
  ],
};

/** `GET /ocs/v2.php/cloud/user` of Nextcloud; the members that are read. */
export interface NextcloudProfile
  extends
    Record<
      | "phone"
      | "address"
      | "website"
      | "twitter"
      | "fediverse"
      | "organisation"
      | "role"
      | "headline"
      | "biography"
      | "language"
      | "locale"
      | "storageLocation",
      string
    >,
    Record<"groups", string[]>,
    Record<"enabled", boolean> {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  displayname: string;
  /** The same, as older servers write it. */
  "display-name"?: string | null;
  /** Becomes `user.email`. */
  email: string | null;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type NextcloudOptions<P extends NextcloudProfile = NextcloudProfile> = OAuthUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Nextcloud.
 *
 * @param options client id and secret (default: `AUTH_NEXTCLOUD_ID`, `AUTH_NEXTCLOUD_SECRET`), `domain`, or
 * `issuer` in their place (`AUTH_NEXTCLOUD_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/nextcloud`
 * @example Nextcloud({ domain: "login.example.com" })
 */
export default function Nextcloud<P extends NextcloudProfile = NextcloudProfile>(
  options: NextcloudOptions<P> = {},
): OAuth2Config<P> {
  const server = options.issuer ?? (options.domain && `https://${options.domain}`);
  return fromRecord<P, OAuthRecord>(record, options, {
    mark,
    image: ({ id }) => {
      if (!server || (typeof id !== "string" && typeof id !== "number") || !canStandInAddress(id))
        return null;
      return `${server.replace(/\/+$/, "")}/avatar/${encodeURIComponent(id)}/512`;
    },
  });
}
