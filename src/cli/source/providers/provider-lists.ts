/** Which provider lists a configuration is made of, and where a further provider belongs. */
import { keyOf } from "../syntax/scopes.js";
import type { Names } from "../names/names.js";
import { entriesOf, isNone, type Entry } from "./list-entries.js";
import { firstOperand, ts, unwrap, visit } from "../syntax/syntax.js";

/** What a value may be made of. */
export interface Lists {
  /** Lists whose elements are part of it in every case, the outermost first. */
  readonly homes: readonly ts.ArrayLiteralExpression[];
  /** Every list that may be part of it. */
  readonly arrays: readonly ts.ArrayLiteralExpression[];
  readonly entries: readonly Entry[];
  /** Parts of it that cannot be read: they may hold further providers. */
  readonly hidden: readonly ts.Node[];
}

const nothing: Lists = { homes: [], arrays: [], entries: [], hidden: [] };

const union = (all: readonly Lists[], homes: Lists["homes"]): Lists => ({
  homes: [...new Set(homes)],
  arrays: [...new Set(all.flatMap(({ arrays }) => arrays))],
  entries: all.flatMap(({ entries }) => entries),
  hidden: [...new Set(all.flatMap(({ hidden }) => hidden))],
});

/** One of several: only what belongs to each of them belongs to it. */
export function eitherOf(all: readonly Lists[]): Lists {
  const [first, ...others] = all;
  if (!first) return nothing;
  return union(
    all,
    first.homes.filter((home) => others.every(({ homes }) => homes.includes(home))),
  );
}

/** Methods that keep what is in a list. */
const keeping = /^(?:filter|concat|flat|sort|toSorted|reverse|toReversed)$/;

/** Reads configurations: objects, functions, classes, wrappers, in whatever file of the project they stand. */
export class ListReader {
  readonly #names: Names;
  /** Under way: code that refers to itself is not followed again. */
  readonly #open = new Set<ts.Node>();

  constructor(names: Names) {
    this.#names = names;
  }

  #once(node: ts.Node, read: () => Lists | undefined): Lists | undefined {
    if (this.#open.has(node)) return undefined;
    this.#open.add(node);
    try {
      return read();
    } finally {
      this.#open.delete(node);
    }
  }

  /** The lists behind `config.providers`; undefined: the expression is no configuration that can be read. */
  config(expression: ts.Node): Lists | undefined {
    return this.#once(expression, () => this.#readConfig(expression));
  }

