/** POST /signout: ends the session and clears its cookies. */
import { type FlowResult, redirect } from "../http/flow-result.js";
import { renewCsrf } from "../security/csrf.js";
import type { FlowContext } from "../types/flow.js";

export async function signOut(context: FlowContext): Promise<FlowResult> {
  const { cookies } = await context.sessions.end(context);
  return redirect(
    context.callbackUrl,
    cookies.length === 0 ? cookies : [...cookies, ...(await renewCsrf(context))],
  );
}
