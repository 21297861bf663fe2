import { ts } from "../../../cli/source/syntax/syntax.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";

/** How a Koa application is made. */
export const application: ApplicationShape = {
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
