/** `auth protect` in a server of node:http: its listener chooses by the address, so a person writes the line. */
import path from "node:path";
import { requirementText } from "../../../cli/edit/requirement.js";
import type { ProtectContext, ProtectedPath } from "../../../cli/plan/protected-path.js";
import { lineAt } from "../../../cli/source/layout.js";
import { usesRequire } from "../server/module-system.js";
import { serverFileOf } from "../server/protect.js";

export function protectNodeHttp(context: ProtectContext): void {
  const { builder, authFile, paths, requirement } = context;
  const file = serverFileOf(context, "createServer()");
  const text = builder.text(file) ?? "";
  const argument = requirementText(requirement, '"');
  const more = argument === "" ? "" : `, ${argument}`;
  const specifier = `./${path.posix.relative(path.posix.dirname(file), authFile)}`.replace(/ts$/, "js");
  const from = usesRequire(text) ? `= require("${specifier}")` : `from "${specifier}"`;
  const names = usesRequire(text) ? "const { auth }" : "import { auth }";
  const line = lineAt(text, Math.max(0, text.indexOf("createServer(")));
  for (const one of paths) {
    const snippet = `if (${conditionOf(one)} && (await auth.require(req, res${more})) === null) return;`;
    const isThere = text.replaceAll("'", '"').includes(snippet);
    builder.edit(file, isThere ? { kind: "edits", edits: [] } : { kind: "manual", line, why }, {
      reason: "",
      already: `${one.text} is guarded`,
      snippet: `${names} ${from};\n\n${snippet} // first in the listener, which becomes async`,
    });
  }
}

const why = "the listener itself chooses by the address: the guard is its first line";

function conditionOf({ segments }: ProtectedPath): string {
  if (segments.every((one) => one !== undefined)) return `req.url?.startsWith("/${segments.join("/")}")`;
  const pattern = segments.map((one) => `\\/${one?.replaceAll(".", "\\.") ?? "[^/]+"}`).join("");
  return `/^${pattern}/.test(req.url ?? "")`;
}
