/** The built program on a terminal that is real for it: keys go in, and what it draws comes out. */
import { spawn, type IPty } from "@lydell/node-pty";
import { cliFile } from "../support/cli.js";
import { cleanEnv } from "../support/process.js";

export const keys = {
  up: "\u001B[A",
  down: "\u001B[B",
  enter: "\r",
  space: " ",
  ctrlC: "\u0003",
  tab: "\t",
} as const;

const escape = "\u001B";
const sequences = new RegExp(`${escape}(?:\\[[0-9;?]*[ -/]*[@-~]|\\][^\\u0007]*\\u0007)`, "g");

/** A line of progress that was taken away again is nowhere. */
const takenAway = new RegExp(`[^\\n]*\\r${escape}\\[K`, "g");

/** Text without what moves the cursor or colours. */
export const plain = (text: string): string =>
  text.replace(takenAway, "").replace(sequences, "").replaceAll("\r", "");

/** Sequences that colour, and nothing else. */
export const colours = (text: string): string[] => [
  ...(text.match(new RegExp(`${escape}\\[[0-9;]*m`, "g")) ?? []),
];

export interface Terminal {
  /** All that was drawn so far. */
  raw(): string;
  text(): string;
  /** Waits until something new has been drawn that matches. */
  sees(words: RegExp | string, seconds?: number): Promise<void>;
  press(...pressed: string[]): void;
  resize(columns: number, rows: number): void;
  readonly pid: number;
  /** Exit code, and milliseconds since the last key. */
  ends(seconds?: number): Promise<{ code: number; after: number }>;
  kill(): void;
}

export interface TerminalOptions {
  readonly columns?: number;
  readonly env?: Record<string, string>;
}

export function onTerminal(
  cwd: string,
  args: readonly string[],
  { columns = 100, env = {} }: TerminalOptions = {},
): Terminal {
  const full: Record<string, string> = { ...cleanEnv(), TERM: "xterm-256color", ...env };
  for (const name of ["CI", "NO_COLOR", "FORCE_COLOR"]) if (env[name] === undefined) delete full[name];
  const child: IPty = spawn(process.execPath, [cliFile, ...args], {
    cwd,
    cols: columns,
    rows: 40,
    env: full,
  });
  let raw = "";
  let seen = 0;
  let pressedAt = performance.now();
  let ended: { code: number; at: number } | undefined;
  child.onData((data) => (raw += data));
  child.onExit(({ exitCode }) => (ended = { code: exitCode, at: performance.now() }));
  const until = async (what: string, seconds: number, isTrue: () => boolean) => {
    const end = Date.now() + seconds * 1000;
    while (!isTrue()) {
      if (Date.now() > end) throw new Error(`${what} did not come. On the terminal:\n${plain(raw)}`);
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
  };
  return {
    raw: () => raw,
    text: () => plain(raw),
    pid: child.pid,
    async sees(words, seconds = 60) {
      const matches = () => {
        const fresh = plain(raw.slice(seen));
        return typeof words === "string" ? fresh.includes(words) : words.test(fresh);
      };
      await until(String(words), seconds, () => matches() || ended !== undefined);
      if (!matches()) throw new Error(`${words} did not come before the end:\n${plain(raw)}`);
      seen = raw.length;
    },
    press(...pressed) {
      pressedAt = performance.now();
      for (const key of pressed) child.write(key);
    },
    resize: (wide, rows) => child.resize(wide, rows),
    async ends(seconds = 60) {
      await until("the end", seconds, () => ended !== undefined);
      return { code: ended?.code ?? -1, after: (ended?.at ?? 0) - pressedAt };
    },
    kill() {
      if (ended === undefined) child.kill("SIGKILL");
    },
  };
}
