/** What somebody typed as name stays in the form that comes back: for two minutes, in a cookie of this browser. */
import type { SignInError } from "../../errors/index.js";
import { isShown, wantsJson } from "../../http/action-request.js";
import { setCookie } from "../../http/cookies.js";
import { FlowFailure } from "../../http/flow-result.js";
import type { CookieOption } from "../../types/cookies.js";
import type { FlowContext } from "../../types/flow.js";

const maxAgeSeconds = 120;
/** Addresses have 254 characters at most (RFC 5321 section 4.5.3.1.3), and what is no text is kept by no cookie. */
const nameLike = /^[^\p{Cc}\p{Cs}]{1,254}$/u;

/** With `__Host-` no sibling host can plant one. */
function cookieOf({ cookies: { sessionToken }, site: { secure } }: FlowContext): CookieOption {
  const name = sessionToken.name.replace(/^__(?:Host|Secure)-/, "");
  return {
    name: `${secure ? "__Host-" : ""}${name}.typed`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}

/** A browser is shown our own page next. */
export const isPageNext = (context: FlowContext): boolean =>
  context.resolved.pages.signIn === undefined &&
  !context.options?.throwErrors &&
  isShown(context.request) &&
  !wantsJson(context);

/** The error, with the cookie for our own page. */
export async function withTyped(context: FlowContext, error: SignInError): Promise<Error> {
  const typed = (await context.request.body())?.["email"];
  if (typeof typed !== "string" || !nameLike.test(typed)) return error;
  return new FlowFailure(error, [setCookie(cookieOf(context), typed, { maxAge: maxAgeSeconds })]);
}

/** @returns undefined: nothing, or nothing that we wrote */
export function typedIn(context: FlowContext): string | undefined {
  const value = context.request.cookie(cookieOf(context).name);
  return value !== undefined && nameLike.test(value) ? value : undefined;
}
