import { paint, type StreamStyle, type Tone } from "../../cli/terminal/style.js";
import type { Finding } from "../../cli/findings/finding.js";
import type { Level } from "../../cli/findings/codes.js";
import type { LiveResult } from "./live/index.js";

const groups: readonly { level: Level; title: string; tone: Tone }[] = [
  { level: "error", title: "Errors", tone: "bad" },
  { level: "warning", title: "Warnings", tone: "warn" },
  { level: "hint", title: "Hints", tone: "dim" },
];

/**
 * Findings by level, each with its place and what to write; before them what the drive saw.
 *
 * @param docs folder with the pages of the codes, where there is one
 */
export function renderFindings(
  findings: readonly Finding[],
  live: LiveResult | undefined,
  style: StreamStyle,
  docs: string | undefined,
): string {
  const seen = live?.steps.map(({ step, seen: what }) => `  ${step}: ${what}`) ?? [];
  const parts = groups.flatMap(({ level, title, tone }) => {
    const own = findings.filter((one) => one.level === level);
    return own.length === 0 ? [] : [`${paint(title, tone, style)}\n${own.map(oneFinding).join("\n")}`];
  });
  if (live) parts.unshift(`${live.base ?? "The app"}\n${seen.join("\n") || "  nothing was seen"}`);
  if (docs && findings.length > 0)
    parts.push(paint(`Each code is explained in ${docs}/doctor`, "dim", style));
  return parts.join("\n\n");
}

const oneFinding = ({ code, path, line, message, fix, repair }: Finding): string =>
  [
    `  ${path}${line === undefined ? "" : `:${line}`}  ${message}`,
    `    ${fix.replaceAll("\n", "\n    ")}${repair ? "  (or: auth doctor --fix)" : ""}`,
    `    ${code}`,
  ].join("\n");

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** One line for the end. */
export function summaryOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return "Nothing is wrong.";
  const counts = groups.flatMap(({ level }) => {
    const count = findings.filter((one) => one.level === level).length;
    return count === 0 ? [] : [plural(count, level)];
  });
  return `${counts.join(", ")}.`;
}
