import { ts } from "../../../cli/source/syntax/syntax.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";

/** How a Hono application is made. */
export const application: ApplicationShape = {
  made: "new Hono()",
  making: "new",
  module: "hono",
  makers: ["Hono"],
  transparent: [],
  settings: ["onError", "notFound"],
  routes: ["get", "post", "put", "patch", "delete", "options", "all", "on", "route", "mount", "fetch"],
  adds: ["use"],
  // Whatever is added with a path or without; a handler that hands nothing on ends the way.
  isMiddleware: (given) => given.every((one) => !ts.isFunctionLike(one) || one.parameters.length > 1),
};
