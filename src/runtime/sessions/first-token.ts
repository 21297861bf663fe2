/** The first token of a session: what the `jwt` callback is given, and whom the app has meant. */
import { compact } from "../types/compact.js";
import type { AdapterUser } from "../types/adapter.js";
import type { JWT } from "../types/entities.js";
import type { SessionContext, SignInResult } from "../types/resolved-config.js";

/** Arguments of the `jwt` callback at sign-in. */
export function firstToken({ user, account, profile, isNewUser }: SignInResult) {
  const { id, name, email, image } = user;
  return compact({
    token: compact({ name, email, picture: image, sub: id === undefined ? id : String(id) }),
    user,
    account,
    profile,
    isNewUser,
    trigger: isNewUser === true ? ("signUp" as const) : ("signIn" as const),
  });
}

/** `authorize()` may take people from a table of its own, whose ids mean others in the store. */
export function asserted({ resolved }: SessionContext, { user, isAsserted }: SignInResult, token: JWT): JWT {
  if (!isAsserted || resolved.adapter === undefined) return token;
  return { ...token, asserted: user.email || user.name || "" };
}

/** Is this row of the store the person of the token? */
export function isMeant({ email, name }: AdapterUser, token: JWT | null): boolean {
  const said = token?.["asserted"];
  if (typeof said !== "string") return true;
  return said !== "" && (email || name || "").toLowerCase() === said.toLowerCase();
}
