/** Exports that ask whoever comes for a member before they answer. Loads the parser. */
import { exportedFunction, isExportedElsewhere } from "../source/names/exported-functions.js";
import { isOnEveryWay, isWaitedFor, type Body } from "../source/syntax/every-way.js";
import { declarationOf, declaredIn } from "../source/syntax/scopes.js";
import { readSource } from "../source/syntax/source-facts.js";
import { ts, unwrap } from "../source/syntax/syntax.js";
import {
  asksMember,
  asksMemberIn,
  holdsAsking,
  importedRoot,
  importsAsking,
  isMemberLookUp,
  memberGuards,
} from "./member-guards.js";
import type { Survey } from "./survey.js";

/** An export of a file. */
export interface AskingExport {
  readonly name: string;
  /** Where it stands in the file. */
  readonly start: number;
  /** It asks for a member, whoever comes. */
  readonly isAsking: boolean;
}

/** Of these names, those that a file exports. */
export const askingExports = (
  all: Survey,
  root: ts.SourceFile,
  names: readonly string[],
): readonly AskingExport[] =>
  names.flatMap((name) => {
    const value = exportedValue(root, name);
    if (value !== undefined) return [{ name, start: value.getStart(), isAsking: asksAlways(all, value) }];
    return isExportedElsewhere(root, name) || isTakenApart(root, name)
      ? [{ name, start: 0, isAsking: asksMember(all, root.fileName) }]
      : [];
  });

/** `export const { GET, POST } = …` */
const isTakenApart = (root: ts.SourceFile, name: string): boolean =>
  readSource(root.text, root.fileName).exports.includes(name);

/** What an export is, where it is declared in the file. */
export function exportedValue(root: ts.SourceFile, name: string): ts.Node | undefined {
  const exported = exportedFunction(root, name);
  if (exported !== undefined) return exported.kind === "value" ? unwrap(exported.value) : exported.node;
  const declaration = declaredIn(root, listedAs(root, name) ?? "");
  if (declaration === undefined || !ts.isVariableDeclaration(declaration))
    return declaration && ts.isFunctionDeclaration(declaration) ? declaration : undefined;
  return declaration.initializer && unwrap(declaration.initializer);
}

/** `answer` of `export { answer as GET }` */
function listedAs({ statements }: ts.SourceFile, name: string): string | undefined {
  for (const statement of statements) {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) continue;
    const list = statement.exportClause;
    const one =
      list && ts.isNamedExports(list)
        ? list.elements.find((element) => element.name.text === name)
        : undefined;
    if (one !== undefined) return (one.propertyName ?? one.name).text;
  }
  return undefined;
}

/** Whether what answers asks for a member on every way; where its code is not in sight it may. */
export const asksAlways = (all: Survey, value: ts.Node): boolean => new Asking(all).isAsking(value, true);

/** Follows what answers into what it calls. */
class Asking {
  private readonly guards = new Set<ts.Node>();
  /** By whether they answer themselves; what calls itself asks nobody by that. */
  private readonly known = { true: new Map<ts.Node, boolean>(), false: new Map<ts.Node, boolean>() };

  private readonly all: Survey;

  constructor(all: Survey) {
    this.all = all;
  }

  /** @param isAnswer the value answers, and is no part of what does */
  isAsking(value: ts.Node, isAnswer: boolean): boolean {
    const node = ts.isExpression(value) ? unwrap(value) : value;
    if (ts.isPropertyAssignment(node)) return this.isAsking(node.initializer, isAnswer);
    if (isBody(node)) return this.isFunctionAsking(node, isAnswer);
    if (ts.isIdentifier(node)) return this.isNameAsking(node, isAnswer);
    if (!ts.isCallExpression(node)) return asksMemberIn(this.all, node);
    this.note(node);
    // `withErrors(async () => …)`: the function that is given to a wrapper answers.
    return (
      this.guards.has(node) ||
      isMemberLookUp(node) ||
      asksMemberIn(this.all, node.expression) ||
      node.arguments.some((one) => isRun(one) && this.isAsking(one, isAnswer))
    );
  }

