import type { InitContext } from "../../../cli/plan/init-context.js";
import { applicationParts } from "../server/application-parts.js";
import { exampleIn, hasOwnAddresses } from "../server/example-page.js";
import { planServer } from "../server/plan.js";
import type { ServerParts } from "../server/parts.js";
import { application } from "./application.js";

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
