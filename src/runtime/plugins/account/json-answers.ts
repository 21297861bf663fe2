/** Answers to scripts, and who is one. */
import { type FlowResult, json, noStore } from "../../http/flow-result.js";
import type { FlowContext } from "../../types/flow.js";

export const data = (body: unknown, headers: Readonly<Record<string, string>> = {}): FlowResult =>
  json(body, { headers: { ...noStore, ...headers } });

/** Is it no browser that shows a page? */
export const wantsData = ({ request }: FlowContext): boolean => {
  const accept = request.header("accept") ?? "";
  return /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
};
