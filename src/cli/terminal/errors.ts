import type { ErrorCode } from "./error-codes.js";

/** What the shell is told. */
export const exitCodes = {
  done: 0,
  failed: 1,
  /** Wrong usage, or an answer is missing and may not be asked for. */
  usage: 2,
  /** A person has to decide; nothing was written. */
  conflict: 3,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Text for a terminal: a file name or an argument with control characters in it moves no cursor and hides nothing. */
export const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- those are the ones to take out
  text.replace(/\r(?!\n)|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g, "\uFFFD");

/** A failure that has been understood: what happened, what to do about it, and how the command ends. */
export class CliError extends Error {
  override readonly name = "CliError";
  /** Stable, for programs; each has a page in docs/errors. */
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly exitCode: ExitCode;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string; exitCode?: ExitCode; cause?: unknown } = {},
  ) {
    super(printable(message), { cause: options.cause });
    this.code = code;
    this.hint = options.hint && printable(options.hint);
    this.exitCode = options.exitCode ?? exitCodes.failed;
  }
}

export const usageError = (code: ErrorCode, message: string, hint?: string): CliError =>
  new CliError(code, message, { exitCode: exitCodes.usage, ...(hint && { hint }) });

/** @param message what became of what was begun */
export const interrupted = (message: string): CliError =>
  new CliError("AUTH_E_INTERRUPTED", message, { exitCode: exitCodes.interrupted });

/** Any thrown value as a CliError: failures of the file system get words, the rest is a defect of ours. */
export function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
  const path =
    error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : undefined;
  const known = code === undefined ? undefined : systemErrors[code];
  if (known) {
    return new CliError("AUTH_E_FILE", `${known}${path ? `: ${path}` : ""} (${code}).`, {
      hint: "Nothing was changed. Check the permissions and the free space of this folder.",
      cause: error,
    });
  }
  return new CliError("AUTH_E_INTERNAL", `Unexpected failure: ${message}`, {
    hint: "Run the command again with --verbose and report what it prints.",
    cause: error,
  });
}

const systemErrors: Readonly<Record<string, string>> = {
  EACCES: "No permission",
  EPERM: "Not permitted",
  EROFS: "The file system is read-only",
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is used up",
  EIO: "The disk does not answer",
  EMFILE: "Too many open files",
};

/** Ends the process at once; everywhere else commands return their exit code. */
export function exitNow(code: ExitCode): never {
  process.exit(code);
}

/** The known word closest to a mistyped one, when it is close enough to be meant. */
export function closest(word: string, known: readonly string[]): string | undefined {
  let best: { word: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (!best || distance < best.distance) best = { word: candidate, distance };
  }
  if (!best || best.distance > Math.max(1, Math.floor(Math.min(word.length, best.word.length) / 2.5)))
    return undefined;
  return best.word;
}

/** Optimal string alignment: a swap of two neighbours counts once. */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let value = Math.min(cell(i - 1, j) + 1, cell(i, j - 1) + 1, cell(i - 1, j - 1) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        value = Math.min(value, cell(i - 2, j - 2) + 1);
      row.push(value);
    }
  }
  return cell(a.length, b.length);
}
