/**
 * Files that a Nest app serves below a path: no handler of a controller stands in front of them. Apart from protect.ts:
 * together they are too long.
 */
import { requirementText } from "../../../cli/edit/requirement.js";
import {
  covers,
  guardPattern,
  type ProtectContext,
  type ProtectedPath,
} from "../../../cli/plan/protected-path.js";
import { projectModules } from "../../../cli/project/sources.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { authExpressionsIn } from "../../../cli/source/routes/auth-expressions.js";
import { requires, textIn } from "../../../cli/source/routes/requirement.js";
import { parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import { lineAt } from "../../../cli/source/text/layout.js";

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
  const root = parse(builder.text(server) ?? "", server);
  // `app.get(AuthGuard).require({ … })`
  const guards = authExpressionsIn([root], projectModules(builder.facts)).guardsIn(root);
  for (const one of paths) {
    const place = served.find(({ prefix }) => isAt(one, prefix));
    const wanted = { path: guardPattern(one, requirement), ...requirement };
    if (place === undefined || guards.some(({ asked }) => requires(asked, wanted))) continue;
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
  return covers(one, `/${parts.join("/")}`) || covers({ segments: parts }, guardPattern(one));
}
