/** The body of a web Request. */
import { bodyKind, bodyLimitBytes, parseBody, RequestRefused } from "./body.js";

/** The fields of a form or of a JSON object; undefined for any other body. @throws RequestRefused */
export async function readWebBody(request: Request): Promise<Record<string, unknown> | undefined> {
  const kind = bodyKind(request.headers.get("content-type"));
  if (kind === undefined || request.body === null) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (const reader = request.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > bodyLimitBytes) {
      await reader.cancel().catch(() => undefined);
      throw new RequestRefused(413, "The body is too large");
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return parseBody(kind, new TextDecoder().decode(bytes));
}
