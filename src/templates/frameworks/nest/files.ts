/** Files that a Nest app serves below a path: no handler of a controller stands in front of them. */
import { requirementText } from "../../../cli/edit/requirement.js";
import { covers, type ProtectContext, type ProtectedPath } from "../../../cli/plan/protected-path.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { requires, textIn } from "../../../cli/source/routes/requirement.js";
import { parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import { starredPattern } from "../server/protect.js";

/** Where files are served, with what stands in front of their names. */
interface ServedFiles extends SourceText {
  readonly start: number;
  readonly prefix: string;
}

/** Asks for the guard as middleware in front of what serves files; a person puts it there. */
export function planFiles(
  { builder, paths, requirement }: ProtectContext,
  server: string,
  sources: readonly SourceText[],
): void {
  const served = sources.flatMap(servedIn);
  const guards = guardsIn(builder.text(server) ?? "", server);
  for (const one of paths) {
    const place = served.find(({ prefix }) => isAt(one, prefix));
    const wanted = { path: starredPattern(one), ...requirement };
    if (place === undefined || guards.some((argument) => requires(argument, wanted))) continue;
    const why = `files are served below ${one.text} too: write the guard in front of them`;
    builder.edit(
      place.file,
      { kind: "manual", line: lineAt(place.text, place.start), why },
      {
        reason: "",
        already: "",
        snippet: `app.use(app.get(AuthGuard).require(${requirementText(wanted, '"')})); // in ${server}, behind NestFactory.create()`,
      },
    );
  }
}

function servedIn({ file, text }: SourceText): readonly ServedFiles[] {
  const found: ServedFiles[] = [];
  visit(parse(text, file), (node) => {
    if (!ts.isCallExpression(node)) return;
    const callee = node.expression.getText();
    const [first, second] = node.arguments;
    const start = node.getStart();
    if (callee.endsWith(".useStaticAssets"))
      found.push({ file, text, start, prefix: textIn(second, "prefix") ?? "" });
    if (callee === "ServeStaticModule.forRoot")
      found.push({ file, text, start, prefix: textIn(first, "serveRoot") ?? "" });
  });
  return found;
}

/** Whether files below a prefix are below the path too, or the other way round. */
function isAt(one: ProtectedPath, prefix: string): boolean {
  const parts = prefix.split("/").filter((part) => part !== "");
  return covers(one, `/${parts.join("/")}`) || covers({ text: prefix, segments: parts }, starredPattern(one));
}

/** What the guards of a file ask for: `app.get(AuthGuard).require({ … })`. */
function guardsIn(text: string, file: string): readonly (ts.Expression | undefined)[] {
  const found: (ts.Expression | undefined)[] = [];
  visit(parse(text, file), (node) => {
    if (ts.isCallExpression(node) && node.expression.getText().endsWith(".require"))
      found.push(node.arguments[0]);
  });
  return found;
}
