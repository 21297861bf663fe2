/** A sign-in that waits for a step: sealed, in a cookie of ten minutes, good for this browser and for one use. */
import type { SignIn, SignInMethod } from "../../accounts/sign-in.js";
import { AuthError, InvalidCheck, OAuthAccountNotLinked } from "../../errors/index.js";
import { clearSessionCookies, readSessionCookies, writeSessionCookies } from "../../http/cookie-chunks.js";
import { type CookieChange, setCookie } from "../../http/cookies.js";
import { checkSecrets, openingSecrets } from "../../security/check-cookie.js";
import { createCsrf, readCsrf } from "../../security/csrf.js";
import { sameText } from "../../security/hash.js";
import { randomId } from "../../security/random.js";
import { seal, toleranceSeconds, unseal } from "../../security/seal.js";
import type { CookieOption } from "../../types/cookies.js";
import type { FlowContext } from "../../types/flow.js";
import type { OAuthProvider } from "../../types/finished-provider.js";
import type { EmailConfig, WebAuthnConfig } from "../../types/provider.js";
import type { WaitingFlows } from "../../types/provider-parts.js";
import { fromText, toText } from "./carried-values.js";
import type { StepUser } from "../host/plugin.js";
import { epochAt } from "../sessions/session-states.js";

const maxAgeSeconds = 600;

/** Characters that fit three cookies; with more, servers and proxies refuse the header. */
const longest = 11_800;

/** Members of a sign-in that can be carried as they are. Fields of a form may hold a password: they stay behind. */
const carried = [
  "user",
  "account",
  "numericId",
  "profile",
  "askedAt",
  "mayJoin",
  "identifiers",
  "isElsewhere",
  "passkey",
] as const;

/** What the cookie holds. */
export interface PendingSignIn {
  /** Random; what is used up. */
  readonly id: string;
  /** The step that was not passed yet. */
  readonly step: string;
  /** Steps that have let it pass. */
  readonly passed: readonly string[];
  /** What those were passed with. */
  readonly notes: Readonly<Record<string, unknown>>;
  /** Whom the steps are asked about. */
  readonly user: StepUser;
  readonly callbackUrl: string;
  readonly linking: SignInMethod["linking"];
  /** A provider keeps the account. */
  readonly isKept: boolean;
  /** How often the user's sessions were ended at that time; undefined: nobody counts it. */
  readonly epoch?: number | undefined;
  /** The session that was open at the proof. */
  readonly sessionBinding: string | undefined;
  readonly signIn: Pick<SignIn, (typeof carried)[number]>;
}

/** Beside the session cookie that it may become: with its prefix, its domain and the app's own name for it. */
function cookieOf({ cookies: { sessionToken } }: FlowContext): CookieOption {
  const { name, options } = sessionToken;
  // A strict cookie would not come along when a provider has sent the browser back.
  const sameSite = options.sameSite === "none" ? "none" : "lax";
  return { name: `${name}.pending`, options: { ...options, sameSite, httpOnly: true } };
}

/** What a sign-in is at when a step stops it. */
export interface Waiting extends Pick<PendingSignIn, "step" | "passed" | "notes" | "user" | "epoch"> {
  readonly signIn: SignIn;
}

/** The cookies of a sign-in that waits. @throws AuthError when it is too large for cookies */
export async function makePendingCookies(
  context: FlowContext,
  { signIn, ...at }: Waiting,
): Promise<readonly CookieChange[]> {
  const cookie = cookieOf(context);
  const browser = await browserOf(context);
  const pending: PendingSignIn = {
    ...at,
    id: randomId(),
    callbackUrl: context.callbackUrl,
    linking: signIn.method.linking,
    isKept: signIn.provider !== undefined,
    epoch: at.epoch ?? (await epochAt(context.resolved, at.user)),
    sessionBinding: await context.sessions.sessionBinding(context),
    signIn: Object.fromEntries(carried.map((name) => [name, signIn[name]])) as PendingSignIn["signIn"],
  };
  const sealed = await seal(
    { pending: toText(pending), browser: browser.token },
    { secrets: checkSecrets(context), salt: cookie.name, maxAgeSeconds },
  );
  if (sealed.length > longest)
    throw new AuthError("What the provider has told is too much for the cookies of a sign-in that waits", {
      cause: { provider: signIn.account.provider },
    });
  const { names } = readSessionCookies(context.cookieHeader, cookie.name);
  const life = { maxAge: maxAgeSeconds };
  return [...browser.cookies, ...writeSessionCookies(cookie, sealed, names, life)];
}

