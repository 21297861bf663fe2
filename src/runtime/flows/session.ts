/** GET /session: who is signed in, and the cookie that lets the session live on. */
import { JWTSessionError, toError } from "../errors.js";
import { json, noStore } from "../http/flow-result.js";
import type { FlowContext, FlowResult, SessionRead } from "../types/flow.js";

const headers = Object.freeze({ ...noStore, vary: "Cookie" });

export async function sessionFlow(context: FlowContext): Promise<FlowResult> {
  return sessionJson(await context.sessions.refresh(context), headers);
}

/** A session callback may return what JSON cannot hold. That is found here, while it can still be answered. */
export function sessionJson(
  { session, cookies }: SessionRead,
  extra?: Readonly<Record<string, string>>,
): FlowResult {
  let text: string;
  try {
    text = JSON.stringify(session);
  } catch (thrown) {
    throw new JWTSessionError(toError(thrown));
  }
  return json(session, { text, ...(extra && { headers: extra }), cookies });
}
