import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { ProviderRecord } from "./kit/record.js";

/** What is known of Yandex, as data. */
export const record = {
  id: "yandex",
  name: "Yandex",
  type: "oauth",
  status: "active",
  authorization: "https://oauth.yandex.ru/authorize",
  token: "https://oauth.yandex.ru/token",
  userinfo: "https://login.yandex.ru/info?format=json",
  scopes: ["login:info", "login:email", "login:avatar"],
  profile: { id: "id", name: "display_name||real_name||first_name", email: "default_email||emails[0]" },
  style: { bg: "#ffcc00", text: "#000" },
  docs: "https://yandex.com/dev/id/doc/en/codes/code-url",
  console: "https://oauth.yandex.com/client/new",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "a refresh token is returned; the access token may stay the same while it has a long life",
  notes: [
    "The phone number needs the scope login:default_phone, the birthday login:birthday",
    "oauth.yandex.com answers like oauth.yandex.ru",
  ],
} as const satisfies ProviderRecord;

/** Edge in pixels of each picture size that Yandex serves. */
export type YandexAvatarSize =
  /** 28 × 28 */
  | "islands-small"
  /** 34 × 34 */
  | "islands-34"
  /** 42 × 42 */
  | "islands-middle"
  /** 50 × 50 */
  | "islands-50"
  /** 56 × 56 */
  | "islands-retina-small"
  /** 68 × 68 */
  | "islands-68"
  /** 75 × 75 */
  | "islands-75"
  /** 84 × 84 */
  | "islands-retina-middle"
  /** 100 × 100 */
  | "islands-retina-50"
  /** 200 × 200 */
  | "islands-200";

/** `GET /info` of Yandex ID. Which members are there depends on the scopes. */
export interface YandexProfile {
  /** Unique id of the user. */
  id: string;
  /** Name to sign in with. */
  login: string;
  /** The app that the token was issued for. */
  client_id: string;
  /** Id of the pair of user and app. */
  psuid: string;
  /** `YYYY-MM-DD` with zeros for unknown parts; null when unknown. Scope `login:birthday`. */
  birthday?: string | null;
  /** Picture: `https://avatars.yandex.net/get-yapic/{default_avatar_id}/{size}`. Scope `login:avatar`. */
  default_avatar_id?: string;
  /** The picture is the one that every new account gets. */
  is_avatar_empty?: boolean;
  /** Scope `login:email`. */
  default_email?: string;
  /** At present the default address alone. */
  emails?: string[];
  /** Scope `login:default_phone`; may be left out by Yandex. */
  default_phone?: {
    /** Id of the phone number. */
    id: number;
    /** The number, with + and the country code. */
    number: string;
  };
  /** Becomes `user.name`. */
  display_name?: string;
  /** Becomes `user.name` where `display_name` and `real_name` are empty. */
  first_name?: string;
  /** Family name. */
  last_name?: string;
  /** First and last name, in any script. */
  real_name?: string;
  /** null: not given. */
  sex?: "female" | "male" | null;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type YandexOptions<P extends YandexProfile = YandexProfile> = OAuthUserConfig<P> & {
  /** Size of the picture; default `islands-200`. */
  avatarSize?: YandexAvatarSize;
};

/**
 * Sign in with Yandex.
 *
 * @param options client id and secret (default: `AUTH_YANDEX_ID`, `AUTH_YANDEX_SECRET`), `avatarSize`; any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/yandex`
 * @example Yandex({ avatarSize: "islands-retina-50" })
 */
export default function Yandex<P extends YandexProfile = YandexProfile>(
  options: YandexOptions<P> = {},
): OAuth2Config<P> {
  const { avatarSize = "islands-200" } = options;
  const image = ({ default_avatar_id: id, is_avatar_empty: isEmpty }: YandexProfile): string | null =>
    typeof id === "string" && id !== "" && !isEmpty
      ? `https://avatars.yandex.net/get-yapic/${id}/${avatarSize}`
      : null;
  return fromRecord<P, typeof record>(record, options, { image });
}
