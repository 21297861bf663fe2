/** The options of an auth configuration, or of a provider, wherever in the project they are written. */
import { returnedBy } from "../providers/provider-lists.js";
import type { Names } from "../names/names.js";
import { keyOf } from "../syntax/scopes.js";
import { ts, unwrap } from "../syntax/syntax.js";

/** An option by its path, such as `session.strategy`, and the code of its value. */
export interface LocatedOption {
  readonly path: string;
  /** The member that says it. */
  readonly member: ts.Node;
  readonly value: ts.Node;
}

const maxDepth = 12;
type Options = readonly LocatedOption[];

/** Reads options as the code would make them: the last member wins, and a whole member replaces what is inside. */
export class OptionReader {
  readonly #names: Names;
  /** Under way: code that refers to itself is not followed again. */
  readonly #open = new Set<ts.Node>();
  /** Read before: objects that spread each other many times would take as many ways as there are. */
  readonly #known = new Map<ts.Node, Options>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** The options that an expression stands for; none when it is nothing that can be read. */
  of(expression: ts.Node, depth = 0): Options {
    if (depth > maxDepth || this.#open.has(expression)) return [];
    const known = this.#known.get(expression);
    if (known) return known;
    this.#open.add(expression);
    try {
      const options = this.#read(expression, depth + 1);
      this.#known.set(expression, options);
      return options;
    } finally {
      this.#open.delete(expression);
    }
  }

  #read(node: ts.Node, depth: number): Options {
    if (ts.isFunctionLike(node)) return this.#all(returnedBy(node), depth);
    if (ts.isClassLike(node)) return this.#members(node.members, depth);
    if (ts.isSourceFile(node)) return this.#exports(node, depth);
    if (!ts.isExpression(node)) return [];
    const value = unwrap(node);
    if (ts.isObjectLiteralExpression(value)) return this.#object(value, depth);
    if (ts.isConditionalExpression(value)) return this.#all([value.whenFalse, value.whenTrue], depth);
    if (ts.isBinaryExpression(value)) return this.of(value.right, depth);
    if (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
      return this.#all(returnedBy(value), depth);
    if (ts.isCallExpression(value) || ts.isNewExpression(value)) return this.#call(value, depth);
    return this.#followed(value, depth);
  }

  /** A wrapper hands its arguments through; a function of the project is asked for what it returns. */
  #call(call: ts.CallExpression | ts.NewExpression, depth: number): Options {
    const given = this.#all([...(call.arguments ?? [])], depth);
    return given.length > 0 ? given : this.#followed(call.expression, depth);
  }

  #followed(expression: ts.Expression, depth: number): Options {
    const value = unwrap(expression);
    const meanings = ts.isIdentifier(value) ? this.#names.values(value) : [this.#names.meaning(value)];
    const nodes = meanings.flatMap((one) =>
      one?.kind === "node" && one.node !== expression ? [one.node] : [],
    );
    return this.#all(nodes, depth);
  }

  #object(object: ts.ObjectLiteralExpression, depth: number): Options {
    return merged([this.#members(object.properties, depth), this.#assigned(object, depth)]);
  }

  #members(members: readonly (ts.ObjectLiteralElementLike | ts.ClassElement)[], depth: number): Options {
    return merged(members.map((member) => this.#member(member, depth)));
  }

  #member(member: ts.ObjectLiteralElementLike | ts.ClassElement, depth: number): Options {
    if (ts.isSpreadAssignment(member)) return this.of(member.expression, depth);
    const name = keyOf(member.name);
    if (name === undefined) return [];
    if (ts.isPropertyAssignment(member) || ts.isPropertyDeclaration(member))
      return this.#option(name, member, member.initializer ?? member, depth);
    const value = ts.isShorthandPropertyAssignment(member) ? member.name : member;
    return this.#option(name, member, value, depth);
  }

  #option(path: string, member: ts.Node, value: ts.Node, depth: number): Options {
    const inner = isPlain(value) ? this.of(value, depth) : [];
    return [{ path, member, value }, ...inner.map((one) => ({ ...one, path: `${path}.${one.path}` }))];
  }

  /** `config.basePath = "/auth"` in the file of the object. */
  #assigned(object: ts.ObjectLiteralExpression, depth: number): Options {
    const found = this.#names.assignments(object.getSourceFile()).map(({ target, value }) => {
      if (!ts.isPropertyAccessExpression(target)) return [];
      const meaning = this.#names.meaning(target.expression);
      if (meaning?.kind !== "node" || meaning.node !== object) return [];
      return this.#option(target.name.text, target.parent, value, depth);
    });
    return merged(found);
  }

  /** A module whose exports are the options. */
  #exports(source: ts.SourceFile, depth: number): Options {
    const declared = source.statements.flatMap((one) =>
      ts.isVariableStatement(one) ? [...one.declarationList.declarations] : [],
    );
    const all = declared.map((one) =>
      ts.isIdentifier(one.name) ? this.#option(one.name.text, one, one.initializer ?? one, depth) : [],
    );
    return merged(all);
  }

  #all(nodes: readonly ts.Node[], depth: number): Options {
    return merged(nodes.map((one) => this.of(one, depth)));
  }
}

/** What a value is made of is read where it is an object, or a name or a choice that may stand for one. */
function isPlain(node: ts.Node): boolean {
  if (!ts.isExpression(node)) return false;
  const value = unwrap(node);
  return (
    ts.isObjectLiteralExpression(value) ||
    ts.isIdentifier(value) ||
    ts.isPropertyAccessExpression(value) ||
    ts.isConditionalExpression(value)
  );
}

/** Later ones win, with everything inside. */
function merged(all: readonly Options[]): Options {
  const found = new Map<string, LocatedOption>();
  for (const options of all) {
    for (const { path } of options)
      if (!path.includes("."))
        for (const known of found.keys())
          if (known === path || known.startsWith(`${path}.`)) found.delete(known);
    for (const option of options) found.set(option.path, option);
  }
  return [...found.values()];
}
