import { ts } from "../../../cli/source/syntax/syntax.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";

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
