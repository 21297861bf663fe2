import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "42-school",
  name: "42 School",
  type: "oauth",
  status: "active",
  authorization: "https://api.intra.42.fr/oauth/authorize",
  token: "https://api.intra.42.fr/oauth/token",
  userinfo: "https://api.intra.42.fr/v2/me",
  scopes: ["public"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "usual_full_name||displayname||login", email: "email", image: "image.link" },
  style: { bg: "#000000", text: "#fff" },
  docs: "https://api.intra.42.fr/apidoc/guides/web_application_flow",
  console: "https://profile.intra.42.fr/oauth/applications/new",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (2 h access token)",
  notes: ["Two requests a second and 1200 an hour"],
  factory: "FortyTwo",
  mark: "42",
};

/** `GET /v2/me` of 42 School; the members that are read. */
export interface FortyTwoProfile
  extends
    Record<"groups" | "titles" | "roles", Record<"id" | "name", string>[]>,
    Record<"cursus_users", CursusUser[]>,
    Record<"projects_users", ProjectUser[]>,
    Record<"languages_users", LanguagesUser[]>,
    Record<"achievements", Achievement[]>,
    Record<"titles_users", TitlesUser[]>,
    // oxlint-disable-next-line no-explicit-any -- the interface fixes `any`
    Record<"partnerships" | "patroned" | "patroning", any[]>,
    Record<"expertises_users", ExpertisesUser[]>,
    Record<"campus", Campus[]>,
    Record<"campus_users", CampusUser[]>,
    // oxlint-disable-next-line no-explicit-any -- the interface fixes `any`
    Record<"user", any>,
    Record<"first_name" | "last_name" | "url" | "anonymize_date" | "created_at", string>,
    Record<
      "usual_first_name" | "phone" | "image_url" | "pool_month" | "pool_year" | "location" | "updated_at",
      string | null
    >,
    Record<"staff?" | "alumni" | "is_launched?", boolean>,
    Record<"correction_point" | "wallet", number> {
  /** Becomes the id of the account. */
  id: number;
  /** Becomes `user.name`. */
  usual_full_name: string | null;
  /** Becomes `user.name` where `usual_full_name` is empty. */
  displayname: string;
  /** Becomes `user.name` where `usual_full_name` and `displayname` are empty. */
  login: string;
  /** Becomes `user.email`. */
  email: string;
  /** `user.image` comes from it. */
  image: Image;
  [claim: string]: unknown;
}

/** A person, as members of the profile name one. */
export type UserData = Record<"id" | "correction_point" | "wallet", number> &
  Record<
    "email" | "login" | "first_name" | "last_name" | "url" | "displayname" | "anonymize_date" | "created_at",
    string
  > &
  Record<
    | "usual_full_name"
    | "usual_first_name"
    | "phone"
    | "image_url"
    | "pool_month"
    | "pool_year"
    | "location"
    | "updated_at",
    string | null
  > &
  Record<"staff?" | "alumni" | "is_launched?", boolean>;

/** One of `cursus_users`. */
export type CursusUser = Record<
  "grade" | "blackholed_at" | "begin_at" | "end_at" | "updated_at",
  string | null
> &
  Record<"level" | "id" | "cursus_id", number> &
  Record<"skills", (Record<"id" | "level", number> & Record<"name", string>)[]> &
  Record<"has_coalition", boolean> &
  Record<"created_at", string> &
  Record<"user", UserData> &
  Record<"cursus", Record<"id", number> & Record<"created_at" | "name" | "slug", string>>;

/** One of `projects_users`. */
export type ProjectUser = Record<"id" | "occurrence" | "current_team_id", number> &
  Record<"final_mark", number | null> &
  Record<"status", "in_progress" | "finished"> &
  Record<"validated?", boolean | null> &
  Record<
    "project",
    Record<"id", number> & Record<"name" | "slug", string> & Record<"parent_id", number | null>
  > &
  Record<"cursus_ids", number[]> &
  Record<"marked_at" | "retriable_at" | "updated_at", string | null> &
  Record<"marked", boolean> &
  Record<"created_at", string>;

/** One of `achievements`. */
export type Achievement = Record<"id", number> &
  Record<"name" | "description" | "users_url", string> &
  Record<"tier", "none" | "easy" | "medium" | "hard" | "challenge"> &
  Record<"kind", "scolarity" | "project" | "pedagogy"> &
  Record<"visible", boolean> &
  Record<"image", string | null> &
  Record<"nbr_of_success", number | null>;

/** One of `languages_users`. */
export type LanguagesUser = Record<"id" | "language_id" | "user_id" | "position", number> &
  Record<"created_at", string>;

/** One of `titles_users`. */
export type TitlesUser = Record<"id" | "user_id" | "title_id", number> &
  Record<"selected", boolean> &
  Record<"created_at", string> &
  Record<"updated_at", string | null>;

/** One of `expertises_users`. */
export type ExpertisesUser = Record<"id" | "expertise_id" | "value" | "user_id", number> &
  Record<"interested" | "contact_me", boolean> &
  Record<"created_at", string>;

/** One of `campus`. */
export type Campus = Record<"id" | "users_count" | "vogsphere_id", number> &
  Record<
    | "name"
    | "time_zone"
    | "country"
    | "address"
    | "zip"
    | "city"
    | "website"
    | "facebook"
    | "twitter"
    | "email_extension",
    string
  > &
  Record<
    "language",
    Record<"id", number> &
      Record<"name" | "identifier" | "created_at", string> &
      Record<"updated_at", string | null>
  > &
  Record<"active" | "default_hidden_phone", boolean>;

/** One of `campus_users`. */
export type CampusUser = Record<"id" | "user_id" | "campus_id", number> &
  Record<"is_primary", boolean> &
  Record<"created_at", string> &
  Record<"updated_at", string | null>;

/** The picture, in several sizes. */
export type Image = Record<"link", string> &
  Record<"versions", Record<"micro" | "small" | "medium" | "large", string>>;
