import { fileValues, type FileValues } from "../names/file-values.js";
import { erasedImports } from "./erased-imports.js";
import { codeOf as codeOfNode } from "./parse.js";
import { locateModule, parse, ts, unwrap, visit, type ModuleImport } from "./syntax.js";

/** A property of an object literal, named by its path inside the outermost literal: `session.strategy`. */
export interface SourceMember {
  readonly path: string;
  /** Source of the value, without comments. */
  readonly value: string;
  readonly start: number;
  /** Where the value stands. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** An object literal that stands in no other one, with all its members. */
export interface SourceObject {
  readonly start: number;
  /** The function that it is given to. */
  readonly callee?: string;
  readonly members: readonly SourceMember[];
  readonly hasSpread: boolean;
}

export interface SourceCall {
  readonly callee: string;
  readonly args: readonly string[];
  readonly start: number;
}

export interface SourceFunction {
  readonly name: string;
  readonly isExported: boolean;
  readonly isDefault: boolean;
  readonly isAction: boolean;
  readonly start: number;
  readonly code: string;
  /** Without the functions inside. */
  readonly ownCode: string;
}

/** A text that the code writes out, or a part of one with values in it; its place includes the quotes. */
export interface SourceString {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What the doctor reads in one source file: plain data, positions in the text as it is. */
export interface SourceFacts {
  /** The text with comments blanked; every position is that of the text. */
  readonly code: string;
  readonly imports: readonly (ModuleImport & { readonly start: number })[];
  readonly exports: readonly string[];
  /** `export … from "x"`: the names that are passed on; `*` for all. */
  readonly passedOn: readonly { readonly specifier: string; readonly names: readonly string[] }[];
  readonly objects: readonly SourceObject[];
  readonly calls: readonly SourceCall[];
  readonly functions: readonly SourceFunction[];
  readonly texts: readonly SourceString[];
  /** How often each identifier stands in the code. */
  readonly names: ReadonlyMap<string, number>;
  /** `use client`, `use server` at the top. */
  readonly directives: readonly string[];
  readonly values: FileValues;
}

/** Reads a source file into plain data. Executes nothing of it. */
export function readSource(text: string, fileName: string): SourceFacts {
  const source = parse(text, fileName);
  const code = codeOfNode(source, 0);
  const objects: SourceObject[] = [];
  const calls: SourceCall[] = [];
  const functions: SourceFunction[] = [];
  const texts: SourceString[] = [];
  const names = new Map<string, number>();
  const directives = directivesOf(source);
  const codeOf = (node: ts.Node) => code.slice(node.getStart(), node.getEnd());
  visit(source, (node) => {
    if (ts.isObjectLiteralExpression(node) && !insideObject(node)) objects.push(readObject(node, codeOf));
    if (ts.isCallExpression(node)) {
      const { expression, arguments: args } = node;
      const start = ts.isPropertyAccessExpression(expression) ? expression.name.getStart() : node.getStart();
      calls.push({
        callee: shortened(codeOf(expression)).replace(/\s+/g, ""),
        args: args.map(codeOf),
        start,
      });
    }
    if (isText(node)) texts.push({ text: node.text, start: node.getStart(), end: node.getEnd() });
    if (ts.isIdentifier(node)) names.set(node.text, (names.get(node.text) ?? 0) + 1);
    if (isNamedFunction(node)) functions.push(readFunction(node, directives, code, codeOf));
  });
  const erased = erasedImports(source);
  const imports = locateModule(text, fileName).imports.map((one) => ({
    ...one,
    typeOnly: one.typeOnly || erased.has(one.specifier),
    start: Math.max(0, quotedAt(code, one.specifier)),
  }));
  const exported = { exports: exportsOf(source), passedOn: source.statements.flatMap(passedOnBy) };
  const values = fileValues(source);
  return { code, imports, ...exported, objects, calls, functions, texts, names, directives, values };
}

/** Longer than the code in front of a call is left whole; of a chain of calls, each repeats those in front of it. */
const longest = 2000;

const shortened = (code: string): string =>
  code.length <= longest ? code : `${code.slice(0, longest / 4)}...${code.slice(-longest / 4)}`;

const isText = (node: ts.Node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node);

const quotedAt = (code: string, specifier: string) =>
  Math.max(code.indexOf(`"${specifier}"`), code.indexOf(`'${specifier}'`));

function insideObject(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isPropertyAssignment(at)) return true;
    if (ts.isCallExpression(at) || ts.isFunctionLike(at) || ts.isStatement(at)) return false;
  }
  return false;
}

