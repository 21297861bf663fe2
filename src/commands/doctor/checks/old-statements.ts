/** `import … from` and `export … from` of next-auth or @auth/*, as they read here. */
import { elementFor, emptyClause, joinClauses, renderClause } from "../../../cli/old-auth/clause.js";
import {
  locateCalls,
  type Binding,
  type Statement,
  type WrittenCall,
} from "../../../cli/old-auth/statements.js";
import { readSource } from "../../../cli/source/syntax/source-facts.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import {
  handOf,
  roleOf,
  sessionLine,
  targetOf,
  wholeTarget,
  type Correction,
  type OldFile,
} from "./old-counterparts.js";

/** What becomes of some of the names of a statement. */
interface Part {
  /** In place of the statement. */
  readonly lines: readonly string[];
  /** Elsewhere in the file. */
  readonly code: readonly string[];
  /** What there is no code for. */
  readonly advice: readonly string[];
  /** Those of the rest of the file; undefined: it is for a person. */
  readonly edits: readonly TextEdit[] | undefined;
}

/** @param old the module of the old package that was meant */
export function correctStatement(file: OldFile, statement: Statement, old: string): Correction {
  const { bindings, whole, start, end } = statement;
  if (whole || bindings.length === 0) return correctModule(file, statement, old);
  const of = (role: ReturnType<typeof roleOf>) =>
    bindings.filter(({ imported }) => roleOf(file, old, imported) === role);
  const parts = [
    namesPart(file, statement, old, of("name")),
    askersPart(file, statement, of("asker")),
    guardsPart(file, statement, of("guard")),
  ];
  const lines = [...new Set(parts.flatMap((part) => part.lines))];
  const fix = [...lines, ...parts.flatMap(({ code, advice }) => [...code, ...advice])].join("\n");
  const edits = parts.flatMap((part) => part.edits ?? []);
  if (parts.some((part) => part.edits === undefined)) return { fix };
  const text = lines.join(handOf(file).style.eol);
  return { fix, edits: [{ start, end, text }, ...edits] };
}

/** `import * as`, `export *`, `import "x"`. */
function correctModule(file: OldFile, { start, end, at }: Statement, old: string): Correction {
  const target = wholeTarget(file, old);
  if (target.kind === "none") return { fix: target.write };
  const { code } = file;
  const fix = code.slice(start, at.start) + target.specifier + code.slice(at.end, end);
  return { fix, edits: [{ ...at, text: target.specifier }] };
}

function namesPart(file: OldFile, statement: Statement, old: string, bindings: readonly Binding[]): Part {
  const { style, module, end } = handOf(file);
  const clauses = new Map<string, typeof emptyClause>();
  const advice: string[] = [];
  for (const binding of bindings) {
    const target = targetOf(file, old, binding.imported);
    if (target.kind === "none") {
      advice.push(binding.imported === "default" ? target.write : `${binding.imported}: ${target.write}`);
      continue;
    }
    const { clause } = elementFor(file.code, statement, binding, { name: target.name, isFree: false });
    clauses.set(target.specifier, joinClauses(clauses.get(target.specifier) ?? emptyClause, clause));
  }
  const words = statement.typeOnly ? `${statement.kind} type` : statement.kind;
  const lines = [...clauses].map(
    ([specifier, clause]) => `${words} ${renderClause(clause, style, false)} from ${module(specifier)}${end}`,
  );
  return { lines, code: [], advice, edits: advice.length > 0 ? undefined : [] };
}

/** `auth` of the configuration, where the file has no other thing of that name. */
function authImport(file: OldFile): Pick<Part, "lines"> & { readonly isFree: boolean } {
  const { module, end } = handOf(file);
  const isFree = !readSource(file.code, file.path).names.has("auth");
  return { lines: [`import { auth } from ${module(file.home)}${end}`], isFree };
}

function askersPart(file: OldFile, { kind }: Statement, bindings: readonly Binding[]): Part {
  const { idioms } = file;
  if (idioms === undefined || bindings.length === 0) return { lines: [], code: [], advice: [], edits: [] };
  const auth = idioms.takesAuth ? authImport(file) : { lines: [], isFree: true };
  const found = bindings.map(({ local }) => locateCalls(file.code, file.path, local));
  const calls = found.flatMap((one) => one ?? []);
  const code = handOf(file).line(sessionLine(idioms.session(calls[0]?.args ?? [])));
  const isRequest = ({ args: [first = ""] }: WrittenCall) => idioms.isRequest?.(first) ?? true;
  const isKnown = idioms.takesAuth && auth.isFree && calls.every(isRequest);
  const isOpen = kind === "export" || !isKnown || found.includes(undefined);
  const edits = calls.map(({ start, end, args }) => ({ start, end, text: idioms.session(args) }));
  return { lines: auth.lines, code: [code], advice: [], edits: isOpen ? undefined : edits };
}

/** A file in front of the app: of next-auth it let in who is signed in, and nobody else. */
function guardsPart(file: OldFile, { kind }: Statement, bindings: readonly Binding[]): Part {
  const { idioms } = file;
  const [first] = bindings;
  if (first === undefined || idioms?.guard === undefined)
    return { lines: [], code: [], advice: [], edits: [] };
  const { handler, matcher } = idioms.guard;
  const auth = authImport(file);
  const { line } = handOf(file);
  const name =
    kind === "import" || first.local === "default" ? "export default" : `export const ${first.local} =`;
  const isMatched = readSource(file.code, file.path).exports.includes("config");
  const guard = [line(`${name} ${handler}`), ...(isMatched ? [] : [line(matcher)])];
  return kind === "export"
    ? { lines: [...auth.lines, ...guard], code: [], advice: [], edits: auth.isFree ? [] : undefined }
    : { lines: auth.lines, code: guard, advice: [], edits: undefined };
}
