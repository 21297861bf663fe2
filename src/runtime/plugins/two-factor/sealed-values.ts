/** Values that are sealed with AUTH_SECRET: those of forms, for minutes, and the secret in the store. */
import { AuthError, InvalidCheck } from "../../errors/index.js";
import { sameText } from "../../security/hash.js";
import { seal, unseal } from "../../security/seal.js";
import type { FlowContext } from "../../types/flow.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";

const minutes10 = 600;
/** Sealed values have an end; the one of the store is deleted before. */
const years100 = 100 * 365 * 86_400;

type Purpose = "set-up" | "enrolment" | "wanted";
const saltOf = (purpose: Purpose | "secret"): string => `authwright.two-factor.${purpose}`;

/** For one browser and one user. */
export const sealForForm = (
  { resolved, csrfToken }: FlowContext,
  purpose: Purpose,
  user: string,
  value: unknown,
): Promise<string> =>
  seal(
    { value: JSON.stringify(value), user, browser: csrfToken },
    { secrets: resolved.secrets, salt: saltOf(purpose), maxAgeSeconds: minutes10 },
  );

/** @throws InvalidCheck for a value that is too old, changed, another user's or another browser's */
export async function openFromForm(
  { resolved, csrfToken }: FlowContext,
  purpose: Purpose,
  user: string,
  sealed: unknown,
): Promise<unknown> {
  const options = { secrets: resolved.acceptedSecrets, salt: saltOf(purpose) };
  const opened = typeof sealed === "string" ? await unseal(sealed, options).catch(() => null) : null;
  const isOwn =
    opened !== null &&
    sameText(String(opened["user"]), user) &&
    sameText(String(opened["browser"]), csrfToken);
  if (!isOwn) throw new InvalidCheck("The form is older than 10 minutes, or another user's or browser's");
  const value: unknown = JSON.parse(String(opened["value"]));
  return value;
}

/** The secret of a user as the store keeps it. */
export const sealSecret = ({ secrets }: ResolvedConfig, userId: string, secret: string): Promise<string> =>
  seal({ secret, userId }, { secrets, salt: saltOf("secret"), maxAgeSeconds: years100 });

export interface OpenedSecret {
  readonly secret: string;
  /** It was sealed with another AUTH_SECRET than the newest. */
  readonly isStale: boolean;
}

/** @throws AuthError when no AUTH_SECRET of the list opens it, or it is another user's */
export async function openSecret(
  { secrets, acceptedSecrets }: ResolvedConfig,
  userId: string,
  sealed: string,
): Promise<OpenedSecret> {
  const salt = saltOf("secret");
  const open = (from: readonly string[]) => unseal(sealed, { secrets: from, salt }).catch(() => null);
  const newest = await open(secrets.slice(0, 1));
  const opened = newest ?? (await open(acceptedSecrets));
  const secret = opened?.["secret"];
  if (typeof secret !== "string" || opened?.["userId"] !== userId)
    throw new AuthError(
      "The secret of a second factor does not open: it was sealed with an AUTH_SECRET that is gone. Put that one back, behind the newer ones",
    );
  return { secret, isStale: newest === null };
}
