/** The tools over the Model Context Protocol: plans, what carries them out, and what only reads. */
import { McpServer } from "@modelcontextprotocol/server";
import { packageName, packageVersion } from "../../cli/formats/own-package.js";
import { withFlags } from "../../cli/terminal/next-commands.js";
import { argvOf, inputOf, planInput } from "./arguments.js";
import { runCommand, type Document, type Program } from "./run-command.js";
import { plannedCommands, readCommands, type AgentCommand } from "./tools.js";

/** Milliseconds that a command may take that installs nothing, and one that does. */
const readTime = 120_000;
const writeTime = 900_000;

/** Plans that wait for `apply` at one time. */
const mostPlans = 50;

/** What one run of `auth mcp` knows. */
export interface AgentRun {
  readonly program: Program;
  /** Whether `apply` and `undo` are there. */
  readonly mayWrite: boolean;
  /** The words of each plan that was shown and not carried out since, by its id. */
  readonly shown: Map<string, readonly string[]>;
  /** Ids of the plans that were carried out and not taken back since, the last one at the end. */
  readonly applied: string[];
  /** Aborted when the other side is gone. */
  readonly signal: AbortSignal;
}

interface Call {
  readonly mcpReq: { readonly signal: AbortSignal };
}

const instructions = (mayWrite: boolean): string =>
  [
    `Sign-in for the project in the folder where this server was started, from the package ${packageName}.`,
    "Each plan_… tool shows what its command would write, and writes nothing.",
    mayWrite
      ? "Show the person the steps of a plan. When they agree, call apply with its id; undo takes it back."
      : "Nothing can be written: this server was started without --write.",
    "Secrets are never asked for and never answered: the person puts them into the env file.",
  ].join(" ");

/** A server with the tools; the same run may be given several, one for each revision of the protocol. */
export function agentServer(run: AgentRun): McpServer {
  const server = new McpServer(
    { name: packageName, version: packageVersion },
    { instructions: instructions(run.mayWrite) },
  );
  for (const command of readCommands) registerRead(server, run, command);
  for (const command of plannedCommands) registerPlan(server, run, command);
  if (run.mayWrite) registerWrites(server, run);
  return server;
}

const toolName = (name: string): string => name.replaceAll(/[ -]/g, "_");

function registerRead(server: McpServer, run: AgentRun, command: AgentCommand): void {
  const { name, spec } = command;
  server.registerTool(
    toolName(name),
    {
      description: `auth ${name}: ${spec.help}. Writes nothing.`,
      inputSchema: inputOf(command),
      annotations: { readOnlyHint: true },
    },
    async (input, call: Call) => answer(await started(run, argvOf(command, input), call, readTime)),
  );
}

function registerPlan(server: McpServer, run: AgentRun, command: AgentCommand): void {
  const { name, spec } = command;
  server.registerTool(
    `plan_${toolName(name)}`,
    {
      description: `The plan of auth ${name}: ${spec.help}. Writes nothing.`,
      inputSchema: inputOf(command),
      annotations: { readOnlyHint: true },
    },
    async (input, call: Call) => {
      const argv = argvOf(command, input);
      const document = await started(run, ["--dry-run", ...argv], call, readTime);
      if (document.ok && document.plan) remember(run, document.plan.id, argv);
      // What carries it out is a tool here, not a command line.
      return answer(document.ok ? { ...document, next: undefined } : document);
    },
  );
}

function remember({ shown }: AgentRun, id: string, argv: readonly string[]): void {
  shown.delete(id);
  shown.set(id, argv);
  for (const oldest of shown.keys()) if (shown.size > mostPlans) shown.delete(oldest);
}

function registerWrites(server: McpServer, run: AgentRun): void {
  server.registerTool(
    "apply",
    {
      description:
        "Carries out a plan that a plan_… tool of this run has shown, and nothing else. Refused when anything changed since.",
      inputSchema: planInput,
      annotations: { readOnlyHint: false, destructiveHint: false },
    },
    async ({ plan }, call: Call) => {
      const argv = run.shown.get(plan);
      if (argv === undefined) return refused(`No plan ${plan} was shown in this run, or it was carried out.`);
      run.shown.delete(plan);
      const document = await started(run, ["--yes", ...withFlags(argv, ["--plan", plan])], call, writeTime);
      if (isWritten(document)) run.applied.push(plan);
      return answer(document);
    },
  );
  server.registerTool(
    "undo",
    {
      description: "Takes back the last plan that apply of this run has carried out, byte for byte.",
      inputSchema: planInput,
      annotations: { readOnlyHint: false, destructiveHint: true },
    },
    async ({ plan }, call: Call) => {
      if (run.applied.at(-1) !== plan)
        return refused(`${plan} is not the last plan that apply of this run has carried out.`);
      const document = await started(run, ["--yes", "undo", plan], call, readTime);
      if (document.ok) run.applied.pop();
      return answer(document);
    },
  );
}

/** The files are written also where the packages could not be installed, or something is left to a person. */
const isWritten = ({ ok, error, plan }: Document): boolean => {
  const has = (...statuses: readonly string[]) =>
    plan?.steps.some(({ status }) => statuses.includes(status)) === true;
  if (error?.code === "AUTH_E_UNFINISHED") return has("todo") && !has("manual", "conflict");
  return ok || ["AUTH_E_INSTALL", "AUTH_E_MIGRATE_LEFT"].includes(error?.code ?? "");
};

const started = (
  { program, signal }: AgentRun,
  argv: readonly string[],
  { mcpReq }: Call,
  milliseconds: number,
): Promise<Document> =>
  runCommand(program, argv, AbortSignal.any([signal, mcpReq.signal, AbortSignal.timeout(milliseconds)]));

const answer = (document: Document) => ({
  content: [{ type: "text" as const, text: JSON.stringify(document) }],
  // What the doctor finds is its answer.
  isError: !document.ok && document.error?.code !== "AUTH_E_FINDINGS",
});

const refused = (why: string) => ({ content: [{ type: "text" as const, text: why }], isError: true });
