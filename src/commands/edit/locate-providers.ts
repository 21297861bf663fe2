import { locateModule, parse, ts, unreadable, unwrap, visit, type Located } from "./locate.js";

export interface ArrayPlace {
  /** Offset of `[`. */
  readonly open: number;
  /** Offset of `]`. */
  readonly close: number;
  readonly elements: readonly { readonly start: number; readonly end: number; readonly name?: string }[];
  readonly trailingComma: boolean;
}

/**
 * The providers array of an auth configuration: of the object given to a function of the package, or of the object
 * in the file that has `providers`. Follows identifiers, wrappers, and functions with one returned value.
 */
export function locateProviders(text: string, fileName: string, packageName: string): Located<ArrayPlace> {
  const source = parse(text, fileName);
  const own = new Set(
    locateModule(text, fileName)
      .imports.filter(({ specifier, typeOnly }) => !typeOnly && isDoor(specifier, packageName))
      .flatMap(({ whole, names }) => [...(whole ? [whole] : []), ...Object.values(names)]),
  );
  const declared = declarations(source);
  const roots: ts.Expression[] = [];
  const objects: ts.Expression[] = [];
  visit(source, (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && own.has(node.expression.text)) {
      const config = node.arguments.find((argument) => arrayOf(argument, declared) !== undefined);
      if (config) roots.push(config);
    }
    if (
      ts.isObjectLiteralExpression(node) &&
      node.properties.some((one) => one.name?.getText() === "providers")
    ) {
      objects.push(node);
    }
  });
  const found = new Map<number, ts.ArrayLiteralExpression>();
  for (const root of roots.length > 0 ? roots : objects) {
    const array = arrayOf(root, declared);
    if (array) found.set(array.getStart(), array);
  }
  const [array, ...others] = found.values();
  if (array && others.length === 0) return { kind: "found", place: arrayPlace(array, text) };
  const where = objects[0]?.getStart() ?? 0;
  if (array) return unreadable(others[0]?.getStart() ?? where, "there is more than one list of providers");
  if (objects.length > 0) return unreadable(where, "`providers` is not a plain list");
  return unreadable(where, "no `providers` list was found");
}

const isDoor = (specifier: string, packageName: string) =>
  specifier === packageName ||
  (specifier.startsWith(`${packageName}/`) && !specifier.startsWith(`${packageName}/providers/`));

type Declared = ReadonlyMap<string, ts.Node>;

/** Initialisers and functions by name; a name that is declared twice is left out. */
function declarations(source: ts.SourceFile): Declared {
  const found = new Map<string, ts.Node>();
  const twice = new Set<string>();
  const add = (name: ts.Node | undefined, value: ts.Node | undefined) => {
    if (!name || !value || !ts.isIdentifier(name)) return;
    if (found.has(name.text)) twice.add(name.text);
    found.set(name.text, value);
  };
  visit(source, (node) => {
    if (ts.isVariableDeclaration(node)) add(node.name, node.initializer);
    if (ts.isFunctionDeclaration(node)) add(node.name, node);
  });
  for (const name of twice) found.delete(name);
  return found;
}

/** The array literal behind `config.providers`, or behind a list itself. Depth-limited: declarations may be circular. */
function arrayOf(
  node: ts.Node,
  declared: Declared,
  list = false,
  depth = 0,
): ts.ArrayLiteralExpression | undefined {
  if (depth > 12) return undefined;
  const go = (next: ts.Node | undefined, asList = list) => next && arrayOf(next, declared, asList, depth + 1);
  if (ts.isFunctionLike(node)) return go(returned(node));
  if (!ts.isExpression(node)) return undefined;
  const value = unwrap(node);
  if (ts.isIdentifier(value)) return go(declared.get(value.text));
  if (list && ts.isArrayLiteralExpression(value)) return value;
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return go(returned(value));
  if (ts.isCallExpression(value)) {
    // `[...].filter(Boolean)` keeps what is in the list; `defineConfig({...})` hands its argument through.
    if (ts.isPropertyAccessExpression(value.expression)) {
      const kept = /^(?:filter|concat|slice|flat)$/.test(value.expression.name.text);
      if (list && kept) return go(value.expression.expression);
    }
    if (value.arguments.length === 0) return go(value.expression);
    return go(value.arguments[0]);
  }
  if (list || !ts.isObjectLiteralExpression(value)) return undefined;
  for (const property of value.properties) {
    if (property.name?.getText().replace(/["']/g, "") !== "providers") continue;
    if (ts.isPropertyAssignment(property)) return go(property.initializer, true);
    if (ts.isShorthandPropertyAssignment(property)) return go(declared.get(property.name.text), true);
    return undefined;
  }
  for (const property of value.properties) {
    if (ts.isSpreadAssignment(property)) return go(property.expression);
  }
  return undefined;
}

/** The only value that a function returns. */
function returned(node: ts.SignatureDeclaration): ts.Expression | undefined {
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return node.body;
  const body = "body" in node ? node.body : undefined;
  if (!body) return undefined;
  const values: (ts.Expression | undefined)[] = [];
  const walk = (child: ts.Node): void => {
    if (ts.isReturnStatement(child)) values.push(child.expression);
    if (!ts.isFunctionLike(child)) ts.forEachChild(child, walk);
  };
  walk(body);
  return values.length === 1 ? values[0] : undefined;
}

function arrayPlace(array: ts.ArrayLiteralExpression, text: string): ArrayPlace {
  const elements = array.elements.map((element) => {
    const value = unwrap(element);
    const called = ts.isCallExpression(value) ? value.expression : value;
    const name = ts.isIdentifier(called) ? called.text : undefined;
    return { start: element.getStart(), end: element.getEnd(), ...(name && { name }) };
  });
  const close = array.getEnd() - 1;
  return {
    open: array.getStart(),
    close,
    elements,
    trailingComma: array.elements.hasTrailingComma && text[close] === "]",
  };
}
