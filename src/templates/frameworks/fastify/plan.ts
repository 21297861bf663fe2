import type { InitContext } from "../../../cli/plan/init-context.js";
import { applicationParts } from "../server/application-parts.js";
import { exampleIn } from "../server/example-page.js";
import { planServer } from "../server/plan.js";
import { application } from "./application.js";

/** The Fastify part of `auth init`. */
export const planFastify = (context: InitContext): Promise<void> => planServer(context, parts);

const parts = applicationParts(application, {
  template: "frameworks/fastify/auth.hbs",
  // An option of Fastify alone can say it.
  trustsItself: () => true,
  lines({ answers: { framework }, places }, { specifier, text }) {
    const example = exampleIn(text, places.example);
    return {
      application,
      imports: [{ specifier, names: ["auth", ...(example ? [example.name] : [])] }],
      statements: (app, quote) => [
        `${app}.register(auth.plugin, { prefix: ${quote}${framework.basePath}${quote} })`,
        `${app}.addHook(${quote}onRequest${quote}, auth.session)`,
        ...(example
          ? [
              `${app}.get(${quote}${example.address}${quote}, { preHandler: auth.require() }, ${example.name})`,
            ]
          : []),
      ],
    };
  },
});
