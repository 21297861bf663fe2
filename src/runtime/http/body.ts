/** Bodies of POST requests: JSON objects and forms, nothing else, and never more than the limit. */
import { SharedError } from "../errors/shared-error.js";
import { isObject } from "../types/members.js";

/** Default limit of a request body in bytes. */
export const bodyLimitBytes = 100 * 1024;

/** As many form fields as Express's own parser takes. */
const maxFields = 1000;

/** Not readable, too large, or in a character set that is not ours. */
export type RefusedStatus = 400 | 413 | 415;

/** A request that cannot be read; answered with the status and nothing else. */
export class RequestRefused extends SharedError {
  static readonly type = "RequestRefused";
  readonly status: RefusedStatus;
  constructor(status: RefusedStatus, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "RequestRefused";
    this.status = status;
  }
}

export type BodyKind = "json" | "form" | undefined;

const kinds: Readonly<Record<string, "json" | "form" | undefined>> = {
  "application/json": "json",
  "application/x-www-form-urlencoded": "form",
};

/**
 * Which of the two kinds that we read this content type is. Only the type itself counts: what stands in the
 * parameters of another one, such as text/plain, came past the browser's own check of foreign requests.
 *
 * @throws RequestRefused (415) for a character set other than UTF-8
 */
export function bodyKind(contentType: string | null | undefined): BodyKind {
  const [type = ""] = (contentType ?? "").split(";", 1);
  const name = type.trim().toLowerCase();
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind !== undefined && contentType?.toLowerCase().split(";").slice(1).some(isForeignCharset))
    throw new RequestRefused(415, "The body is not UTF-8");
  return kind;
}

function isForeignCharset(parameter: string): boolean {
  const [name = "", value = ""] = parameter.split("=");
  return name.trim() === "charset" && !/^"?(?:utf-?8|us-ascii)"?$/.test(value.trim());
}

/**
 * Body text as flat data. Of repeated form fields the last one wins, as in JSON.
 * @throws RequestRefused 400 for broken JSON, 413 for too many fields
 */
export function parseBody(kind: BodyKind, text: string): Record<string, unknown> | undefined {
  if (kind === "form") {
    if (text.split("&", maxFields + 1).length > maxFields)
      throw new RequestRefused(413, "The form has too many fields");
    const fields: Record<string, unknown> = Object.fromEntries(new URLSearchParams(text));
    delete fields["__proto__"];
    return fields;
  }
  if (kind !== "json") return undefined;
  let value: unknown;
  try {
    // A reviver is called for each value, and nested lists can be many: only where that key may be.
    value = mayNamePrototype.test(text) ? JSON.parse(text, withoutPrototype) : JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, and bodies hold passwords.
    throw new RequestRefused(400, "The body is not JSON", new SyntaxError("The body is not JSON"));
  }
  return plain(value);
}

/** An object that came from a body parser, without the key that reaches a prototype; anything else: no fields. */
export function plain(value: unknown): Record<string, unknown> {
  if (!isObject(value) || Array.isArray(value)) return {};
  const { ["__proto__"]: _dropped, ...fields } = value;
  return fields;
}

/** The key, also with escaped letters (RFC 8259 section 7). */
const mayNamePrototype = /__proto__|\\u00[5-7]/i;

function withoutPrototype(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value;
}
