/** The options that the reference's provider factories declare or read, from its own declarations and sources. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const folder = fileURLToPath(new URL("../../node_modules/@auth/core/providers/", import.meta.url));
const noFactories = ["index", "oauth", "provider-types"];

/** Its names for providers that are called otherwise here. */
const ourNames: Readonly<Record<string, string>> = { "ory-hydra": "hydra" };

export interface ReferenceFactory {
  /** Our id. */
  readonly id: string;
  readonly file: string;
  readonly options: readonly string[];
}

const compilerOptions: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  jsx: ts.JsxEmit.ReactJSX,
  types: ["node"],
  skipLibCheck: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
};

export function referenceFactories(): ReferenceFactory[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".d.ts"))
    .map((name) => name.slice(0, -".d.ts".length))
    .filter((name) => !noFactories.includes(name));
  const program = ts.createProgram(
    names.map((name) => `${folder}${name}.d.ts`),
    compilerOptions,
  );
  const checker = program.getTypeChecker();
  return names.map((name) => {
    const declared = declaredOptions(program, checker, `${folder}${name}.d.ts`);
    const read = optionsRead(readFileSync(`${folder}${name}.js`, "utf8"));
    return { id: ourNames[name] ?? name, file: name, options: [...new Set([...declared, ...read])].sort() };
  });
}

function declaredOptions(program: ts.Program, checker: ts.TypeChecker, file: string): string[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is no module`);
  const exported = checker.getExportsOfModule(module).find(({ name }) => name === "default");
  if (!exported) throw new Error(`${file} has no factory`);
  const factory = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const [signature] = checker.getTypeOfSymbolAtLocation(factory, source).getCallSignatures();
  const [parameter] = signature?.getParameters() ?? [];
  if (!parameter) return [];
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, source));
  return checker
    .getPropertiesOfType(type)
    .map(({ name }) => (name.startsWith("__@customFetch") ? "customFetch" : name));
}

/** Members of the factory's first parameter that its source takes out of it. */
function optionsRead(source: string): string[] {
  const file = ts.createSourceFile("factory.js", source, ts.ScriptTarget.ES2022, true);
  const found: string[] = [];
  const factory = file.statements.find(
    (statement): statement is ts.FunctionDeclaration =>
      ts.isFunctionDeclaration(statement) && statement.modifiers?.some(isDefault) === true,
  );
  const parameter = factory?.parameters[0]?.name;
  if (!factory || !parameter || !ts.isIdentifier(parameter)) return found;
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && isNamed(node.expression, parameter.text))
      found.push(node.name.text);
    if (ts.isVariableDeclaration(node) && node.initializer && isNamed(node.initializer, parameter.text))
      if (ts.isObjectBindingPattern(node.name))
        for (const { dotDotDotToken, propertyName, name } of node.name.elements)
          if (!dotDotDotToken) found.push((propertyName ?? name).getText(file));
    ts.forEachChild(node, visit);
  };
  visit(factory);
  return found;
}

const isDefault = ({ kind }: ts.ModifierLike): boolean => kind === ts.SyntaxKind.DefaultKeyword;
const isNamed = (node: ts.Expression, name: string): boolean => ts.isIdentifier(node) && node.text === name;

/** Compiles a text that stands in this folder. @returns the errors, each with the line it is about */
export function compileErrors(name: string, text: string): string[] {
  const file = fileURLToPath(new URL(name, import.meta.url));
  const host = ts.createCompilerHost(compilerOptions);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2022) : getSourceFile(path, ...rest);
  const program = ts.createProgram([file], compilerOptions, host);
  return program.getSemanticDiagnostics(program.getSourceFile(file)).map(({ start = 0, messageText }) => {
    const line = text.slice(text.lastIndexOf("\n", start) + 1, text.indexOf("\n", start));
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}
