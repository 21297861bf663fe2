import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";

const exec = promisify(execFile);

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of this process without what would change the outcome: test runner, npm and AUTH_ variables. */
export function cleanEnv(extra: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    ([name, value]) =>
      value !== undefined &&
      !/^(?:npm_|AUTH_|NEXTAUTH_|NODE_ENV$|VITEST|VITE_|TEST$|NODE_OPTIONS$)/i.test(name),
  ) as [string, string][];
  return { ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: "1", ...extra };
}

/** Runs a command to its end; never throws for an exit code. */
export async function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Record<string, string>; timeoutSeconds?: number },
): Promise<Finished> {
  try {
    const { stdout, stderr } = await exec(command, [...args], {
      cwd: options.cwd,
      env: (options.env ?? cleanEnv()) as NodeJS.ProcessEnv,
      timeout: (options.timeoutSeconds ?? 300) * 1000,
      maxBuffer: 32 * 1024 * 1024,
      shell: process.platform === "win32",
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr, message } = error as {
      code?: number;
      stdout?: string;
      stderr?: string;
      message: string;
    };
    return { code: typeof code === "number" ? code : 1, stdout: stdout ?? "", stderr: stderr || message };
  }
}

/** Runs a command that must succeed. */
export async function mustRun(...call: Parameters<typeof run>): Promise<Finished> {
  const result = await run(...call);
  if (result.code !== 0) {
    throw new Error(
      `${call[0]} ${call[1].join(" ")} ended with ${result.code}\n${result.stdout}\n${result.stderr}`,
    );
  }
  return result;
}

export interface Server {
  /** Everything it printed so far. */
  readonly output: () => string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly cwd: string;
  readonly env?: Record<string, string>;
  readonly url: string;
  /** What it prints once it is there. By default `url` is asked, which only a server of HTTP understands. */
  readonly says?: RegExp;
  readonly timeoutSeconds?: number;
}

/** Starts a long-running command and waits until `url` answers. */
export async function startServer(
  command: string,
  args: readonly string[],
  options: ServerOptions,
): Promise<Server> {
  const child = spawn(command, [...args], {
    cwd: options.cwd,
    env: (options.env ?? cleanEnv()) as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own, so that children of npm and npx end too.
    detached: process.platform !== "win32",
  });
  let output = "";
  child.stdout.on("data", (data: Buffer) => (output += data.toString()));
  child.stderr.on("data", (data: Buffer) => (output += data.toString()));
  const end = Date.now() + (options.timeoutSeconds ?? 180) * 1000;
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`${command} ${args.join(" ")} ended with ${child.exitCode}\n${output}`);
    const answered = options.says?.test(output) ?? (await answers(options.url));
    if (answered) return { output: () => output, stop: () => stop(child) };
    if (Date.now() > end) {
      await stop(child);
      throw new Error(`${options.url} did not answer\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { redirect: "manual" }).then(
    () => true,
    () => false,
  );

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  signal(child, "SIGTERM");
  const forced = setTimeout(() => signal(child, "SIGKILL"), 5000);
  await ended;
  clearTimeout(forced);
  // npm may leave before its child does.
  signal(child, "SIGKILL");
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (process.platform === "win32") child.kill(name);
    else process.kill(-(child.pid ?? 0), name);
  } catch {
    // Already gone.
  }
}

/**
 * A TCP port of the loopback interface that is free now, and still is when a command that takes its time gets to it:
 * it lies below those that systems hand out by themselves, and each worker of the test runner has a stretch of its own.
 */
export async function freePort(): Promise<number> {
  const stretch = 400;
  const worker = Number(process.env["VITEST_POOL_ID"] ?? 0) % 24;
  for (;;) {
    const port = 20_000 + worker * stretch + Math.floor(Math.random() * stretch);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}
