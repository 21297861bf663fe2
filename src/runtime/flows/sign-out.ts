/** POST /signout: ends the session and clears its cookies. */
import { type FlowResult, redirect } from "../http/flow-result.js";
import { renewCsrf } from "../security/csrf.js";
import type { FlowContext } from "../types/flow.js";

export async function signOut(context: FlowContext): Promise<FlowResult> {
  const { location, cookies: first } = (await context.resolved.plugins?.leave?.(context)) ?? {
    location: context.callbackUrl,
    cookies: [],
  };
  const { cookies } = await context.sessions.end(context);
  return redirect(location, [
    ...first,
    ...cookies,
    ...(cookies.length === 0 ? [] : await renewCsrf(context)),
  ]);
}
