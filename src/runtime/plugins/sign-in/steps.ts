/** The steps between "who it is" and the session: asked in order, whatever flow began the sign-in. */
import { isOwners, ownerOf } from "../../accounts/link.js";
import { proveAddress } from "../../accounts/prove-address.js";
import { claimOf, recheckAccount } from "../../accounts/proof.js";
import type { SignIn } from "../../accounts/sign-in.js";
import { AccessDenied, AuthError, InvalidCheck, toError } from "../../errors/index.js";
import { completeSignIn } from "../../flows/complete-sign-in.js";
import { causeOf, cookiesOf, FlowFailure, type FlowResult, redirect } from "../../http/flow-result.js";
import type { CookieChange } from "../../http/cookies.js";
import { withKnownBrowser } from "../../security/known-browser.js";
import { pageUrl } from "../../security/page-url.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { User } from "../../types/entities.js";
import type { FlowContext } from "../../types/flow.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import {
  assertNotEnded,
  clearPending,
  makePendingCookies,
  type PendingSignIn,
  readPending,
  restoreSignIn,
  spendPending,
} from "./pending-sign-in.js";
import { assertFresh } from "../accounts/authenticators.js";
import {
  type Addition,
  type Challenge,
  type DefinedPlugin,
  type PluginStep,
  type StepsResult,
  type StepSubject,
  type StepUser,
} from "../host/plugin.js";
import { endOfSteps } from "./end-of-steps.js";
import { hostOf, pluginsOf, scopeOf, stepRanks } from "../host/scope.js";

/**
 * The sign-in that waits for a step, for the route that asks the user.
 *
 * @throws InvalidCheck when none waits for this step in this browser, or it has gone on already
 */
export async function pendingSignIn(context: FlowContext, stepId: string): Promise<StepSubject> {
  const { user, signIn } = await pendingAt(context, stepId);
  return { user, account: accountOf(signIn) };
}

/**
 * Goes on with a sign-in once its user has done what a step asked for: asks the steps that are left, then ends as a
 * sign-in without steps. It can go on once; what fails from here on begins anew.
 *
 * @param context of the plugin's route
 * @param stepId the step that is passed now
 * @param note for `linked`, `stamp` and `signedIn` of the step: what JSON, dates and big integers can hold
 * @throws InvalidCheck when no sign-in waits for this step in this browser, or it has gone on already
 */
export async function resumeSignIn(
  context: FlowContext,
  stepId: string,
  note?: unknown,
): Promise<FlowResult> {
  const pending = await pendingAt(context, stepId);
  await spendPending(context, pending);
  const { provider: id } = pending.signIn.account;
  const resumed = {
    ...context,
    provider: context.resolved.provider(id),
    callbackUrl: pending.callbackUrl,
  };
  const cleared = clearPending(context);
  try {
    const restored = await restoreSignIn(resumed, pending);
    const notes = { ...pending.notes, [stepId]: note };
    const passed = [...pending.passed, stepId];
    const { adds } = await userToBe(resumed, restored);
    const at = { user: pending.user, adds, epoch: pending.epoch, passed, notes };
    const steps = await askSteps(resumed, restored, [], at);
    if (steps.challenge !== undefined) return steps.challenge;
    const { signIn, stamped, finish } = endOfSteps(resumed, restored, notes);
    const result = await completeSignIn(stamped, signIn, cleared, steps);
    return await finish(await withKnownBrowser(resumed, signIn, result));
  } catch (thrown) {
    const error = causeOf(toError(thrown));
    const failure = error instanceof AuthError ? error : new AuthError(error);
    await context.resolved.emit("signInFailure", { provider: id, error: failure });
    throw new FlowFailure(error, [...cleared, ...cookiesOf(thrown)]);
  }
}

async function pendingAt(context: FlowContext, stepId: string): Promise<PendingSignIn> {
  const pending = await readPending(context);
  if (pending.step !== stepId) throw new InvalidCheck("The sign-in that waits is at another step");
  await assertNotEnded(context, pending);
  return pending;
}

/** How far a sign-in has come. */
interface AskedSignIn {
  readonly user: StepUser;
  readonly adds: Addition | undefined;
  readonly passed: readonly string[];
  readonly notes: PendingSignIn["notes"];
  readonly epoch?: number | undefined;
}

async function justProven(context: FlowContext, signIn: SignIn): Promise<AskedSignIn> {
  const { user, adds } = await userToBe(context, signIn);
  // In a session that is too old for it nobody is asked anything; `mayJoin` is for the one who writes.
  if (adds === "session" && signIn.mayJoin !== false) await assertFresh(context, String(user.id));
  return { user, adds, passed: [], notes: {} };
}

/**
 * Asks the steps about a sign-in, up to the first one that has a question for its user.
 *
 * @param at how far it has come; undefined: it was just proven
 */
