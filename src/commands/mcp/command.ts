import { realpathSync } from "node:fs";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { CommandContext, CommandResult } from "../../cli/terminal/context.js";
import { packageName } from "../../cli/formats/own-package.js";
import { usageError } from "../../cli/terminal/errors.js";
import { agentServer, type AgentRun } from "./server.js";

/** `auth mcp`: the commands as tools for an agent, over stdin and stdout, until the agent is gone. */
export async function run({ io, options, cwd, holdSignals }: CommandContext): CommandResult {
  if (io.stdin.isTTY) throw forPrograms();
  const gone = new AbortController();
  const known: AgentRun = {
    program: { file: realpathSync(process.argv[1] ?? ""), cwd, env: process.env },
    mayWrite: options.is("write"),
    shown: new Map(),
    applied: [],
    signal: gone.signal,
  };
  const server = serveStdio(() => agentServer(known));
  await holdSignals(async (signal) => {
    await new Promise<void>((resolve) => {
      process.stdin.once("end", resolve).once("close", resolve);
      process.stdout.once("error", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    gone.abort();
    await server.close();
  });
  return 0;
}

const forPrograms = () =>
  usageError(
    "AUTH_E_STDIN",
    "auth mcp speaks with a program, and this is a terminal.",
    `Add it to your agent, for instance: { "command": "npx", "args": ["--no", "${packageName}", "mcp"] }`,
  );
