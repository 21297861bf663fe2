import type { Face } from "../provider.js";

export const vk: Face = {
  profile: ({ person, picture }) => ({
    id: person.number,
    first_name: person.givenName,
    last_name: person.familyName,
    is_closed: false,
    can_access_closed: true,
    photo_100: picture ?? "https://vk.com/images/camera_100.png",
  }),
  tokens: ({ person }) => ({ user_id: person.number, email: person.email, token_type: undefined }),
};
