import { wrapListener, type ListenerWrap } from "../../../cli/edit/listener.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import type { ServerParts } from "../server/parts.js";
import { planServer } from "../server/plan.js";
import { httpModules } from "./modules.js";

/** The part of `auth init` of a server of node:http alone. */
export const planNodeHttp = (context: InitContext): Promise<void> => planServer(context, parts);

const parts: ServerParts<ListenerWrap> = {
  made: "createServer()",
  template: "frameworks/node-http/auth.hbs",
  // An option of createAuth says it.
  trustsItself: () => false,
  lines({ answers: { framework } }, { specifier, text }) {
    const wrapper = text.includes("withAuth") ? "withAuth" : undefined;
    return {
      modules: httpModules,
      imports: [{ specifier, names: [wrapper ?? "auth"] }],
      wrapper,
      byHand:
        wrapper === undefined
          ? `if (req.url?.startsWith("${framework.basePath}/")) return auth.handler(req, res); // first in the listener`
          : `const server = createServer(${wrapper}(listener));`,
    };
  },
  insert: wrapListener,
  byHand: ({ byHand }) => [byHand],
};
