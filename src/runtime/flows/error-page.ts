/** GET /error: says what happened and how to go on, with the status that fits. */
import { type FlowResult, html, redirect } from "../http/flow-result.js";
import { isOAuth } from "../pages/forms.js";
import { pageHeaders } from "../pages/headers.js";
import { renderError, type Retry } from "../pages/messages.js";
import { appName, type Look } from "../pages/page.js";
import { endingOf, type Names } from "../pages/texts.js";
import { pageWithParams } from "../security/redirects.js";
import type { FlowContext, RequestScope } from "../types/flow.js";
import type { LanguageRequest } from "../types/language-host.js";
import { addressOf, lookOf, namesOf, providerOn } from "./page-facts.js";

export { lookOf, namesOf };

/** What the page is about. */
interface Failure {
  readonly error: string | null;
  readonly reason?: string | null;
  readonly names?: Names;
  readonly retryAfterSeconds?: number | undefined;
  /** The sign-in that the button may begin anew. */
  readonly retry?: Retry | undefined;
  readonly look?: Look;
}

export function errorPage(context: FlowContext): FlowResult {
  const { resolved, request } = context;
  const query = request.query();
  const error = query.get("error");
  if (resolved.pages.error !== undefined) return redirect(pageWithParams(resolved.pages.error, { error }));
  const reason = query.get("auth_reason");
  const look = lookOf(resolved, request);
  return builtInErrorPage(context, {
    error,
    reason,
    names: namesOf(context, look),
    retry: retryOf(context),
    look,
  });
}

function retryOf(context: FlowContext): Retry | undefined {
  const provider = providerOn(context);
  if (provider === undefined || !isOAuth(provider)) return undefined;
  const { site, csrfToken, callbackUrl } = context;
  return { provider, base: site.base, csrfToken, callbackUrl };
}

const statuses: Readonly<Record<string, number>> = {
  Configuration: 500,
  AccessDenied: 403,
  Forbidden: 403,
  NotFound: 404,
  TooManyAttempts: 429,
  Verification: 403,
};

/** The page itself; also the answer to a wrong configuration, when nothing else may run. */
export function builtInErrorPage(
  scope: Pick<RequestScope, "resolved" | "site"> & { readonly request: LanguageRequest },
  failure: Failure,
): FlowResult {
  const { resolved, site, request } = scope;
  const { error, reason = null, retryAfterSeconds, retry } = failure;
  const look = failure.look ?? lookOf(resolved, undefined, request);
  const names = failure.names ?? {
    text: look.text,
    app: appName(look),
    provider: "",
    account: "",
    retryAfterSeconds,
  };
  const ending = endingOf(error, reason, names);
  const page = renderError({
    ending,
    retry: ending.retry && retry,
    signIn: addressOf(scope, "signIn"),
    home: site.origin,
    ...look,
  });
  const status = error !== null && Object.hasOwn(statuses, error) ? statuses[error] : 200;
  return html(page, { status: status ?? 200, headers: pageHeaders(look) });
}
