/** `auth protect` in Nest: `@Require()` above every controller, or every handler, that answers below a path. */
import { addImports } from "../../../cli/edit/imports.js";
import { requirementText, type WrittenRequirement } from "../../../cli/edit/requirement.js";
import { splice, type EditResult } from "../../../cli/source/text/text-edit.js";
import { covers, type ProtectContext, type ProtectedPath } from "../../../cli/plan/protected-path.js";
import { listSources } from "../../../cli/project/sources.js";
import { readIfText } from "../../../cli/project/files.js";
import { indentAt, lineAt } from "../../../cli/source/text/layout.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { requires } from "../../../cli/source/routes/requirement.js";
import { countSyntaxErrors, locateModule, parse } from "../../../cli/source/syntax/syntax.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { usageError } from "../../../cli/terminal/errors.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { planFiles } from "./files.js";
import {
  controllersIn,
  globalPrefix,
  type Controller,
  type Guardable,
} from "../../../cli/source/syntax/decorators.js";

export function protectNest(context: ProtectContext): void {
  const { builder, facts, framework, paths, requirement } = context;
  const server = facts.serverFile;
  const prefix = server === undefined ? "" : globalPrefix(parse(builder.text(server) ?? "", server));
  const all = [...listSources(facts.files)].map((file): SourceText => ({
    file,
    text: readIfText(facts.files, file)?.text ?? "",
  }));
  const sources = all.filter(({ text }) => text.includes("@Controller"));
  const controllersOf = ({ file, text }: SourceText) => controllersIn(parse(text, file), prefix);
  const addresses = sources.flatMap((one) =>
    controllersOf(one).flatMap(({ handlers }) => handlers.map(({ address }) => address)),
  );
  const empty = paths.find((one) => !addresses.some((address) => covers(one, address)));
  if (empty)
    throw usageError(
      "AUTH_E_PROTECT_NOTHING",
      `Nothing of this app answers at ${empty.text}.`,
      `It has ${[...new Set(addresses)].slice(0, 12).join(", ")}`,
    );
  if (server !== undefined)
    planFiles(
      context,
      server,
      all.filter(({ text }) => text.includes("Static")),
    );
  const argument = requirementText(requirement, '"');
  for (const source of sources) {
    const wanted = controllersOf(source).flatMap((one) => placesIn(one, paths));
    if (wanted.length === 0) continue;
    builder.edit(source.file, guardEdit(source, wanted, requirement, `${packageName}/${framework.subpath}`), {
      reason: `asks for a user below ${paths.map(({ text }) => text).join(", ")}`,
      already: "is guarded",
      snippet: `import { Require } from "${packageName}/${framework.subpath}";\n\n@Require(${argument}) // above the controller or the handler`,
    });
  }
}

/** The controller, where all its handlers answer there and none has a guard of its own; else those handlers that do. */
function placesIn(controller: Controller, paths: readonly ProtectedPath[]): readonly Guardable[] {
  const below = controller.handlers.filter(({ address }) => paths.some((one) => covers(one, address)));
  const isWhole = below.length > 0 && below.length === controller.handlers.length;
  return isWhole && (controller.guard || below.every(({ guard }) => guard === undefined))
    ? [controller]
    : below;
}

function guardEdit(
  { file, text }: SourceText,
  places: readonly Guardable[],
  requirement: WrittenRequirement,
  subpath: string,
): EditResult {
  const manual = (offset: number, why: string): EditResult => ({
    kind: "manual",
    line: lineAt(text, offset),
    why,
  });
  const other = places.find(({ guard }) => guard !== undefined && !requires(guard.arguments[0], requirement));
  if (other !== undefined)
    return manual(other.node.getStart(), "a guard is there that asks for something else");
  const open = places.filter(({ guard }) => guard === undefined);
  if (open.length === 0) return { kind: "edits", edits: [] };
  const module = locateModule(text, file);
  const isImported = module.imports.some(
    ({ specifier, names }) => specifier === subpath && "Require" in names,
  );
  if (!isImported && module.names.has("Require"))
    return manual(0, "the name `Require` is taken in this file");
  const style = detectStyle(text);
  const decorator = `@Require(${requirementText(requirement, style.quote)})`;
  const edits = [
    ...(isImported ? [] : addImports(text, module, [{ specifier: subpath, names: ["Require"] }], style)),
    ...open.map(({ node }) => {
      const start = node.getStart();
      return { start, end: start, text: decorator + style.eol + indentAt(text, start) };
    }),
  ];
  return countSyntaxErrors(splice(text, edits), file) > 0
    ? manual(places[0]?.node.getStart() ?? 0, "the line cannot be added safely")
    : { kind: "edits", edits };
}
