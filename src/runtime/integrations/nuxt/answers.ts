/** Answers of a Nuxt server: their status, and what keeps one with a session in it out of shared caches. */
import type { FlowResult } from "../../http/flow-result.js";
import { type AnswerHeaders, keepPrivate } from "../../http/private-answer.js";
import type { NuxtRequestEvent, NuxtResponse } from "./server-types.js";

export const statusOf = (answer: FlowResult): number =>
  ("status" in answer ? answer.status : undefined) ?? (answer.kind === "redirect" ? 302 : 200);

/** In `event.context`: the answer has a session in it. */
const mark = "authwrightPrivate";

/** Node tells what is sent by a stream, such as what another server answers, by its `writeHead` alone. */
export function markPrivate({ node: { res }, context }: NuxtRequestEvent): void {
  if (mark in context) return;
  Object.assign(context, { [mark]: true });
  const { writeHead } = res;
  if (writeHead === undefined) return;
  res.writeHead = (...given) => {
    keepPrivate(headersOf(res));
    return writeHead.apply(res, given);
  };
}

/** Before an answer is sent. */
export function endPrivate({ node: { res }, context }: NuxtRequestEvent): void {
  if (mark in context) keepPrivate(headersOf(res));
}

export const headersOf = (res: NuxtResponse): AnswerHeaders => ({
  get: (name) => res.getHeader(name)?.toString() ?? null,
  set: (name, value) => void res.setHeader(name, value),
  delete: (name) => res.removeHeader?.(name),
});
