import type { Face } from "../provider.js";
import { fullName } from "../users.js";

/** Mira keeps her address private, as most people do, so that the second request is part of every trial. */
export const github: Face = {
  profile: ({ person, picture }) => ({
    login: person.username,
    id: person.number,
    node_id: `U_${person.number}`,
    avatar_url: picture ?? null,
    html_url: `https://github.com/${person.username}`,
    type: "User",
    site_admin: false,
    name: fullName(person),
    email: person.id === "mira" ? null : person.email,
    public_repos: 12,
    followers: 34,
    created_at: "2019-04-01T09:00:00Z",
  }),
  answers: {
    "/user/emails": ({ person }) => [
      {
        email: `${person.username}@users.noreply.example.com`,
        primary: false,
        verified: true,
        visibility: null,
      },
      { email: person.email, primary: true, verified: person.emailVerified, visibility: "private" },
    ],
  },
  tokens: ({ scope }) => ({ token_type: "bearer", scope: scope.replaceAll(" ", ","), expires_in: undefined }),
  tokensAsForm: true,
};
