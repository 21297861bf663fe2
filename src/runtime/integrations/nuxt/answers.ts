/** Answers of a Nuxt server: their status, and what keeps one with a session in it out of shared caches. */
import type { FlowResult } from "../../http/flow-result.js";
import { keepPrivate } from "../../http/private-answer.js";
import { headersOf, sendPrivate } from "../server/private-node.js";
import type { NuxtRequestEvent } from "./server-types.js";

export const statusOf = (answer: FlowResult): number =>
  ("status" in answer ? answer.status : undefined) ?? (answer.kind === "redirect" ? 302 : 200);

/** In `event.context`: the answer has a session in it. */
const mark = "authwrightPrivate";

/** Also before an answer that Nitro never sees: one that another server gives, by a stream. */
export function markPrivate({ node: { res }, context }: NuxtRequestEvent): void {
  if (mark in context) return;
  Object.assign(context, { [mark]: true });
  sendPrivate(res);
}

/** Before an answer is sent. */
export function endPrivate({ node: { res }, context }: NuxtRequestEvent): void {
  if (mark in context) keepPrivate(headersOf(res));
}
