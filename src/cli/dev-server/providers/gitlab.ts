import type { Face } from "../provider.js";
import { fullName } from "../users.js";

export const gitlab: Face = {
  profile: ({ person, picture }) => ({
    id: person.number,
    username: person.username,
    name: fullName(person),
    state: "active",
    avatar_url: picture ?? null,
    web_url: `https://gitlab.com/${person.username}`,
    email: person.email,
    confirmed_at: person.emailVerified ? "2020-02-02T02:02:02.000Z" : null,
    two_factor_enabled: true,
  }),
};
