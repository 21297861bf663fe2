import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of VATSIM, as data. */
export const record: OAuthRecord = {
  id: "vatsim",
  name: "VATSIM",
  type: "oauth",
  status: "active",
  authorization: "https://auth.vatsim.net/oauth/authorize",
  token: "https://auth.vatsim.net/oauth/token",
  userinfo: "https://auth.vatsim.net/api/user",
  scopes: ["full_name", "email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.cid", name: "data.personal.name_full", email: "data.personal.email" },
  docs: "https://vatsim.dev/services/connect/",
  console: "https://auth.vatsim.net/",
  localhost: { rule: "note", note: "use auth-dev.vatsim.net for development", checked: false },
  refresh: "refresh token returned",
  notes: ["Test host: auth-dev.vatsim.net"],
};

/** `GET /api/user` of VATSIM; the members that are read. */
export interface VATSIMProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    cid?: number | string;
    /** Holds what is read of the answer. */
    personal?: {
      /** Becomes `user.name`. */
      name_full?: string | null;
      /** Becomes `user.email`. */
      email?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with VATSIM.
 *
 * @param options client id and secret (default: `AUTH_VATSIM_ID`, `AUTH_VATSIM_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/vatsim`
 * @example VATSIM()
 */
export default function VATSIM<P extends VATSIMProfile = VATSIMProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
