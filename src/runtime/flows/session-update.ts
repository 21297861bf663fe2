/** POST /session: hands the client's `data` to the callbacks. They must judge it: it comes from a browser. */
import type { FlowContext } from "../types/flow.js";
import type { FlowResult } from "../http/flow-result.js";
import { sessionJson } from "./session.js";

export async function sessionUpdate(context: FlowContext): Promise<FlowResult> {
  const body = await context.request.body();
  const { resolved, sessions } = context;
  const read = await sessions.update(context, body?.data);
  if (read.token && !resolved.mayExtend(read.token)) resolved.logger.warn(notWritten);
  return sessionJson(read);
}

const notWritten =
  "An update of a session was not written: this configuration has no store to ask whether the session has ended. Update it by the configuration with the adapter";
