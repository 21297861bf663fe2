import type { FlowContext, FlowResult } from "../types/flow.js";

export async function oauthStart(_context: FlowContext): Promise<FlowResult> {
  throw new Error("not built yet");
}
