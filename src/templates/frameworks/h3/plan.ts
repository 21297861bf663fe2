import type { InitContext } from "../../../cli/plan/init-context.js";
import { applicationParts } from "../server/application-parts.js";
import { exampleIn, hasOwnAddresses } from "../server/example-page.js";
import { planServer } from "../server/plan.js";
import { application } from "./application.js";

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