/** @throws InvalidCheck when there is none, or it is too old, tampered with or another browser's */
export async function readPending(context: FlowContext): Promise<PendingSignIn> {
  const { name } = cookieOf(context);
  const { values } = readSessionCookies(context.cookieHeader, name);
  if (values.length === 0)
    throw new InvalidCheck("No sign-in waits in this browser: it is done, or older than 10 minutes");
  for (const value of values) {
    const opened = await unseal(value, { secrets: openingSecrets(context), salt: name }).catch(() => null);
    if (opened === null) continue;
    const { token } = await browserOf(context);
    if (typeof opened["browser"] !== "string" || !sameText(opened["browser"], token))
      throw new InvalidCheck("The sign-in that waits was begun in another browser");
    return fromText(String(opened["pending"])) as PendingSignIn;
  }
  throw new InvalidCheck("The cookie of the sign-in that waits could not be opened");
}

/** Whoever ends all sessions of a user ends what was proven before, too. @throws InvalidCheck */
export async function assertNotEnded(
  { resolved }: FlowContext,
  { user, epoch }: PendingSignIn,
): Promise<void> {
  if (epoch === undefined || (await epochAt(resolved, user)) === epoch) return;
  throw new InvalidCheck(
    "All sessions of the user were ended since this sign-in began: it has to begin anew",
  );
}

/** From here on the sign-in cannot go on a second time, in all processes that share a store. @throws InvalidCheck */
export async function spendPending({ resolved }: FlowContext, { id }: PendingSignIn): Promise<void> {
  if (await resolved.spent.spend("sign-in", id, maxAgeSeconds + toleranceSeconds)) return;
  throw new InvalidCheck("This sign-in has gone on before");
}

export function clearPending(context: FlowContext): readonly CookieChange[] {
  const cookie = cookieOf(context);
  return clearSessionCookies(cookie, readSessionCookies(context.cookieHeader, cookie.name).names);
}

/** The sign-in as the flow made it. */
export async function restoreSignIn(context: FlowContext, pending: PendingSignIn): Promise<SignIn> {
  const { signIn, linking, isKept, sessionBinding } = pending;
  const isSameSession = sessionBinding === (await context.sessions.sessionBinding(context));
  return {
    ...signIn,
    method: await methodOf(context, linking, isKept),
    provider: isKept ? (context.provider as OAuthProvider) : undefined,
    // As at the callback of a provider: an account is added only to the session in which that was begun.
    mayJoin: signIn.mayJoin !== false && isSameSession,
    ...(signIn.passkey && {
      onLinked: await passkeyKeeper(context as FlowContext<WebAuthnConfig>, signIn.passkey),
    }),
  };
}

async function methodOf(
  context: FlowContext,
  linking: SignInMethod["linking"],
  isKept: boolean,
): Promise<SignInMethod> {
  if (linking === "none") return { linking };
  return isKept
    ? { linking: "account", refusal: OAuthAccountNotLinked }
    : (await flowsOf<WaitingFlows>(context as FlowContext<EmailConfig | WebAuthnConfig>)).method;
}

type Passkey = NonNullable<SignIn["passkey"]>;

async function passkeyKeeper(
  context: FlowContext<WebAuthnConfig>,
  passkey: Passkey,
): Promise<NonNullable<SignIn["onLinked"]>> {
  return (await flowsOf(context)).keep(context, passkey);
}

/** A sign-in by mail or passkey: its provider brings the flows with it. */
interface Bringing<Flows> {
  readonly provider: { readonly flows?: () => Promise<Flows> };
}

async function flowsOf<Flows>({ provider }: Bringing<Flows>): Promise<Flows> {
  return (provider.flows ?? noFlows)();
}

const noFlows = () => Promise.reject(new InvalidCheck("The provider of the sign-in that waits is gone"));

interface BrowserBinding {
  readonly token: string;
  readonly cookies: readonly CookieChange[];
}

/** The CSRF token of the browser, which a sibling host cannot plant on https; one is made where there is none yet. */
async function browserOf(context: FlowContext): Promise<BrowserBinding> {
  const { csrfToken, resolved, request, cookies } = context;
  if (csrfToken !== "") return { token: csrfToken, cookies: [] };
  const cookie = cookies.csrfToken;
  const known = await readCsrf(request.cookie(cookie.name), resolved.secrets, resolved.acceptedSecrets);
  if (known !== null) return { token: known.token, cookies: [] };
  const made = await createCsrf(resolved.secrets);
  return { token: made.token, cookies: [setCookie(cookie, made.cookie)] };
}
