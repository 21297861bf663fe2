/** The body of a web Request. */
import { bodyKind, bodyLimitBytes, parseBody, RequestRefused } from "./body.js";

/** The fields of a form or of a JSON object; undefined for any other body. @throws RequestRefused */
export async function readWebBody(request: Request): Promise<Record<string, unknown> | undefined> {
  const kind = bodyKind(request.headers.get("content-type"));
  const { body } = request;
  if (!kind || !body) return undefined;
  const decoder = new TextDecoder();
  let text = "";
  const reader = body.getReader();
  // Servers that have a limit of their own end the stream of a body that says to be longer.
  const declared = Number(request.headers.get("content-length"));
  for (let length = 0; ;) {
    if (length > bodyLimitBytes || declared > bodyLimitBytes) {
      // Read on, as Node's own body is: one that is cancelled takes some connections with it, without an answer.
      reader.releaseLock();
      const signal = AbortSignal.timeout(10_000);
      void body.pipeTo(new WritableStream(), { signal }).catch(() => undefined);
      throw new RequestRefused(413, "The body is too large");
    }
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  return parseBody(kind, text + decoder.decode());
}
