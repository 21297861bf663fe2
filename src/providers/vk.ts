import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { ProviderRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { mark } from "./marks/vk.js";

const version = "5.126";
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

type Flag = 0 | 1;
type OneToFive = 1 | 2 | 3 | 4 | 5;
type SizeType = "p" | "q" | "x" | "y" | "s" | "r" | "m" | "l" | "o" | "z" | "w";

/** The photo that the profile picture was cut from. */
export interface VkCropPhoto {
  crop: { x: number; x2: number; y: number; y2: number };
  rect: { x: number; x2: number; y: number; y2: number };
  photo: {
    album_id: number;
    date: number;
    has_tags: boolean;
    id: number;
    owner_id: number;
    access_key?: string;
    can_comment?: Flag;
    height?: number;
    images?: { height?: number; width?: number; url?: string; type?: SizeType }[];
    lat?: number;
    long?: number;
    photo_256?: string;
    place?: string;
    post_id?: number;
    sizes?: {
      height: number;
      width: number;
      src?: string;
      url: string;
      type: SizeType | "max" | "d" | "e" | "k" | "n" | "a" | "b" | "i" | "g" | "c" | "j" | "temp" | "h" | "f";
    }[];
    text?: string;
    user_id?: number;
    width?: number;
  };
}

/** `users.get` of the VK API: the first element of `response`, with the address from the token answer. */
export interface VkProfile {
  id: number;
  first_name: string;
  last_name: string;
  is_closed: boolean;
  can_access_closed: boolean;
  photo_100: string;

  about?: string;
  activities?: string;
  bdate?: string;
  books?: string;
  deactivated?: string;
  domain?: string;
  email?: string;
  first_name_abl?: string;
  first_name_acc?: string;
  first_name_dat?: string;
  first_name_gen?: string;
  first_name_ins?: string;
  first_name_nom?: string;
  games?: string;
  home_town?: string;
  interests?: string;
  last_name_abl?: string;
  last_name_acc?: string;
  last_name_dat?: string;
  last_name_gen?: string;
  last_name_ins?: string;
  last_name_nom?: string;
  maiden_name?: string;
  movies?: string;
  music?: string;
  nickname?: string;
  photo_50?: string;
  photo_200?: string;
  photo_200_orig?: string;
  photo_400?: string;
  photo_400_orig?: string;
  photo_id?: string;
  photo_max?: string;
  photo_max_orig?: string;
  quotes?: string;
  screen_name?: string;
  site?: string;
  status?: string;
  tv?: string;

  common_count?: number;
  followers_count?: number;
  online_app?: number;
  timezone?: number;

  blacklisted?: Flag;
  blacklisted_by_me?: Flag;
  can_post?: Flag;
  can_see_all_posts?: Flag;
  can_see_audio?: Flag;
  can_send_friend_request?: Flag;
  can_write_private_message?: Flag;
  has_mobile?: Flag;
  has_photo?: Flag;
  is_favorite?: Flag;
  is_friend?: Flag;
  is_hidden_from_feed?: Flag;
  is_no_index?: Flag;
  online?: Flag;
  online_mobile?: Flag;
  trending?: Flag;
  verified?: Flag;

  friend_status?: 0 | 1 | 2 | 3;
  relation?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  sex?: 0 | 1 | 2;
  wall_default?: "all" | "owner";

  career?: {
    city_id?: number;
    city_name?: string;
    company?: string;
    country_id?: number;
    from?: number;
    group_id?: number;
    position?: string;
    until?: number;
  };
  city?: { id: number; title: string };
  connections?: {
    facebook?: string;
    instagram?: string;
    livejournal?: string;
    skype?: string;
    twitter?: string;
  };
  contacts?: { home_phone?: string; mobile_phone?: string };
  counters?: {
    albums?: number;
    audios?: number;
    followers?: number;
    friends?: number;
    groups?: number;
    mutual_friends?: number;
    notes?: number;
    online_friends?: number;
    pages?: number;
    photos?: number;
    user_videos?: number;
    videos?: number;
  };
  country?: { id: number; title: string };
  crop_photo?: VkCropPhoto;
  education?: {
    faculty?: number;
    faculty_name?: string;
    graduation?: number;
    university?: number;
    university_name?: string;
  };
  exports?: { facebook?: number; instagram?: number; livejournal?: number; twitter?: number };
  last_seen?: { platform?: 1 | 2 | 3 | 4 | 5 | 6 | 7; time?: number };
  military?: { country_id: number; unit: string; unit_id: number; from?: number; until?: number };
  occupation?: { id?: number; name?: string; type?: "work" | "school" | "university" };
  personal?: {
    alcohol?: OneToFive;
    inspired_by?: string;
    langs?: string[];
    life_main?: OneToFive | 6 | 7 | 8;
    people_main?: OneToFive | 6;
    political?: OneToFive | 6 | 7 | 8 | 9;
    religion?: string;
    smoking?: OneToFive;
  };
  relation_partner?: {
    id: number;
    first_name: string;
    last_name: string;
    can_access_closed?: boolean;
    deactivated?: string;
    hidden?: number;
    is_closed?: boolean;
  };
  status_audio?: {
    artist: string;
    duration: number;
    id: number;
    owner_id: number;
    title: string;
    access_key?: string;
    album_id?: number;
    date?: number;
    genre_id?: number;
    performer?: string;
    url?: string;
  };

  relatives?: {
    type: "parent" | "child" | "grandparent" | "grandchild" | "sibling";
    id?: number;
    name?: string;
  }[];
  schools?: {
    city?: number;
    class?: string;
    country?: number;
    id?: string;
    name?: string;
    speciality?: string;
    type?: number;
    type_str?: string;
    year_from?: number;
    year_graduated?: number;
    year_to?: number;
  }[];
  universities?: {
    chair?: number;
    chair_name?: string;
    city?: number;
    country?: number;
    education_form?: string;
    education_status?: string;
    faculty?: number;
    faculty_name?: string;
    graduation?: number;
    id?: number;
    name?: string;
    university_group_id?: number;
  }[];
  [claim: string]: unknown;
}

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
