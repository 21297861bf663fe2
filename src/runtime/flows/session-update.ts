/** POST /session: hands the client's `data` to the callbacks. They must judge it: it comes from a browser. */
import { json } from "../http/flow-result.js";
import type { FlowContext, FlowResult } from "../types/flow.js";

export async function sessionUpdate(context: FlowContext): Promise<FlowResult> {
  const body = await context.request.body();
  const { session, cookies } = await context.sessions.update(context, body?.data);
  return json(session, { cookies });
}
