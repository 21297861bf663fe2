import type { Face } from "../provider.js";
import { fullName } from "../users.js";

export const yandex: Face = {
  profile: ({ user, clientId }) => ({
    id: String(user.number),
    login: user.username,
    client_id: clientId,
    psuid: `1.AAA.${user.number}`,
    default_email: user.email,
    emails: [user.email],
    default_avatar_id: user.hasPicture ? "31804/BYkogAC6AoB17bN1HKRFAyKiM4-1" : "0/0-0",
    is_avatar_empty: !user.hasPicture,
    display_name: fullName(user),
    real_name: fullName(user),
    first_name: user.givenName,
    last_name: user.familyName,
    sex: null,
    birthday: null,
  }),
};
