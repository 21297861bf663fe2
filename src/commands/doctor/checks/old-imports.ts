/** Code of next-auth and @auth/* in an app of ours, copied or written from memory: the line that takes its place. */
import { catalog } from "../../../providers/catalog.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { textOf, type Survey } from "../../../cli/findings/survey.js";
import { adviceFor, renamed } from "../../../cli/old-auth/names.js";
import { adapterSwaps, isOld, oldDependencies, oldPackages } from "../../../cli/old-auth/packages.js";
import { filesBelow } from "../../../cli/old-auth/sources.js";
import { locateUses, readableName } from "../../../cli/old-auth/statements.js";
import { moduleFor, type TargetRules } from "../../../cli/old-auth/targets.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import { codeOf, mayNameModule } from "../../../cli/source/syntax/probes.js";
import { isComponent, isSourceFile, withoutSourceEnding } from "../../../cli/source/text/file-names.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { askers, type Correction, type OldFile } from "./old-counterparts.js";
import { correctMention } from "./old-mentions.js";
import { correctStatement } from "./old-statements.js";

/** What is wrong with a module and the names of it, and the module of the old package that was meant. */
interface Meant {
  readonly message: string;
  readonly old: string;
}

/** An app that names the old package is on its way: `auth migrate` tells all of it. */
export function checkOldImports(all: Survey): Finding[] {
  const { auth, facts, framework } = all;
  if (auth === undefined || oldDependencies(textOf(facts, "package.json")).length > 0) return [];
  const idioms = framework?.idioms;
  const rules: TargetRules = {
    packageName,
    providers: new Set(catalog.map(({ id }) => id)),
    ...(idioms?.nuxtModule !== undefined && { isNuxt: true }),
  };
  const virtual = idioms?.virtual;
  const named = [...oldPackages, ...Object.keys(adapterSwaps), packageName, ...(virtual ? [virtual] : [])];
  return [...filesBelow(facts.files, (file) => isSourceFile(file) || isComponent(file))].flatMap((path) => {
    const text = textOf(facts, path);
    if (!named.some((name) => mayNameModule(text, name))) return [];
    const home = homeFor(all, auth.path, path);
    return findingsIn({ path, code: codeOf(path, text), home, idioms, rules });
  });
}

/** How a file names the module of the configuration. */
function homeFor({ facts, framework }: Survey, authFile: string, from: string): string {
  const module = withoutSourceEnding(authFile);
  if (framework?.resolution === "node")
    return `${specifierOf(module, from, undefined)}${authFile.endsWith(".mts") ? ".mjs" : ".js"}`;
  return specifierOf(module, from, facts.tsconfig);
}

function findingsIn(file: OldFile): Finding[] {
  const { path, code, idioms } = file;
  const isMeant = (specifier: string) =>
    isOld(specifier) || specifier === idioms?.virtual || specifier.startsWith(`${packageName}/`);
  const { statements, mentions } = locateUses(code, readableName(path), isMeant);
  const say = (start: number, meant: Meant, { fix, edits }: Correction) =>
    finding("AUTH_D_OLD_IMPORT", {
      path,
      line: lineAt(code, start),
      message: meant.message,
      fix,
      ...(edits && { repair: { kind: "splice", file: path, edits } }),
    });
  return [
    ...statements
      .filter(({ specifier }) => isMeant(specifier))
      .flatMap((one) => {
        const meant = meantBy(
          file,
          one.specifier,
          one.bindings.map(({ imported }) => imported),
        );
        return meant ? [say(one.start, meant, correctStatement(file, one, meant.old))] : [];
      }),
    ...mentions.flatMap((one) => {
      const meant = meantBy(
        file,
        one.specifier,
        one.names.map(({ text }) => text),
      );
      return meant ? [say(one.start, meant, correctMention(file, one, meant.old))] : [];
    }),
  ];
}

function meantBy({ rules, idioms }: OldFile, specifier: string, names: readonly string[]): Meant | undefined {
  if (!specifier.startsWith(`${packageName}/`)) {
    const isVirtual = specifier === idioms?.virtual;
    const what = isVirtual ? "no module of this app" : "no package of this app";
    return { message: `${specifier} is ${what}: sign-in here is ${packageName}.`, old: specifier };
  }
  const subpath = specifier.slice(packageName.length + 1);
  for (const old of [`next-auth/${subpath}`, `@auth/${subpath}`]) {
    const ours = moduleFor(old, { ...rules, isNuxt: false });
    if (ours.kind === "none") continue;
    if (ours.specifier !== specifier) return { message: `${specifier} is no module.`, old };
    const unknown = names.filter(isOldName);
    if (unknown.length > 0) {
      const message = `${specifier} has no ${unknown.join(", ")}: that is a name of next-auth.`;
      return { message, old };
    }
  }
  return undefined;
}

const isOldName = (name: string): boolean =>
  askers.has(name) || Object.hasOwn(renamed, name) || Object.hasOwn(adviceFor, name);
