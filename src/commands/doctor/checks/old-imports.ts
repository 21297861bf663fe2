/** Code of next-auth and @auth/* in an app of ours, as it is written from memory or copied: the line that takes its place. */
import { catalog } from "../../../providers/catalog.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { placeIn, textOf, type SourceText, type Survey } from "../../../cli/findings/survey.js";
import { isOld, oldDependencies } from "../../../cli/old-auth/packages.js";
import { moduleFor, nameFor, type TargetRules } from "../../../cli/old-auth/targets.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { withoutSourceEnding } from "../../../cli/source/text/file-names.js";

type Import = SourceText["imports"][number];

/** Functions of next-auth 4 that answer who is signed in; `auth` of the app's own configuration does. */
const askers = new Set(["getServerSession", "unstable_getServerSession"]);

/** An app that names the old package is on its way: `auth migrate` tells all of it. */
export function checkOldImports(all: Survey): Finding[] {
  const { auth, facts, sources } = all;
  if (auth === undefined || oldDependencies(textOf(facts, "package.json")).length > 0) return [];
  const providers = new Set(catalog.map(({ id }) => id));
  const rules: TargetRules = { packageName, providers };
  return sources.flatMap((source) =>
    source.imports
      .filter(({ specifier }) => isOld(specifier))
      .map((one) => {
        const message = `${one.specifier} is no package of this app: sign-in here is ${packageName}.`;
        const home = specifierOf(withoutSourceEnding(auth.path), source.path, facts.tsconfig);
        return finding("AUTH_D_OLD_IMPORT", {
          ...placeIn(source, one.start),
          message,
          fix: linesFor(one, rules, home).join("\n"),
        });
      }),
  );
}

/** @param home where `auth` of the configuration is imported from */
function linesFor(one: Import, rules: TargetRules, home: string): readonly string[] {
  const { specifier, names, namespace, whole } = one;
  if (specifier === "next-auth/middleware" && Object.keys(names).length === 0)
    return [`export { auth as proxy } from "${home}";`];
  const taken = new Map<string, string[]>();
  const lines: string[] = [];
  const take = (module: string, clause: string) => taken.set(module, [...(taken.get(module) ?? []), clause]);
  if (whole !== undefined) {
    const target = moduleFor(specifier, rules);
    if (target.kind === "found")
      lines.push(`import ${namespace ? "* as " : ""}${whole} from "${target.specifier}";`);
    else lines.push(target.write);
  }
  for (const [name, local] of Object.entries(names)) {
    if (askers.has(name)) {
      lines.push(`import { auth } from "${home}";`, "const session = await auth();");
      continue;
    }
    const target = nameFor(specifier, name, rules);
    if (target.kind === "found")
      take(target.specifier, target.name === local ? local : `${target.name} as ${local}`);
    else lines.push(`${name}: ${target.write}`);
  }
  const type = one.typeOnly ? "type " : "";
  const grouped = [...taken].map(
    ([module, clauses]) => `import ${type}{ ${clauses.join(", ")} } from "${module}";`,
  );
  return [...grouped, ...lines];
}
