/** An answer of Node with a session in it, kept out of shared caches. */
import { type AnswerHeaders, keepPrivate } from "../../http/private-answer.js";
import type { NodeResponse } from "./node-adapter.js";

/** An answer of Node, or what stands for one on other platforms. */
export interface PrivateResponse extends Pick<NodeResponse, "getHeader" | "setHeader"> {
  /** Nothing where there is none. */
  removeHeader?(name: string): void;
  /** Called by Node with whatever the answer begins with. */
  writeHead?: ((...given: never[]) => unknown) | undefined;
}

export const headersOf = (res: PrivateResponse): AnswerHeaders => ({
  get: (name) => res.getHeader(name)?.toString() ?? null,
  set: (name, value) => void res.setHeader(name, value),
  delete: (name) => res.removeHeader?.(name),
});

/** Whatever rule the app sets until the answer begins, which is by `writeHead` in every case. */
export function sendPrivate(res: PrivateResponse): void {
  const { writeHead } = res;
  if (writeHead === undefined) return;
  res.writeHead = (...given) => {
    keepPrivate(headersOf(res));
    return writeHead.apply(res, given);
  };
}