  private note(part: ts.Node): void {
    for (const one of memberGuards(this.all, part)) this.guards.add(one);
  }

  private isFunctionAsking(node: ts.Node & Body, isAnswer: boolean): boolean {
    const known = this.known[`${isAnswer}`];
    const before = known.get(node);
    if (before !== undefined) return before;
    known.set(node, false);
    this.note(node);
    const isAsking = isOnEveryWay(node, {
      is: (part) => this.isPartAsking(part) && (!ts.isCallExpression(part) || isWaitedFor(part)),
      isGiven: (value) => ts.isCallExpression(value) && !runsForEach(value) && this.isAsking(value, isAnswer),
      isAnswer,
    });
    known.set(node, isAsking);
    return isAsking;
  }

  private isPartAsking(part: ts.Node): boolean {
    return this.guards.has(part) || isMemberLookUp(part) || this.isCallAsking(part);
  }

  private isCallAsking(node: ts.Node): boolean {
    if (ts.isJsxOpeningLikeElement(node))
      return ts.isIdentifier(node.tagName) && this.isNameAsking(node.tagName, false);
    if (!ts.isCallExpression(node)) return false;
    const called = unwrap(node.expression);
    if (isBody(called)) return this.isFunctionAsking(called, false);
    if (ts.isIdentifier(called)) return this.isNameAsking(called, false);
    const owner = ts.isPropertyAccessExpression(called) ? unwrap(called.expression) : undefined;
    return owner !== undefined && ts.isIdentifier(owner) && this.isOwnerAsking(owner);
  }

  private isNameAsking(name: ts.Identifier, isAnswer: boolean): boolean {
    if (this.guards.has(name)) return true;
    const declaration = declarationOf(name);
    if (declaration === undefined) return false;
    if (isBody(declaration)) return this.isFunctionAsking(declaration, isAnswer);
    if (ts.isVariableDeclaration(declaration))
      return declaration.initializer !== undefined && this.isAsking(declaration.initializer, isAnswer);
    return isImport(declaration) && this.isImportAsking(name, isAnswer);
  }

  private isImportAsking(name: ts.Identifier, isAnswer: boolean): boolean {
    const root = name.getSourceFile();
    return readSource(root.text, root.fileName).imports.some(({ specifier, typeOnly, names }) => {
      const exported = Object.keys(names).find((one) => names[one] === name.text);
      const imported =
        typeOnly || exported === undefined ? undefined : importedRoot(this.all, root, specifier);
      const value = imported && exportedValue(imported, exported ?? "");
      return value === undefined ? holdsAsking(this.all, imported) : this.isAsking(value, isAnswer);
    });
  }

  /** `members.ask(event)`, of an object or of all that a file exports. */
  private isOwnerAsking(owner: ts.Identifier): boolean {
    const declaration = declarationOf(owner);
    if (declaration === undefined) return false;
    if (isImport(declaration))
      return importsAsking(this.all, owner.getSourceFile(), (locals) => locals.includes(owner.text));
    const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    return (
      value !== undefined && ts.isObjectLiteralExpression(unwrap(value)) && asksMemberIn(this.all, value)
    );
  }
}

const isBody = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node);

const isRun = (given: ts.Expression): boolean => {
  const value = unwrap(given);
  return isBody(value) || ts.isIdentifier(value) || ts.isCallExpression(value);
};

const isImport = (node: ts.Node): boolean =>
  ts.isImportClause(node) || ts.isImportSpecifier(node) || ts.isNamespaceImport(node);

const forEach: readonly string[] =
  "map flatMap forEach filter find some every reduce then catch finally".split(" ");

/** Whether a call runs what it is given as often as there is something. */
const runsForEach = ({ expression }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(expression) && forEach.includes(expression.name.text);
