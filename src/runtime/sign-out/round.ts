/** The way of a browser from here to the provider and back: each leg sealed, bound to the browser, and good once. */
import { InvalidCheck } from "../errors/index.js";
import { checkMaxAgeSeconds } from "../http/cookie-policy.js";
import { clearCookie, type CookieChange, setCookie } from "../http/cookies.js";
import { checkSecrets, openingSecrets } from "../security/check-cookie.js";
import { toBase64url } from "../security/crypto-web.js";
import { sameText } from "../security/hash.js";
import { randomBytes } from "../security/random.js";
import { seal, toleranceSeconds, unseal } from "../security/seal.js";
import type { CookieOption } from "../types/cookies.js";
import type { FlowContext } from "../types/flow.js";
import { hintCookie } from "./hint.js";

/** `leave`: from the sign-out to the page that sends the browser away. `return`: back from the provider. */
export type Leg = "leave" | "return";

/** With what a clock may be off, the first leg takes a minute. */
const lifeSeconds: Readonly<Record<Leg, number>> = {
  leave: 60 - toleranceSeconds,
  return: checkMaxAgeSeconds,
};

export interface Round {
  /** null: that of the session, whichever it is. */
  readonly provider: string | null;
  /** Where the browser goes at the end; judged. */
  readonly target: string;
  /** What the cookie of the browser holds. */
  readonly browser: string;
}

const saltOf = (leg: Leg): string => `authwright.sign-out.${leg}`;

/** Beside the hint: with its prefix, its path and the app's own name for it. */
function browserCookie(context: FlowContext): CookieOption {
  const { name, options } = hintCookie(context);
  // A strict cookie would not come along when the provider sends the browser back.
  const sameSite = options.sameSite === "none" ? "none" : "lax";
  return { name: `${name}.state`, options: { ...options, sameSite, httpOnly: true } };
}

/** A new way for this browser, and the cookie that binds it. */
export function beginRound(
  context: FlowContext,
  provider: string | null,
  target: string,
): { readonly round: Round; readonly cookie: CookieChange } {
  const browser = toBase64url(randomBytes(32));
  return {
    round: { provider, target, browser },
    cookie: setCookie(browserCookie(context), browser, { maxAge: checkMaxAgeSeconds }),
  };
}

export const clearRound = (context: FlowContext): CookieChange => clearCookie(browserCookie(context));

/** The value of `state`. */
export const sealLeg = (context: FlowContext, leg: Leg, round: Round): Promise<string> =>
  seal({ ...round }, { secrets: checkSecrets(context), salt: saltOf(leg), maxAgeSeconds: lifeSeconds[leg] });

/**
 * Takes the `state` of this request back, once.
 *
 * @param provider of the address
 * @throws InvalidCheck when it is missing, foreign, too old, another browser's or used up
 */
export async function takeLeg(context: FlowContext, leg: Leg, provider: string | null): Promise<Round> {
  const state = context.request.query().get("state") ?? "";
  const opened = await unseal(state, { secrets: openingSecrets(context), salt: saltOf(leg) }).catch(
    (cause: Error) => {
      throw new InvalidCheck("The state of the sign-out is missing, too old or not ours", { cause });
    },
  );
  const { target, browser } = opened;
  if (opened["provider"] !== provider || typeof target !== "string" || typeof browser !== "string")
    throw new InvalidCheck("The state belongs to a sign-out at another provider");
  if (!sameText(browser, context.request.cookie(browserCookie(context).name) ?? ""))
    throw new InvalidCheck("The state belongs to a sign-out in another browser");
  if (!(await context.resolved.spent.spend("sign-out", `${saltOf(leg)} ${browser}`, checkMaxAgeSeconds)))
    throw new InvalidCheck("This sign-out came by before: its state is used up");
  return { provider, target, browser };
}
