import type { Profile } from "../types/entities.js";
import { compilePath, isEmpty } from "./profile-path.js";

/** Texts that deny. Any other one affirms: some providers tell the time of the confirmation. */
const denials: readonly string[] = ["false", "0", "no"];

/**
 * Has the provider verified the e-mail address of a profile? Each provider says it in its own place and form: `true`,
 * the text `"true"` (Apple), the time of a confirmation (GitLab). Nothing in the runtime links accounts because of it.
 *
 * @param provider the configuration, whose `emailVerified` says where to look
 * @param profile as callbacks get it
 * @param tokens the account that callbacks get; needed where the token answer says it
 * @returns undefined when this provider says nothing about it
 * @example isEmailVerified(Google(), profile) === true
 */
export function isEmailVerified(
  provider: { readonly emailVerified?: string | undefined },
  profile: Profile | undefined,
  tokens: object | null = null,
): boolean | undefined {
  if (provider.emailVerified === undefined) return undefined;
  const value = compilePath(provider.emailVerified)(profile, tokens);
  if (isEmpty(value)) return undefined;
  return typeof value === "string" ? !denials.includes(value.trim().toLowerCase()) : Boolean(value);
}
