/** Express in `auth init` and `auth protect`. */
import type { MountPoint } from "../../../cli/edit/server-file.js";
import type { InitContext } from "../init-context.js";
import { applicationParts, exampleIn, hasOwnAddresses, planServer, type AuthSource } from "../server/plan.js";
import { ts } from "../../../cli/source/syntax/syntax.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { guardsByPath, protectServer } from "../server/protect.js";

/** How an Express application is made. */
export const application: ApplicationShape = {
  made: "express()",
  making: "call",
  module: "express",
  makers: ["default"],
  transparent: [],
  settings: ["set", "disable", "enable"],
  routes: ["listen", "get", "post", "put", "patch", "delete", "all", "route"],
  adds: ["use"],
  isMiddleware,
};

/** What `app.use` takes, other than a router, a 404 page or an error handler. */
function isMiddleware([first, second]: readonly ts.Expression[]): boolean {
  if (!first || ts.isCallExpression(first)) return true; // app.use(cors()), app.use(express.json())
  if (ts.isFunctionLike(first)) return first.parameters.length === 3;
  return second !== undefined && isStaticFiles(second);
}

const isStaticFiles = (handler: ts.Expression): boolean =>
  ts.isCallExpression(handler) && /\bstatic$/.test(handler.expression.getText());

/** The Express part of `auth init`. */
export const planExpress = (context: InitContext): Promise<void> => planServer(context, parts);

const parts = applicationParts(application, {
  template: "frameworks/express/auth.hbs",
  trustsItself: (server) => /["'`]trust proxy["'`]/.test(server),
  lines: mountFor,
});

/** The lines of the server file: those that the auth file was written for. */
function mountFor(
  { answers: { framework }, places }: InitContext,
  { specifier, text, isOpen }: AuthSource,
): MountPoint {
  const setsTrust = isOpen && text.includes("trustProxy");
  const example = exampleIn(text, places.example);
  const names = ["auth", ...(example ? [example.name] : []), ...(setsTrust ? ["trustProxy"] : [])];
  return {
    application,
    imports: [{ specifier, names: names.sort() }],
    statements: (app, quote) => [
      ...(setsTrust ? [`${app}.set(${quote}trust proxy${quote}, trustProxy)`] : []),
      `${app}.use(${quote}${framework.basePath}${quote}, auth.handler)`,
      ...(hasOwnAddresses(text) ? [`${app}.use(auth.pages)`] : []),
      `${app}.use(auth.session)`,
      ...(example ? [`${app}.get(${quote}${example.address}${quote}, auth.require(), ${example.name})`] : []),
    ],
  };
}

/** `auth protect` in Express: `app.use(auth.require({ path }))` behind the line that reads the session. */
export const protectExpress = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom: guardsByPath });
