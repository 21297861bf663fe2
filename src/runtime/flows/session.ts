/** GET /session: who is signed in, and the cookie that lets the session live on. */
import { JWTSessionError, toError } from "../errors/index.js";
import { type FlowResult, json, noStore } from "../http/flow-result.js";
import type { FlowContext } from "../types/flow.js";
import type { SessionRead } from "../types/resolved-config.js";

const ofThisCookie = Object.freeze({ ...noStore, vary: "Cookie" });

export async function sessionFlow(context: FlowContext): Promise<FlowResult> {
  return sessionJson(await context.sessions.refresh(context), ofThisCookie);
}

/** A session callback may return what JSON cannot hold. That is found here, while it can still be answered. */
export function sessionJson(
  { session, cookies }: SessionRead,
  headers?: Readonly<Record<string, string>>,
): FlowResult {
  let text: string;
  try {
    text = JSON.stringify(session);
  } catch (thrown) {
    throw new JWTSessionError(toError(thrown));
  }
  return json(session, { text, headers, cookies });
}
