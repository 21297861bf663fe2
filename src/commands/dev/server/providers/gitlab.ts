import type { Face } from "../provider.js";
import { fullName } from "../users.js";

export const gitlab: Face = {
  profile: ({ user, picture }) => ({
    id: user.number,
    username: user.username,
    name: fullName(user),
    state: "active",
    avatar_url: picture ?? null,
    web_url: `https://gitlab.com/${user.username}`,
    email: user.email,
    confirmed_at: user.emailVerified ? "2020-02-02T02:02:02.000Z" : null,
    two_factor_enabled: true,
  }),
};
