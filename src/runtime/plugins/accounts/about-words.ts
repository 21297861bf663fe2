/** What plugins say of a user, in words, where there can be no markup. */
import type { FlowContext } from "../../types/flow.js";
import type { AboutText, PluginScope } from "../host/plugin-scope.js";
import { agoText } from "./ago.js";

/** @param own of the plugin whose text it is */
export function inWords(context: FlowContext, own: Pick<PluginScope, "message">, text: AboutText): string {
  if (typeof text === "string") return text;
  const values = Object.entries(text.values ?? {}).map(
    ([name, value]) => [name, value instanceof Date ? agoText(context, value) : value] as const,
  );
  return own.message(context, text.name, Object.fromEntries(values));
}
