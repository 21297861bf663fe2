import type { ModulePlace } from "../../source/syntax.js";
import type { Binding, Mention, Statement, Uses } from "../survey/index.js";
import { addImports, type WantedImport } from "../../edit/imports.js";
import { augmentedDoor } from "./names.js";
import { doorPath, moduleFor, nameFor, type Target, type TargetRules } from "./targets.js";
import { lineEnd, lineStart, type TextEdit } from "../../edit/text-edit.js";
import { moduleQuote, type TextStyle } from "../../edit/text-style.js";
import type { WarningCode } from "../../terminal/error-codes.js";

/** Something that a person has to look at. */
export interface Finding {
  readonly offset: number;
  readonly why: string;
  /** What to write in its place. */
  readonly write: string;
  /** Has a page in docs/errors. */
  readonly code?: WarningCode;
  /** Nobody signs in, or something no longer arrives, until it is repaired. */
  readonly breaks?: boolean;
}

/** What the rest of a file's migration asks of its imports. */
export interface ImportWishes {
  /** Local names that are not needed any more. */
  readonly drop: ReadonlySet<string>;
  /** Imports that the file needs; `whole` is the default import. */
  readonly add: readonly WantedImport[];
  /** Statements that another part of the migration takes care of. */
  readonly leave: (statement: Statement) => boolean;
}

export interface ImportResult {
  readonly edits: readonly TextEdit[];
  readonly findings: readonly Finding[];
  /** Names to rename in the rest of the file. */
  readonly renames: ReadonlyMap<string, string>;
}

interface Place {
  readonly text: string;
  readonly module: ModulePlace;
  readonly style: TextStyle;
}

/** Points every import, re-export and mention of the old packages to ours. */
export function migrateImports(
  place: Place,
  uses: Uses,
  rules: TargetRules,
  wishes: ImportWishes,
  isOld: (specifier: string) => boolean,
): ImportResult {
  const { text, module, style } = place;
  const quote = moduleQuote(text, style.quote);
  const edits: TextEdit[] = [];
  const findings: Finding[] = [];
  const renames = new Map<string, string>();
  const wanted = wishes.add.map((one) => ({ ...one, names: [...(one.names ?? [])] }));
  for (const statement of uses.statements) {
    const old = isOld(statement.specifier);
    if (wishes.leave(statement)) continue;
    if (!old && !statement.bindings.some(({ local }) => wishes.drop.has(local)) && !takes(statement, wanted))
      continue;
    const moved = new Map<string, string[]>();
    const kept: string[] = [];
    const small: TextEdit[] = [];
    let specifier: string | undefined;
    let reshaped = false;
    if (old && (statement.whole || statement.bindings.length === 0)) {
      const target = moduleFor(statement.specifier, rules);
      if (target.kind === "none") findings.push({ offset: statement.start, ...target });
      else edits.push({ ...statement.at, text: target.specifier });
      continue;
    }
    const found = statement.bindings.map((binding) => {
      const target: Target = old
        ? nameFor(statement.specifier, binding.imported, rules)
        : { kind: "found", specifier: statement.specifier, name: binding.imported };
      return { binding, target, dropped: statement.kind === "import" && wishes.drop.has(binding.local) };
    });
    const missing = found.find(({ target, dropped }) => target.kind === "none" && !dropped);
    if (missing && missing.target.kind === "none") {
      findings.push({ offset: missing.binding.start, ...missing.target });
      continue;
    }
    for (const { binding, target, dropped } of found) {
      if (dropped) {
        reshaped = true;
        continue;
      }
      if (target.kind === "none") continue;
      const element = rename(text, statement, binding, target.name, module, renames, small);
      specifier ??= target.specifier;
      if (target.specifier === specifier) kept.push(element);
      else {
        moved.set(target.specifier, [...(moved.get(target.specifier) ?? []), element]);
        reshaped = true;
      }
    }
    const extra =
      statement.kind === "import" && !statement.typeOnly
        ? wanted.find((one) => one.specifier === (specifier ?? (old ? undefined : statement.specifier)))
        : undefined;
    const whole =
      extra?.whole !== undefined && kept.some((one) => one.startsWith("default:")) ? extra.whole : undefined;
    if (
      extra &&
      (extra.whole === undefined || whole !== undefined || !kept.some((one) => one.startsWith("default:")))
    ) {
      const known = new Set(statement.bindings.map(({ local }) => local));
      const fresh = extra.names.filter((name) => !known.has(name));
      if (fresh.length > 0 || (extra.whole !== undefined && whole === undefined)) reshaped = true;
      kept.push(...fresh);
      if (extra.whole !== undefined && whole === undefined) kept.unshift(`default:${extra.whole}`);
      wanted.splice(wanted.indexOf(extra), 1);
    }
    if (kept.length === 0) {
      edits.push(removal(text, statement));
      continue;
    }
    if (specifier !== undefined && old) edits.push({ ...statement.at, text: specifier });
    if (reshaped && statement.clause) {
      edits.push({
        ...statement.clause,
        text: clauseOf(kept, statement.multiline && kept.length > 2, style),
      });
    } else edits.push(...small);
    const lines = [...moved].map(
      ([target, names]) =>
        `${statement.kind} ${statement.typeOnly ? "type " : ""}{ ${names.join(", ")} } from ${quote}${target}${quote}${style.semicolons ? ";" : ""}${style.eol}`,
    );
    if (lines.length > 0) {
      const at = lineEnd(text, statement.end);
      const open = at === text.length && !text.endsWith("\n");
      edits.push({ start: at, end: at, text: (open ? style.eol : "") + lines.join("") });
    }
  }
  edits.push(
    ...addImports(
      text,
      module,
      wanted.map(({ names, ...one }) => (names.length > 0 ? { ...one, names } : one)),
      style,
    ),
  );
  for (const mention of uses.mentions) migrateMention(mention, rules, edits, findings);
  return { edits: edits.map((one) => withGapAtTop(text, one, edits)), findings, renames };
}

