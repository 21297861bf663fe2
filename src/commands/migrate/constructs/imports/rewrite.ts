/** Points every import and re-export of the old packages to ours, and adds what the edits of a file need. */
import { appendImports, renderImport, type WantedImport } from "../../../../cli/edit/imports.js";
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { breakAfter, isBlank, lineEnd, lineStart } from "../../../../cli/source/text/layout.js";
import { moduleQuote, type TextStyle } from "../../../../cli/source/text/text-style.js";
import type { Range } from "../../../../cli/plan/plan.js";
import { isOld, oldNuxtModules } from "../../../../cli/old-auth/packages.js";
import type { Surveyed } from "../../read-file.js";
import type { Binding, Mention, Statement, Uses } from "../../../../cli/old-auth/statements.js";
import {
  changeOf,
  importsFor,
  leave,
  linesBelow,
  mergeChanges,
  noChange,
  type Change,
  type WantedName,
} from "../../change.js";
import {
  elementFor,
  emptyClause,
  isEmptyClause,
  joinClauses,
  newNames,
  renderClause,
  type Element,
} from "../../../../cli/old-auth/clause.js";
import { migrateMentions } from "./mentions.js";
import { moduleFor, nameFor, type ImportTarget, type TargetRules } from "../../../../cli/old-auth/targets.js";

/** What the rest of a file's migration asks of its imports. */
export interface ImportWishes {
  /** Local names that are not needed any more. */
  readonly dropped: ReadonlySet<string>;
  readonly wanted: readonly WantedName[];
  /** Statements that another part of the migration takes care of. */
  readonly leave: (statement: Statement) => boolean;
}

export interface ImportChange {
  readonly change: Change;
  /** Names to rename in the rest of the file. */
  readonly renames: ReadonlyMap<string, string>;
}

interface Context extends Pick<Surveyed, "text" | "module"> {
  readonly style: TextStyle;
  readonly rules: TargetRules;
  readonly dropped: ReadonlySet<string>;
}

type Wanted = WantedImport & { readonly names: readonly string[] };

/** A statement's change, and which of the wanted imports it takes in. */
interface StatementChange {
  readonly change: Change;
  readonly renames: readonly (readonly [string, string])[];
  readonly taken: Wanted | undefined;
}

export function migrateImports(
  { text, module, uses }: Surveyed,
  style: TextStyle,
  rules: TargetRules,
  wishes: ImportWishes,
): ImportChange {
  const context: Context = { text, module, style, rules, dropped: wishes.dropped };
  const first = { done: [] as readonly StatementChange[], open: importsFor(wishes.wanted) };
  const { done, open } = uses.statements
    .filter((statement) => !wishes.leave(statement))
    .reduce((before, statement) => {
      const next = migrateStatement(context, statement, before.open);
      return { done: [...before.done, next], open: before.open.filter((one) => one !== next.taken) };
    }, first);
  const kept = uses.statements.filter((one) => one.bindings.some(({ local }) => !wishes.dropped.has(local)));
  const missing = open.map(({ names, ...one }) => (names.length > 0 ? { ...one, names } : one));
  const placed = missing.map((one) => ({ one, host: kept.find((host) => isTypesOf(host, one, context)) }));
  // The names of the other modules change with these: their order is no measure.
  const added = [
    ...placed.flatMap(({ one, host }) => (host ? [belowTypes(context, host, one)] : [])),
    ...appendImports(
      text,
      module,
      placed.flatMap(({ one, host }) => (host ? [] : one)),
      style,
    ),
  ];
  const change = mergeChanges([
    ...done.map((one) => one.change),
    changeOf({ edits: added }),
    migrateMentions(uses.mentions.filter(isOfCode), rules, stayingModules(uses, wishes.dropped)),
  ]);
  return {
    change: { ...change, edits: change.edits.map((one) => withGapAtTop(text, one, change.edits)) },
    renames: new Map(done.flatMap(({ renames }) => renames)),
  };
}

/** `import type { … }` of the module that a value is wanted from, on a line of its own. */
function isTypesOf({ kind, typeOnly, specifier, end }: Statement, wanted: WantedImport, context: Context) {
  const target = isOld(specifier) ? moduleFor(specifier, context.rules) : undefined;
  const { text } = context;
  return (
    kind === "import" &&
    typeOnly &&
    target?.kind === "found" &&
    target.specifier === wanted.specifier &&
    isBlank(text.slice(end, lineEnd(text, end)))
  );
}

