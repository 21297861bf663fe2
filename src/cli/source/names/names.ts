/** What a name in a source file stands for: scopes, imports, members, and exports of other files of the project. */
import { assignmentsIn, type Assignment, type FileAssignments } from "./assignments.js";
import { declarationOf, declaredIn, keyOf, loadedModule } from "../syntax/scopes.js";
import { parse, ts, unwrap } from "../syntax/syntax.js";

/** A source file of the project. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** The file that an import leads to; nothing for packages and for what is not there. */
export type OpenModule = (from: string, specifier: string) => SourceText | undefined;

/** A node of the project's code, or an export of a module that is not part of it. */
export type Meaning =
  | { readonly kind: "node"; readonly node: ts.Node }
  | { readonly kind: "outside"; readonly specifier: string; readonly name: string };

const maxDepth = 40;
/** The name under which a whole module is meant. */
const whole = "*";

const nodeMeaning = (node: ts.Node): Meaning => ({ kind: "node", node });

/** What several readings of the same files share. */
export interface SharedTrees {
  readonly files: Map<string, ts.SourceFile>;
  /** Files that lead to no configuration, with those among the files behind them that have a syntax error. */
  readonly barren: Map<ts.SourceFile, readonly ts.SourceFile[]>;
}

export const noTrees = (): SharedTrees => ({ files: new Map(), barren: new Map() });

/** Follows names through the files of a project. Parsed files are kept for the time of one edit. */
export class Names {
  readonly #open: OpenModule;
  readonly #trees: SharedTrees["files"];
  readonly #looked = new Set<ts.SourceFile>();
  readonly #assigned = new Map<ts.SourceFile, FileAssignments>();
  /** Names whose values are under way. */
  readonly #underWay = new Set<ts.Node>();
  readonly #values = new Map<ts.Node, readonly Meaning[]>();

  constructor(open: OpenModule, { files }: SharedTrees = noTrees()) {
    this.#open = open;
    this.#trees = files;
  }

  source({ file, text }: SourceText): ts.SourceFile {
    const source = this.#trees.get(file) ?? parse(text, file);
    this.#trees.set(file, source);
    this.#looked.add(source);
    return source;
  }

  /** Takes files for looked into that another reading went through. */
  look(sources: readonly ts.SourceFile[]): void {
    for (const one of sources) this.#looked.add(one);
  }

