import type { Face } from "../provider.js";
import { fullName } from "../users.js";

export const discord: Face = {
  profile: ({ user }) => ({
    id: String(BigInt(user.number) << 30n),
    username: user.username,
    discriminator: "0",
    global_name: fullName(user),
    avatar: user.hasPicture ? "a_d5efa99b3eeaa7dd43acca82f5692432" : null,
    mfa_enabled: true,
    locale: user.locale,
    verified: user.emailVerified,
    email: user.email,
    flags: 0,
    premium_type: 1,
    public_flags: 0,
  }),
};
