import type { InitContext } from "../../../cli/plan/init-context.js";
import { applicationParts } from "../server/application-parts.js";
import { planServer } from "../server/plan.js";
import { application } from "./application.js";

/** The h3 part of `auth init`. */
export const planH3 = (context: InitContext): Promise<void> => planServer(context, parts);

const parts = applicationParts(application, {
  template: "frameworks/h3/auth.hbs",
  // An option of createAuth says it.
  trustsItself: () => false,
  lines({ answers: { framework } }, { specifier, text }) {
    const hasPage = text.includes("accountPage");
    return {
      application,
      imports: [{ specifier, names: [...(hasPage ? ["accountPage"] : []), "auth"] }],
      statements: (app, quote) => [
        `${app}.use(${quote}${framework.basePath}/**${quote}, auth.handler)`,
        `${app}.use(auth.session)`,
        ...(hasPage
          ? [`${app}.get(${quote}/account${quote}, accountPage, { middleware: [auth.require()] })`]
          : []),
      ],
    };
  },
});
