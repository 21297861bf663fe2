/** The logger of a config: levels merged singly, secrets kept out, and never a reason for a request to fail. */
import { AdapterError, AuthError } from "../errors/index.js";
import type { LoggerInstance } from "../types/config.js";
import { isObject, membersOf } from "../types/members.js";

const secretKey =
  /token|secret|passw|cookie|authorization$|assertion|verifier|challenge|jwt|^code$|^state$|^nonce$|api_?key|session_state/i;
const maxDepth = 6;

/** A copy of the value in which every member named like a secret says `[redacted]`. */
function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return "[deep]";
  if (value instanceof Error) return { name: value.name, message: redactText(value.message) };
  if (value instanceof URL) return redactText(value.href);
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if (value instanceof URLSearchParams || value instanceof Headers || value instanceof Map) {
    return redact(Object.fromEntries(value as Iterable<[string, unknown]>), depth + 1);
  }
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    copy[key] = isSecret(key, item) ? "[redacted]" : redact(item, depth + 1);
  return copy;
}

const isSecret = (key: string, item: unknown): boolean =>
  secretKey.test(key) && item != null && typeof item !== "boolean";

/** Longer text says nothing more, and a request can make it as long as it likes. */
const maxTextLength = 4096;

const secretParameter =
  /([?&#](?:code|state|nonce|token|[a-z_]{0,40}token|code_verifier|code_challenge|client_secret|client_assertion|password)=)[^&#\s"]*/gi;
// Looked for from the beginning of a run alone: from each place in it, the time would grow with the square of its length.
const compactToken =
  /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*){0,2}/g;

function redactText(text: string): string {
  const shown =
    text.length > maxTextLength ? `${text.slice(0, maxTextLength)}… (${text.length} characters)` : text;
  return shown.replace(secretParameter, "$1[redacted]").replace(compactToken, "[token]");
}

/**
 * Types whose text names what to change (`Missing…`, `Unknown…`, `InvalidProvider` and the like): a stack that lies in this
 * package alone would bury it, at every request.
 */
const selfExplaining = /^(?:Duplicate|Experimental|Invalid[EP]|Missing|Un)/;

const mostCauses = 5;

/** What is behind a cause is said without its stack: an ORM wraps the answer of the database, which tells what to do. */
function causeLines(first: Error): string[] {
  const found = [`[auth][cause] ${first.stack ?? first.message}`];
  for (let { cause } = first; cause instanceof Error && found.length < mostCauses; { cause } = cause) {
    const code = "code" in cause ? String(cause.code) : "";
    found.push(`[auth][cause] ${cause.name}: ${cause.message || code}`);
  }
  return found;
}

function lines(error: Error): string[] {
  const type = error instanceof AuthError ? error.type : "";
  const text = [`[auth][error] ${type || error.name}: ${error.message}${whereOf(error)}`];
  const cause: unknown = error.cause;
  if (cause instanceof Error) {
    text.push(...causeLines(cause));
  } else if (isObject(cause)) {
    const { err, ...details } = cause;
    const isSaid = err instanceof Error && err.stack === undefined && err.message === error.message;
    if (err instanceof Error && !isSaid) text.push(...causeLines(err));
    if (Object.keys(details).length > 0) text.push(`[auth][details] ${JSON.stringify(redact(details))}`);
  } else if (error.stack !== undefined && !selfExplaining.test(type)) {
    text.push(error.stack.slice(error.stack.indexOf("\n") + 1));
  }
  return text.map(redactText);
}

/** What the log says of the request in which something happened. */
export interface RequestFacts {
  /** Of the `X-Request-Id` header, else a random one for this request. */
  readonly id: string;
  readonly action: string;
  readonly provider?: string | undefined;
}

const whereOf = ({ request }: Error & { request?: RequestFacts }): string => {
  if (request === undefined) return "";
  const { action, provider, id } = request;
  return ` (${provider === undefined ? action : `${action} ${provider}`}, request ${id})`;
};

/** The logger of one request: errors get the member `request`, and so does what is said at level debug. */
export function requestLogger(logger: LoggerInstance, facts: () => RequestFacts): LoggerInstance {
  return {
    error(error) {
      // Several requests may share an error, such as that of a wrong configuration; a frozen one stays as it is.
      if (Object.isExtensible(error)) Object.assign(error, { request: facts() });
      logger.error(error);
    },
    warn: (code) => logger.warn(code),
    debug(message, metadata) {
      logger.debug(message, isObject(metadata) ? { ...metadata, request: facts() } : metadata);
    },
  };
}

/**
 * A failure of the store is logged where it happens and again where it ends the request, which a custom logger gets as
 * it is. A reader of the console sees it in full the first time only: the second line says what it ended.
 */
function consoleLogger(): LoggerInstance {
  const shown = new WeakSet<Error>();
  return {
    error(error) {
      if (shown.has(error)) return;
      const text = lines(error);
      console.error(reasonsOf(error).some((reason) => shown.has(reason)) ? text[0] : text.join("\n"));
      if (error instanceof AdapterError) shown.add(error);
    },
    warn: (code) => console.warn(`[auth][warn] ${code}`),
    debug: (message, metadata) => console.log(`[auth][debug] ${message}`, metadata ?? ""),
  };
}

/** What the error wraps, and what that wraps. */
function reasonsOf({ cause }: Error, depth = 0): Error[] {
  const { err } = membersOf(cause);
  return err instanceof Error && depth < maxDepth ? [err, ...reasonsOf(err, depth + 1)] : [];
}

/** Runs a log call of the user; a throw or a rejection is dropped, because there is nowhere left to say so. */
function quietly(call: () => unknown): void {
  try {
    // Not every promise is one of ours.
    Promise.resolve(call()).catch(() => undefined);
  } catch {
    // A broken logger must not break a sign-in.
  }
}

/**
 * @param custom levels of the config; each replaces the console's
 * @param debug without it the console stays silent at level debug; a custom `debug` always runs
 */
export function createLogger(custom: Partial<LoggerInstance> = {}, debug = false): LoggerInstance {
  const toConsole = consoleLogger();
  return {
    // Called as methods: a logger that needs its `this` would otherwise fail unheard.
    error: (error) => quietly(() => (custom.error ? custom.error(error) : toConsole.error(error))),
    warn: (code) => quietly(() => (custom.warn ? custom.warn(code) : toConsole.warn(code))),
    debug: (message, metadata) => {
      if (custom.debug === undefined && !debug) return;
      const shown = redact(metadata);
      quietly(() => (custom.debug ? custom.debug(message, shown) : toConsole.debug(message, shown)));
    },
  };
}
