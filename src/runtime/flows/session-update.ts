/** POST /session: hands the client's `data` to the callbacks. They must judge it: it comes from a browser. */
import type { FlowContext } from "../types/flow.js";
import type { FlowResult } from "../http/flow-result.js";
import { sessionJson } from "./session.js";

export async function sessionUpdate(context: FlowContext): Promise<FlowResult> {
  const body = await context.request.body();
  return sessionJson(await context.sessions.update(context, body?.data));
}
