/** What AGENTS.md tells coding agents of sign-in: a section between two marks, of which a person may own every word. */
import { createHash } from "node:crypto";
import { packageName } from "../../cli/formats/own-package.js";
import { lineAt } from "../../cli/source/text/layout.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import type { ProjectFiles } from "../../cli/project/files.js";
import { ownCommand } from "../../cli/project/start-command.js";

export const agentsFile = "AGENTS.md";

const end = `<!-- /${packageName} -->`;
/** The mark holds a hash of the lines below it: what it does not fit was changed by a person. */
const begin = (lines: string): string =>
  `<!-- ${packageName} ${hashOf(lines)}: auth upgrade keeps these lines up to date -->`;

const hashOf = (lines: string): string => createHash("sha256").update(lines).digest("hex").slice(0, 12);

/**
 * @param configuration file of the app's configuration
 * @param run how a machine starts this package in the project
 */
const linesFor = (configuration: string, run: string): string => `## Sign-in

- Sign-in is the package \`${packageName}\`, configured in \`${configuration}\`. Import from \`${packageName}/…\`, never from \`next-auth\` or \`@auth/…\`.
- Before you write code for it, read the page for the job: \`node_modules/${packageName}/docs/README.md\` lists them, here or in a folder above. Other versions have other names.
- Change it by commands: \`${run} add-provider\`, \`add-plugin\`, \`add-adapter\`, \`add-role\`, \`protect\`, and their inverses. \`--dry-run --json\` shows a plan, \`next\` in the answer carries it out, \`${run} undo\` takes it back.
- After a change run \`${run} doctor --json\`: it names what is wrong, with file, line and the line to write.
- \`${run} dev\` starts the app with every provider simulated: nothing has to be registered.
- Secrets stand in the env file. Never print, copy or invent one; ask the person to fill it in.
`;

/** Where the section of a text stands, and whether its lines are as they were written. */
interface Section {
  readonly start: number;
  readonly end: number;
  readonly isUntouched: boolean;
}

function sectionOf(text: string): Section | undefined {
  const opening = `<!-- ${packageName} `;
  const start = text.indexOf(opening);
  const close = text.indexOf(end, start);
  if (start < 0 && close < 0) return undefined;
  // One of the marks is gone: a person has been there.
  if (start < 0 || close < 0) return { start: Math.max(start, close), end: text.length, isUntouched: false };
  const below = text.indexOf("\n", start) + 1;
  const [hash = ""] = text.slice(start + opening.length).split(":", 1);
  const lines = text.slice(below, close).replaceAll("\r\n", "\n");
  return { start, end: close + end.length, isUntouched: hashOf(lines) === hash };
}

/** Whether a file of the project has the section. */
export const hasAgentsSection = (files: ProjectFiles): boolean =>
  sectionOf(files.read(agentsFile)?.text ?? "") !== undefined;

/** Adds the section, or renews it where nobody has changed it. */
export function planAgentsSection(builder: PlanBuilder, configuration: string): void {
  const { facts } = builder;
  const lines = linesFor(configuration, ownCommand(facts.packageManager.name, facts));
  const written = `${begin(lines)}\n${lines}${end}`;
  const text = builder.text(agentsFile);
  if (text === undefined)
    return builder.create(agentsFile, `${written}\n`, "tells coding agents of sign-in here");
  const breaks = text.includes("\r\n") ? "\r\n" : "\n";
  const section = sectionOf(text);
  const words = {
    reason: section ? "renews what coding agents are told" : "tells coding agents of sign-in here",
    already: "coding agents are told",
    snippet: written,
  };
  if (section && !section.isUntouched) {
    const line = lineAt(text, section.start);
    return builder.step({
      kind: "edit",
      path: agentsFile,
      status: "already",
      reason: `line ${line}: the section was changed, and stays`,
    });
  }
  const shown = written.replaceAll("\n", breaks);
  const { start, end: last } = section ?? { start: text.length, end: text.length };
  const gap = section || text.trim() === "" ? "" : text.endsWith("\n") ? breaks : breaks + breaks;
  const after = section ? "" : breaks;
  const edits = text.slice(start, last) === shown ? [] : [{ start, end: last, text: gap + shown + after }];
  builder.edit(agentsFile, { kind: "edits", edits }, words);
}
