/** What the project's own compiler says of it, before and after. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { Todo } from "./todo.js";
import { runProgram } from "../../cli/programs/start.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { upwards } from "../../cli/project/workspace.js";
import { skipsTypeErrors } from "../../cli/source/syntax/probes.js";

/** One error of the compiler. */
export interface TypeFault {
  readonly path: string;
  readonly line: number;
  /** With its number: `TS2322: Type …` */
  readonly text: string;
}

const longestMs = 180_000;

/**
 * Asks the compiler that is installed with the project; it writes nothing.
 *
 * @returns undefined where there is no compiler or no tsconfig.json, or where it does not end within three minutes
 */
export async function typeFaults(
  { root }: ProjectFacts,
  signal: AbortSignal,
): Promise<readonly TypeFault[] | undefined> {
  const compiler = compilerOf(root);
  if (compiler === undefined) return undefined;
  const flags = ["--noEmit", "--composite", "false", "--incremental", "false", "--pretty", "false"];
  const surroundings = { project: root, env: process.env };
  const { running } = await runProgram("compiler", [compiler, "-p", ".", ...flags], surroundings, {
    cwd: root,
    reject: false,
    stdin: "ignore",
    timeout: longestMs,
    cancelSignal: signal,
  });
  const { stdout, exitCode, isTerminated } = await running;
  return exitCode === undefined || isTerminated ? undefined : readFaults(stdout);
}

function compilerOf(root: string): string | undefined {
  if (!existsSync(path.join(root, "tsconfig.json"))) return undefined;
  return upwards(root)
    .map((folder) => path.join(folder, "node_modules/typescript/bin/tsc"))
    .find((file) => existsSync(file));
}

export const hasCompiler = ({ root }: ProjectFacts): boolean => compilerOf(root) !== undefined;

const mark = "): error ";

/** Lines such as `src/auth.ts(5,1): error TS2578: Unused '@ts-expect-error' directive.` */
const readFaults = (output: string): TypeFault[] =>
  output.split("\n").flatMap((line) => {
    const end = line.indexOf(mark);
    const open = line.lastIndexOf("(", end);
    const at = Number(line.slice(open + 1, end).split(",")[0]);
    if (end === -1 || open === -1 || !(at > 0)) return [];
    return [{ path: line.slice(0, open), line: at, text: line.slice(end + mark.length).trimEnd() }];
  });

/** Errors that were not there before, each as often as it is new. Lines move, so they are not compared. */
function newFaults(before: readonly TypeFault[], after: readonly TypeFault[]): TypeFault[] {
  const keyOf = (fault: TypeFault) => `${fault.path}\n${fault.text}`;
  const left = before.map(keyOf);
  return after.filter((fault) => {
    const at = left.indexOf(keyOf(fault));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** Whether a build of the project ends at an error of its types. */
export function stopsAtTypeErrors({ files, packageJson }: ProjectFacts): boolean {
  if (!files.exists("tsconfig.json")) return false;
  if (Object.values(packageJson.scripts).some((script) => /\btsc\b/.test(script))) return true;
  const config = ["next.config.ts", "next.config.mjs", "next.config.js", "next.config.cjs"].find((file) =>
    files.exists(file),
  );
  const skips = config !== undefined && skipsTypeErrors(files.read(config)?.text ?? "");
  return "next" in packageJson.dependencies && !skips;
}

/** @returns what the compiler says now and did not say before, where it is not in the list already */
export function typeTodos(
  facts: ProjectFacts,
  known: readonly Todo[],
  before: readonly TypeFault[] | undefined,
  after: readonly TypeFault[] | undefined,
): Todo[] {
  if (before === undefined || after === undefined) return [];
  const isSaid = (fault: TypeFault) =>
    known.some(({ path: file, line }) => file === fault.path && line === fault.line);
  const breaks = stopsAtTypeErrors(facts);
  const found = newFaults(before, after).filter((fault) => !isSaid(fault));
  const own = found.filter(({ path: file }) => packageOf(file) === undefined);
  const foreign = new Set(found.flatMap(({ path: file }) => packageOf(file) ?? []));
  return [
    ...own.map(({ path: file, line, text }) => ({
      path: file,
      line,
      why: `the compiler says what it did not say before: ${text}`,
      write: "what fits the type; npx tsc --noEmit shows it again",
      breaks,
    })),
    ...[...foreign].map((name) => ({
      path: "tsconfig.json",
      line: 1,
      why: `declarations of ${name} have errors of their own, which the compiler did not meet before`,
      write: '"skipLibCheck": true in compilerOptions; npx tsc --noEmit shows them',
      breaks,
    })),
  ];
}

const modules = "node_modules/";

/** The package whose declarations a file belongs to; undefined: it is the project's. */
function packageOf(file: string): string | undefined {
  const at = file.lastIndexOf(modules);
  if (at === -1) return undefined;
  const parts = file.slice(at + modules.length).split("/");
  return parts.slice(0, parts[0]?.startsWith("@") ? 2 : 1).join("/");
}