function belowTypes({ text, module, style }: Context, { end }: Statement, wanted: WantedImport): TextEdit {
  const like = { ...style, quote: moduleQuote(text, style.quote) };
  return linesBelow(text, end, { lines: renderImport(wanted, module.kind, like), eol: style.eol });
}

/** What nuxt.config names is changed with nuxt.config. */
const isOfCode = ({ kind, specifier }: Mention): boolean =>
  kind !== "text" || !oldNuxtModules.some((one) => one === specifier);

const unchanged: StatementChange = { change: noChange, renames: [], taken: undefined };

function migrateStatement(
  context: Context,
  statement: Statement,
  wanted: readonly Wanted[],
): StatementChange {
  const isOurs = isOld(statement.specifier);
  const isDropping = statement.bindings.some(({ local }) => context.dropped.has(local));
  if (!isOurs && !isDropping && !isHost(statement, wanted)) return unchanged;
  if (isOurs && (statement.whole || statement.bindings.length === 0))
    return { ...unchanged, change: wholeModule(statement, context.rules) };
  const kept = statement.bindings.filter(
    ({ local }) => statement.kind !== "import" || !context.dropped.has(local),
  );
  const elements = kept.map((binding) => readElement(context, statement, binding));
  const missing = elements.find(({ target }) => target.kind === "none");
  if (missing?.target.kind !== "none") return rewrite(context, statement, elements, wanted);
  const { why, write, breaks } = missing.target;
  const { start, imported, typeOnly } = missing.binding;
  const isValue = !statement.typeOnly && !typeOnly;
  const isBroken = isSessionCall(imported) || (isValue && breaks === true);
  const todo = { offset: start, why, write, ...(isBroken && { breaks: true }) };
  const left = changeOf({ todos: [todo] });
  if (!isSplit(statement, elements)) return { ...unchanged, change: left };
  const split = rewrite(context, statement, elements, wanted);
  return { ...split, change: mergeChanges([split.change, left]) };
}

/** Names without a counterpart get an import of their own when others of the statement have one. */
const isSplit = ({ kind, whole }: Statement, elements: readonly ReadElement[]): boolean =>
  kind === "import" &&
  !whole &&
  elements.some(({ target }) => target.kind === "found") &&
  elements.every(
    ({ binding: { imported }, target }) =>
      target.kind === "found" || (imported !== "default" && !isSessionCall(imported)),
  );

const sessionModules = ["next-auth", "next-auth/next"];

/** The modules of `getServerSession`, where a file keeps its import or mocks it by name. */
function stayingModules({ statements, mentions }: Uses, dropped: ReadonlySet<string>): ReadonlySet<string> {
  const isImported = statements.some(
    ({ specifier, bindings }) =>
      isOld(specifier) &&
      bindings.some(({ imported, local }) => isSessionCall(imported) && !dropped.has(local)),
  );
  const isMocked = mentions.some(
    ({ kind, names }) => kind === "call" && names.some(({ text }) => isSessionCall(text)),
  );
  return new Set(isImported || isMocked ? sessionModules : []);
}

/** The old function goes on reading the old cookie, which nobody gets any more. */
const isSessionCall = (name: string): boolean => /^(?:unstable_)?getServerSession$/.test(name);

const isHost = ({ kind, typeOnly, whole, specifier }: Statement, wanted: readonly Wanted[]): boolean =>
  kind === "import" && !typeOnly && !whole && wanted.some((one) => one.specifier === specifier);

function wholeModule({ specifier, start, at, typeOnly }: Statement, rules: TargetRules): Change {
  const target = moduleFor(specifier, rules);
  if (target.kind === "found") return changeOf({ edits: [{ ...at, text: target.specifier }] });
  const { why, write, breaks } = target;
  return leave({ offset: start, why, write, ...(!typeOnly && breaks && { breaks }) });
}

interface ReadElement {
  readonly binding: Binding;
  readonly target: ImportTarget;
}

