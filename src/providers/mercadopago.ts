import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Mercado Pago, as data. */
export const record: OAuthRecord = {
  id: "mercadopago",
  name: "Mercado Pago",
  type: "oauth",
  status: "active",
  authorization: "https://auth.mercadopago.com/authorization",
  token: "https://api.mercadopago.com/oauth/token",
  userinfo: "https://api.mercadopago.com/users/me",
  scopes: [],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${first_name} ${last_name}||nickname", email: "email" },
  style: { bg: "#00b1ea", text: "#000" },
  docs: "https://www.mercadopago.com/developers/en/docs/security/oauth",
  console: "https://www.mercadopago.com/developers/panel/app",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "offline_access",
};

/** `GET /users/me` of Mercado Pago; the members that are read. */
export interface MercadoPagoProfile {
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
  [claim: string]: unknown;
}

/**
 * Sign in with Mercado Pago.
 *
 * @param options client id and secret (default: `AUTH_MERCADOPAGO_ID`, `AUTH_MERCADOPAGO_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/mercadopago`
 * @example MercadoPago()
 */
export default function MercadoPago<P extends MercadoPagoProfile = MercadoPagoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
