import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { signAlipayCall } from "./functions/alipay-signature.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { mark } from "./marks/alipay.js";

/** What is known of Alipay, as data. */
export const record: OAuthRecord = {
  id: "alipay",
  name: "Alipay",
  type: "oauth",
  status: "active",
  authorization: "https://openauth.alipay.com/oauth2/publicAppAuthorize.htm",
  authorizationRename: { client_id: "app_id" },
  callbackRename: { auth_code: "code" },
  token: "https://openapi.alipay.com/gateway.do",
  tokenRequest: {
    format: "query",
    rename: { client_id: "app_id", client_secret: "", redirect_uri: "" },
    body: { method: "alipay.system.oauth.token", charset: "utf-8", sign_type: "RSA2", version: "1.0" },
  },
  tokenAnswer: { unwrap: "alipay_system_oauth_token_response" },
  tokenDefaults: { token_type: "bearer" },
  userinfo:
    "https://openapi.alipay.com/gateway.do?app_id={clientId}&method=alipay.user.info.share&charset=utf-8&sign_type=RSA2&version=1.0",
  userinfoTokenIn: { query: "auth_token" },
  userinfoUnwrap: "alipay_user_info_share_response",
  scopes: ["auth_user"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "open_id", name: "nick_name", image: "avatar" },
  ids: { open_id: "open_id", user_id: "user_id" },
  style: { bg: "#1677ff", text: "#000" },
  docs: "https://opendocs.alipay.com/open/284/web",
  console: "https://open.alipay.com/develop/manage",
  localhost: {
    rule: "registered-domain-only",
    note: "registered URL only; sandbox host openapi-sandbox.dl.alipaydev.com",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: [
    'The account is named by open_id, whatever else an answer holds; idFrom: "user_id" chooses the other id',
    "The app signs with an RSA key (PKCS #8); it stands where others have the secret, or in the option privateKey",
    "Gives no e-mail address",
    "The callback has auth_code in place of code",
  ],
};

/** The answer of `alipay.user.info.share`, unwrapped; the members that are read. */
export interface AlipayProfile {
  /** Becomes the id of the account. */
  open_id?: string;
  /** Id of the user. */
  user_id?: string;
  /** Becomes `user.name`. */
  nick_name?: string | null;
  /** Becomes `user.image`. */
  avatar?: string | null;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type AlipayOptions<P extends AlipayProfile = AlipayProfile> = OAuthUserConfig<P> & {
  /** The app's RSA key: PKCS #8, in PEM or the Base64 inside of it. Another name for `clientSecret`. */
  privateKey?: string;
};

/**
 * Sign in with Alipay.
 *
 * @param options app id (default: `AUTH_ALIPAY_ID`) and as client secret, or `privateKey`, the RSA key of the app
 * (default: `AUTH_ALIPAY_SECRET`); any member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/alipay`
 * @example Alipay()
 */
export default function Alipay<P extends AlipayProfile = AlipayProfile>(
  options: AlipayOptions<P> = {},
): OAuth2Config<P> {
  const { privateKey, ...rest } = options;
  const given = privateKey === undefined ? rest : { ...rest, clientSecret: privateKey };
  return fromRecord<P, OAuthRecord>(record, given, {
    mark,
    conformToken,
    token: { sign: (url, { clientSecret }) => signAlipayCall(url, clientSecret) },
    sign: (url, { clientSecret }) => signAlipayCall(url, clientSecret),
  });
}
