/** What a Node request holds: its headers and its body, read here or by a body parser before us. */
import {
  type BodyKind,
  bodyKind,
  bodyLimitBytes,
  parseBody,
  plain,
  RequestRefused,
} from "../../http/body.js";

/** Header lists of a Node request, by lower-case name. Structural, so that users without Node's types can compile. */
export type NodeHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A Node request, also after a framework's body parser. */
export interface NodeRequest extends AsyncIterable<unknown> {
  /** Upper case. */
  readonly method?: string | undefined;
  /** Headers by name in lower case. */
  readonly headers: NodeHeaders;
  /** Data has been taken from the stream already. */
  readonly readableDidRead?: boolean;
  /** The stream was read to its end. */
  readonly readableEnded?: boolean;
  /** What a body parser has made of it. */
  body?: unknown;
  /** Of a stream: leaving this iterator early destroys nothing. */
  iterator?(options: { destroyOnReturn: boolean }): AsyncIterable<unknown>;
  /** Of a stream: reads on and drops what comes. */
  resume?(): unknown;
}

export function headerOf(headers: NodeHeaders, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join(", ");
}

/** The body from the stream, or what a body parser made of it before us. */
export async function readNodeBody(req: NodeRequest): Promise<Record<string, unknown> | undefined> {
  const kind = bodyKind(headerOf(req.headers, "content-type"));
  if (kind === undefined) return undefined;
  const isTaken = req.readableDidRead === true || req.readableEnded === true;
  if (isTaken || (req.body !== undefined && !isEmptyObject(req.body))) return fromParser(kind, req.body);
  return parseBody(kind, await readText(req));
}

/** @throws RequestRefused (413) past the limit; the connection lives until the answer is sent, see `writeNode` */
async function readText(req: NodeRequest): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req.iterator?.({ destroyOnReturn: false }) ?? req) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer);
    length += bytes.length;
    if (length > bodyLimitBytes) {
      req.resume?.();
      throw new RequestRefused(413, "The body is too large");
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const isEmptyObject = (body: unknown): boolean =>
  typeof body === "object" && body !== null && !Buffer.isBuffer(body) && Object.keys(body).length === 0;

function fromParser(kind: BodyKind, body: unknown): Record<string, unknown> | undefined {
  if (Buffer.isBuffer(body)) return parseBody(kind, body.toString("utf8"));
  if (typeof body === "string") return parseBody(kind, body);
  const fields = plain(body);
  // Parsers of forms make a list of a repeated field, and objects of names in brackets. We take the last text.
  return kind === "form"
    ? Object.fromEntries(
        Object.entries(fields)
          .map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value] as const)
          .filter(([, value]) => typeof value !== "object"),
      )
    : fields;
}
