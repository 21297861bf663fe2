/** GET /session: who is signed in, and the cookie that lets the session live on. */
import { json, noStore } from "../http/flow-result.js";
import type { FlowContext, FlowResult } from "../types/flow.js";

const headers = Object.freeze({ ...noStore, vary: "Cookie" });

export async function sessionFlow(context: FlowContext): Promise<FlowResult> {
  const { session, cookies } = await context.sessions.refresh(context);
  return json(session, { headers, cookies });
}
