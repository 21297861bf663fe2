/** The shared end of every sign-in: may they, who are they, session, event, and where to go. */
import { AccessDenied, AuthError, CallbackRouteError, toError } from "../errors/index.js";
import { linkUser, ownerOf } from "../accounts/link.js";
import { notesOf } from "../accounts/notes.js";
import type { SignIn, Store } from "../accounts/sign-in.js";
import { compact } from "../types/compact.js";
import { FlowFailure, type FlowResult, redirect } from "../http/flow-result.js";
import { renewCsrf } from "../security/csrf.js";
import { resolveRedirect, pageWithParams } from "../security/redirects.js";
import type { StepsResult } from "../plugins/host/plugin.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Callbacks } from "../types/callbacks.js";
import type { Account, User } from "../types/entities.js";
import type { CookieChange } from "../http/cookies.js";
import type { FlowContext } from "../types/flow.js";
import { lastProviderCookie } from "./last-provider.js";

/**
 * @param cookies changes of the flow so far, sent before ours
 * @param passed of a sign-in that waited for a step: the `signIn` callback and all steps have let it pass
 * @throws AccessDenied when the `signIn` callback says no
 * @throws CallbackRouteError when the user's code fails
 */
export async function completeSignIn(
  context: FlowContext,
  signIn: SignIn,
  cookies: readonly CookieChange[] = [],
  passed?: StepsResult,
): Promise<FlowResult> {
  try {
    return await complete(context, signIn, cookies, passed);
  } catch (thrown) {
    if (thrown instanceof AuthError || thrown instanceof FlowFailure) throw thrown;
    throw new CallbackRouteError(toError(thrown), { cause: { provider: signIn.account.provider } });
  }
}

async function complete(
  context: FlowContext,
  signIn: SignIn,
  cookies: readonly CookieChange[],
  passed: StepsResult | undefined,
): Promise<FlowResult> {
  const { resolved, callbackUrl } = context;
  const { profile, credentials, method } = signIn;
  if (passed === undefined) {
    const known = await knownUser(resolved.adapter, signIn);
    const asked = { user: known ?? signIn.user, account: signIn.account, profile, credentials };
    const elsewhere = await askSignIn(context, compact(asked));
    if (elsewhere !== null) return redirect(elsewhere, cookies);
  }
  const plugins = resolved.plugins;
  const steps = passed ?? (await plugins?.askSteps(context, signIn, cookies));
  if (steps?.challenge !== undefined) return steps.challenge;

  const linked = await linkUser(context, signIn);
  const { user, isNewUser } = linked;
  await steps?.confirm(user, isNewUser);
  await signIn.onLinked?.(user, isNewUser === true);
  const account = accountOf(signIn, user);
  const isAsserted = method.linking === "none";
  const session = await context.sessions.create(context, {
    ...linked,
    account,
    profile,
    isAsserted,
    askedAt: signIn.askedAt,
    isNewUser: isAsserted ? false : isNewUser,
  });
  await resolved.emit("signIn", compact({ user, account, profile, isNewUser }));
  if (linked.adds) await plugins?.tellAddition(context, signIn, user);
  const { newUser } = resolved.pages;
  const target =
    isNewUser === true && newUser !== undefined ? pageWithParams(newUser, { callbackUrl }) : callbackUrl;
  const note = await noteOf(context, signIn, session.cookies);
  // What is added to a session that is open has signed nobody in.
  const last = linked.adds === "session" ? [] : lastProviderCookie(context, account.provider);
  const own = [...session.cookies, ...note, ...last, ...(await renewCsrf(context))];
  return redirect(target, [...cookies, ...own]);
}

/** What the browser keeps about a session that a link of another browser begins. */
async function noteOf(
  context: FlowContext,
  { isElsewhere }: SignIn,
  begun: readonly CookieChange[],
): Promise<readonly CookieChange[]> {
  return isElsewhere === true ? ((await notesOf(context))?.noteSession(context, begun) ?? []) : [];
}

/** The stored owner of a provider's account, so that the `signIn` callback sees the user and not only the profile. */
async function knownUser(store: Store | undefined, signIn: SignIn): Promise<AdapterUser | null> {
  return store === undefined || signIn.provider === undefined ? null : ownerOf(store, signIn);
}

/** A passkey belongs to nobody until it is stored; callbacks and events are told whose it is. */
function accountOf({ method, provider, account }: SignIn, { id }: User): Account {
  const isOurs = method.linking === "account" && provider === undefined;
  return isOurs && id !== undefined ? { ...account, userId: id } : account;
}

/**
 * Runs the `signIn` callback.
 * @returns null when the sign-in may go on, else where the callback sends the browser
 * @throws AccessDenied, or the AuthError that the callback threw
 */
export async function askSignIn(
  { resolved, site }: FlowContext,
  params: Parameters<Callbacks["signIn"]>[0],
): Promise<string | null> {
  let answer: boolean | string;
  try {
    answer = await resolved.callbacks.signIn(params);
  } catch (thrown) {
    if (thrown instanceof AuthError) throw thrown;
    throw new AccessDenied(toError(thrown));
  }
  if (!answer) throw new AccessDenied(`callbacks.signIn returned ${String(answer)}`);
  if (typeof answer !== "string") return null;
  return resolveRedirect(answer, site.origin, resolved.callbacks.redirect);
}