const takes = (statement: Statement, wanted: readonly WantedImport[]): boolean =>
  statement.kind === "import" &&
  !statement.typeOnly &&
  !statement.whole &&
  wanted.some(({ specifier }) => specifier === statement.specifier);

/** The element as it reads afterwards; a default import is marked as such. */
function rename(
  text: string,
  statement: Statement,
  binding: Binding,
  name: string,
  module: ModulePlace,
  renames: Map<string, string>,
  edits: TextEdit[],
): string {
  const written = text.slice(binding.start, binding.end);
  if (binding.imported === "default" && statement.kind === "import" && written === binding.local) {
    return `default:${written}`;
  }
  if (name === binding.imported) return written;
  const aliased = binding.local !== binding.imported;
  const free = statement.kind === "import" && !aliased && !module.names.has(name);
  if (free) renames.set(binding.local, name);
  const fresh = aliased || free ? name : `${name} as ${binding.local}`;
  edits.push({ ...binding.name, text: fresh });
  return (
    written.slice(0, binding.name.start - binding.start) +
    fresh +
    written.slice(binding.name.end - binding.start)
  );
}

function clauseOf(elements: readonly string[], multiline: boolean, style: TextStyle): string {
  const whole = elements.find((one) => one.startsWith("default:"))?.slice("default:".length);
  const names = elements.filter((one) => !one.startsWith("default:"));
  const list = multiline
    ? `{${style.eol}${names.map((one) => `${style.indent}${one},${style.eol}`).join("")}}`
    : `{ ${names.join(", ")} }`;
  return [whole, names.length > 0 ? list : undefined].filter(Boolean).join(", ");
}

/** The whole statement with its line. */
function removal(text: string, { start, end }: { start: number; end: number }): TextEdit {
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  const alone = text.slice(from, start).trim() === "" && text.slice(end, to).trim() === "";
  return alone ? { start: from, end: to, text: "" } : { start, end, text: "" };
}

/** A file does not begin with the empty line below an import that is gone. */
function withGapAtTop(text: string, edit: TextEdit, edits: readonly TextEdit[]): TextEdit {
  const top = text.startsWith("\uFEFF") ? 1 : 0;
  const gap = /^\r?\n/.exec(text.slice(edit.end))?.[0].length ?? 0;
  const end = edit.end + gap;
  const isFree = edits.every((one) => one === edit || one.end < edit.end || one.start >= end);
  return edit.text === "" && edit.start === top && edit.end > top && isFree ? { ...edit, end } : edit;
}

function migrateMention(mention: Mention, rules: TargetRules, edits: TextEdit[], findings: Finding[]): void {
  const { specifier, kind, start, end, names } = mention;
  if (kind === "text") {
    const target = moduleFor(specifier, rules);
    findings.push({
      offset: start,
      why: `"${specifier}" is named here`,
      write: target.kind === "found" ? target.specifier : rules.packageName,
    });
    return;
  }
  if (kind === "augmentation") {
    const door = augmentedDoor[specifier];
    if (door === undefined) {
      findings.push({
        offset: start,
        why: `"${specifier}" cannot be extended`,
        write: `declare module "${rules.packageName}"`,
      });
    } else edits.push({ start, end, text: doorPath(rules, door) });
    return;
  }
  const targets = names.map(({ text: name }) => nameFor(specifier, name, rules));
  const target = targets[0] ?? moduleFor(specifier, rules);
  const missing = targets.find((one) => one.kind === "none");
  if (missing?.kind === "none" || target.kind === "none") {
    findings.push({
      offset: start,
      ...(missing?.kind === "none" ? missing : (target as Extract<Target, { kind: "none" }>)),
    });
    return;
  }
  if (targets.some((one) => one.kind === "found" && one.specifier !== target.specifier)) {
    findings.push({
      offset: start,
      why: "these names come from two modules now",
      write: `${names.map(({ text }) => text).join(", ")} from "${target.specifier}" and others`,
    });
    return;
  }
  edits.push({ start, end, text: target.specifier });
  for (const [at, one] of targets.entries()) {
    const place = names[at];
    if (one.kind === "found" && place && one.name !== place.text && kind === "type")
      edits.push({ start: place.start, end: place.end, text: one.name });
  }
}
