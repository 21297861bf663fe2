/** GET /webauthn-options/:id: what the browser needs to make a passkey, or to sign in with one. */
import { AuthError, InvalidProvider, MissingAdapter } from "../errors.js";
import { json } from "../http/flow-result.js";
import type { AdapterUser } from "../types/adapter.js";
import type { User } from "../types/entities.js";
import type { FlowContext, FlowResult } from "../types/flow.js";
import type { WebAuthnUserInfo } from "../types/provider.js";
import { authenticationOptions, registrationOptions } from "../webauthn/ceremony.js";
import { makeChallenge } from "../webauthn/challenge.js";
import { relyingPartyOf, type Subject, userInfoOf } from "../webauthn/relying-party.js";

type Ceremony = "authenticate" | "register";

export async function passkeyOptions(context: FlowContext): Promise<FlowResult> {
  const subject = passkeySubject(context);
  const action = context.request.query().get("action");
  if (action !== null && !isCeremony(action)) return refused("Invalid action");
  const current = context.cookieHeader === null ? null : await context.sessions.current(context);
  const who: WebAuthnUserInfo | null =
    current === null ? await userInfoOf(subject) : { exists: true, user: current.user };
  const ceremony = decide(action, current !== null, who);
  if (ceremony === null) return refused("Invalid request");
  return ceremony === "register" ? register(subject, who) : authenticate(subject, who);
}

/** Provider and store of a passkey route. */
export function passkeySubject(context: FlowContext): Subject {
  const { compiled, provider } = context;
  if (compiled.adapter === undefined) throw new MissingAdapter("WebAuthn needs an adapter");
  if (provider?.type !== "webauthn") throw new InvalidProvider("The provider is not for passkeys");
  return { context, provider, store: compiled.adapter };
}

export const isCeremony = (action: unknown): action is Ceremony =>
  action === "authenticate" || action === "register";

/**
 * Signing in is always possible. A passkey is made for a new person, or for the one who is signed in:
 * nobody adds a key to somebody else's account.
 */
function decide(action: Ceremony | null, isSignedIn: boolean, who: WebAuthnUserInfo | null): Ceremony | null {
  if (action === "authenticate") return action;
  if (action === "register") return who !== null && who.exists === isSignedIn ? action : null;
  if (isSignedIn) return null;
  return who?.exists === false ? "register" : "authenticate";
}

const refused = (error: string): FlowResult => json({ error }, { status: 400 });

async function authenticate(subject: Subject, who: WebAuthnUserInfo | null): Promise<FlowResult> {
  const known =
    who?.exists === true ? await subject.store.listAuthenticatorsByUserId(who.user.id) : undefined;
  const options = await authenticationOptions(subject.provider, relyingPartyOf(subject), known);
  const cookie = await makeChallenge(subject, { challenge: options.challenge });
  return json({ action: "authenticate", options }, { cookies: [cookie] });
}

async function register(subject: Subject, who: WebAuthnUserInfo | null): Promise<FlowResult> {
  const user = who?.user;
  if (typeof user?.email !== "string") throw new AuthError("A passkey needs a user with an e-mail address");
  const listed = who?.exists === true ? await subject.store.listAuthenticatorsByUserId(who.user.id) : [];
  // A store may have no list for a person without keys.
  const known: typeof listed = (listed as typeof listed | null | undefined) ?? [];
  const named = { ...user, email: user.email };
  const options = await registrationOptions(subject.provider, relyingPartyOf(subject), named, known);
  const registerData = who?.exists === true ? publicPart(who.user) : user;
  const cookie = await makeChallenge(subject, { challenge: options.challenge, registerData });
  return json({ action: "register", options }, { cookies: [cookie] });
}

/** Further columns of a stored user have no business in a cookie, and might not fit. */
const publicPart = ({ id, email, name, image }: AdapterUser): User => ({
  id,
  email,
  ...(name !== undefined && { name }),
  ...(image !== undefined && { image }),
});