export async function askSteps(
  context: FlowContext,
  signIn: SignIn,
  cookies: readonly CookieChange[],
  at?: AskedSignIn,
): Promise<StepsResult> {
  const { passed, adds, ...asked } = at ?? (await justProven(context, signIn));
  const { resolved } = context;
  const { user } = asked;
  const done = [...passed];
  const vouches = adds === "address" ? (await claimOf(signIn)) === true : undefined;
  const subject = { user, adds, vouches, account: accountOf(signIn) };
  const steps = rankedSteps(resolved);
  for (const owned of steps) {
    const { id } = owned.step;
    if (done.includes(id)) continue;
    const challenge = await askStep(context, owned, subject);
    if (challenge !== undefined) {
      const waiting = await makePendingCookies(context, { ...asked, signIn, passed: done, step: id });
      return { challenge: redirect(pageUrl(context, challenge.path), [...cookies, ...waiting]) };
    }
    done.push(id);
  }
  return {
    async confirm(linked, isNewUser) {
      confirmUser(user, linked, isNewUser);
      const now = { ...subject, user: stepUser(linked, false) };
      // Who was led somewhere and has come back is not led there again.
      const again = steps.filter(({ step }) => step.rank !== "asks" && !Object.hasOwn(asked.notes, step.id));
      for (const owned of again)
        if ((await askStep(context, owned, now)) !== undefined)
          throw new AccessDenied(`The step "${owned.step.id}" leads elsewhere now: sign in again`);
    },
  };
}

interface OwnedStep {
  readonly plugin: DefinedPlugin;
  readonly step: PluginStep;
}

function rankedSteps({ config }: ResolvedConfig): readonly OwnedStep[] {
  const owned = pluginsOf(config).flatMap((plugin) => (plugin.steps ?? []).map((step) => ({ plugin, step })));
  return stepRanks.flatMap((rank) => owned.filter(({ step }) => step.rank === rank));
}

/** Nobody is asked by a plugin that is off. */
async function askStep(
  context: FlowContext,
  { plugin, step }: OwnedStep,
  subject: StepSubject,
): Promise<Challenge | undefined> {
  const { resolved } = context;
  try {
    return await step.ask(context, subject, scopeOf(plugin, resolved));
  } catch (thrown) {
    if (hostOf(resolved).isOff(plugin, resolved.logger, thrown)) return undefined;
    throw thrown;
  }
}

const accountOf = ({ account: { provider, providerAccountId, type } }: Pick<SignIn, "account">) => ({
  provider,
  providerAccountId,
  type,
});

/** Rows may have changed while the user was asked. Whoever is new has nothing that a step could have asked for. */
function confirmUser(asked: StepUser, { id }: User | AdapterUser, isNewUser: boolean | undefined): void {
  if (isNewUser === true || String(id) === String(asked.id)) return;
  throw new AccessDenied("The account became another user's while a step was asked: sign in again");
}

/**
 * Whose session it would be, as `accounts/link.ts` decides it. Nothing is written but that the address is proven, if it is.
 *
 * @throws OAuthAccountNotLinked for an account that nobody vouches for
 */
async function userToBe(
  context: FlowContext,
  signIn: SignIn,
): Promise<{ readonly user: StepUser; readonly adds: Addition | undefined }> {
  const { user, method, account } = signIn;
  const { adapter: store } = context.resolved;
  const as = (known: User | AdapterUser | null, adds?: Addition) => ({
    user: stepUser(known ?? user, known === null),
    adds: known === null ? undefined : adds,
  });
  if (store === undefined || method.linking === "none") return as(user);
  if (method.linking === "address") {
    const known = await store.getUserByEmail(account.providerAccountId);
    // Before anything is asked: a factor that was there before the proof is maybe a stranger's.
    if (known !== null && !known.emailVerified) await proveAddress(context, store, known, signIn);
    return as(known);
  }
  const current = context.cookieHeader === null ? null : await context.sessions.current(context);
  const owner = await ownerOf(store, signIn);
  if (owner !== null) {
    const linking = { context, store, signIn };
    // Nobody is asked for the factor of a user whose account they don't get into.
    const isHeld = await recheckAccount(linking, owner, isOwners(linking, owner, current));
    return as(owner, isHeld ? "session" : undefined);
  }
  if (current !== null) return as(current.user, "session");
  const found = user.email ? await store.getUserByEmail(user.email) : null;
  if (found !== null) {
    const { assertMayJoin } = await import("../../accounts/join.js");
    await assertMayJoin({ context, store, signIn }, found);
  }
  return as(found, "address");
}

const stepUser = ({ id, name, email }: User | AdapterUser, isNew: boolean): StepUser => ({
  id,
  name,
  email,
  isNew,
});
