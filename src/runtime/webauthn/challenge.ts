/** The challenge of one ceremony, kept in a sealed cookie: the server stores nothing until the answer comes. */
import { InvalidCheck } from "../errors/index.js";
import { checkSecrets, openingSecrets, makeCheckCookie, openCheckCookie } from "../security/check-cookie.js";
import { seal, unseal } from "../security/seal.js";
import type { User } from "../types/entities.js";
import type { CookieChange } from "../http/cookies.js";
import type { PasskeyRequest } from "./relying-party.js";

/** Of the value inside the cookie; both are fixed, so that ceremonies go on while a server is replaced. */
const salt = "encodedWebauthnChallenge";
const maxAgeSeconds = 900;

/** Who a passkey will belong to: a stored user, or a new one with the word on their address. */
export type Registrant = User & { readonly emailVerified?: Date | null };

export interface PasskeyChallenge {
  /** base64url */
  readonly challenge: string;
  /** Of a registration. */
  readonly registerData?: Registrant;
}

export interface TakenChallenge extends PasskeyChallenge {
  /** The ceremony was begun in the session that is open now, or both times in none. */
  readonly isSameSession: boolean;
}

export async function makeChallenge(
  { context, provider }: PasskeyRequest,
  challenge: PasskeyChallenge,
): Promise<CookieChange> {
  const value = await seal({ ...challenge }, { secrets: checkSecrets(context), salt, maxAgeSeconds });
  const sessionBinding = await context.sessions.sessionBinding(context);
  return makeCheckCookie(context, provider, context.site.cookies.webauthnChallenge, {
    value,
    sessionBinding,
  });
}

const answeredBefore = () => new InvalidCheck("The challenge was answered before");

/** Takes back the challenge. @throws InvalidCheck when there is none, or it is old, foreign or used */
export async function openChallenge({ context, provider }: PasskeyRequest): Promise<TakenChallenge> {
  const { name } = context.site.cookies.webauthnChallenge;
  const { value, sessionBinding } = await openCheckCookie(context, provider, name, "challenge");
  const opened = await unseal(value, { secrets: openingSecrets(context), salt }).catch((error: Error) => {
    throw new InvalidCheck("The challenge could not be opened", { cause: error });
  });
  const { challenge, registerData } = opened as { challenge?: unknown; registerData?: Registrant };
  if (typeof challenge !== "string") throw new InvalidCheck("The challenge cookie holds no challenge");
  if (await context.resolved.spent.isSpent("challenge", challenge)) throw answeredBefore();
  const isSameSession = sessionBinding === (await context.sessions.sessionBinding(context));
  return { challenge, isSameSession, ...(registerData && { registerData }) };
}

/**
 * From here on no answer to the challenge is taken, in all processes that share a store. For answers that are right: wrong
 * ones can be made in any number, and would make a memory of some size forget those that were.
 *
 * @throws InvalidCheck when it was used before
 */
export async function spendChallenge(
  { context }: PasskeyRequest,
  { challenge }: PasskeyChallenge,
): Promise<void> {
  const isFirst = await context.resolved.spent.spend("challenge", challenge, maxAgeSeconds);
  if (!isFirst) throw answeredBefore();
}
