/** POST /callback/:id of a WebAuthn provider: the browser's answer to a challenge, verified. */
import { AccountNotLinked, AdapterError, AuthError, CallbackRouteError, toError } from "../errors/index.js";
import { clearCookie } from "../http/cookies.js";
import { FlowFailure, type FlowResult } from "../http/flow-result.js";
import { clientAddressOf } from "../security/client-address.js";
import type { User } from "../types/entities.js";
import type { FlowContext } from "../types/flow.js";
import type { WebAuthnConfig } from "../types/provider.js";
import { toBase64 } from "../webauthn/base64.js";
import { type NewPasskey, verifyAuthentication, verifyRegistration } from "../webauthn/ceremony.js";
import {
  openChallenge,
  type Registrant,
  spendChallenge,
  type TakenChallenge,
} from "../webauthn/challenge.js";
import { relyingPartyOf, type PasskeyRequest } from "../webauthn/relying-party.js";
import type { SignIn } from "../accounts/sign-in.js";
import { completeSignIn } from "./complete-sign-in.js";
import { isCeremony, passkeySubject } from "./passkey-options.js";
import { throttleOf } from "./tries.js";
import { membersOf } from "../types/members.js";

/** How this sign-in, and one that has waited for a step, gets its user. */
export const method = { linking: "account", refusal: AccountNotLinked } as const;

export async function passkeyCallback(context: FlowContext<WebAuthnConfig>): Promise<FlowResult> {
  const subject = passkeySubject(context);
  const cookie = context.site.cookies.webauthnChallenge;
  // The browser has answered, rightly or not.
  const cleared = context.request.cookie(cookie.name) === undefined ? [] : [clearCookie(cookie)];
  try {
    const body = (await context.request.body()) ?? {};
    if (!isCeremony(body.action)) throw new AuthError("The action is neither register nor authenticate");
    const answer = parseAnswer(body.data);
    const prove = body.action === "register" ? registered : authenticated;
    const challenge = await openChallenge(subject);
    // By client alone: a signature cannot be guessed, and whoever knows a credential's id must not keep its owner out.
    const who = { provider: subject.provider.id, identifiers: [], clientAddress: clientAddressOf(context) };
    const proven = await throttleOf(context.resolved).attempt(
      who,
      () => prove(subject, answer, challenge),
      (error) => error instanceof AuthError && !(error instanceof AdapterError),
    );
    return await completeSignIn(context, proven, cleared);
  } catch (error) {
    if (error instanceof FlowFailure) throw error;
    throw new FlowFailure(typed(error, subject.provider.id), cleared);
  }
}

function typed(error: unknown, provider: string): AuthError {
  return error instanceof AuthError ? error : new CallbackRouteError(toError(error), { cause: { provider } });
}

interface Answer {
  readonly id: string;
  readonly response: object;
}

/** The credential as the browser's JSON; what it is worth is for the ceremony to say. */
function parseAnswer(data: unknown): Answer {
  let answer: unknown;
  try {
    answer = typeof data === "string" ? JSON.parse(data) : undefined;
  } catch {
    // The parser's message quotes what it read.
  }
  const { id, response, ...others } = membersOf(answer);
  if (typeof id !== "string" || typeof response !== "object" || response === null)
    throw new AuthError("The form holds no answer of an authenticator");
  return { ...others, id, response };
}

async function authenticated(
  subject: PasskeyRequest,
  answer: Answer,
  opened: TakenChallenge,
): Promise<SignIn> {
  const { provider, store } = subject;
  const unknown = { cause: { provider: provider.id, reason: "passkey" } };
  const authenticator = await store.getAuthenticator(toBase64(answer.id));
  if (authenticator === null) throw new AuthError("No passkey with this id is stored", unknown);
  const asked = { party: relyingPartyOf(subject), challenge: opened.challenge };
  const counter = await verifyAuthentication(provider, asked, answer, authenticator);
  await spendChallenge(subject, opened);
  await store.updateAuthenticatorCounter(authenticator.credentialID, counter);
  const account = await store.getAccount(authenticator.providerAccountId, provider.id);
  if (account === null) throw new AuthError("The passkey belongs to no account of this provider", unknown);
  const user = await store.getUser(account.userId);
  if (user === null) throw new AuthError("The passkey's account belongs to no user", unknown);
  return { method, user, account: { ...account, provider: provider.id, type: "webauthn" } };
}

async function registered(subject: PasskeyRequest, answer: Answer, opened: TakenChallenge): Promise<SignIn> {
  const { provider } = subject;
  const { challenge, registerData, isSameSession } = opened;
  if (registerData === undefined) throw new AuthError("The challenge was not made for a registration");
  const passkey = await verifyRegistration(provider, { party: relyingPartyOf(subject), challenge }, answer);
  await spendChallenge(subject, opened);
  await refuseKnown(subject, passkey);
  return {
    method,
    user: await registeredUser(subject, registerData),
    account: { providerAccountId: passkey.providerAccountId, provider: provider.id, type: "webauthn" },
    mayJoin: isSameSession,
    passkey,
    onLinked: (owner, isNewUser) => keep(subject, passkey, owner, isNewUser),
  };
}

/**
 * A registration proves nothing about who made the credential's id. Ids of others can be learned, so one that
 * is stored already must not lead to its owner's account (Web Authentication Level 3 section 7.1, step 26).
 */
async function refuseKnown({ provider, store }: PasskeyRequest, passkey: NewPasskey): Promise<void> {
  const [authenticator, account] = await Promise.all([
    store.getAuthenticator(passkey.credentialID),
    store.getAccount(passkey.providerAccountId, provider.id),
  ]);
  if (authenticator !== null || account !== null)
    throw new AccountNotLinked("This passkey is registered already", { cause: { provider: provider.id } });
}

/** Columns of a new person as they came with the challenge; a stored one as the store has it now. */
async function registeredUser({ store }: PasskeyRequest, registerData: Registrant): Promise<User> {
  if (registerData.id === undefined) {
    // In the cookie it was text.
    const { emailVerified } = registerData;
    const user: Registrant = {
      ...registerData,
      emailVerified: emailVerified ? new Date(emailVerified) : null,
    };
    return user;
  }
  return (await store.getUser(registerData.id)) ?? registerData;
}

/** `onLinked` of a registration that waited for a step. */
export function keepPasskey(
  context: FlowContext<WebAuthnConfig>,
  passkey: NewPasskey,
): NonNullable<SignIn["onLinked"]> {
  const subject = passkeySubject(context);
  return (owner, isNewUser) => keep(subject, passkey, owner, isNewUser);
}

/** The key belongs to its account: when it cannot be stored, what was made for it goes too, and a retry works. */
async function keep(
  { context, provider, store }: PasskeyRequest,
  passkey: NewPasskey,
  owner: User,
  isNewUser: boolean,
): Promise<void> {
  try {
    await store.createAuthenticator({ ...passkey, userId: owner.id ?? "" });
  } catch (error) {
    const { adapter } = context.resolved.config;
    const { providerAccountId } = passkey;
    const undo = [
      adapter?.unlinkAccount && store.unlinkAccount({ provider: provider.id, providerAccountId }),
      isNewUser && adapter?.deleteUser && owner.id !== undefined && store.deleteUser(owner.id),
    ];
    await Promise.allSettled(undo);
    throw error;
  }
}
