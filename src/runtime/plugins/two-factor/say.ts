import type { FlowContext } from "../../types/flow.js";
import type { PluginScope } from "../host/plugin.js";
import type { TwoFactorMessage } from "./messages.js";

/** What a text is said with. */
interface Place {
  readonly context: FlowContext;
  readonly own: Pick<PluginScope, "message">;
}

/** One text, in the language of the request. */
export const say = (
  { context, own }: Place,
  name: TwoFactorMessage,
  values?: Readonly<Record<string, number | string>>,
): string => own.message(context, name, values);
