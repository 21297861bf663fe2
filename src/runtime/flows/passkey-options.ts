/** GET /webauthn-options/:id: what the browser needs to make a passkey, or to sign in with one. */
import { AuthError, MissingAdapter } from "../errors/index.js";
import { type FlowResult, json, noStore } from "../http/flow-result.js";
import type { AdapterUser } from "../types/adapter.js";
import type { User } from "../types/entities.js";
import type { FlowContext } from "../types/flow.js";
import type { WebAuthnConfig } from "../types/provider.js";
import { authenticationOptions, registrationOptions } from "../webauthn/ceremony.js";
import { makeChallenge, type Registrant } from "../webauthn/challenge.js";
import { keysOfUser } from "../webauthn/keys-of-user.js";
import { relyingPartyOf, type PasskeyRequest, userInfoOf } from "../webauthn/relying-party.js";
import { takeVerificationToken } from "./verification-token.js";

type Ceremony = "authenticate" | "register";

export async function passkeyOptions(context: FlowContext<WebAuthnConfig>): Promise<FlowResult> {
  const subject = passkeySubject(context);
  const action = context.request.query().get("action");
  if (action !== null && !isCeremony(action)) return refused("Invalid action");
  const current = context.cookieHeader === null ? null : await context.sessions.current(context);
  if (current === null) return forStranger(subject, action);
  if (action === null) return refused("Invalid request");
  if (action === "authenticate") return authenticate(subject, current.user);
  const plugins = context.resolved.plugins;
  await plugins?.assertMayAdd({ context, signIn: {}, isStart: true }, current.user);
  return register(subject, current);
}

/**
 * Signing in is always possible, and says nothing of who has an account here: without a list of keys the browser offers
 * those that it has for this site. A new user's passkey is made as `allowSignUp` allows; nobody adds a key to somebody
 * else's account.
 */
async function forStranger(subject: PasskeyRequest, action: Ceremony | null): Promise<FlowResult> {
  const { allowSignUp = "verified" } = subject.provider;
  if (action === "authenticate" || (action === null && allowSignUp !== true)) return authenticate(subject);
  const newcomer = allowSignUp === true ? await unknownUser(subject) : await verifiedNewcomer(subject);
  if (newcomer !== null) return register(subject, { newcomer });
  return action === null ? authenticate(subject) : refused("Invalid request");
}

/** Whom the request names, when no user of that kind is stored. */
async function unknownUser(subject: PasskeyRequest): Promise<Registrant | null> {
  const who = await userInfoOf(subject);
  return who?.exists === false ? { ...who.user, emailVerified: null } : null;
}

/** The owner of an address that the token of a sign-in mail proves, when no user has it. The token is used up. */
async function verifiedNewcomer(subject: PasskeyRequest): Promise<Registrant | null> {
  const { context, provider, store } = subject;
  const query = context.request.query();
  const [token, email] = [query.get("token"), query.get("email")];
  const mail = context.resolved.providers("email")[0];
  if (provider.allowSignUp === false || !token || !email || mail === undefined) {
    context.resolved.logger.warn(
      `Nobody is signed in, so no passkey was made: provider "${provider.id}" has allowSignUp: ${String(provider.allowSignUp ?? "verified")}. Sign in first, by mail for example, and register the passkey then`,
    );
    return null;
  }
  const { identifier } = await takeVerificationToken(context, mail, token, email);
  if ((await store.getUserByEmail(identifier)) !== null) return null;
  return { email: identifier, emailVerified: new Date() };
}

/** Provider and store of a passkey route. */
export function passkeySubject(context: FlowContext<WebAuthnConfig>): PasskeyRequest {
  const { resolved, provider } = context;
  if (resolved.adapter === undefined) throw new MissingAdapter("WebAuthn needs an adapter");
  return { context, provider, store: resolved.adapter };
}

export const isCeremony = (action: unknown): action is Ceremony =>
  action === "authenticate" || action === "register";

const refused = (error: string): FlowResult => json({ error }, { status: 400 });

/** @param user whose keys are asked for; undefined: any key of this site that the browser finds */
async function authenticate(subject: PasskeyRequest, user?: AdapterUser): Promise<FlowResult> {
  const known = user && (await keysOfUser(subject, user.id));
  const options = await authenticationOptions(subject.provider, relyingPartyOf(subject), known);
  const cookie = await makeChallenge(subject, { challenge: options.challenge });
  return json({ action: "authenticate", options }, { cookies: [cookie], headers: noStore });
}

async function register(
  subject: PasskeyRequest,
  who: { readonly user: AdapterUser } | { readonly newcomer: Registrant },
): Promise<FlowResult> {
  const user = "user" in who ? publicPart(who.user) : who.newcomer;
  if (typeof user.email !== "string") throw new AuthError("A passkey needs a user with an e-mail address");
  const known = "user" in who ? await keysOfUser(subject, who.user.id) : [];
  const named = { ...user, email: user.email };
  const options = await registrationOptions(subject.provider, relyingPartyOf(subject), named, known);
  const cookie = await makeChallenge(subject, { challenge: options.challenge, registerData: user });
  return json({ action: "register", options }, { cookies: [cookie], headers: noStore });
}

/** Of an image's address, in characters; an image that is data would not fit into a cookie. */
const longestImage = 1024;

/** Further columns of a stored user have no business in a cookie: the callback reads the user again by the id. */
const publicPart = ({ id, email, name, image }: AdapterUser): User => ({
  id,
  email,
  ...(name !== undefined && { name }),
  ...(image !== undefined && (image ?? "").length <= longestImage && { image }),
});
