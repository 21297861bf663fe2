/** A passkey in place of a code. Loaded where the app has passkeys and the user is asked. */
import { AccessDenied, AuthError, AdapterError } from "../../errors/index.js";
import { type CookieChange, clearCookie } from "../../http/cookies.js";
import { type FlowResult, json, noStore } from "../../http/flow-result.js";
import type { FlowContext } from "../../types/flow.js";
import type { WebAuthnConfig } from "../../types/provider.js";
import { toBase64 } from "../../webauthn/base64.js";
import { authenticationOptions, verifyAuthentication } from "../../webauthn/ceremony.js";
import { makeChallenge, openChallenge, spendChallenge } from "../../webauthn/challenge.js";
import { isLinked, keysOfUser } from "../../webauthn/keys-of-user.js";
import { relyingPartyOf, type PasskeyRequest } from "../../webauthn/relying-party.js";
import { membersOf } from "../../types/members.js";

/** The app's passkeys; undefined: it has none. */
function subjectOf(context: FlowContext): PasskeyRequest | undefined {
  const { resolved } = context;
  const [provider] = resolved.providers("webauthn");
  if (provider === undefined || resolved.adapter === undefined) return undefined;
  return { context, provider: verifying(provider), store: resolved.adapter };
}

/** With a PIN or a finger a passkey is two factors by itself (NIST SP 800-63B-4 section 3.1.7). */
const verifying = (provider: WebAuthnConfig): WebAuthnConfig => ({
  ...provider,
  authenticationOptions: { ...provider.authenticationOptions, userVerification: "required" },
  verifyAuthenticationOptions: { ...provider.verifyAuthenticationOptions, requireUserVerification: true },
});

export async function hasPasskey(context: FlowContext, userId: string): Promise<boolean> {
  const subject = subjectOf(context);
  return subject !== undefined && (await keysOfUser(subject, userId)).length > 0;
}

/** What the browser needs for it. @throws AccessDenied where there is none */
export async function passkeyOptions(context: FlowContext, userId: string): Promise<FlowResult> {
  const subject = subjectOf(context);
  const known = subject === undefined ? [] : await keysOfUser(subject, userId);
  if (subject === undefined || known.length === 0) throw new AccessDenied("The user has no passkey");
  const options = await authenticationOptions(subject.provider, relyingPartyOf(subject), known);
  const cookie = await makeChallenge(subject, { challenge: options.challenge });
  return json({ action: "authenticate", options }, { cookies: [cookie], headers: noStore });
}

/** @returns whether it is a right answer of one of the user's passkeys, which uses the challenge up */
export async function judgePasskey(context: FlowContext, userId: string, data: string): Promise<boolean> {
  const subject = subjectOf(context);
  if (subject === undefined) return false;
  try {
    const opened = await openChallenge(subject);
    const answer = membersOf(JSON.parse(data));
    const { id, response } = answer;
    if (typeof id !== "string" || typeof response !== "object") return false;
    const key = await subject.store.getAuthenticator(toBase64(id));
    if (key === null || String(key.userId) !== userId || !(await isLinked(subject, key))) return false;
    const asked = { party: relyingPartyOf(subject), challenge: opened.challenge };
    const counter = await verifyAuthentication(subject.provider, asked, answer, key);
    await spendChallenge(subject, opened);
    await subject.store.updateAuthenticatorCounter(key.credentialID, counter);
    return true;
  } catch (thrown) {
    if (thrown instanceof AdapterError || !isWrong(thrown)) throw thrown;
    return false;
  }
}

/** What is wrong with the answer; the parser's message quotes what it read. */
const isWrong = (thrown: unknown): boolean => thrown instanceof AuthError || thrown instanceof SyntaxError;

export function endChallenge({ request, site }: FlowContext): readonly CookieChange[] {
  const cookie = site.cookies.webauthnChallenge;
  return request.cookie(cookie.name) === undefined ? [] : [clearCookie(cookie)];
}
