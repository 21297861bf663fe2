import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "line",
  name: "LINE",
  type: "oidc",
  status: "active",
  issuer: "https://access.line.me",
  idTokenAlg: "HS256",
  scopes: ["openid", "profile", "email"],
  clientAuth: "client_secret_post",
  style: { bg: "#00C300", text: "#000" },
  docs: "https://developers.line.biz/en/docs/line-login/integrate-line-login/",
  console: "https://developers.line.biz/console/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned (90 days)",
  notes: [
    "ID tokens are signed with the channel secret",
    "The e-mail address must be applied for in the console",
  ],
  mark: "line",
};

/** Claims of LINE. */
export type LineProfile = WithMembers<
  Profile,
  Record<"sub" | "name" | "picture" | "iss" | "aud", string> &
    Record<"exp" | "iat", number> &
    Record<"amr", string[]> &
    // oxlint-disable-next-line no-explicit-any -- the interface fixes `any`
    Record<"user", any>
>;
