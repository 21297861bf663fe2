import type { ErrorCode } from "./error-codes.js";

/** A command line and why, or flags that the command line of this run lacks. */
export type NextCommand =
  | { readonly command: string; readonly why: string }
  | { readonly flags: string; readonly why: string };

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
  /** What to run next, where the code alone does not say it. */
  readonly next: readonly NextCommand[];

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string; exitCode?: ExitCode; next?: readonly NextCommand[]; cause?: unknown } = {},
  ) {
    super(printable(message), { cause: options.cause });
    this.code = code;
    this.hint = options.hint && printable(options.hint);
    this.exitCode = options.exitCode ?? exitCodes.failed;
    this.next = options.next ?? [];
  }
}

export const usageError = (
  code: ErrorCode,
  message: string,
  hint?: string,
  next: readonly NextCommand[] = [],
): CliError => new CliError(code, message, { exitCode: exitCodes.usage, next, ...(hint && { hint }) });

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
  return new CliError("AUTH_E_INTERNAL", `Unexpected error: ${message}`, {
    hint: "Run the command again with --verbose, and report its output.",
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
  ENFILE: "Too many open files",
  ELOOP: "A link leads back to itself",
};

/** Ends the process at once; everywhere else commands return their exit code. */
export function exitNow(code: ExitCode): never {
  process.exit(code);
}
