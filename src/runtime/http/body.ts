/** Bodies of POST requests: JSON objects and forms, nothing else, and never more than the limit. */

/** Default limit of a request body in bytes. */
export const bodyLimitBytes = 100 * 1024;

/** A request that cannot be read; answered with the status and nothing else. */
export class RequestRefused extends Error {
  readonly status: 400 | 413;
  constructor(status: 400 | 413, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "RequestRefused";
    this.status = status;
  }
}

export type BodyKind = "json" | "form" | undefined;

/** Which of the two kinds that we read this content type is. */
export function bodyKind(contentType: string | null | undefined): BodyKind {
  if (contentType == null) return undefined;
  const type = contentType.toLowerCase();
  if (type.includes("application/json")) return "json";
  if (type.includes("application/x-www-form-urlencoded")) return "form";
  return undefined;
}

/**
 * Body text as flat data. Of repeated form fields the last one wins, as in JSON.
 * @throws RequestRefused (400) for broken JSON
 */
export function parseBody(kind: BodyKind, text: string): Record<string, unknown> | undefined {
  if (kind === "form") return plain(Object.fromEntries(new URLSearchParams(text)));
  if (kind !== "json") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text, withoutPrototype);
  } catch {
    // The parser's own message quotes the body, and bodies hold passwords.
    throw new RequestRefused(400, "The body is not JSON", new SyntaxError("The body is not JSON"));
  }
  return plain(value);
}

/** An object that came from a body parser, without the key that reaches a prototype; anything else: no fields. */
export function plain(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const { ["__proto__"]: _dropped, ...fields } = value as Record<string, unknown>;
  return fields;
}

function withoutPrototype(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}