  #readConfig(expression: ts.Node): Lists | undefined {
    if (ts.isSourceFile(expression)) return this.#listMember(expression);
    if (ts.isFunctionLike(expression)) return this.#returned(expression, (value) => this.config(value));
    if (ts.isClassLike(expression)) return this.#listMember(expression);
    if (!ts.isExpression(expression)) return undefined;
    const value = unwrap(expression);
    if (value !== expression) return this.config(value);
    if (ts.isObjectLiteralExpression(value)) return this.#object(value);
    if (ts.isConditionalExpression(value)) {
      return this.#every([value.whenTrue, value.whenFalse], (one) => this.config(one));
    }
    if (ts.isCallExpression(value)) return this.#call(value, (one) => this.config(one));
    if (ts.isNewExpression(value)) {
      const given = value.arguments?.map((one) => this.config(one)).find((one) => one !== undefined);
      return given ?? this.#followed(value.expression, (one) => this.config(one));
    }
    return this.#followed(value, (one) => this.config(one));
  }

  /** The last member wins, as when the code runs. */
  #object(object: ts.ObjectLiteralExpression): Lists | undefined {
    const later = this.#names
      .assignments(object.getSourceFile())
      .filter(
        ({ target }) =>
          ts.isPropertyAccessExpression(target) &&
          target.name.text === "providers" &&
          this.#isNode(target.expression, object),
      );
    if (later.length > 0) return later.length === 1 ? this.list(later[0]?.value) : undefined;
    for (const property of [...object.properties].reverse()) {
      if (ts.isSpreadAssignment(property)) {
        const value = unwrap(property.expression);
        if (isConditional(value)) {
          const inner = armsOf(value).map((arm) => arm && this.config(arm));
          const some = inner.filter((one) => one !== undefined);
          if (some.length > 0) return { ...eitherOf(some), ...(some.length < inner.length && { homes: [] }) };
          continue;
        }
        const inner = this.config(value);
        if (inner) return inner;
      } else if (keyOf(property.name) === "providers") {
        if (ts.isPropertyAssignment(property)) return this.list(property.initializer);
        return this.list(ts.isShorthandPropertyAssignment(property) ? property.name : property);
      }
    }
    return undefined;
  }

  #listMember(holder: ts.Node): Lists | undefined {
    const found = this.#names.member({ kind: "node", node: holder }, "providers");
    return found?.kind === "node" ? this.list(found.node) : undefined;
  }

  /** The lists behind a list of providers. */
  list(expression: ts.Node | undefined): Lists | undefined {
    return expression && this.#once(expression, () => this.#readList(expression));
  }

  #readList(expression: ts.Node): Lists | undefined {
    if (ts.isFunctionLike(expression)) return this.#returned(expression, (value) => this.list(value));
    if (!ts.isExpression(expression)) return undefined;
    const value = unwrap(expression);
    if (value !== expression) return this.list(value);
    if (ts.isArrayLiteralExpression(value)) return this.#array(value);
    if (ts.isConditionalExpression(value))
      return this.#every([value.whenTrue, value.whenFalse], (one) => this.list(one));
    if (ts.isBinaryExpression(value)) {
      const first = firstOperand(value);
      if (first !== value) return this.list(first);
      const right = this.list(value.right);
      return right && { ...right, homes: [] };
    }
    if (ts.isCallExpression(value)) return this.#listCall(value);
    return this.#followed(value, (one) => this.list(one));
  }

  #array(array: ts.ArrayLiteralExpression): Lists | undefined {
    // Providers are made from a list of names or numbers.
    if (array.elements.some(isIngredient)) return undefined;
    const spread = array.elements.flatMap((one) => (ts.isSpreadElement(one) ? this.#spread(one) : []));
    const own = array.elements
      .filter((one) => !ts.isSpreadElement(one) && !ts.isOmittedExpression(one))
      .flatMap((element) => entriesOf(element, array));
    const self = { ...nothing, homes: [array], arrays: [array], entries: own };
    return union([self, ...spread, ...this.#pushes(array)], [array, ...spread.flatMap(({ homes }) => homes)]);
  }

  /** `...more` */
  #spread(element: ts.SpreadElement): Lists {
    return this.list(element.expression) ?? { ...nothing, hidden: [element] };
  }

  /** `list.push(...)` in the file of the list. */
  #pushes(array: ts.ArrayLiteralExpression): Lists[] {
    const found: Lists[] = [];
    visit(array.getSourceFile(), (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      const { name, expression } = node.expression;
      if (name.text !== "push" && name.text !== "unshift") return;
      if (!this.#isNode(expression, array)) return;
      for (const element of node.arguments)
        found.push(
          ts.isSpreadElement(element)
            ? { ...this.#spread(element), homes: [] }
            : { ...nothing, entries: entriesOf(element, node) },
        );
    });
    return found;
  }

  #isNode(expression: ts.Expression, node: ts.Node): boolean {
    const value = unwrap(expression);
    const meanings = ts.isIdentifier(value) ? this.#names.values(value) : [this.#names.meaning(value)];
    return meanings.some((one) => one?.kind === "node" && one.node === node);
  }

  #listCall(call: ts.CallExpression): Lists | undefined {
    if (ts.isPropertyAccessExpression(call.expression)) {
      const { expression: receiver, name } = call.expression;
      const bare = name.text === "slice" && call.arguments.length === 0;
      if (keeping.test(name.text) || bare) {
        const more = name.text === "concat" ? call.arguments : [];
        const parts = [receiver, ...more].map((node) => ({ node, lists: this.list(node) }));
        if (parts.every(({ lists }) => lists === undefined)) return undefined;
        const all = parts.map(({ node, lists }) => lists ?? { ...nothing, hidden: [node] });
        return union(
          all,
          all.flatMap(({ homes }) => homes),
        );
      }
      // Each element is made into something else: what to add depends on what the function makes of it.
      if (/^(?:map|flatMap|reduce|slice|splice)$/.test(name.text)) return undefined;
    }
    return this.#call(call, (one) => this.list(one));
  }

  /** A wrapper hands its argument through; a function of the project is asked for what it returns. */
  #call(call: ts.CallExpression, read: (value: ts.Node) => Lists | undefined): Lists | undefined {
    const assign = call.expression.getText() === "Object.assign";
    const given = assign ? [...call.arguments].reverse() : call.arguments;
    for (const one of given) {
      const found = read(one);
      if (found) return found;
    }
    return this.#followed(call.expression, read);
  }

  /** What the names in an expression lead to. */
  #followed(expression: ts.Expression, read: (value: ts.Node) => Lists | undefined): Lists | undefined {
    const value = unwrap(expression);
    const meanings = ts.isIdentifier(value) ? this.#names.values(value) : [this.#names.meaning(value)];
    const nodes = meanings.map((one) => (one?.kind === "node" ? one.node : undefined));
    const next = nodes.filter((one) => one !== undefined && one !== expression && !this.#open.has(one));
    if (next.length === 0) return undefined;
    return this.#every(next, (one) => one && read(one));
  }

  #every<T>(values: readonly T[], read: (value: T) => Lists | undefined): Lists | undefined {
    const all = values.map(read);
    const some = all.filter((one) => one !== undefined);
    if (some.length === 0) return undefined;
    return some.length === all.length ? eitherOf(some) : { ...eitherOf(some), homes: [] };
  }

  #returned(node: ts.SignatureDeclaration, read: (value: ts.Node) => Lists | undefined): Lists | undefined {
    return this.#every(returnedBy(node), read);
  }
}

const isConditional = (value: ts.Expression): boolean =>
  ts.isConditionalExpression(value) ||
  (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken);

/** Both outcomes of a condition; `a && b` has none when it does not hold. */
function armsOf(value: ts.Expression): (ts.Expression | undefined)[] {
  if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse];
  return ts.isBinaryExpression(value) ? [value.right, undefined] : [value];
}

/** The values that a function may return; `return null` says that there is none. */
export function returnedBy(node: ts.SignatureDeclaration): ts.Expression[] {
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [node.body];
  const body = "body" in node ? node.body : undefined;
  const values: ts.Expression[] = [];
  const walk = (child: ts.Node): void => {
    if (ts.isReturnStatement(child) && child.expression && !isNone(child.expression))
      values.push(child.expression);
    if (!ts.isFunctionLike(child) && !ts.isClassLike(child)) ts.forEachChild(child, walk);
  };
  if (body) walk(body);
  return values;
}

/** Not a provider: a word, a number, an object that does not say which provider it is. */
const isIngredient = (element: ts.Expression): boolean =>
  ts.isStringLiteralLike(element) ||
  ts.isNumericLiteral(element) ||
  (ts.isObjectLiteralExpression(element) &&
    !element.properties.some((one) => ts.isSpreadAssignment(one) || keyOf(one.name) === "id"));
