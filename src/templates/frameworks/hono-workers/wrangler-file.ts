/** The settings of wrangler, as far as a worker needs them to find its variables. Support asks for the file's name before there is work. */
import { JsonSyntaxError, parseJson, type JsonNode } from "../../../cli/formats/json-file.js";
import { indentAt, lineAt } from "../../../cli/source/text/layout.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import type { EditResult, TextEdit } from "../../../cli/source/text/text-edit.js";
import type { ProjectFiles } from "../../../cli/project/files.js";

const date = "compatibility_date";
const list = "compatibility_flags";
/** From then on the flag brings `process` along. */
const firstDate = "2024-09-23";
/** From then on it holds variables and secrets, without a flag of its own. */
const populatedDate = "2025-04-01";

/** In the order in which wrangler looks for them. */
export const wranglerFile = (files: ProjectFiles): string | undefined =>
  ["wrangler.json", "wrangler.jsonc", "wrangler.toml"].find((name) => files.exists(name));

/** What is added by hand. */
export const flagLines = (file: string): string =>
  file.endsWith(".toml")
    ? `${date} = "${populatedDate}" # or later\n${list} = ["nodejs_compat"]`
    : `"${date}": "${populatedDate}", // or later\n"${list}": ["nodejs_compat"]`;

/** Edits that add the flags which fill `process.env`; none where they are there. */
export function planFlags(text: string, file: string): EditResult {
  if (file.endsWith(".toml")) return planToml(text);
  try {
    return planJson(text, parseJson(text));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { kind: "manual", line: error.line, why: `the file cannot be read: ${error.message}` };
  }
}

const neededAt = (day: string): readonly string[] =>
  day < populatedDate ? ["nodejs_compat", "nodejs_compat_populate_process_env"] : ["nodejs_compat"];

const missingIn = (needed: readonly string[], items: readonly unknown[]): string[] =>
  needed.filter((flag) => !items.includes(flag));

const quoted = (flags: readonly string[]): string => flags.map((flag) => `"${flag}"`).join(", ");

const tooOld = (line: number): EditResult => ({
  kind: "manual",
  line,
  why: `process.env needs a ${date} of ${firstDate} or later`,
});

const refused = "nodejs_compat_do_not_populate_process_env";
const isRefused = (line: number): EditResult => ({
  kind: "manual",
  line,
  why: `${refused} keeps variables out of process.env`,
});

/** What a person writes where no edit is right. */
export const flagAdvice = (why: string, file: string): string =>
  why.startsWith(refused) ? `Take ${refused} out of ${list}` : flagLines(file);

const member = (node: JsonNode | undefined, key: string) => node?.members?.find((one) => one.key === key);

function planJson(text: string, root: JsonNode): EditResult {
  const day = member(root, date);
  const value = String(day?.node.value ?? "");
  if (day === undefined || value < firstDate) return tooOld(lineAt(text, day?.start ?? root.start));
  const needed = neededAt(value);
  const own = member(root, list);
  // An environment with flags of its own does not get those above it.
  const others = (member(root, "env")?.node.members ?? []).flatMap(({ node }) => member(node, list) ?? []);
  const lists = [...(own ? [own] : []), ...others].map(({ node }) => node);
  const against = lists.flatMap(({ items = [] }) => items).find((item) => item.value === refused);
  if (against) return isRefused(lineAt(text, against.start));
  const edits = lists.flatMap((node) => extended(text, node, needed));
  if (own) return { kind: "edits", edits };
  const isAlone = text.slice(0, day.start).split("\n").at(-1)?.trim() === "";
  const between = isAlone ? detectStyle(text).eol + indentAt(text, day.start) : " ";
  const { end } = day.node;
  const added = { start: end, end, text: `,${between}"${list}": [${quoted(needed)}]` };
  return { kind: "edits", edits: [added, ...edits] };
}

/** A list with what it lacks, behind its last item. */
function extended(text: string, node: JsonNode, needed: readonly string[]): TextEdit[] {
  const { items = [] } = node;
  const missing = missingIn(
    needed,
    items.map(({ value }) => value),
  );
  if (missing.length === 0) return [];
  const last = items.at(-1);
  if (last === undefined) return [{ start: node.start + 1, end: node.start + 1, text: quoted(missing) }];
  const isAlone = text.slice(0, last.start).split("\n").at(-1)?.trim() === "";
  const between = isAlone ? detectStyle(text).eol + indentAt(text, last.start) : " ";
  const lines = missing.map((flag) => `,${between}"${flag}"`).join("");
  return [{ start: last.end, end: last.end, text: lines }];
}

/** An assignment of TOML that stands in one line. */
interface Assignment {
  readonly key: string;
  readonly value: string;
  /** Offset of the value. */
  readonly start: number;
  readonly isTop: boolean;
}

function* assignments(text: string): Generator<Assignment> {
  let at = 0;
  let isTop = true;
  for (const line of text.split("\n")) {
    if (line.trimStart().startsWith("[")) isTop = false;
    const [key = "", ...rest] = line.split("=");
    const raw = rest.join("=");
    const value = raw.trimStart();
    if (rest.length > 0) yield { key: key.trim(), value, start: at + line.length - value.length, isTop };
    at += line.length + 1;
  }
}

function planToml(text: string): EditResult {
  const all = [...assignments(text)];
  const day = all.find(({ key, isTop }) => key === date && isTop);
  const value = day?.value.slice(1, 11) ?? "";
  if (day === undefined || value < firstDate) return tooOld(lineAt(text, day?.start ?? 0));
  const needed = neededAt(value);
  const lists = all.filter(({ key }) => key === list);
  for (const one of lists) {
    const line = lineAt(text, one.start);
    if (one.value.includes(refused)) return isRefused(line);
    if (!one.value.startsWith("[") || !one.value.includes("]"))
      return { kind: "manual", line, why: "the list stands in several lines" };
  }
  const edits = lists.flatMap((one) => extendedToml(one, needed));
  if (lists.some(({ isTop }) => isTop)) return { kind: "edits", edits };
  const end = text.indexOf("\n", day.start);
  const { eol } = detectStyle(text);
  const added =
    end === -1
      ? { start: text.length, end: text.length, text: `${eol}${list} = [${quoted(needed)}]` }
      : { start: end + 1, end: end + 1, text: `${list} = [${quoted(needed)}]${eol}` };
  return { kind: "edits", edits: [added, ...edits] };
}

function extendedToml({ value, start }: Assignment, needed: readonly string[]): TextEdit[] {
  const close = value.indexOf("]");
  const inside = value.slice(1, close);
  const items = inside.split(",").map((item) => item.trim().slice(1, -1));
  const missing = missingIn(needed, items);
  if (missing.length === 0) return [];
  const kept = inside.trimEnd();
  const separator = kept === "" || kept.endsWith(",") ? (kept === "" ? "" : " ") : ", ";
  const at = start + 1 + kept.length;
  return [{ start: at, end: at, text: separator + quoted(missing) }];
}
