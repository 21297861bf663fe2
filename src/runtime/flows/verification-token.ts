/** The one-time token of a sign-in mail: how it is hashed, how long it lives, and how it is used up. */
import { MissingAdapter, Verification } from "../errors/index.js";
import { clientAddressOf } from "../security/client-address.js";
import { hashesOf, hashToken } from "../security/hash.js";
import type { Store } from "../accounts/sign-in.js";
import type { VerificationToken } from "../types/adapter.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { throttleOf } from "./tries.js";

const linkMaxAgeSeconds = 24 * 60 * 60;
/** OWASP ASVS 5.0, 6.5.5: codes live ten minutes at most. */
const codeMaxAgeSeconds = 10 * 60;

/** @throws MissingAdapter when there is none */
export function storeOf({ adapter }: ResolvedConfig): Store {
  if (adapter === undefined) throw new MissingAdapter("Sign-in by e-mail needs an adapter");
  return adapter;
}

/** Secrets that the stored hash of a mail token is made with. */
function mailSecrets({ resolved }: FlowContext, provider: EmailConfig): readonly string[] {
  return provider.secret === undefined ? resolved.secrets : [provider.secret];
}

/** Those, behind the one that is announced. */
const acceptedMailSecrets = ({ resolved }: FlowContext, provider: EmailConfig): readonly string[] =>
  provider.secret === undefined ? resolved.acceptedSecrets : [provider.secret];

/** Shorter tokens, such as codes that people type, can be guessed. */
const unguessableLength = 22;

/** Can this token be guessed? Then tries are counted before it is looked up, and its hash is bound to the address. */
export const isTypedCode = (token: string): boolean => token.length < unguessableLength;

/** What is hashed into the stored row: two people may be sent the same code. */
const hashedText = (token: string, identifier: string): string =>
  isTypedCode(token) ? JSON.stringify([token, identifier]) : token;

/** Seconds for which a link is good. */
export const linkLifeSeconds = ({ maxAge = linkMaxAgeSeconds }: EmailConfig): number => maxAge;

/** Seconds for which a token is good. A code that can be guessed gets minutes in place of the default for links. */
export function tokenLifeSeconds({ maxAge = linkMaxAgeSeconds }: EmailConfig, token: string): number {
  return isTypedCode(token) && maxAge === linkMaxAgeSeconds ? codeMaxAgeSeconds : maxAge;
}

/** The hash that is stored of a token. */
export const storedHash = async (
  context: FlowContext,
  provider: EmailConfig,
  token: string,
  identifier: string,
): Promise<string> => hashToken(hashedText(token, identifier), mailSecrets(context, provider));

/**
 * The row of a link that is good. Wrong ones are counted. After too many of them a code is not even looked at, while
 * a token that nobody can guess still works: else whoever knows an address could keep its owner out.
 *
 * @throws Verification when there is no such row; a typed code needs the address that it was sent to
 */
export async function takeVerificationToken(
  context: FlowContext,
  provider: EmailConfig,
  token: string,
  email: string | undefined,
): Promise<VerificationToken> {
  const isCode = isTypedCode(token);
  const who = {
    provider: provider.id,
    identifiers: email === undefined ? [] : [email],
    clientAddress: clientAddressOf(context),
    ...(isCode && { codeLifeSeconds: tokenLifeSeconds(provider, token) }),
  };
  const look = async () => {
    if (isCode && email === undefined) throw new Verification("A code was sent without its address");
    const row = await useToken(context, provider, token, email);
    if (row !== null && isGood(row, email)) return row;
    throw new Verification("The link is unknown, used, too old or of another address");
  };
  const isWrong = (error: unknown) => error instanceof Verification;
  if (isCode) return throttleOf(context.resolved).attempt(who, look, isWrong);
  try {
    return await look();
  } catch (error) {
    if (!isWrong(error)) throw error;
    return throttleOf(context.resolved).attempt(who, () => Promise.reject(error), isWrong);
  }
}

/** Deletes and gives the row, whichever secret was the newest when the mail was sent. */
async function useToken(
  context: FlowContext,
  provider: EmailConfig,
  token: string,
  email: string | undefined,
): Promise<VerificationToken | null> {
  const secrets = acceptedMailSecrets(context, provider);
  // Links without an address are found by their token alone, as far as the store does that.
  const identifier = email as string;
  for await (const hash of hashesOf(hashedText(token, identifier), secrets)) {
    const row = await context.resolved.adapter?.useVerificationToken({ identifier, token: hash });
    if (row !== null && row !== undefined) return row;
  }
  return null;
}

/** Is the row of this address, and not too old? */
export function isGood({ identifier, expires }: VerificationToken, email: string | undefined): boolean {
  return new Date(expires).valueOf() >= Date.now() && (email === undefined || identifier === email);
}
