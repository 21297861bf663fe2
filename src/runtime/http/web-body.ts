/** The body of a web Request. */
import { bodyKind, bodyLimitBytes, parseBody, RequestRefused } from "./body.js";

/** The fields of a form or of a JSON object; undefined for any other body. @throws RequestRefused */
export async function readWebBody(request: Request): Promise<Record<string, unknown> | undefined> {
  const kind = bodyKind(request.headers.get("content-type"));
  if (kind === undefined || request.body === null) return undefined;
  if (request.bodyUsed)
    throw new TypeError("The body was read before. Read a copy there: await request.clone().text()");
  const chunks: Uint8Array[] = [];
  const reader = request.body.getReader();
  // Servers that have a limit of their own end the stream of a body that says to be longer.
  if (Number(request.headers.get("content-length")) > bodyLimitBytes) throw tooLarge(reader);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > bodyLimitBytes) throw tooLarge(reader);
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

function tooLarge(reader: ReadableStreamDefaultReader<Uint8Array>): RequestRefused {
  void drop(reader).catch(() => undefined);
  return new RequestRefused(413, "The body is too large");
}

/** Reads on for a while and drops what comes: a body that is cancelled takes some connections with it, without an answer. */
async function drop(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (let left = 10 * bodyLimitBytes; left > 0;) {
    const { done, value } = await reader.read();
    if (done) return;
    left -= value.byteLength;
  }
  await reader.cancel();
}
