import { isRelative } from "../../../cli/source/text/file-names.js";
import { locateModule, requiredModule, ts, unwrap } from "../../../cli/source/syntax/syntax.js";
import type { ApplicationCall } from "../../../cli/source/routes/answering.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";

/** How a Fastify application is made. */
export const application: ApplicationShape = {
  made: "fastify()",
  making: "call",
  module: "fastify",
  makers: ["default", "fastify"],
  transparent: ["withTypeProvider"],
  settings: [
    "decorate",
    "decorateRequest",
    "decorateReply",
    "addHook",
    "addSchema",
    "addContentTypeParser",
    "setErrorHandler",
    "setNotFoundHandler",
    "setValidatorCompiler",
    "setSerializerCompiler",
    "setSchemaErrorFormatter",
  ],
  routes: ["listen", "ready", "get", "post", "put", "patch", "delete", "options", "all", "route", "after"],
  adds: ["register"],
  isMiddleware,
};

/** Plugins of packages, whose hooks are for the endpoints too; but what loads the app's own routes is none. */
function isMiddleware([first]: readonly ts.Expression[]): boolean {
  const specifier = first && moduleOf(unwrap(first));
  return specifier !== undefined && !isRelative(specifier) && specifier !== "@fastify/autoload";
}

/** `require("x")`, `import("x")`, or a name that one of these or an import statement gave. */
function moduleOf(plugin: ts.Expression): string | undefined {
  if (ts.isIdentifier(plugin)) {
    const { text, fileName } = plugin.getSourceFile();
    return locateModule(text, fileName).imports.find(
      ({ whole, names }) => whole === plugin.text || Object.values(names).includes(plugin.text),
    )?.specifier;
  }
  if (!ts.isCallExpression(plugin)) return undefined;
  const [given] = plugin.arguments;
  const isImport = plugin.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImport && given && ts.isStringLiteral(given) ? given.text : requiredModule(plugin);
}

/**
 * A plugin that is awaited has its routes before hooks that follow it; all else gets them, whatever stands first.
 * Plugins of packages add to the application itself, whose hooks hold for them, but for the one that loads the app's own.
 */
export function goesFirst({ node, method }: ApplicationCall): boolean {
  if (method !== "register" || !ts.isAwaitExpression(node.parent)) return false;
  return !isMiddleware([...node.arguments]);
}
