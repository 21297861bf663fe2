/** The path that a server mounts the endpoints at. Loads the TypeScript parser. */
import { readIfText } from "../../../cli/project/files.js";
import type { ConfiguredSurface } from "../../../cli/project/framework.js";
import { authExpressionsIn, type AuthExpressions } from "../../../cli/source/routes/auth-expressions.js";
import { textIn } from "../../../cli/source/routes/requirement.js";
import { collect } from "../../../cli/source/syntax/collect.js";
import { parse, ts } from "../../../cli/source/syntax/syntax.js";

/** A mount's path without the wildcard at its end. */
export const withoutWildcard = (pattern: string): string =>
  pattern.replace(/\/?(?:\{?\/?\*{1,2}\w*\}?|\(\.\*\)|:\w+\*)$/, "");

/** The last word is the mount's: the runtime goes by it. */
export function mountPath({
  files,
  serverFile,
  authFile,
  configuration,
}: ConfiguredSurface): string | undefined {
  const all = [serverFile, authFile, ...(configuration?.calls.map(({ at }) => at.path) ?? [])];
  const sources = [...new Set(all)].flatMap((file) => {
    const text = file === undefined ? undefined : readIfText(files, file)?.text;
    return file === undefined || text === undefined ? [] : [parse(text, file)];
  });
  const known = authExpressionsIn(sources);
  const [pattern] = sources.flatMap((source) => collect(source, (node) => patternsOf(node, known)));
  return pattern === undefined ? undefined : withoutWildcard(pattern).replace(/\/+$/, "");
}

/** The path of `app.use("/auth", auth.handler)` and of `app.register(auth.plugin, { prefix: "/auth" })`, as it is written. */
function patternsOf(node: ts.Node, { isHandler }: AuthExpressions): readonly string[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const [first, ...others] = node.arguments;
  if (first === undefined) return [];
  const { text: method } = node.expression.name;
  if (method === "register") {
    const prefix = textIn(others[0], "prefix");
    return prefix && isHandler(first) ? [prefix] : [];
  }
  const isMount = ["use", "all"].includes(method) && ts.isStringLiteralLike(first) && first.text !== "";
  return isMount && others.some(isHandler) ? [first.text] : [];
}
