/** GET /error: says what happened, with the status that fits. */
import { html, redirect } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { renderError } from "../pages/messages.js";
import { randomHex } from "../security/random.js";
import { pageWithParams, withParams } from "../security/redirects.js";
import type { Compiled, FlowContext, FlowResult, Mount } from "../types/flow.js";

export function errorPage({ compiled, mount, request }: FlowContext): FlowResult {
  const error = request.query().get("error");
  if (compiled.pages.error !== undefined) return redirect(pageWithParams(compiled.pages.error, { error }));
  return builtInErrorPage(compiled, mount, error);
}

/** The page itself; also the answer to a wrong configuration, when nothing else may run. */
export function builtInErrorPage(compiled: Compiled, mount: Mount, error: string | null): FlowResult {
  const nonce = randomHex(16);
  const signIn = withParams(compiled.pages.signIn ?? `${mount.base}/signin`, {}, mount.origin);
  const { page, status } = renderError({ error, signIn, home: mount.origin, theme: compiled.theme, nonce });
  return html(page, { status, headers: pageHeaders(nonce) });
}
