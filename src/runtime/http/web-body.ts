/** The body of a web Request. */
import { bodyKind, bodyLimitBytes, parseBody, RequestRefused } from "./body.js";

/** The fields of a form or of a JSON object; undefined for any other body. @throws RequestRefused */
export async function readWebBody(request: Request): Promise<Record<string, unknown> | undefined> {
  const kind = bodyKind(request.headers.get("content-type"));
  const { body } = request;
  if (!kind || !body) return undefined;
  const decoder = new TextDecoder();
  let text = "";
  let last: Uint8Array | undefined;
  const reader = body.getReader();
  // Servers that have a limit of their own end the stream of a body that says to be longer.
  let length = Number(request.headers.get("content-length")) > bodyLimitBytes ? Infinity : 0;
  while (length <= bodyLimitBytes) {
    const { done, value } = await reader.read();
    // Without `stream` it is decoded in a faster way, and most bodies are one piece.
    if (done) return parseBody(kind, text + decoder.decode(last));
    if (last) text += decoder.decode(last, { stream: true });
    length += value.length;
    last = value;
  }
  // Read on for 10 seconds: a body that is cancelled takes some connections with it, without an answer.
  reader.releaseLock();
  body.pipeTo(new WritableStream(), { signal: AbortSignal.timeout(10_000) }).catch(() => {});
  throw new RequestRefused(413, "The body is too large");
}
