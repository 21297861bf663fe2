/** Code of next-auth and @auth/* in an app of ours, copied or written from memory: the line that takes its place. */
import { catalog } from "../../../providers/catalog.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { placeIn, textOf, type SourceText, type Survey } from "../../../cli/findings/survey.js";
import { adviceFor, renamed, subpathOf } from "../../../cli/old-auth/names.js";
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
  return sources.flatMap((source) => {
    const home = specifierOf(withoutSourceEnding(auth.path), source.path, facts.tsconfig);
    return source.imports.flatMap((one) => {
      const said = messageFor(one);
      if (said === undefined) return [];
      const fix = linesFor(said.old, rules, home).join("\n");
      return [finding("AUTH_D_OLD_IMPORT", { ...placeIn(source, one.start), message: said.message, fix })];
    });
  });
}

/** What is wrong with an import, and the import of the old package that was meant. */
function messageFor(one: Import): { readonly message: string; readonly old: Import } | undefined {
  const { specifier } = one;
  if (isOld(specifier))
    return { message: `${specifier} is no package of this app: sign-in here is ${packageName}.`, old: one };
  if (!specifier.startsWith(`${packageName}/`)) return undefined;
  const old = { ...one, specifier: `next-auth/${specifier.slice(packageName.length + 1)}` };
  const ours = subpathOf[old.specifier];
  if (ours === undefined) return undefined;
  if (`${packageName}/${ours}` !== specifier) return { message: `${specifier} is no module.`, old };
  const unknown = Object.keys(one.names).filter((name) => isOldName(name));
  return unknown.length === 0
    ? undefined
    : { message: `${specifier} has no ${unknown.join(", ")}: that is a name of next-auth.`, old };
}

const isOldName = (name: string): boolean =>
  askers.has(name) || Object.hasOwn(renamed, name) || Object.hasOwn(adviceFor, name);

/** @param home where `auth` of the configuration is imported from */
function linesFor(one: Import, rules: TargetRules, home: string): readonly string[] {
  const { specifier, names, namespace, whole } = one;
  const isGuard = Object.keys(names).every((name) => name === "withAuth");
  if (specifier === "next-auth/middleware" && isGuard) return [`export { auth as proxy } from "${home}";`];
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
