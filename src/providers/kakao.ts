import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/kakaotalk.js";

/** What is known of Kakao, as data. */
export const record: OAuthRecord = {
  id: "kakao",
  name: "Kakao",
  type: "oauth",
  status: "active",
  issuer: "https://kauth.kakao.com",
  authorization: "https://kauth.kakao.com/oauth/authorize",
  token: "https://kauth.kakao.com/oauth/token",
  userinfo: "https://kapi.kakao.com/v2/user/me",
  scopes: [],
  clientAuth: "client_secret_post",
  profile: {
    id: "id",
    name: "kakao_account.profile.nickname",
    email: "kakao_account.email",
    image: "kakao_account.profile.profile_image_url",
  },
  emailVerified: "kakao_account.is_email_verified",
  style: { bg: "#FEE500", text: "#000" },
  docs: "https://developers.kakao.com/docs/latest/en/kakaologin/rest-api",
  console: "https://developers.kakao.com/console/app",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned (about 2 months)",
  notes: [
    "The client id is the REST API key",
    "The address needs consent, which business apps may ask for",
    "Scopes that can be asked for: profile_nickname, profile_image, account_email",
  ],
};

/** `GET /v2/user/me` of Kakao; the members that are read. */
export interface KakaoProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Holds what is read of the answer. */
  kakao_account?: {
    /** Holds what is read of the answer. */
    profile?: {
      /** Becomes `user.name`. */
      nickname?: string | null;
      /** Becomes `user.image`. */
      profile_image_url?: string | null;
    };
    /** Becomes `user.email`. */
    email?: string | null;
    /** Whether the provider made sure that the address is the person's. */
    is_email_verified?: boolean | string;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Kakao.
 *
 * @param options client id and secret (default: `AUTH_KAKAO_ID`, `AUTH_KAKAO_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/kakao`
 * @example Kakao()
 */
export default function Kakao(options: OAuthUserConfig<KakaoProfile> = {}): OAuth2Config<KakaoProfile> {
  return fromRecord<KakaoProfile, OAuthRecord>(record, options, { mark });
}
