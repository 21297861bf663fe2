/** Runs a command as a process of its own, and reads the document that it prints. */
import { startProgram } from "../../cli/programs/start.js";

/** What `--json` prints. */
export interface Document {
  readonly ok: boolean;
  readonly plan?: { readonly id: string; readonly steps: readonly { readonly status: string }[] };
  readonly error?: { readonly code: string };
  readonly [member: string]: unknown;
}

export interface Program {
  /** The file that Node runs: the one that runs now. */
  readonly file: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Milliseconds in which a command that is ended takes back what it has begun. */
const patience = 30_000;

/** Bytes that a document may have. */
const largest = 16 * 1024 * 1024;

/**
 * @param argv words behind `auth`
 * @param signal ends the command, which then takes back what it has begun
 * @throws Error when there is no document: the command could not be started, or was ended
 */
export function runCommand(
  { file, cwd, env }: Program,
  argv: readonly string[],
  signal: AbortSignal,
): Promise<Document> {
  return new Promise((resolve, reject) => {
    // No terminal: nothing is asked, and nothing but the document is printed.
    const child = startProgram("itself", [file, "--json", ...argv], {
      project: cwd,
      cwd,
      env: { ...env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    const end = () => {
      child.kill("SIGINT");
      // What it has begun is taken back by the next run then.
      setTimeout(() => child.kill("SIGKILL"), patience).unref();
    };
    const parts: Buffer[] = [];
    let bytes = 0;
    child.stdout?.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > largest) end();
      else parts.push(part);
    });
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    child.once("error", reject);
    child.once("close", () => {
      signal.removeEventListener("abort", end);
      const document = parsed(Buffer.concat(parts).toString("utf8"));
      if (document) resolve(document);
      else reject(new Error(`auth ${argv[0] ?? ""} ended without an answer.`));
    });
  });
}

function parsed(text: string): Document | undefined {
  try {
    const document: Document = JSON.parse(text);
    return document;
  } catch {
    return undefined;
  }
}
