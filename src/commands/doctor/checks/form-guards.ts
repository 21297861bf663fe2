/** Guards against forms from elsewhere that another file makes, in front of the endpoints. */
import { supportOf } from "../../../templates/frameworks/index.js";
import { endpointBase } from "../../../cli/plan/places.js";
import { projectModules } from "../../../cli/project/sources.js";
import { Names } from "../../../cli/source/names/names.js";
import { guardAhead } from "../../../cli/source/routes/csrf-guards.js";
import { parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { authExpressionsOf } from "../../../cli/findings/auth-expressions.js";
import { placeIn, type Survey } from "../../../cli/findings/survey.js";

/** Where the order of lines decides, by `use`: the mount goes above the guard. */
export async function checkFormGuards(all: Survey): Promise<readonly Finding[]> {
  const { framework, facts, sources } = all;
  if (framework === undefined || facts.serverFile === undefined) return [];
  const base = (await supportOf(framework).mountedIn?.(all)) ?? (await endpointBase(facts, framework));
  const names = new Names(projectModules(facts));
  return sources.flatMap((source) => {
    const root = parse(source.text, source.path);
    const mount = mountOf(all, root);
    const guard = mount === undefined ? undefined : guardAhead(root, base, mount, names);
    if (mount === undefined || guard === undefined || guard.getStart() > mount) return [];
    const at = placeIn(source, guard.getStart());
    const message = `Line ${at.line} refuses the forms of sign-in: they carry no token of it.`;
    const fix = `Move line ${lineAt(source.text, mount)} above line ${at.line}`;
    return [finding("AUTH_D_CSRF_GUARD", { ...at, message, fix })];
  });
}

/** Where a file hands the endpoints to its application. */
function mountOf(all: Survey, root: ts.SourceFile): number | undefined {
  const { isHandler } = authExpressionsOf(all);
  let found: number | undefined;
  visit(root, (node) => {
    const isCall = found === undefined && ts.isCallExpression(node);
    if (!isCall || !ts.isPropertyAccessExpression(node.expression)) return;
    const { text: method } = node.expression.name;
    if (["use", "all"].includes(method) && node.arguments.some(isHandler)) found = node.getStart();
  });
  return found;
}
