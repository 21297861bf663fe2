/** Koa in `auth init` and `auth protect`. */
import type { InitContext } from "../init-context.js";
import { applicationParts, exampleIn, planServer } from "../server/plan.js";
import { ts } from "../../../cli/source/syntax/syntax.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { guardsByPath, protectServer } from "../server/protect.js";

/** How a Koa application is made. */
const application: ApplicationShape = {
  made: "new Koa()",
  making: "new",
  module: "koa",
  makers: ["default"],
  transparent: [],
  settings: ["on"],
  routes: ["listen", "callback"],
  adds: ["use"],
  isMiddleware: (given) => given.every((one) => handsOn(one)),
};

/** What a router gives its application. */
const ofRouters: readonly string[] = ["routes", "allowedMethods", "middleware"];

/** `bodyParser()`, `async (ctx, next) => …`; a name may stand for anything. */
function handsOn(given: ts.Expression): boolean {
  if (ts.isFunctionLike(given)) return given.parameters.length > 1;
  return ts.isCallExpression(given) && !isRouter(given);
}

/** `router.routes()`. */
const isRouter = ({ expression }: ts.CallExpression): boolean =>
  ts.isPropertyAccessExpression(expression) && ofRouters.includes(expression.name.text);

/** The Koa part of `auth init`. */
export const planKoa = (context: InitContext): Promise<void> => planServer(context, parts);

const parts = applicationParts(application, {
  template: "frameworks/koa/auth.hbs",
  trustsItself: (server) => /\bproxy\b/.test(server),
  lines({ places }, { specifier, text, isOpen }) {
    const example = exampleIn(text, places.example);
    const setsTrust = isOpen && text.includes("TRUST_PROXY");
    const names = [...(example ? [example.name] : []), "auth", ...(setsTrust ? ["proxies"] : [])];
    return {
      application,
      imports: [{ specifier, names: names.sort() }],
      statements: (app) => [
        ...(setsTrust ? [`${app}.proxy = proxies > 0`, `${app}.maxIpsCount = proxies`] : []),
        `${app}.use(auth.handler)`,
        `${app}.use(auth.session)`,
        ...(example ? [`${app}.use(${example.name})`] : []),
      ],
    };
  },
});

/** `auth protect` in Koa: `app.use(auth.require({ path }))`, a guard that goes by the path itself. */
export const protectKoa = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom: guardsByPath });
