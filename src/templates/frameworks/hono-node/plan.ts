/** Hono in `auth init` and `auth protect`, on every platform. */
import type { InitContext } from "../init-context.js";
import {
  applicationParts,
  exampleIn,
  hasOwnAddresses,
  planServer,
  type ServerParts,
} from "../server/plan.js";
import { ts } from "../../../cli/source/syntax/syntax.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { guardsByPath, protectServer } from "../server/protect.js";

const routes = ["get", "post", "put", "patch", "delete", "options", "all", "on", "route", "mount"];

/** How a Hono application is made. */
const application: ApplicationShape = {
  made: "new Hono()",
  making: "new",
  module: "hono",
  makers: ["Hono"],
  transparent: [],
  chained: [...routes, "use", "basePath", "onError", "notFound"],
  settings: ["onError", "notFound"],
  // What is added in front of `basePath` is not below its path.
  routes: [...routes, "basePath", "fetch"],
  adds: ["use"],
  // Whatever is added with a path or without; a handler that hands nothing on ends the way.
  isMiddleware: (given) => given.every((one) => !ts.isFunctionLike(one) || one.parameters.length > 1),
};

/** The Hono part of `auth init`. */
export const planHonoNode = (context: InitContext): Promise<void> =>
  planServer(context, honoParts("frameworks/hono-node/auth.hbs"));

/** What a Hono application gets on every platform. */
export const honoParts = (template: string): ServerParts =>
  applicationParts(application, {
    template,
    // An option of createAuth says it.
    trustsItself: () => false,
    lines({ answers: { framework }, places }, { specifier, text }) {
      const example = exampleIn(text, places.example);
      return {
        application,
        imports: [{ specifier, names: ["auth", ...(example ? [example.name] : [])] }],
        statements: (app, quote) => [
          `${app}.all(${quote}${framework.basePath}/*${quote}, auth.handler)`,
          ...(hasOwnAddresses(text) ? [`${app}.use(auth.pages)`] : []),
          `${app}.use(auth.session)`,
          ...(example
            ? [`${app}.get(${quote}${example.address}${quote}, auth.require(), ${example.name})`]
            : []),
        ],
      };
    },
  });

/** `auth protect` in Hono: `app.use(auth.require({ path }))`, a guard that goes by the path itself. */
export const protectHono = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom: guardsByPath });
