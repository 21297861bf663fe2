import { ts } from "../../../cli/source/syntax/syntax.js";
import type { ApplicationCall } from "../../../cli/source/routes/answering.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";

/** How an h3 application is made. */
export const application: ApplicationShape = {
  made: "new H3()",
  making: "new",
  module: "h3",
  makers: ["H3"],
  transparent: [],
  settings: ["register"],
  routes: ["get", "post", "put", "patch", "delete", "options", "head", "all", "on", "mount", "fetch"],
  adds: ["use"],
  // Whatever is added with a path or without; a function that hands nothing on may end the way.
  isMiddleware: (given) => given.every((one) => !ts.isFunctionLike(one) || one.parameters.length > 1),
};

/** Middleware runs in front of all routes: only middleware that stands above a guard answers without it. */
export const goesFirst = ({ method }: ApplicationCall): boolean => method === "use" || method === "";
