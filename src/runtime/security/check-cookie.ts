/** Cookies that carry one secret of one sign-in: sealed, short-lived, and bound to the provider that it is for. */
import { InvalidCheck } from "../errors/index.js";
import { checkMaxAgeSeconds } from "../http/cookie-policy.js";
import { type CookieChange, setCookie } from "../http/cookies.js";
import type { CookieOption } from "../types/cookies.js";
import type { FlowContext } from "../types/flow.js";
import { compact } from "../types/compact.js";
import { seal, unseal } from "./seal.js";

/** Newest first. Checks are sealed by us, also when the config replaces the session token's encoding. */
export const checkSecrets = ({ resolved }: Pick<FlowContext, "resolved">): readonly string[] =>
  [resolved.jwt.secret].flat();

/** The secrets that open a check, also one of a process that has a newer secret already. */
export const openingSecrets = ({ resolved }: FlowContext): readonly string[] =>
  resolved.config.jwt?.secret === undefined ? resolved.acceptedSecrets : [resolved.config.jwt.secret].flat();

export async function makeCheckCookie(
  context: FlowContext,
  { id }: { readonly id: string },
  cookie: CookieOption,
  { value, sessionBinding, question }: CheckCookie,
): Promise<CookieChange> {
  const sealed = await seal(compact({ value, provider: id, holder: sessionBinding, ...question }), {
    secrets: checkSecrets(context),
    salt: cookie.name,
    maxAgeSeconds: checkMaxAgeSeconds,
  });
  return setCookie(cookie, sealed, { expires: new Date(Date.now() + checkMaxAgeSeconds * 1000) });
}

/** A number of seconds as a form or an address has it; undefined: it is none. */
export function secondsFrom(given: unknown): number | undefined {
  const seconds = Number(given);
  const isOne = Number.isInteger(seconds) && seconds >= 0 && seconds < 1e9;
  return isOne && String(seconds) === String(given) ? seconds : undefined;
}

/** How a provider is asked to sign a person in anew. */
export interface Reauthentication {
  /** Seconds since the provider has asked the person, at most. */
  readonly maxAge: number;
  /** `session`: only since one is open, so that an answer which is too old signs in all the same. */
  readonly by: "form" | "session";
}

/** What a check cookie holds. */
export interface CheckCookie {
  readonly value: string;
  /** The session in which the sign-in was begun. */
  readonly sessionBinding: string | undefined;
  /** undefined: the provider was not asked anew. */
  readonly question?: Reauthentication | undefined;
}

/**
 * The content of a check cookie.
 *
 * @param label names the check in the log
 * @throws InvalidCheck when the cookie is missing, foreign or too old
 */
export async function openCheckCookie(
  context: FlowContext,
  provider: { readonly id: string },
  name: string,
  label: string,
): Promise<CheckCookie> {
  const cookie = context.request.cookie(name);
  if (!cookie) {
    const { origin } = context.site;
    throw new InvalidCheck(
      `The ${label} cookie is missing: this sign-in did not begin at ${origin}, is older than 15 minutes, or came back twice`,
    );
  }
  const payload = await unseal(cookie, { secrets: openingSecrets(context), salt: name }).catch(
    (error: Error) => {
      throw new InvalidCheck(`The ${label} cookie could not be opened`, { cause: error });
    },
  );
  // A callback at another provider must not find the values of this one (mix-up, RFC 9700 section 4.4).
  if (payload["provider"] !== provider.id || typeof payload["value"] !== "string")
    throw new InvalidCheck(`The ${label} cookie belongs to another provider`);
  const { value, holder, maxAge, by } = payload;
  return {
    value,
    sessionBinding: typeof holder === "string" ? holder : undefined,
    question: typeof maxAge === "number" ? { maxAge, by: by === "session" ? "session" : "form" } : undefined,
  };
}

/** The value of a check cookie; throws as {@link openCheckCookie}. */
export async function takeCheckCookie(...args: Parameters<typeof openCheckCookie>): Promise<string> {
  return (await openCheckCookie(...args)).value;
}
