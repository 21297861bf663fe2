import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "twitch",
  name: "Twitch",
  type: "oidc",
  status: "active",
  issuer: "https://id.twitch.tv/oauth2",
  revocation: "https://id.twitch.tv/oauth2/revoke",
  tokenAnswer: {},
  scopes: ["openid", "user:read:email"],
  authorizationParams: {
    claims: '{"id_token":{"email":null,"picture":null,"preferred_username":null,"email_verified":null}}',
  },
  checks: ["state", "nonce"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "preferred_username", email: "email", image: "picture" },
  emailVerified: "email_verified",
  style: { bg: "#65459B", text: "#fff" },
  docs: "https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/",
  console: "https://dev.twitch.tv/console/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (http only for localhost)",
    checked: true,
  },
  refresh: "refresh token always returned",
  notes: [
    "Address and picture are asked for by the claims parameter",
    "A list of scopes comes back and is joined",
  ],
  mark: "twitch",
};

/** Claims of Twitch. */
export type TwitchProfile = WithMembers<
  Profile,
  Record<"sub" | "preferred_username" | "email" | "picture", string>
>;
