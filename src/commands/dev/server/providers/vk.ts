import type { Face } from "../provider.js";

export const vk: Face = {
  profile: ({ user, picture }) => ({
    id: user.number,
    first_name: user.givenName,
    last_name: user.familyName,
    is_closed: false,
    can_access_closed: true,
    photo_100: picture ?? "https://vk.com/images/camera_100.png",
  }),
  tokens: ({ user }) => ({ user_id: user.number, email: user.email, token_type: undefined }),
};
