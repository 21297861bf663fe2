import path from "node:path";
import type { CliError } from "./errors.js";
import { usageError } from "./errors.js";
import type { Output, Sink } from "./output.js";
import type { HoldSignals } from "./signals.js";
import { mayAsk, silentPrompts, terminalPrompts, type Prompts } from "./prompts.js";
import { withoutLastBreak } from "../source/text/layout.js";

/** The world outside of a command; tests give their own. */
export interface Io {
  readonly stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean | undefined };
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** What every command gets. */
export interface CommandContext {
  readonly io: Io;
  readonly output: Output;
  readonly options: Options;
  readonly args: readonly string[];
  /** For work that a signal must not cut off; everything else, the system ends at once. */
  readonly holdSignals: HoldSignals;
  /** Folder to work in, absolute. */
  readonly cwd: string;
  /** The plan may be long: its diff is shown with --diff or --verbose only. */
  readonly isBrief?: boolean;
  /** The plan is worth nothing without its install: where that fails, or this throws, all of it is taken back. */
  readonly assertInstalled?: () => void;
  /** Before the first byte is written, and after the person has agreed to the plan. */
  readonly onAgreed?: () => Promise<void>;
}

/** The result of a command: nothing is success, a number ends the process with it (`auth dev`). */
export type CommandResult = Promise<number | void>;

/** Flags as given, global ones and the command's own together. */
export class Options {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.#values = values;
  }

  /** A flag that is on; `--no-x` is `x` being off. */
  is(name: string): boolean {
    return this.#values[name] === true;
  }

  isOff(name: string): boolean {
    return this.#values[name] === false;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  list(name: string): readonly string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }
}

/** Ids as people write them: apart, with commas, or both; each once. */
export const idsOf = (words: readonly string[]): readonly string[] => [
  ...new Set(
    words.flatMap((word) => (word === "," ? [] : word.split(",").map((id) => id.trim()))).filter(Boolean),
  ),
];

export async function promptsFor({ io, options }: CommandContext): Promise<Prompts> {
  const ask = mayAsk({
    stdin: io.stdin,
    stderr: io.stderr,
    env: io.env,
    yes: options.is("yes"),
    input: !options.isOff("input"),
    json: options.is("json"),
  });
  return ask ? terminalPrompts() : silentPrompts;
}

/** All of stdin, without the line break at its end. A terminal is refused: the command would seem to hang. */
export async function readStdin({ io }: CommandContext, what: string): Promise<string> {
  if (io.stdin.isTTY) throw stdinMissing(what);
  const chunks: Uint8Array[] = [];
  for await (const chunk of io.stdin) chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  const text = withoutLastBreak(Buffer.concat(chunks).toString("utf8"));
  if (text === "") throw stdinMissing(what);
  return text;
}

const stdinMissing = (what: string): CliError =>
  usageError(
    "AUTH_E_STDIN",
    `${what} is read from stdin, and nothing comes from there.`,
    'Pipe it in, for instance: printf %s "$VALUE" | auth ...',
  );

export const resolveCwd = (io: Io, folder: string | undefined): string => path.resolve(io.cwd, folder ?? ".");
