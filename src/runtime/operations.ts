/** What a server's own code asks for, without a browser: read a session, sign in, sign out, update. */
import { toError } from "./errors/index.js";
import { handle } from "./handler.js";
import { actionRequest } from "./http/action-request.js";
import { withBody } from "./http/web.js";
import { untrustedHostError } from "./settings/origin.js";
import type { Site } from "./types/site.js";
import type { AuthAction } from "./types/flow.js";
import type { ResolvedConfig, SessionRead } from "./types/resolved-config.js";
import type { FlowResult } from "./http/flow-result.js";

/**
 * Who is signed in, by the cookie header alone: callbacks and events run, nothing is sealed, no cookie changes.
 *
 * @throws AuthError when sessions cannot be read with this configuration, the store is down or a callback throws: none of that means "nobody"
 */
export function readSession(
  resolved: ResolvedConfig,
  site: Site,
  cookieHeader: string | null,
): Promise<SessionRead> {
  const context = { resolved, cookies: site.cookies, cookieHeader };
  return logged(resolved, site, () => resolved.sessions.read(context));
}

/** As {@link readSession}, with the cookies that let the session live on; for callers that can send them. */
export function refreshSession(
  resolved: ResolvedConfig,
  site: Site,
  cookieHeader: string | null,
): Promise<SessionRead> {
  const context = { resolved, cookies: site.cookies, cookieHeader };
  return logged(resolved, site, () => resolved.sessions.refresh(context));
}

/** What is thrown is in the log too, as with the endpoints: not every caller shows it to somebody. */
async function logged(
  resolved: ResolvedConfig,
  site: Site,
  read: () => Promise<SessionRead>,
): Promise<SessionRead> {
  try {
    const problem = untrustedHostError(resolved, site.origin) ?? resolved.sessionProblem();
    if (problem !== undefined) throw problem;
    return await read();
  } catch (thrown) {
    resolved.logger.error(toError(thrown));
    throw thrown;
  }
}

/** An action of the handler, called from code. */
export interface Operation {
  readonly action: AuthAction;
  readonly providerId?: string;
  /** Fields of the form. */
  readonly body: Record<string, unknown>;
  /** Query of the URL, without "?". */
  readonly search?: string;
  /** Headers of the request that the server's code is answering. */
  readonly headers: Headers;
}

/**
 * POSTs to an action as the browser would, without the CSRF token.
 *
 * @returns the result as data; its cookies are for the caller to send
 * @throws AuthError in place of an error page; a FlowFailure around it where cookies belong to it
 */
export function perform(
  resolved: ResolvedConfig,
  site: Site,
  { action, providerId, body, search = "", headers }: Operation,
): Promise<FlowResult> {
  const path = providerId === undefined ? `/${action}` : `/${action}/${encodeURIComponent(providerId)}`;
  const pathname = site.basePath + path;
  const url = `${site.origin}${pathname}${search === "" ? "" : `?${search}`}`;
  const request = actionRequest({
    method: "POST",
    pathname,
    basePath: site.basePath,
    search,
    header: (name) => (name === "x-auth-return-redirect" ? null : headers.get(name)),
    readBody: () => Promise.resolve(body),
    toRequest: (fields) => withBody(url, "POST", headers, fields ?? body),
  });
  return handle({ resolved, site, request, options: { skipCsrf: true, throwErrors: true } });
}
