/** What calls on applications and routers are given: paths, lists of them, members of objects. Loads the TypeScript parser. */
import { plainText, type TextReader } from "../names/texts.js";
import { keyOf } from "../syntax/scopes.js";
import { requiredModule, ts, unwrap } from "../syntax/syntax.js";

export const sum = (first: string | undefined, second: string | undefined): string | undefined =>
  first === undefined || second === undefined ? undefined : first + second;

/** A path where there is one; "" where nothing is given. */
export const pathOf = (node: ts.Expression | undefined, textOf: TextReader): string | undefined =>
  node === undefined ? "" : textOf(node);

export const objectIn = (args: readonly ts.Expression[]) =>
  args.find((one) => ts.isObjectLiteralExpression(one));

/** What a call is for, and with what. */
interface Given {
  /** One by one; undefined for one that only a run knows, and "" where there is none. */
  readonly paths: readonly (string | undefined)[];
  /** The arguments but for a path in front of them. */
  readonly others: readonly ts.Expression[];
}

export function givenIn(method: string, args: readonly ts.Expression[], textOf: TextReader): Given {
  const [first, ...behind] = args;
  if (method === "register") return { paths: [prefixIn(args, textOf)], others: args };
  const object = objectIn(args);
  const member = memberValue(object, "prefix") ?? memberValue(object, "url");
  if (first === undefined) return { paths: [""], others: args };
  const value = unwrap(first);
  const isList = ts.isArrayLiteralExpression(value) && value.elements.length > 0;
  const all = isList ? [...value.elements] : [value];
  const texts = all.map((one) => textOf(one));
  if (texts.some((text) => text !== undefined)) return { paths: texts, others: behind };
  if (member !== undefined) return { paths: [textOf(member)], others: args };
  return all.some((one) => isPath(method, one, args.length))
    ? { paths: all.map(() => undefined), others: behind }
    : { paths: [""], others: args };
}

/** The prefix of a plugin of Fastify, in an object or in what stands for one; `fastify-plugin` takes no heed of it. */
function prefixIn([plugin, options]: readonly ts.Expression[], textOf: TextReader): string | undefined {
  const isPlain = options === undefined || plugin === undefined || unplugged(plugin) !== unwrap(plugin);
  return isPlain ? "" : textOf(options, "prefix");
}

/** What `fp(plugin)` of fastify-plugin gives on. */
export function unplugged(node: ts.Expression): ts.Expression {
  const value = unwrap(node);
  if (!ts.isCallExpression(value) || !isPlug(value.expression)) return value;
  const [plugin] = value.arguments;
  return plugin === undefined ? value : unplugged(plugin);
}

function isPlug(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ["fp", "fastifyPlugin"].includes(callee.text);
  const isMember = ts.isPropertyAccessExpression(callee) && ts.isIdentifier(callee.expression);
  return isMember && ["fastifyPlugin", "default"].includes(callee.name.text);
}

/** Ends of names that stand for paths, in front of routers: other names stand for middleware there. */
const pathWords = ["path", "prefix", "base", "url", "version", "endpoint"];

const verbs = ["get", "post", "put", "patch", "delete", "head", "options", "all"];

/** Whether what stands first in a call is a path whose text is not in sight. */
function isPath(method: string, value: ts.Expression, count: number): boolean {
  if (ts.isRegularExpressionLiteral(value) || ts.isTemplateExpression(value)) return true;
  if (ts.isFunctionLike(value) || ts.isCallExpression(value) || ts.isObjectLiteralExpression(value))
    return false;
  if (count < 2) return method === "basePath";
  if (verbs.includes(method) || method === "mount") return true;
  if (ts.isBinaryExpression(value)) return true;
  const name = ts.isPropertyAccessExpression(value) ? value.name : value;
  return ts.isIdentifier(name) && pathWords.some((word) => name.text.toLowerCase().endsWith(word));
}

export function memberValue(node: ts.Expression | undefined, name: string): ts.Expression | undefined {
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return undefined;
  const member = node.properties.find((one) => keyOf(one.name) === name);
  if (member && ts.isShorthandPropertyAssignment(member)) return member.name;
  return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

/** What stands for an expression without a name: no name of a file begins so. */
export const placeName = (node: ts.Node): string => `@${node.getStart()}-${node.getEnd()}`;

/** A module that is loaded in place, or a member of it: `require("./orders")`, `import("./orders.js")`. */
export function loadedIn(value: ts.Expression): { specifier: string; name: string } | undefined {
  const isMember = ts.isPropertyAccessExpression(value);
  const specifier = moduleIn(isMember ? unwrap(value.expression) : value);
  return specifier === undefined ? undefined : { specifier, name: isMember ? value.name.text : "default" };
}

function moduleIn(value: ts.Expression): string | undefined {
  const call = ts.isAwaitExpression(value) ? unwrap(value.expression) : value;
  if (!ts.isCallExpression(call)) return undefined;
  const isImport = call.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImport && call.arguments[0] ? plainText(call.arguments[0]) : requiredModule(call);
}
