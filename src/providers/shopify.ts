import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { verifyShopifyAnswer } from "./functions/shopify-answer.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { mark } from "./marks/shopify.js";

/** What is known of Shopify, as data. */
export const record: OAuthRecord = {
  id: "shopify",
  name: "Shopify",
  type: "oauth",
  status: "active",
  params: [{ name: "shop", required: true, example: "example-shop" }],
  authorization: "https://{shop}.myshopify.com/admin/oauth/authorize",
  token: "https://{shop}.myshopify.com/admin/oauth/access_token",
  tokenDefaults: { token_type: "bearer" },
  userinfo: "https://{shop}.myshopify.com/admin/api/2025-10/shop.json",
  userinfoTokenIn: { header: "x-shopify-access-token" },
  scopes: ["read_products"],
  authorizationParams: { "grant_options[]": "per-user" },
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "tokens.associated_user.id",
    name: "${tokens.associated_user.first_name} ${tokens.associated_user.last_name}",
    email: "tokens.associated_user.email",
  },
  emailVerified: "tokens.associated_user.email_verified",
  style: { bg: "#7ab55c", text: "#000" },
  docs: "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant",
  console: "https://partners.shopify.com/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "expiring offline tokens (newer)",
  notes: [
    "The shop is part of the configuration: one provider per shop",
    "A per-user token tells who signed in; a token of the shop alone signs nobody in",
    "Every answer is checked: its signature with the client secret, and that it is of this shop",
  ],
};

/** `GET /admin/api/2025-10/shop.json` of Shopify; the members that are read. */
export interface ShopifyProfile {
  /** The shop that the app is installed in. */
  shop?: {
    /** Number of the shop. */
    id?: number | string;
    /** Name to show. */
    name?: string | null;
    /** E-mail address. */
    email?: string | null;
  };
  [claim: string]: unknown;
}

/** What the factory takes. */
export type ShopifyOptions<P extends ShopifyProfile = ShopifyProfile> = OAuthUserConfig<P> & {
  /** Name of the shop: the part before `.myshopify.com`. */
  shop?: string;
};

/**
 * Sign in with Shopify.
 *
 * @param options client id and secret (default: `AUTH_SHOPIFY_ID`, `AUTH_SHOPIFY_SECRET`), `shop`; any
 * member overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/shopify`
 * @example Shopify({ shop: "example-shop" })
 */
export default function Shopify<P extends ShopifyProfile = ShopifyProfile>(
  options: ShopifyOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, {
    mark,
    conformToken,
    verify: (answer, { clientSecret }) => verifyShopifyAnswer(answer, clientSecret, options.shop),
  });
}
