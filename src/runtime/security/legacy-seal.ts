/** Session cookies of next-auth 4: read, so that a migration signs nobody out; never written. */
import type { JWT } from "../types/entities.js";
import { unseal } from "./seal.js";

/** The one for https first. */
export const legacyNames = ["__Secure-next-auth.session-token", "next-auth.session-token"] as const;

/** HKDF info of its keys; their salt is empty. */
export const legacyInfo = "NextAuth.js Generated Encryption Key";

/** The payload of a token (JWE `dir` with A256GCM, no kid) under any of the secrets; null when it does not open. */
export function unsealLegacy(token: string, secrets: readonly string[]): Promise<JWT | null> {
  return unseal(token, { secrets, salt: "", info: legacyInfo }).catch(() => null);
}
