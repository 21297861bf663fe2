import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { signOkCall } from "./functions/ok-signature.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { mark } from "./marks/odnoklassniki.js";

/** What is known of Odnoklassniki, as data. */
export const record: OAuthRecord = {
  id: "odnoklassniki",
  name: "Odnoklassniki",
  type: "oauth",
  status: "active",
  params: [{ name: "publicKey", required: true, example: "CEXAMPLEKEY" }],
  authorization: "https://connect.ok.ru/oauth/authorize",
  token: "https://api.ok.ru/oauth/token.do",
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: {},
  userinfo: "https://api.ok.ru/fb.do?application_key={publicKey}&format=json&method=users.getCurrentUser",
  userinfoTokenIn: { query: "access_token" },
  success: { member: "error_code", value: 0 },
  scopes: ["VALUABLE_ACCESS", "GET_EMAIL"],
  scopeSeparator: ";",
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "uid", name: "name", email: "email", image: "pic_3||pic190x190" },
  style: { bg: "#ee8208", text: "#000" },
  docs: "https://apiok.ru/en/ext/oauth/server",
  console: "https://ok.ru/vitrine/myuploaded",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned with LONG_ACCESS_TOKEN",
  notes: [
    "Every API call is signed with MD5; the public key of the app is part of it",
    "Address and valuable access must be granted to the app",
  ],
};

/** `users.getCurrentUser` of Odnoklassniki; the members that are read. */
export interface OdnoklassnikiProfile {
  /** Becomes the id of the account. */
  uid?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  pic_3?: string | null;
  /** Becomes `user.image` where `pic_3` is empty. */
  pic190x190?: string | null;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type OdnoklassnikiOptions<P extends OdnoklassnikiProfile = OdnoklassnikiProfile> =
  OAuthUserConfig<P> & {
    /** Public key of the app. */
    publicKey?: string;
  };

/**
 * Sign in with Odnoklassniki.
 *
 * @param options client id and secret (default: `AUTH_ODNOKLASSNIKI_ID`, `AUTH_ODNOKLASSNIKI_SECRET`), `publicKey`;
 * any member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/odnoklassniki`
 * @example Odnoklassniki({ publicKey: "CEXAMPLEKEY" })
 */
export default function Odnoklassniki<P extends OdnoklassnikiProfile = OdnoklassnikiProfile>(
  options: OdnoklassnikiOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, {
    mark,
    conformToken,
    sign: signOkCall,
  });
}
