import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
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
  mark: "kakaotalk",
};

/** `GET /v2/user/me` of Kakao; the members that are read. */
export interface KakaoProfile
  extends
    Partial<Record<"has_signed_up", boolean>>,
    Partial<Record<"connected_at" | "synched_at", string>>,
    Partial<
      Record<
        "properties",
        Partial<
          Record<"id" | "status" | "registered_at" | "nickname" | "profile_image" | "thumbnail_image", string>
        > &
          Partial<Record<"msg_blocked", boolean>>
      >
    > {
  /** Becomes the id of the account. */
  id: number;
  /** `user.name`, `user.image`, `user.email` and whether the address is verified come from it. */
  kakao_account?: Partial<
    Record<
      | "profile_needs_agreement"
      | "profile_nickname_needs_agreement"
      | "profile_image_needs_agreement"
      | "name_needs_agreement"
      | "email_needs_agreement"
      | "is_email_valid"
      | "is_email_verified"
      | "age_range_needs_agreement"
      | "birthyear_needs_agreement"
      | "birthday_needs_agreement"
      | "gender_needs_agreement"
      | "phone_number_needs_agreement"
      | "ci_needs_agreement",
      boolean
    >
  > &
    Partial<
      Record<
        "profile",
        Partial<Record<"nickname" | "thumbnail_image_url" | "profile_image_url", string>> &
          Partial<Record<"is_default_image", boolean>>
      >
    > &
    Partial<
      Record<
        "name" | "email" | "birthyear" | "birthday" | "phone_number" | "ci" | "ci_authenticated_at",
        string
      >
    > &
    Partial<
      Record<
        "age_range",
        | "1-9"
        | "10-14"
        | "15-19"
        | "20-29"
        | "30-39"
        | "40-49"
        | "50-59"
        | "60-69"
        | "70-79"
        | "80-89"
        | "90-"
      >
    > &
    Partial<Record<"birthday_type", "SOLAR" | "LUNAR">> &
    Partial<Record<"gender", "female" | "male">>;
  [claim: string]: unknown;
}

/** Time as ISO 8601. */
export type DateTime = string;

/** Gender, as Kakao names it. */
export type Gender = "female" | "male";

/** Month and day, `MMDD`. */
export type Birthday = "SOLAR" | "LUNAR";

/** Years of age. */
export type AgeRange =
  | "1-9"
  | "10-14"
  | "15-19"
  | "20-29"
  | "30-39"
  | "40-49"
  | "50-59"
  | "60-69"
  | "70-79"
  | "80-89"
  | "90-";
