import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Mercado Libre, as data. */
export const record: OAuthRecord = {
  id: "mercadolibre",
  name: "Mercado Libre",
  type: "oauth",
  status: "active",
  authorization: "https://auth.mercadolibre.com/authorization",
  token: "https://api.mercadolibre.com/oauth/token",
  userinfo: "https://api.mercadolibre.com/users/me",
  scopes: [],
  clientAuth: "client_secret_post",
  profile: {
    id: "id",
    name: "${first_name} ${last_name}||nickname",
    email: "email",
    image: "thumbnail.picture_url",
  },
  docs: "https://developers.mercadolibre.com/en_us/authentication-and-authorization",
  console: "https://developers.mercadolibre.com/devcenter",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "offline_access set on the app; single use",
  notes: ["Other countries have other sign-in hosts"],
};

/** `GET /users/me` of Mercado Libre; the members that are read. */
export interface MercadoLibreProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  first_name?: string | null;
  /** Becomes `user.name`. */
  last_name?: string | null;
  /** Becomes `user.name`. */
  nickname?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Holds what is read of the answer. */
  thumbnail?: {
    /** Becomes `user.image`. */
    picture_url?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Mercado Libre.
 *
 * @param options client id and secret (default: `AUTH_MERCADOLIBRE_ID`, `AUTH_MERCADOLIBRE_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/mercadolibre`
 * @example MercadoLibre()
 */
export default function MercadoLibre<P extends MercadoLibreProfile = MercadoLibreProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