  /** Every file that was looked into. */
  parsed(): readonly ts.SourceFile[] {
    return [...this.#looked];
  }

  /** The file of the project that an import in another one names. */
  module(from: ts.Node, specifier: string): ts.SourceFile | undefined {
    const found = this.#open(from.getSourceFile().fileName, specifier);
    return found && this.source(found);
  }

  /** What an expression stands for, as far as names and members lead. A value that refers to itself gives undefined. */
  meaning(expression: ts.Node, depth = 0): Meaning | undefined {
    if (depth > maxDepth) return undefined;
    if (!ts.isExpression(expression)) return nodeMeaning(expression);
    const value = unwrap(expression);
    const loaded = loadedModule(value);
    if (loaded !== undefined) return this.#imported(value, loaded, whole, depth);
    if (ts.isIdentifier(value)) {
      const [only, ...others] = this.values(value, depth);
      return others.length === 0 ? only : undefined;
    }
    if (value.kind === ts.SyntaxKind.ThisKeyword) return this.#self(value);
    if (ts.isPropertyAccessExpression(value)) {
      return this.member(this.meaning(value.expression, depth + 1), value.name.text, depth + 1);
    }
    if (ts.isElementAccessExpression(value) && ts.isStringLiteralLike(value.argumentExpression)) {
      const of = this.meaning(value.expression, depth + 1);
      return this.member(of, value.argumentExpression.text, depth + 1);
    }
    return nodeMeaning(value);
  }

  /** Everything that is assigned to a name; a name that is written once has one meaning. */
  values(name: ts.Identifier, depth = 0): readonly Meaning[] {
    const declaration = declarationOf(name);
    // A name that is made of itself has no further value.
    if (!declaration || this.#underWay.has(declaration)) return [];
    const known = this.#values.get(declaration);
    if (known) return known;
    this.#underWay.add(declaration);
    try {
      const found = this.#written(declaration, depth + 1).filter((one) => one !== undefined);
      // Further in, what is under way is missing in it.
      if (this.#underWay.size === 1) this.#values.set(declaration, found);
      return found;
    } finally {
      this.#underWay.delete(declaration);
    }
  }

  #written(declaration: ts.Node, depth: number): (Meaning | undefined)[] {
    const { byName } = this.#assignmentsOf(declaration.getSourceFile());
    const assigned = (byName.get(declaration) ?? []).map((value) => this.meaning(value, depth));
    const isLater = ts.isVariableDeclaration(declaration) && !declaration.initializer;
    return isLater ? assigned : [this.#declared(declaration, depth), ...assigned];
  }

  /** `target = value` in a file. */
  assignments(source: ts.SourceFile): readonly Assignment[] {
    return this.#assignmentsOf(source).all;
  }

  #assignmentsOf(source: ts.SourceFile): FileAssignments {
    const found = this.#assigned.get(source) ?? assignmentsIn(source);
    this.#assigned.set(source, found);
    return found;
  }

  #declared(declaration: ts.Node, depth: number): Meaning | undefined {
    if (ts.isVariableDeclaration(declaration))
      return declaration.initializer && this.meaning(declaration.initializer, depth);
    if (ts.isBindingElement(declaration)) return this.#destructured(declaration, depth);
    if (ts.isParameter(declaration)) return undefined;
    const statement = ts.findAncestor(declaration, ts.isImportDeclaration);
    if (!statement) return nodeMeaning(declaration);
    if (!ts.isStringLiteral(statement.moduleSpecifier)) return undefined;
    const specifier = statement.moduleSpecifier.text;
    if (ts.isImportSpecifier(declaration)) {
      const name = (declaration.propertyName ?? declaration.name).text;
      return this.#imported(declaration, specifier, name, depth);
    }
    return this.#imported(declaration, specifier, ts.isImportClause(declaration) ? "default" : whole, depth);
  }

  #destructured(element: ts.BindingElement, depth: number): Meaning | undefined {
    const pattern = element.parent;
    if (element.initializer || element.dotDotDotToken || depth > maxDepth) return undefined;
    const of = this.#patternValue(pattern, depth);
    if (ts.isArrayBindingPattern(pattern)) return this.#element(of, pattern.elements.indexOf(element), depth);
    const name = element.propertyName ? keyOf(element.propertyName) : keyOf(bindingName(element));
    return name === undefined ? undefined : this.member(of, name, depth + 1);
  }

