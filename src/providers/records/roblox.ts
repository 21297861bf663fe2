import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "roblox",
  name: "Roblox",
  type: "oidc",
  status: "active",
  issuer: "https://apis.roblox.com/oauth/",
  scopes: ["openid", "profile"],
  checks: ["pkce", "state"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name||nickname||preferred_username", image: "picture" },
  style: { bg: "#5865F2", text: "#fff" },
  docs: "https://create.roblox.com/docs/cloud/reference/oauth2",
  console: "https://create.roblox.com/dashboard/credentials?activeTab=OAuthTab",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned (90 days, rotates)",
  notes: ["Gives no e-mail address", "The issuer ends with a slash"],
  mark: "roblox",
};

/** Claims of Roblox. */
export type RobloxProfile = WithMembers<
  Profile,
  Record<"sub" | "name" | "nickname" | "preferred_username" | "profile", string> &
    Record<"picture", string | null> &
    Record<"created_at", number>
>;
