import type { InitContext } from "../../../cli/plan/init-context.js";
import { applicationParts } from "../server/application-parts.js";
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
    lines({ answers: { framework } }, { specifier, text }) {
      const hasPage = text.includes("accountPage");
      return {
        application,
        imports: [{ specifier, names: [...(hasPage ? ["accountPage"] : []), "auth"] }],
        statements: (app, quote) => [
          `${app}.all(${quote}${framework.basePath}/*${quote}, auth.handler)`,
          `${app}.use(auth.session)`,
          ...(hasPage ? [`${app}.get(${quote}/account${quote}, auth.require(), accountPage)`] : []),
        ],
      };
    },
  });
