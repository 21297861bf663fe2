import type { InitContext } from "../../../cli/plan/init-context.js";
import { applicationParts } from "../server/application-parts.js";
import { exampleIn } from "../server/example-page.js";
import { planServer } from "../server/plan.js";
import { application } from "./application.js";

/** The Koa part of `auth init`. */
export const planKoa = (context: InitContext): Promise<void> => planServer(context, parts);

const parts = applicationParts(application, {
  template: "frameworks/koa/auth.hbs",
  trustsItself: (server) => /\bproxy\b/.test(server),
  lines({ places }, { specifier, text, isOpen }) {
    const example = exampleIn(text, places.example);
    const setsTrust = isOpen && text.includes("TRUST_PROXY");
    const names = [...(example ? [example.name] : []), "auth", ...(setsTrust ? ["proxies"] : [])];
    return {
      application,
      imports: [{ specifier, names: names.sort() }],
      statements: (app) => [
        ...(setsTrust ? [`${app}.proxy = proxies > 0`, `${app}.maxIpsCount = proxies`] : []),
        `${app}.use(auth.handler)`,
        `${app}.use(auth.session)`,
        ...(example ? [`${app}.use(${example.name})`] : []),
      ],
    };
  },
});
