/** The throttle for routes of plugins: wrong answers count for the client, and for the user of the pending sign-in. */
import { throttleOf } from "../../flows/tries.js";
import type { FlowResult } from "../../http/flow-result.js";
import { clientAddressOf } from "../../security/client-address.js";
import type { FlowContext } from "../../types/flow.js";
import { readPending } from "../sign-in/pending-sign-in.js";
import { WrongAnswer } from "./wrong-answer.js";

/** @throws TooManyAttempts before the flow runs, and what the flow throws but for WrongAnswer */
export async function countTries(
  context: FlowContext,
  plugin: string,
  run: () => Promise<FlowResult>,
): Promise<FlowResult> {
  const pending = await readPending(context).catch(() => undefined);
  const user = pending?.user.id ?? pending?.user.email;
  const who = {
    provider: `plugin:${plugin}`,
    // Some stores give numbers.
    identifiers: user === undefined || user === null ? [] : [String(user)],
    clientAddress: clientAddressOf(context),
  };
  try {
    return await throttleOf(context.resolved).attempt(who, run, (error) => error instanceof WrongAnswer);
  } catch (thrown) {
    if (thrown instanceof WrongAnswer) return thrown.answer;
    throw thrown;
  }
}
