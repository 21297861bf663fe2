import type { Survey } from "../../../cli/findings/survey.js";
import type { AppRoute } from "../../../cli/source/syntax/access.js";
import { serverRoutes } from "../server/routes.js";

export const routesOf = (all: Survey): readonly AppRoute[] =>
  serverRoutes(all, {
    packages: ["express"],
    isOrdered: true,
    isExact: false,
  });
