/** A server of node:http alone in `auth init` and `auth protect`. */
import { wrapListener, type ListenerWrap } from "../../../cli/edit/listener.js";
import type { InitContext } from "../init-context.js";
import { planServer, type ServerParts } from "../server/plan.js";
import { httpModules } from "../../../cli/source/syntax/probes.js";
import path from "node:path";
import { requirementText } from "../../../cli/edit/requirement.js";
import { guardPattern, type ProtectContext } from "../../../cli/plan/protected-path.js";
import { projectModules } from "../../../cli/project/sources.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { authExpressionsIn } from "../../../cli/source/routes/auth-expressions.js";
import { requires } from "../../../cli/source/routes/requirement.js";
import { parse, ts } from "../../../cli/source/syntax/syntax.js";
import type { WellKnownContext } from "../support.js";
import { mountBeside } from "../server/well-known.js";
import { usesRequire } from "../server/module-system.js";
import { serverFileOf } from "../server/protect.js";

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

/** Behind the line that asks for the endpoints, in a listener that may wait. */
export const mountWellKnown = (context: WellKnownContext): void =>
  mountBeside(context, {
    statement: (_app, auth) => `if (await ${auth}.wellKnown(req, res)) return`,
    fits: (mount) => ts.isIfStatement(mount) && isInAsync(mount) && namesOfListener(mount),
  });

function functionAround(node: ts.Node): ts.SignatureDeclaration | undefined {
  let at: ts.Node = node;
  while (!ts.isFunctionLike(at)) {
    if (ts.isSourceFile(at)) return undefined;
    at = at.parent;
  }
  return at;
}

function isInAsync(node: ts.Node): boolean {
  const around = functionAround(node);
  const modifiers = around && ts.canHaveModifiers(around) ? ts.getModifiers(around) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
}

/** Whether its request and answer have the names of the line. */
const namesOfListener = (node: ts.Node): boolean =>
  ["req", "res"].every((name, at) => functionAround(node)?.parameters[at]?.name.getText() === name);

/** `auth protect` in a server of node:http: its listener chooses by the address, so a person writes the line. */
export function protectNodeHttp(context: ProtectContext): void {
  const { builder, authFile, paths, requirement } = context;
  const file = serverFileOf(context, "createServer()");
  const text = builder.text(file) ?? "";
  const specifier = `./${path.posix.relative(path.posix.dirname(file), authFile)}`.replace(/ts$/, "js");
  const from = usesRequire(text) ? `= require("${specifier}")` : `from "${specifier}"`;
  const names = usesRequire(text) ? "const { auth }" : "import { auth }";
  const line = lineAt(text, Math.max(0, text.indexOf("createServer(")));
  const root = parse(text, file);
  const auth = parse(builder.text(authFile) ?? "", authFile);
  const guards = authExpressionsIn([root, auth], projectModules(builder.facts)).guardsIn(root, 2);
  const open: string[] = [];
  for (const one of paths) {
    const wanted = { path: guardPattern(one, requirement), ...requirement };
    const snippet = `if ((await auth.require(req, res, ${requirementText(wanted, '"')})) === null) return;`;
    const isThere = guards.some(({ asked }) => requires(asked, wanted));
    if (!isThere) open.push(one.text);
    builder.edit(file, isThere ? { kind: "edits", edits: [] } : { kind: "manual", line, why }, {
      reason: "",
      already: `${one.text} is guarded`,
      snippet: `${names} ${from};\n\n${snippet} // first in the listener, which becomes async`,
    });
  }
  if (open.length > 0) builder.leave(`${open.join(", ")}: not yet guarded.`);
}

const why = "the listener itself chooses by the address: the guard is its first line";