function readElement({ rules }: Context, { specifier }: Statement, binding: Binding): ReadElement {
  const { imported } = binding;
  const target: ImportTarget = isOld(specifier)
    ? nameFor(specifier, imported, rules)
    : { kind: "found", specifier, name: imported };
  return { binding, target };
}

/** Elements of one module as they read afterwards. */
interface Part extends Element {
  readonly specifier: string;
}

function rewrite(
  context: Context,
  statement: Statement,
  elements: readonly ReadElement[],
  wanted: readonly Wanted[],
): StatementChange {
  const parts = [...elements].sort(missingLast).map(({ binding, target }): Part => {
    const { specifier: to, name } =
      target.kind === "found" ? target : { specifier: statement.specifier, name: binding.imported };
    const isFree = !context.module.names.has(name);
    return { ...elementFor(context.text, statement, binding, { name, isFree }), specifier: to };
  });
  const specifier = parts[0]?.specifier;
  const own = parts.filter((part) => part.specifier === specifier);
  const before = own.map(({ clause }) => clause).reduce(joinClauses, emptyClause);
  const taken = hostedBy(statement, specifier, wanted);
  const added = taken ? newNames(taken.names, statement) : [];
  const isNewWhole = taken?.whole !== undefined && before.whole === undefined;
  const clause = joinClauses(before, { names: added, ...(isNewWhole && { whole: taken.whole }) });
  const renames = parts.flatMap(({ rename }) => (rename ? [rename] : []));
  if (isEmptyClause(clause))
    return { change: changeOf({ edits: [removal(context.text, statement)] }), renames, taken };
  const isReshaped = own.length < statement.bindings.length || added.length > 0 || isNewWhole;
  const module =
    specifier !== undefined && isOld(statement.specifier) ? [{ ...statement.at, text: specifier }] : [];
  const reshaped =
    isReshaped && statement.clause
      ? [{ ...statement.clause, text: renderClause(clause, context.style, statement.multiline) }]
      : parts.flatMap(({ edits }) => edits);
  const others = parts.filter((part) => part.specifier !== specifier);
  const edits = [...module, ...reshaped, ...movedLines(context, statement, others)];
  return { change: changeOf({ edits }), renames, taken };
}

const missingLast = (a: ReadElement, b: ReadElement): number =>
  Number(a.target.kind === "none") - Number(b.target.kind === "none");

/** The wanted import that goes into this statement. */
function hostedBy(
  { kind, typeOnly, specifier: old }: Statement,
  specifier: string | undefined,
  wanted: readonly Wanted[],
): Wanted | undefined {
  if (kind !== "import" || typeOnly) return undefined;
  const module = specifier ?? (isOld(old) ? undefined : old);
  return wanted.find((one) => one.specifier === module);
}

/** What comes from another module than the rest, in statements of its own below. */
function movedLines(
  { text, style }: Context,
  { kind, typeOnly, end }: Statement,
  parts: readonly Part[],
): TextEdit[] {
  if (parts.length === 0) return [];
  const quote = moduleQuote(text, style.quote);
  const lines = [...new Set(parts.map(({ specifier }) => specifier))].map((specifier) => {
    const names = parts.filter((part) => part.specifier === specifier).flatMap(({ clause }) => clause.names);
    const from = `${quote}${specifier}${quote}${style.semicolons ? ";" : ""}`;
    return `${kind} ${typeOnly ? "type " : ""}{ ${names.join(", ")} } from ${from}`;
  });
  return [linesBelow(text, end, { lines: lines.join(style.eol), eol: style.eol })];
}

/** The whole statement with its line. */
function removal(text: string, { start, end }: Range): TextEdit {
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  const alone = text.slice(from, start).trim() === "" && text.slice(end, to).trim() === "";
  return alone ? { start: from, end: to, text: "" } : { start, end, text: "" };
}

/** A file does not begin with the empty line below an import that is gone. */
function withGapAtTop(text: string, edit: TextEdit, edits: readonly TextEdit[]): TextEdit {
  const top = text.startsWith("\uFEFF") ? 1 : 0;
  const end = edit.end + breakAfter(text, edit.end);
  const isFree = edits.every((one) => one === edit || one.end < edit.end || one.start >= end);
  return edit.text === "" && edit.start === top && edit.end > top && isFree ? { ...edit, end } : edit;
}
