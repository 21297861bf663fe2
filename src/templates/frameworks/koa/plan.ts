import type { InitContext } from "../../../cli/plan/init-context.js";
import { applicationParts } from "../server/application-parts.js";
import { planServer } from "../server/plan.js";
import { application } from "./application.js";

/** The Koa part of `auth init`. */
export const planKoa = (context: InitContext): Promise<void> => planServer(context, parts);

const parts = applicationParts(application, {
  template: "frameworks/koa/auth.hbs",
  trustsItself: (server) => /\bproxy\b/.test(server),
  lines(_context, { specifier, text, isOpen }) {
    const hasPage = text.includes("accountPage");
    const setsTrust = isOpen && text.includes("TRUST_PROXY");
    const names = [...(hasPage ? ["accountPage"] : []), "auth", ...(setsTrust ? ["proxies"] : [])];
    return {
      application,
      imports: [{ specifier, names }],
      statements: (app) => [
        ...(setsTrust ? [`${app}.proxy = proxies > 0`, `${app}.maxIpsCount = proxies`] : []),
        `${app}.use(auth.handler)`,
        `${app}.use(auth.session)`,
        ...(hasPage ? [`${app}.use(accountPage)`] : []),
      ],
    };
  },
});
