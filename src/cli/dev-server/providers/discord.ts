import type { Face } from "../provider.js";
import { fullName } from "../users.js";

export const discord: Face = {
  profile: ({ person }) => ({
    id: String(BigInt(person.number) << 30n),
    username: person.username,
    discriminator: "0",
    global_name: fullName(person),
    avatar: person.hasPicture ? "a_d5efa99b3eeaa7dd43acca82f5692432" : null,
    mfa_enabled: true,
    locale: person.locale,
    verified: person.emailVerified,
    email: person.email,
    flags: 0,
    premium_type: 1,
    public_flags: 0,
  }),
};
