import type { Face } from "../provider.js";
import { fullName } from "../users.js";

/** Mira keeps her address private, as most people do, so that the second request is part of every trial. */
export const github: Face = {
  profile: ({ user, picture }) => ({
    login: user.username,
    id: user.number,
    node_id: `U_${user.number}`,
    avatar_url: picture ?? null,
    html_url: `https://github.com/${user.username}`,
    type: "User",
    site_admin: false,
    name: fullName(user),
    email: user.id === "mira" ? null : user.email,
    public_repos: 12,
    followers: 34,
    created_at: "2019-04-01T09:00:00Z",
  }),
  answers: {
    "/user/emails": ({ user }) => [
      {
        email: `${user.username}@users.noreply.example.com`,
        primary: false,
        verified: true,
        visibility: null,
      },
      { email: user.email, primary: true, verified: user.emailVerified, visibility: "private" },
    ],
  },
  tokens: ({ scope }) => ({ token_type: "bearer", scope: scope.replaceAll(" ", ","), expires_in: undefined }),
  tokensAsForm: true,
};
