import type { Face } from "../provider.js";
import { fullName } from "../users.js";

export const yandex: Face = {
  profile: ({ person, clientId }) => ({
    id: String(person.number),
    login: person.username,
    client_id: clientId,
    psuid: `1.AAA.${person.number}`,
    default_email: person.email,
    emails: [person.email],
    default_avatar_id: person.hasPicture ? "31804/BYkogAC6AoB17bN1HKRFAyKiM4-1" : "0/0-0",
    is_avatar_empty: !person.hasPicture,
    display_name: fullName(person),
    real_name: fullName(person),
    first_name: person.givenName,
    last_name: person.familyName,
    sex: null,
    birthday: null,
  }),
};
