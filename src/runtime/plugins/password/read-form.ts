/** What a form brought, each field judged. */
import { toError } from "../../errors/index.js";
import { safeName } from "../../pages/safe-values.js";
import { normalizeEmail } from "../../security/email-address.js";
import type { Problem } from "./messages.js";
import type { PasswordCall } from "./options.js";
import { findPassword } from "./password-rows.js";
import { readUserName } from "./sign-in.js";

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = async ({ context }: PasswordCall): Promise<Fields> =>
  (await context.request.body()) ?? {};

export const textIn = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value : "";
};

/** @returns undefined: it is no address */
export function readEmail(fields: Fields): string | undefined {
  try {
    return normalizeEmail(fields["email"]);
  } catch {
    return undefined;
  }
}

/** The name to greet with; undefined: none was given. */
export const readName = (fields: Fields): string | undefined => safeName(fields["name"]) || undefined;

/** A user name that is free, or why there is none. */
export async function readFreeUserName(
  { own, settings }: PasswordCall,
  fields: Fields,
): Promise<{ userName: string | undefined; problem?: never } | { problem: Problem }> {
  const given = textIn(fields, "userName").trim();
  if (settings.userNames === undefined || (given === "" && settings.userNames === "optional"))
    return { userName: undefined };
  const userName = readUserName(given);
  if (userName === undefined) return { problem: "badUserName" };
  return (await findPassword(own, { userName })) === undefined ? { userName } : { problem: "userNameTaken" };
}

/** Asks the app whether a bot has sent the form; without a hook nobody is one. */
export async function passesChallenge({ context, settings }: PasswordCall, fields: Fields): Promise<boolean> {
  if (settings.challenge === undefined) return true;
  const { password: _secret, csrfToken: _token, ...shown } = fields;
  try {
    return (await settings.challenge(context.request.toRequest(shown))) === true;
  } catch (thrown) {
    context.resolved.logger.error(toError(thrown));
    return false;
  }
}
