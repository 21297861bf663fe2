/** The lines that `auth init` shows where it cannot read the root module, once a person has written them. */
import path from "node:path";
import { packageName } from "../../../cli/formats/own-package.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import { listSources } from "../../../cli/project/sources.js";
import { isRelative } from "../../../cli/source/text/file-names.js";
import { locateModule, parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import { isOnFastify } from "./root-module.js";

/**
 * A file with the lines that are shown where the root module cannot be read: `auth` of an auth file in a list. The auth
 * file itself need not be there yet.
 */
export function takenByHand(
  { builder, facts }: InitContext,
  serverText: string,
): { readonly file: string; readonly authFile: string } | undefined {
  if (isOnFastify(serverText)) return undefined;
  for (const file of listSources(facts.files)) {
    const text = builder.text(file) ?? "";
    if (!file.endsWith("ts") || !/\bauth\b/.test(text)) continue;
    for (const { specifier, names } of locateModule(text, file).imports) {
      if (!("auth" in names) || !isRelative(specifier) || !isListed(text, file, names["auth"])) continue;
      const authFile = `${path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, "")}.ts`;
      if (builder.text(authFile)?.includes(packageName) ?? true) return { file, authFile };
    }
  }
  return undefined;
}

/** Whether a name is an element of some list in a file. */
function isListed(text: string, file: string, name: string | undefined): boolean {
  let isFound = false;
  visit(parse(text, file), (node) => {
    if (ts.isArrayLiteralExpression(node)) isFound ||= node.elements.some((one) => one.getText() === name);
  });
  return isFound;
}
