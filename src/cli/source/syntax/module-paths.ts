/** Where the controllers of a module answer: `RouterModule.register([{ path: "admin", module: AdminModule }])`. */
import { plainText, type TextReader } from "../names/texts.js";
import { memberValue } from "../routes/route-arguments.js";
import { joinKnown } from "../routes/route-path.js";
import { decoratorOf, type ModulePaths } from "./decorators.js";
import { ts, unwrap, visit } from "./syntax.js";

/**
 * @param sources all files of the app: a module and the list that gives it a path stand in any of them
 * @param textOf reads paths that stand somewhere else
 */
export function modulePathsIn(
  sources: readonly ts.SourceFile[],
  textOf: TextReader = plainText,
): ModulePaths {
  const reader = new ModuleReader(textOf);
  for (const source of sources) visit(source, (node) => reader.read(node, source));
  return reader.paths();
}

class ModuleReader {
  readonly #textOf: TextReader;
  /** The path of each module that is given one. */
  readonly #paths = new Map<string, string | undefined>();
  readonly #modules = new Map<string, string[]>();
  /** A list that names a module or a controller cannot be read: any may be in it. */
  #isUnread = false;

  constructor(textOf: TextReader) {
    this.#textOf = textOf;
  }

  paths(): ModulePaths {
    const unlisted = this.#isUnread ? undefined : "";
    return (controller) => {
      const module = (this.#modules.get(controller) ?? []).find((one) => this.#paths.has(one));
      return module === undefined ? unlisted : this.#paths.get(module);
    };
  }

  read(node: ts.Node, source: ts.SourceFile): void {
    if (ts.isCallExpression(node) && node.expression.getText() === "RouterModule.register")
      this.#readTree(node.arguments[0], "", source);
    const module = ts.isClassDeclaration(node) ? decoratorOf(node, "Module") : undefined;
    if (module === undefined || !ts.isClassDeclaration(node) || node.name === undefined) return;
    for (const controller of this.#listIn(memberValue(module.arguments[0], "controllers"), source))
      this.#modules.set(controller.getText(), [
        ...(this.#modules.get(controller.getText()) ?? []),
        node.name.text,
      ]);
  }

  #readTree(list: ts.Expression | undefined, above: string | undefined, source: ts.SourceFile): void {
    for (const one of this.#listIn(list, source)) {
      if (ts.isIdentifier(one)) this.#paths.set(one.text, above);
      if (!ts.isObjectLiteralExpression(one)) continue;
      const [path, module, children] = ["path", "module", "children"].map((name) => memberValue(one, name));
      const own = joinKnown(above, path && this.#textOf(path));
      if (module) this.#paths.set(module.getText(), own);
      if (children) this.#readTree(children, own, source);
    }
  }

  /** The entries of a list that is written here, or in a variable of the same file. */
  #listIn(given: ts.Expression | undefined, source: ts.SourceFile): readonly ts.Expression[] {
    if (given === undefined) return [];
    const value = unwrap(given);
    const list = ts.isIdentifier(value) ? variableIn(source, value.text) : value;
    const isRead =
      list !== undefined && ts.isArrayLiteralExpression(list) && !list.elements.some(ts.isSpreadElement);
    if (!isRead) this.#isUnread = true;
    return isRead ? list.elements.map(unwrap) : [];
  }
}

function variableIn({ statements }: ts.SourceFile, name: string): ts.Expression | undefined {
  for (const one of statements)
    for (const { name: declared, initializer } of ts.isVariableStatement(one)
      ? one.declarationList.declarations
      : [])
      if (declared.getText() === name) return initializer && unwrap(initializer);
  return undefined;
}
