/** From an error to an answer: which page, status or JSON; what is logged, and the little that leaves the server. */
import {
  AuthError,
  CredentialsSignin,
  ErrorPageLoop,
  InvalidCheck,
  isClientError,
  JWTSessionError,
  OAuthCallbackError,
  SessionTokenError,
  toError,
  TooManyAttempts,
} from "./errors/index.js";
import { isShown, wantsJson } from "./http/action-request.js";
import { RequestRefused } from "./http/body.js";
import {
  asJson,
  badRequest,
  causeOf,
  FlowFailure,
  type FlowResult,
  json,
  redirect,
} from "./http/flow-result.js";
import { withParams } from "./security/redirects.js";
import { pageOf } from "./security/page-url.js";
import { isStoreFailure } from "./errors/store-failure.js";
import type { FailureReason } from "./types/failure-reason.js";
import type { RequestTarget } from "./routes.js";
import type { AuthAction, RequestScope } from "./types/flow.js";
import type { ResolvedConfig } from "./types/resolved-config.js";

type Scope = Pick<RequestScope, "resolved" | "site">;

const configText =
  "There was a problem with the server configuration. Check the server logs for more information.";
const pageActions: ReadonlySet<string> = new Set<AuthAction>([
  "signin",
  "signout",
  "error",
  "verify-request",
]);

/** Pages are loaded when one is shown: most errors end in a redirect. */
async function errorPage(
  scope: RequestScope,
  error: string,
  retryAfterSeconds?: number,
): Promise<FlowResult> {
  const { builtInErrorPage } = await import("./flows/pages.js");
  return builtInErrorPage(scope, { error, retryAfterSeconds });
}

/** The answer while the configuration is wrong. */
export async function configAnswer(
  scope: RequestScope,
  action: RequestTarget["action"],
): Promise<FlowResult> {
  const { resolved, site, request } = scope;
  if (request.method !== "GET" || !pageActions.has(action))
    return json({ message: configText }, { status: 500 });
  const page = resolved.pages.error;
  if (page === undefined) return errorPage(scope, "Configuration");
  // That page is behind a sign-in itself: sending the browser there would go on for ever.
  if (request.query().get("callbackUrl")?.startsWith(page) === true) {
    resolved.logger.error(new ErrorPageLoop(`The page ${page} of pages.error needs a sign-in itself`));
    return errorPage(scope, "Configuration");
  }
  return redirect(withParams(page, { error: "Configuration" }, site.origin));
}

/** The event of a sign-in that failed. Never throws: events are caught. */
async function tellFailure(error: Error, { emit }: ResolvedConfig, provider?: string): Promise<void> {
  if (error instanceof TooManyAttempts) {
    const { limit, retryAfterSeconds } = error;
    await emit("tooManyAttempts", { provider, limit, retryAfterSeconds });
  } else {
    const failure = error instanceof AuthError ? error : new AuthError(error);
    await emit("signInFailure", { provider, error: failure });
  }
}

/**
 * What an error that ended a flow is answered with; logged. A script that asked gets the address of a redirect in its
 * JSON alone, not in a header.
 *
 * @throws the error itself where the options say so
 */
export async function errorAnswer(
  scope: RequestScope,
  target: RequestTarget,
  thrown: Error,
): Promise<FlowResult> {
  const { resolved, options } = scope;
  if (options?.throwErrors && !(thrown instanceof RequestRefused)) {
    const cause = causeOf(thrown);
    resolved.logger.error(cause);
    if (isSignIn(target)) await tellFailure(cause, resolved, target.providerId);
    throw thrown;
  }
  const answer = await answerOf(scope, target, thrown);
  return answer.kind === "redirect" && wantsJson(scope) ? { ...asJson(answer), headers: {} } : answer;
}

const isSignIn = ({ action }: RequestTarget): boolean => action === "signin" || action === "callback";

