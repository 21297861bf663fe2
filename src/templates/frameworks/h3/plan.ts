/** h3 in `auth init` and `auth protect`. */
import type { InitContext } from "../init-context.js";
import { applicationParts, exampleIn, hasOwnAddresses, planServer } from "../server/plan.js";
import { ts } from "../../../cli/source/syntax/syntax.js";
import type { ApplicationCall } from "../../../cli/source/routes/answering.js";
import type { ApplicationShape } from "../../../cli/source/routes/application.js";
import type { GuardIdiom } from "../../../cli/edit/guard-path.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { guardsByPath, protectServer } from "../server/protect.js";

/** How an h3 application is made. */
const application: ApplicationShape = {
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

/** The h3 part of `auth init`. */
export const planH3 = (context: InitContext): Promise<void> => planServer(context, parts);

const parts = applicationParts(application, {
  template: "frameworks/h3/auth.hbs",
  // An option of createAuth says it.
  trustsItself: () => false,
  lines({ answers: { framework }, places }, { specifier, text }) {
    const example = exampleIn(text, places.example);
    return {
      application,
      imports: [{ specifier, names: ["auth", ...(example ? [example.name] : [])] }],
      statements: (app, quote) => [
        `${app}.use(${quote}${framework.basePath}/**${quote}, auth.handler)`,
        ...(hasOwnAddresses(text) ? [`${app}.use(auth.pages)`] : []),
        `${app}.use(auth.session)`,
        ...(example
          ? [
              `${app}.get(${quote}${example.address}${quote}, ${example.name}, { middleware: [auth.require()] })`,
            ]
          : []),
      ],
    };
  },
});

/** `auth protect` in h3: `app.use(auth.require({ path }))`, a guard that goes by the path itself. */
export const protectH3 = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom });

const idiom: GuardIdiom = { ...guardsByPath, goesFirst };
