import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { ProviderRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { mark } from "./marks/vk.js";
import type { VkProfile } from "./profiles/vk.js";

export type { VkProfile } from "./profiles/vk.js";
export type { VkCropPhoto } from "./profiles/vk-photo.js";

const version = "5.126";

/** What is known of VK, as data. */
export const record = {
  id: "vk",
  name: "VK",
  type: "oauth",
  status: "limited",
  authorization: `https://oauth.vk.com/authorize?response_type=code&v=${version}`,
  token: `https://oauth.vk.com/access_token?v=${version}`,
  tokenDefaults: { token_type: "bearer" },
  userinfo: `https://api.vk.com/method/users.get?fields=photo_100&v=${version}`,
  userinfoUnwrap: "response[0]",
  userinfoFill: { email: "tokens.email" },
  // VK gives no address without it.
  scopes: ["email"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${first_name} ${last_name}", email: "email", image: "photo_100" },
  style: { bg: "#07F", text: "#fff" },
  docs: "https://dev.vk.com/en/api/access-token/authcode-flow-user",
  console: "https://vk.com/apps?act=manage",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; the offline scope gives a token without an end",
  notes: [
    "New apps are registered with VK ID, which is another protocol",
    "The e-mail address comes with the token and nowhere else",
    "Another API version: pass the URLs with another v parameter",
  ],
} as const satisfies ProviderRecord;

/** Options of VK: those of every OAuth provider, and older names for its URLs. */
export type VkOptions<P = VkProfile> = OAuthUserConfig<P> & {
  /** Address of the token endpoint, with `?v=`. */
  accessTokenUrl?: string;
  /** The same as `accessTokenUrl`. */
  requestTokenUrl?: string;
  /** Address of the authorization page, with `?v=`. */
  authorizationUrl?: string;
  /** Address of the profile, with `?fields=` and `&v=`. */
  profileUrl?: string;
};

/**
 * Sign in with VK, API version 5.126.
 *
 * @param options client id and secret (default: `AUTH_VK_ID`, `AUTH_VK_SECRET`); any member overrides the provider's own
 * value. `accessTokenUrl`, `authorizationUrl` and `profileUrl` stand for `token`, `authorization` and `userinfo`, which
 * win when both are given. Callback URL to register: `{origin}{basePath}/callback/vk`
 * @example Vk({ profileUrl: "https://api.vk.com/method/users.get?fields=photo_100,city&v=5.199" })
 */
export default function Vk<P = VkProfile>(options: VkOptions<P> = {}): OAuth2Config<P> {
  const { accessTokenUrl, requestTokenUrl, authorizationUrl, profileUrl, ...standard } = options;
  const token = accessTokenUrl ?? requestTokenUrl;
  const named = { token, authorization: authorizationUrl, userinfo: profileUrl };
  const given = Object.fromEntries(Object.entries(named).filter(([, url]) => url !== undefined));
  return fromRecord<P, typeof record>(record, { ...given, ...standard }, { mark, conformToken });
}