/** The answer as a browser gets it. */
async function answerOf(scope: RequestScope, target: RequestTarget, thrown: Error): Promise<FlowResult> {
  const { resolved, site, request } = scope;
  const { action, providerId } = target;
  const error = causeOf(thrown);
  const cookies = thrown instanceof FlowFailure ? thrown.cookies : undefined;
  if (error instanceof RequestRefused) {
    resolved.logger.error(toError(error.cause ?? error));
    return badRequest(error.status);
  }
  resolved.logger.error(error);
  if (isSignIn(target)) await tellFailure(error, resolved, providerId);
  const asked = action === "session" ? sessionAnswer(error, request.method) : undefined;
  if (asked !== undefined) return asked;
  if (error instanceof TooManyAttempts) return { ...(await tooMany(error, scope)), cookies };
  // Plugins know what their refusals lead to.
  if (error instanceof AuthError && "answer" in error) {
    const answer = error.answer as FlowResult;
    return { ...answer, cookies: [...(cookies ?? []), ...(answer.cookies ?? [])] };
  }
  const url = errorUrl(error, scope);
  const more = isShown(request) ? explanation(error, providerId, resolved) : {};
  return redirect(withParams(url, more, site.origin), cookies);
}

/** What the client that asked for the session is told; it calls by fetch and reads JSON, where a page tells nothing. */
function sessionAnswer(error: Error, method: string): FlowResult | undefined {
  // "I cannot tell" is not "signed out": the cookie stays, and the client sees no session body.
  if (isStoreFailure(error)) return json({ message: "The session could not be read" }, { status: 503 });
  if (error instanceof JWTSessionError || error instanceof SessionTokenError)
    return json({ message: "The session could not be made" }, { status: 500 });
  return method === "POST" ? json(null, { status: 400 }) : undefined;
}

/** For our own pages: which of the reasons behind the code it was, and whose sign-in. Both come from closed lists. */
function explanation(
  error: Error,
  providerId: string | undefined,
  { pages, provider }: ResolvedConfig,
): Record<string, string | undefined> {
  const kind = error instanceof AuthError ? error.kind : "error";
  if (pages[kind] !== undefined) return {};
  const known = providerId === undefined ? undefined : provider(providerId);
  return { auth_reason: reasonOf(error), auth_provider: known?.id };
}

/** What providers answer when somebody said no; the last two are LinkedIn's. */
const refusals: readonly unknown[] = ["access_denied", "user_cancelled_login", "user_cancelled_authorize"];

/** Reasons that flows give themselves. */
const told: readonly FailureReason[] = ["slow", "provider", "address", "mail", "passkey"];

function reasonOf(error: Error): FailureReason | undefined {
  if (error instanceof InvalidCheck) return "expired";
  if (isStoreFailure(error)) return "store";
  if (error instanceof OAuthCallbackError)
    return refusals.includes(error.cause?.["error"]) ? "cancelled" : "refused";
  // Causes of the app's own errors may say anything.
  return error instanceof AuthError ? told.find((reason) => reason === error.cause?.["reason"]) : undefined;
}

/** The status says it (RFC 6585 section 4), so this is always an answer of our own and never a redirect. */
async function tooMany(error: TooManyAttempts, scope: RequestScope): Promise<FlowResult> {
  const retry = { "retry-after": String(error.retryAfterSeconds) };
  if (wantsJson(scope)) {
    const body = { message: error.message, url: errorUrl(error, scope) };
    return json(body, { status: 429, headers: retry });
  }
  const page = await errorPage(scope, error.type, error.retryAfterSeconds);
  return { ...page, status: 429, headers: { ...page.headers, ...retry } };
}

/** Page and parameters for an error; types that say something about the server become `Configuration`. */
function errorUrl(error: Error, scope: Scope): string {
  return withParams(
    pageOf(scope, error instanceof AuthError ? error.kind : "error"),
    {
      error: error instanceof AuthError && isClientError(error) ? error.type : "Configuration",
      code: error instanceof CredentialsSignin ? error.code : undefined,
    },
    scope.site.origin,
  );
}
