import { compact } from "../types/compact.js";
import { checkMaxAgeSeconds } from "../http/cookie-policy.js";
import { clearCookie, type CookieChange } from "../http/cookies.js";
import {
  checkSecrets,
  makeCheckCookie,
  openCheckCookie,
  type Reauthentication,
  takeCheckCookie,
} from "../security/check-cookie.js";
import { InvalidCheck } from "../errors/index.js";
import { sameText } from "../security/hash.js";
import { seal, toleranceSeconds } from "../security/seal.js";
import type { CookieOption } from "../types/cookies.js";
import type { FlowContext } from "../types/flow.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { Check } from "../types/provider.js";
import {
  carried,
  type CarriedCheck,
  checkParams,
  type CheckParams,
  checksOf,
  freshValues,
  type KeptChecks,
  randomValue,
} from "./check-values.js";
import { isFormPost } from "./authorization.js";
import { type ReturnRoute, stateSalt } from "./proxy.js";
import type { Server } from "./server.js";

const cookieKeys = { state: "state", pkce: "pkceCodeVerifier", nonce: "nonce" } as const;

export interface MadeChecks {
  readonly params: CheckParams;
  readonly cookies: readonly CookieChange[];
}

/** What a sign-in is begun with. */
interface StartOfChecks {
  readonly route: ReturnRoute;
  /** undefined: the provider is not asked anew. */
  readonly question: Reauthentication | undefined;
}

/** Fresh values for one sign-in, sealed into cookies that name the provider. */
export async function makeChecks(
  context: FlowContext,
  provider: OAuthProvider,
  server: Server,
  { route, question }: StartOfChecks,
): Promise<MadeChecks> {
  const wanted = checksOf(provider, server, route.usesProxy);
  const values = freshValues(wanted, wanted.has("state") ? await sealedState(context, route) : undefined);
  const sessionBinding = await context.sessions.sessionBinding(context);
  const cookies: CookieChange[] = [];
  for (const [check, value] of values)
    cookies.push(
      await makeCheckCookie(context, provider, cookieOf(context, provider, check), {
        value,
        sessionBinding,
        question,
      }),
    );
  const params = [...(await checkParams(provider, values))];
  if (question !== undefined) params.push(["max_age", String(question.maxAge)], ["prompt", "login"]);
  return { params, cookies };
}

/** The checks of this sign-in, in the cookies of the browser that came back. */
export const cookieChecks = (context: FlowContext, provider: OAuthProvider): KeptChecks => ({
  has: (check) => hasCheckCookie(context, check),
  read: (check) => readCheck(context, provider, check),
  assertOwn(answer, state) {
    // The cookie holds the newest start: an answer to an older one uses nothing up.
    if (!sameText(answer.get("state") ?? "", state))
      throw new InvalidCheck("The answer belongs to another sign-in: its state is another one");
  },
  assertUnspent: async (value) => {
    if (await context.resolved.spent.isSpent("state", value)) throw cameBackBefore();
  },
  spend: (value) => spendCheck(context, value),
});

/** Takes back the value of one check. @throws InvalidCheck when the cookie is missing, foreign or too old */
async function readCheck(
  context: FlowContext,
  provider: OAuthProvider,
  check: CarriedCheck,
): Promise<string> {
  return takeCheckCookie(context, provider, context.site.cookies[cookieKeys[check]].name, check);
}

/** How a sign-in was begun. */
export interface BegunSignIn {
  /** In the session that is open now. Also true where no check could carry the answer. */
  readonly isSameSession: boolean;
  /** undefined: the provider was not asked anew. */
  readonly question: Reauthentication | undefined;
}

export async function startOf(
  context: FlowContext,
  provider: OAuthProvider,
  checks: ReadonlySet<Check>,
): Promise<BegunSignIn> {
  const check = carried.find((each) => checks.has(each));
  if (check === undefined) return { isSameSession: true, question: undefined };
  const { name } = context.site.cookies[cookieKeys[check]];
  const { sessionBinding, question } = await openCheckCookie(context, provider, name, check);
  const isSameSession = sessionBinding === (await context.sessions.sessionBinding(context));
  return { isSameSession, question };
}

/**
 * Each sign-in comes back once, also where a provider takes its code twice and check cookies were restored.
 *
 * @param value of its state or PKCE check
 * @throws InvalidCheck when it was used before, in this process or one that shares a store with it
 */
async function spendCheck({ resolved }: FlowContext, value: string): Promise<void> {
  if (await resolved.spent.spend("state", value, checkMaxAgeSeconds + toleranceSeconds)) return;
  throw cameBackBefore();
}

const cameBackBefore = () => new InvalidCheck("This sign-in came back before: its checks are used up");

const hasCheckCookie = (context: FlowContext, check: CarriedCheck): boolean =>
  Boolean(context.request.cookie(context.site.cookies[cookieKeys[check]].name));

/** Clears what this sign-in left behind, with the attributes it was set with. */
export function clearChecks(context: FlowContext, provider: OAuthProvider): readonly CookieChange[] {
  return carried
    .filter((check) => hasCheckCookie(context, check))
    .map((check) => clearCookie(cookieOf(context, provider, check)));
}

/** A sealed parcel, so that a redirect proxy with the same secret can read where it belongs. */
const sealedState = (context: FlowContext, { origin }: ReturnRoute): Promise<string> =>
  seal(compact({ origin, random: randomValue() }), {
    secrets: checkSecrets(context),
    salt: stateSalt,
    maxAgeSeconds: checkMaxAgeSeconds,
  });

function cookieOf(context: FlowContext, provider: OAuthProvider, check: CarriedCheck): CookieOption {
  const { name, options } = context.site.cookies[cookieKeys[check]];
  // A form posted from the provider's page is a cross-site request: Lax cookies would stay at home.
  return { name, options: isFormPost(provider) ? { ...options, sameSite: "none", secure: true } : options };
}
