/** `users.get` of the VK API, for VK's provider. */
import type { VkAudio, VkConnections, VkCounters, VkExports } from "./vk-activity.js";
import type {
  VkCareer,
  VkEducation,
  VkMilitary,
  VkOccupation,
  VkPartner,
  VkPersonalViews,
  VkRelative,
  VkSchool,
  VkUniversity,
} from "./vk-biography.js";
import type { VkFlag } from "./vk-flag.js";
import type { VkCropPhoto } from "./vk-photo.js";

/** A place that VK has an id for. */
export interface VkPlace {
  /** Id of the place in VK's database. */
  id: number;
  /** Name of the place, in the language of the request. */
  title: string;
}

/**
 * `users.get` of the VK API: the first element of `response`, with the address from the token answer. VK sends an
 * optional member only where `fields` of the request names it and the user has filled it in; this provider asks for
 * `photo_100`.
 */
export interface VkProfile {
  /** Becomes the id of the account. */
  id: number;
  /** First part of `user.name`. */
  first_name: string;
  /** Second part of `user.name`. */
  last_name: string;
  /** Whether only friends see the profile. */
  is_closed: boolean;
  /** Whether the one who asks sees the profile although it is closed; always so for the own one. */
  can_access_closed: boolean;
  /** Becomes `user.image`: URL of the square picture, 100 pixels wide. */
  photo_100: string;

  /** "About me", as free text. */
  about?: string;
  /** Activities, as free text. */
  activities?: string;
  /** Birthday as `D.M.YYYY`, or `D.M` where the user hides the year; absent where the whole date is hidden. */
  bdate?: string;
  /** Favourite books, as free text. */
  books?: string;
  /** `deleted` or `banned`: optional members are absent then. Absent for an account that is in use. */
  deactivated?: string;
  /** Short address of the page; `id` and the number where the user has chosen none. */
  domain?: string;
  /** Becomes `user.email`. From the token answer; absent where the user has no address or refused the scope `email`. */
  email?: string;
  /** First name in the prepositional case. */
  first_name_abl?: string;
  /** First name in the accusative case. */
  first_name_acc?: string;
  /** First name in the dative case. */
  first_name_dat?: string;
  /** First name in the genitive case. */
  first_name_gen?: string;
  /** First name in the instrumental case. */
  first_name_ins?: string;
  /** First name in the nominative case. */
  first_name_nom?: string;
  /** Favourite games, as free text. */
  games?: string;
  /** Name of the home town. */
  home_town?: string;
  /** Interests, as free text. */
  interests?: string;
  /** Last name in the prepositional case. */
  last_name_abl?: string;
  /** Last name in the accusative case. */
  last_name_acc?: string;
  /** Last name in the dative case. */
  last_name_dat?: string;
  /** Last name in the genitive case. */
  last_name_gen?: string;
  /** Last name in the instrumental case. */
  last_name_ins?: string;
  /** Last name in the nominative case. */
  last_name_nom?: string;
  /** Last name before marriage. */
  maiden_name?: string;
  /** Favourite films, as free text. */
  movies?: string;
  /** Favourite music, as free text. */
  music?: string;
  /** Middle name or patronymic. */
  nickname?: string;
  /** URL of the square picture, 50 pixels wide. */
  photo_50?: string;
  /** URL of the square picture, 200 pixels wide; absent where the upload was smaller. */
  photo_200?: string;
  /** URL of the picture at its own proportions, 200 pixels wide. */
  photo_200_orig?: string;
  /** URL of the square picture, 400 pixels wide; absent where the upload was smaller. */
  photo_400?: string;
  /** URL of the picture at its own proportions, 400 pixels wide; absent where the upload was smaller. */
  photo_400_orig?: string;
  /** Owner and photo, as `{owner_id}_{id}`, for requests about the picture. */
  photo_id?: string;
  /** URL of the largest square picture. */
  photo_max?: string;
  /** URL of the largest picture at its own proportions. */
  photo_max_orig?: string;
  /** Favourite quotes, as free text. */
  quotes?: string;
  /** Short name of the page, as in its URL. */
  screen_name?: string;
  /** Website that the profile names. */
  site?: string;
  /** Status line under the name. */
  status?: string;
  /** Favourite television shows, as free text. */
  tv?: string;