  #patternValue({ parent }: ts.BindingPattern, depth: number): Meaning | undefined {
    if (ts.isBindingElement(parent)) return this.#destructured(parent, depth + 1);
    return ts.isVariableDeclaration(parent) && parent.initializer
      ? this.meaning(parent.initializer, depth)
      : undefined;
  }

  /** One of several values that were awaited together, or of a list. */
  #element(of: Meaning | undefined, index: number, depth: number): Meaning | undefined {
    if (of?.kind !== "node") return undefined;
    const { node } = of;
    const list =
      ts.isCallExpression(node) && node.expression.getText() === "Promise.all" ? node.arguments[0] : node;
    const value = list && ts.isArrayLiteralExpression(list) ? list.elements[index] : undefined;
    return value && this.meaning(value, depth + 1);
  }

  #imported(from: ts.Node, specifier: string, name: string, depth: number): Meaning | undefined {
    const source = this.module(from, specifier);
    if (!source) return { kind: "outside", specifier, name };
    return name === whole ? this.#wholeModule(source) : this.exported(source, name, depth + 1);
  }

  /** `module.exports = value` stands for the module itself. */
  #wholeModule(source: ts.SourceFile): Meaning {
    const common = this.assignments(source).find(({ target }) => target.getText() === "module.exports");
    return (common && this.meaning(common.value, 1)) ?? nodeMeaning(source);
  }

  /** What a file exports under a name. */
  exported(source: ts.SourceFile, name: string, depth = 0): Meaning | undefined {
    if (depth > maxDepth) return undefined;
    const declared = declaredIn(source, name);
    const home = declared && ts.findAncestor(declared, (node) => node.parent === source);
    for (const statement of source.statements) {
      if (ts.isExportAssignment(statement) && name === "default")
        return this.meaning(statement.expression, depth);
      if (ts.isExportDeclaration(statement)) {
        const found = this.#reexported(statement, name, depth);
        if (found) return found;
      }
      const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
      if (!modifiers?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword)) continue;
      const isDefault = modifiers.some((one) => one.kind === ts.SyntaxKind.DefaultKeyword);
      if (isDefault && name === "default") return nodeMeaning(statement);
      if (isDefault) continue;
      if (declared && home === statement) return this.#declared(declared, depth + 1);
    }
    return this.#commonExport(source, name, depth);
  }

  #reexported(statement: ts.ExportDeclaration, name: string, depth: number): Meaning | undefined {
    const { moduleSpecifier, exportClause } = statement;
    const specifier =
      moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
    if (!exportClause) {
      const source = specifier === undefined ? undefined : this.module(statement, specifier);
      return source && name !== "default" ? this.exported(source, name, depth + 1) : undefined;
    }
    if (!ts.isNamedExports(exportClause)) return undefined;
    const element = exportClause.elements.find((one) => one.name.text === name);
    if (!element) return undefined;
    const local = element.propertyName ?? element.name;
    if (specifier !== undefined) return this.#imported(statement, specifier, local.text, depth + 1);
    const declared = declaredIn(statement.getSourceFile(), local.text);
    return declared && this.#declared(declared, depth + 1);
  }

  #commonExport(source: ts.SourceFile, name: string, depth: number): Meaning | undefined {
    const named = this.assignments(source).find(({ target }) =>
      [`exports.${name}`, `module.exports.${name}`].includes(target.getText()),
    );
    if (named) return this.meaning(named.value, depth + 1);
    const module = this.#wholeModule(source);
    if (module.kind === "node" && module.node === source) return undefined;
    return name === "default" ? module : this.member(module, name, depth + 1);
  }

  /** The class or the object whose code says `this`. */
  #self(node: ts.Node): Meaning | undefined {
    const method = ts.findAncestor(
      node,
      (one) =>
        ts.isMethodDeclaration(one) ||
        ts.isAccessor(one) ||
        ts.isPropertyDeclaration(one) ||
        ts.isConstructorDeclaration(one),
    );
    return method && nodeMeaning(method.parent);
  }

  /** A member of what an expression stands for. */
  member(of: Meaning | undefined, name: string, depth = 0): Meaning | undefined {
    if (!of || depth > maxDepth) return undefined;
    if (of.kind === "outside")
      return of.name === whole ? { kind: "outside", specifier: of.specifier, name } : undefined;
    const { node } = of;
    if (ts.isSourceFile(node)) return this.exported(node, name, depth + 1);
    if (ts.isNewExpression(node))
      return this.member(this.meaning(node.expression, depth + 1), name, depth + 1);
    if (ts.isClassLike(node)) return this.#classMember(node, name, depth);
    if (ts.isEnumDeclaration(node)) {
      const found = node.members.find((one) => keyOf(one.name) === name)?.initializer;
      return found && this.meaning(found, depth + 1);
    }
    return ts.isObjectLiteralExpression(node) ? this.#objectMember(node, name, depth) : undefined;
  }

  #classMember({ members }: ts.ClassLikeDeclaration, name: string, depth: number): Meaning | undefined {
    const found = members.find((one) => keyOf(one.name) === name);
    if (!found) return undefined;
    if (!ts.isPropertyDeclaration(found)) return nodeMeaning(found);
    return found.initializer && this.meaning(found.initializer, depth + 1);
  }

  /** The last one of a name counts, and what is spread in may hold it too. */
  #objectMember(object: ts.ObjectLiteralExpression, name: string, depth: number): Meaning | undefined {
    for (const property of [...object.properties].reverse()) {
      if (ts.isSpreadAssignment(property)) {
        const found = this.member(this.meaning(property.expression, depth + 1), name, depth + 1);
        if (found) return found;
      } else if (keyOf(property.name) === name) {
        if (ts.isPropertyAssignment(property)) return this.meaning(property.initializer, depth + 1);
        if (ts.isShorthandPropertyAssignment(property)) return this.meaning(property.name, depth + 1);
        return nodeMeaning(property);
      }
    }
    return undefined;
  }
}

const bindingName = (element: ts.BindingElement): ts.Identifier | undefined =>
  ts.isIdentifier(element.name) ? element.name : undefined;
