/** The shared end of every sign-in: may they, who are they, session, event, and where to go. */
import { AccessDenied, AuthError, CallbackRouteError, toError } from "../errors.js";
import { linkPerson, ownerOf } from "../accounts/link.js";
import { FlowFailure, redirect } from "../http/flow-result.js";
import { renewCsrf } from "../security/csrf.js";
import { judgeTarget, pageWithParams } from "../security/redirects.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Callbacks } from "../types/callbacks.js";
import type { Account, Profile, User } from "../types/entities.js";
import type { CookieChange, FlowContext, FlowResult } from "../types/flow.js";

/** Who was proven, by what. */
export interface Proven {
  readonly user: User | AdapterUser;
  readonly account: Account;
  /** The account's id when the provider gave a number. */
  readonly numericId?: number;
  /** OAuth and OIDC: the raw profile. */
  readonly profile?: Profile;
  /** Credentials: all fields of the form. */
  readonly credentials?: Record<string, unknown>;
  /** OAuth, OIDC and passkeys: begun in the session that is open now. */
  readonly mayJoin?: boolean;
  /** Stores what belongs to the account, once it has an owner and before there is a session. */
  readonly onLinked?: (owner: User | AdapterUser, isNewUser: boolean) => Promise<void>;
}

/**
 * @param cookies changes of the flow so far, sent before ours
 * @throws AccessDenied when the `signIn` callback says no
 * @throws CallbackRouteError when the user's code fails
 */
export async function completeSignIn(
  context: FlowContext,
  proven: Proven,
  cookies: readonly CookieChange[] = [],
): Promise<FlowResult> {
  try {
    return await complete(context, proven, cookies);
  } catch (thrown) {
    if (thrown instanceof AuthError || thrown instanceof FlowFailure) throw thrown;
    throw new CallbackRouteError(toError(thrown), { cause: { provider: proven.account.provider } });
  }
}

async function complete(
  context: FlowContext,
  proven: Proven,
  cookies: readonly CookieChange[],
): Promise<FlowResult> {
  const { compiled } = context;
  const { profile, credentials } = proven;
  const known = await knownUser(context, proven);
  const elsewhere = await askSignIn(context, {
    user: known ?? proven.user,
    account: proven.account,
    ...(profile === undefined ? undefined : { profile }),
    ...(credentials === undefined ? undefined : { credentials }),
  });
  if (elsewhere !== null) return redirect(elsewhere, cookies);

  const { user, isNewUser, keep, previous } = await linkPerson(context, proven, proven.mayJoin ?? true);
  await proven.onLinked?.(user, isNewUser === true);
  // A passkey belongs to nobody until it is stored; callbacks and events are told whose it is.
  const account =
    proven.account.type === "webauthn" && user.id !== undefined
      ? { ...proven.account, userId: user.id }
      : proven.account;
  const isNew = account.type === "credentials" ? undefined : isNewUser;
  const session = await context.sessions.create(context, {
    user,
    account,
    ...(profile === undefined ? undefined : { profile }),
    ...(account.type === "credentials"
      ? { isNewUser: false }
      : isNew === undefined
        ? undefined
        : { isNewUser: isNew }),
    ...(keep === undefined ? undefined : { keep }),
    ...(previous === undefined ? undefined : { previous }),
  });
  await compiled.emit("signIn", {
    user,
    account,
    ...(profile === undefined ? undefined : { profile }),
    ...(isNew === undefined ? undefined : { isNewUser: isNew }),
  });
  const target =
    isNew === true && compiled.pages.newUser !== undefined
      ? pageWithParams(compiled.pages.newUser, { callbackUrl: context.callbackUrl })
      : context.callbackUrl;
  return redirect(target, [...cookies, ...session.cookies, ...(await renewCsrf(context))]);
}

/** The stored owner of an OAuth account, so that the `signIn` callback sees the person and not only the profile. */
async function knownUser({ compiled }: FlowContext, proven: Proven): Promise<AdapterUser | null> {
  const { type } = proven.account;
  if (compiled.adapter === undefined || (type !== "oauth" && type !== "oidc")) return null;
  return ownerOf(compiled.adapter, proven);
}

/**
 * Runs the `signIn` callback.
 * @returns null when the sign-in may go on, else where the callback sends the browser
 * @throws AccessDenied, or the AuthError that the callback threw
 */
export async function askSignIn(
  { compiled, mount }: FlowContext,
  params: Parameters<Callbacks["signIn"]>[0],
): Promise<string | null> {
  let answer: boolean | string;
  try {
    answer = await compiled.callbacks.signIn(params);
  } catch (thrown) {
    if (thrown instanceof AuthError) throw thrown;
    throw new AccessDenied(toError(thrown));
  }
  if (!answer) throw new AccessDenied("The signIn callback returned false");
  if (typeof answer !== "string") return null;
  return judgeTarget(answer, mount.origin, compiled.callbacks.redirect);
}
