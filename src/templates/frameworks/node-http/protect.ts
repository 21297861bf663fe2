/** `auth protect` in a server of node:http: its listener chooses by the address, so a person writes the line. */
import path from "node:path";
import { requirementText } from "../../../cli/edit/requirement.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { requires } from "../../../cli/source/routes/requirement.js";
import { parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import { usesRequire } from "../server/module-system.js";
import { serverFileOf, starredPattern } from "../server/protect.js";

export function protectNodeHttp(context: ProtectContext): void {
  const { builder, authFile, paths, requirement } = context;
  const file = serverFileOf(context, "createServer()");
  const text = builder.text(file) ?? "";
  const specifier = `./${path.posix.relative(path.posix.dirname(file), authFile)}`.replace(/ts$/, "js");
  const from = usesRequire(text) ? `= require("${specifier}")` : `from "${specifier}"`;
  const names = usesRequire(text) ? "const { auth }" : "import { auth }";
  const line = lineAt(text, Math.max(0, text.indexOf("createServer(")));
  const guards = guardsIn(text, file);
  const open: string[] = [];
  for (const one of paths) {
    const wanted = { path: starredPattern(one), ...requirement };
    const snippet = `if ((await auth.require(req, res, ${requirementText(wanted, '"')})) === null) return;`;
    const isThere = guards.some((argument) => requires(argument, wanted));
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

/** What the guards of a file ask for: the third argument of `auth.require(req, res, { … })`. */
function guardsIn(text: string, file: string): readonly (ts.Expression | undefined)[] {
  const found: (ts.Expression | undefined)[] = [];
  visit(parse(text, file), (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      if (node.expression.name.text === "require" && node.arguments.length === 3)
        found.push(node.arguments[2]);
  });
  return found;
}
