import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "naver",
  name: "Naver",
  type: "oauth",
  status: "active",
  authorization: "https://nid.naver.com/oauth2.0/authorize",
  token: "https://nid.naver.com/oauth2.0/token",
  tokenAnswer: {},
  success: { member: "resultcode", value: "00" },
  userinfo: "https://openapi.naver.com/v1/nid/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "response.id",
    name: "response.nickname||response.name",
    email: "response.email",
    image: "response.profile_image",
  },
  style: { bg: "#03C75A", text: "#000" },
  docs: "https://developers.naver.com/docs/login/api/api.md",
  console: "https://developers.naver.com/apps/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned",
  notes: ["The console decides what is asked for", "Failures come with status 200"],
  mark: "naver",
};

/** `GET /v1/nid/me` of Naver; the members that are read. */
export interface NaverProfile extends Record<"resultcode" | "message", string> {
  /** The id of the account, `user.name`, `user.email` and `user.image` come from it. */
  response: Record<"id", string> &
    Partial<
      Record<
        "nickname" | "name" | "email" | "age" | "birthday" | "profile_image" | "birthyear" | "mobile",
        string
      >
    > &
    Partial<Record<"gender", "F" | "M" | "U">>;
  [claim: string]: unknown;
}
