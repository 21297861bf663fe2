/** The handlers of a Nest app's controllers, with what guards them. */
import type { Survey } from "../../../cli/findings/survey.js";
import {
  accessOfArgument,
  allOf,
  unclear,
  type Access,
  type AppRoute,
} from "../../../cli/source/syntax/access.js";
import { controllersIn, globalPrefix, type Guardable } from "../../../cli/source/syntax/decorators.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { plainPath } from "../../../cli/source/routes/route-path.js";
import { parse } from "../../../cli/source/syntax/syntax.js";
import { unguarded } from "../unguarded.js";

export function routesOf(all: Survey): readonly AppRoute[] {
  const server = all.sources.find(({ path }) => path === all.facts.serverFile);
  const prefix = server === undefined ? "" : globalPrefix(parse(server.text, server.path));
  const isGlobal = all.sources.some(
    ({ names, calls }) =>
      names.has("APP_GUARD") || calls.some(({ callee }) => callee.endsWith(".useGlobalGuards")),
  );
  const everywhere = isGlobal ? [unclear("a guard of the whole app decides")] : [];
  return all.sources.flatMap(({ path: file, text }) =>
    text.includes("@Controller")
      ? controllersIn(parse(text, file), prefix).flatMap((controller) =>
          controller.handlers.map((handler): AppRoute => {
            const { address, method, node } = handler;
            const place = { method, file, line: lineAt(text, node.getStart()) };
            const path = plainPath(address);
            if (path === undefined)
              return { ...place, path: address, access: unclear("its address is an expression") };
            const found = allOf([...everywhere, ...guardsOf(controller), ...guardsOf(handler)]);
            return { ...place, path, access: found ?? unguarded(method, path) };
          }),
        )
      : [],
  );
}

function guardsOf({ guard, isGuarded }: Guardable): readonly Access[] {
  if (guard !== undefined) return [accessOfArgument(guard.arguments[0], "@Require()")];
  return isGuarded ? [unclear("a guard of the app's own decides")] : [];
}