  /** How many friends the user shares with the one who asks. */
  common_count?: number;
  /** How many users follow this one. */
  followers_count?: number;
  /** Id of the app that the user is online with; absent for VK's own. */
  online_app?: number;
  /** Hours from UTC; only in answers about the user who asks. */
  timezone?: number;

  /** 1: this user has blocked the one who asks. */
  blacklisted?: VkFlag;
  /** 1: the one who asks has blocked this user. */
  blacklisted_by_me?: VkFlag;
  /** 1: the one who asks may write on the wall. */
  can_post?: VkFlag;
  /** 1: the one who asks sees what others wrote on the wall. */
  can_see_all_posts?: VkFlag;
  /** 1: the one who asks sees the audio tracks. */
  can_see_audio?: VkFlag;
  /** 1: a friend request from the one who asks makes a notification. */
  can_send_friend_request?: VkFlag;
  /** 1: the one who asks may send a message. */
  can_write_private_message?: VkFlag;
  /** 1: VK knows a mobile number. */
  has_mobile?: VkFlag;
  /** 1: the user has uploaded a picture; 0: the URLs lead to VK's placeholder. */
  has_photo?: VkFlag;
  /** 1: among the bookmarks of the one who asks. */
  is_favorite?: VkFlag;
  /** 1: a friend of the one who asks. */
  is_friend?: VkFlag;
  /** 1: the one who asks has hidden this user's posts. */
  is_hidden_from_feed?: VkFlag;
  /** 1: hidden from search engines. */
  is_no_index?: VkFlag;
  /** 1: on VK right now. */
  online?: VkFlag;
  /** 1: on VK with a phone; absent otherwise. */
  online_mobile?: VkFlag;
  /** 1: VK marks the page as popular with a flame. */
  trending?: VkFlag;
  /** 1: VK has verified that the page belongs to who it says. */
  verified?: VkFlag;

  /** Friendship with the one who asks: 0 none, 1 request sent, 2 request received, 3 friends. */
  friend_status?: 0 | 1 | 2 | 3;
  /** Relationship: 0 unsaid, 1 single, 2 dating, 3 engaged, 4 married, 5 complicated, 6 looking, 7 in love, 8 partners. */
  relation?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
  /** 0 unsaid, 1 female, 2 male. */
  sex?: 0 | 1 | 2;
  /** Which posts the wall shows first: everybody's or the owner's. */
  wall_default?: "all" | "owner";

  /** Work. */
  career?: VkCareer;
  /** City that the user lives in. */
  city?: VkPlace;
  /** Accounts elsewhere. */
  connections?: VkConnections;
  /** Telephone numbers; absent unless the user shows them. */
  contacts?: {
    /** A second number, as the user wrote it. */
    home_phone?: string;
    /** Mobile number, as the user wrote it. */
    mobile_phone?: string;
  };
  /** Numbers for the profile's menu; only in answers about one user. */
  counters?: VkCounters;
  /** Country that the user lives in. */
  country?: VkPlace;
  /** The profile picture's origin; absent without a picture. */
  crop_photo?: VkCropPhoto;
  /** University. */
  education?: VkEducation;
  /** Services that posts are copied to. */
  exports?: VkExports;
  /** The last visit; absent where the user hides it. */
  last_seen?: {
    /** From where: 1 mobile site, 2 iPhone, 3 iPad, 4 Android, 5 Windows Phone, 6 Windows 10, 7 full site. */
    platform?: 1 | 2 | 3 | 4 | 5 | 6 | 7;
    /** When, in seconds since 1970. */
    time?: number;
  };
  /** Military service. */
  military?: VkMilitary;
  /** Present work or studies. */
  occupation?: VkOccupation;
  /** Views on politics, religion and life. */
  personal?: VkPersonalViews;
  /** The partner that `relation` is about; absent where the user names none. */
  relation_partner?: VkPartner;
  /** Track in the status; absent when none plays. */
  status_audio?: VkAudio;

  /** Family. */
  relatives?: VkRelative[];
  /** Where the user went to school. */
  schools?: VkSchool[];
  /** Where the user studied. */
  universities?: VkUniversity[];
  [claim: string]: unknown;
}