function readObject(node: ts.ObjectLiteralExpression, codeOf: (node: ts.Node) => string): SourceObject {
  const members: SourceMember[] = [];
  const walk = (object: ts.ObjectLiteralExpression, prefix: string): void => {
    for (const property of object.properties) {
      if (ts.isSpreadAssignment(property)) continue;
      const path = prefix + nameText(property.name);
      const value = ts.isPropertyAssignment(property) ? property.initializer : property;
      members.push({
        path,
        value: codeOf(value),
        start: property.getStart(),
        valueStart: value.getStart(),
        valueEnd: value.getEnd(),
      });
      const inner = ts.isPropertyAssignment(property) ? unwrap(property.initializer) : undefined;
      if (inner && ts.isObjectLiteralExpression(inner)) walk(inner, `${path}.`);
    }
  };
  walk(node, "");
  const holder = holderOf(node);
  return {
    start: node.getStart(),
    ...(holder && { callee: codeOf(holder.expression) }),
    members,
    hasSpread: node.properties.some(ts.isSpreadAssignment),
  };
}

/** The call that an object is given to, through a function that returns it as well. */
function holderOf(node: ts.Node): ts.CallExpression | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isCallExpression(at)) return at;
    if (ts.isVariableDeclaration(at) || ts.isExpressionStatement(at)) return undefined;
  }
  return undefined;
}

const nameText = (name: ts.PropertyName): string =>
  ts.isComputedPropertyName(name) ? "[]" : name.getText().replace(/^["']|["']$/g, "");

type NamedFunction = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

const isNamedFunction = (node: ts.Node): node is NamedFunction =>
  ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isFunctionExpression(node);

function readFunction(
  node: NamedFunction,
  directives: readonly string[],
  code: string,
  codeOf: (node: ts.Node) => string,
): SourceFunction {
  const variable = ts.isVariableDeclaration(node.parent) ? node.parent : undefined;
  const statement = variable ? variable.parent.parent : node;
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((one) => one.kind === kind);
  const isExported = has(ts.SyntaxKind.ExportKeyword);
  const name = node.name?.text ?? (variable && ts.isIdentifier(variable.name) ? variable.name.text : "");
  const own = node.body && ts.isBlock(node.body) ? node.body.statements[0] : undefined;
  const isOwnAction = own !== undefined && isDirective(own, "use server");
  return {
    name,
    isExported,
    isDefault: has(ts.SyntaxKind.DefaultKeyword) || ts.isExportAssignment(node.parent),
    isAction: isOwnAction || (directives.includes("use server") && isExported),
    start: node.getStart(),
    code: codeOf(node),
    ownCode: ownCodeOf(node, code),
  };
}

/** The code of a function with blanks in place of the functions inside. */
function ownCodeOf(node: ts.Node, code: string): string {
  let own = "";
  let done = node.getStart();
  const waiting: ts.Node[] = [node];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at !== node && ts.isFunctionLike(at)) {
      const start = at.getStart();
      own += code.slice(done, start) + " ".repeat(at.getEnd() - start);
      done = at.getEnd();
      continue;
    }
    const children: ts.Node[] = [];
    ts.forEachChild(at, (child) => {
      children.push(child);
    });
    for (const child of children.reverse()) waiting.push(child);
  }
  return own + code.slice(done, node.getEnd());
}

const isDirective = (statement: ts.Statement, text: string): boolean =>
  ts.isExpressionStatement(statement) &&
  ts.isStringLiteral(statement.expression) &&
  statement.expression.text === text;

function directivesOf(source: ts.SourceFile): string[] {
  const found: string[] = [];
  for (const statement of source.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) break;
    found.push(statement.expression.text);
  }
  return found;
}

function passedOnBy(statement: ts.Statement): SourceFacts["passedOn"] {
  if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return [];
  const { moduleSpecifier, exportClause } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  const list = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : undefined;
  return [{ specifier: moduleSpecifier.text, names: list?.map(({ name }) => name.text) ?? ["*"] }];
}

/** Names that a module exports, `default` among them. */
function exportsOf(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const binding = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) found.push(name.text);
    else for (const element of name.elements) if (ts.isBindingElement(element)) binding(element.name);
  };
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement)) found.push("default");
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      if (!clause) found.push("*");
      else if (ts.isNamedExports(clause)) found.push(...clause.elements.map(({ name }) => name.text));
    }
    const kinds = ts.canHaveModifiers(statement)
      ? (ts.getModifiers(statement) ?? []).map((one) => one.kind)
      : [];
    if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) continue;
    if (kinds.includes(ts.SyntaxKind.DefaultKeyword)) found.push("default");
    else if (ts.isVariableStatement(statement))
      for (const { name } of statement.declarationList.declarations) binding(name);
    else if (ts.isFunctionDeclaration(statement) && statement.name) found.push(statement.name.text);
  }
  return found;
}
