/** Fastify in `auth init` and `auth protect`. */
import type { InitContext } from "../init-context.js";
import { applicationParts, exampleIn, planServer } from "../server/plan.js";
import { isRelative } from "../../../cli/source/text/file-names.js";
import { locateModule, requiredModule, ts, unwrap } from "../../../cli/source/syntax/syntax.js";
import type { ApplicationCall } from "../../../cli/source/routes/answering.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";
import type { GuardIdiom } from "../../../cli/edit/guard-path.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import type { WellKnownContext } from "../support.js";
import { mountBeside } from "../server/well-known.js";
import { guardsByPath, protectServer } from "../server/protect.js";

/** How a Fastify application is made. */
const application: ApplicationShape = {
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

/** The Fastify part of `auth init`. */
export const planFastify = (context: InitContext): Promise<void> => planServer(context, parts);

const parts = applicationParts(application, {
  template: "frameworks/fastify/auth.hbs",
  // An option of Fastify alone can say it.
  trustsItself: () => true,
  lines({ answers: { framework }, places }, { specifier, text }) {
    const example = exampleIn(text, places.example);
    return {
      application,
      imports: [{ specifier, names: ["auth", ...(example ? [example.name] : [])] }],
      statements: (app, quote) => [
        `${app}.register(auth.plugin, { prefix: ${quote}${framework.basePath}${quote} })`,
        `${app}.addHook(${quote}onRequest${quote}, auth.session)`,
        ...(example
          ? [
              `${app}.get(${quote}${example.address}${quote}, { preHandler: auth.require() }, ${example.name})`,
            ]
          : []),
      ],
    };
  },
});

/** A hook of the application. */
export const mountWellKnown = (context: WellKnownContext): void =>
  mountBeside(context, {
    statement: (app, auth, quote) => `${app}.addHook(${quote}onRequest${quote}, ${auth}.wellKnown)`,
  });

/** `auth protect` in Fastify: a hook of the application, whose guard goes by the path itself. */
export const protectFastify = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom });

const idiom: GuardIdiom = {
  ...guardsByPath,
  goesFirst,
  statement: (app, guard, _pattern, quoted) => `${app}.addHook(${quoted("onRequest")}, ${guard})`,
};
