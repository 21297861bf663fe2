import { supportOf } from "../../templates/frameworks/index.js";
import path from "node:path";
import { checkAddresses } from "./checks/addresses.js";
import { checkConfiguration } from "./checks/configuration.js";
import { checkEnvironment } from "./checks/environment.js";
import { checkExtension } from "./checks/extension.js";
import { severalText } from "../../cli/project/candidates.js";
import { syntaxProblem } from "../../cli/source/configuration/auth-config.js";
import { packageName } from "../../cli/formats/own-package.js";
import { packagesBelow, type PackageJson } from "../../cli/project/workspace.js";
import { oldPackages } from "../../cli/old-auth/packages.js";
import { oldAuthOf } from "../../cli/old-auth/old-auth.js";
import { finding, type Finding } from "../../cli/findings/finding.js";
import { checkJest } from "./checks/jest.js";
import { checkOldImports } from "./checks/old-imports.js";
import { checkFormGuards } from "./checks/form-guards.js";
import { checkLockedHoles } from "./checks/locked-holes.js";
import { checkOrganizations } from "./checks/organizations.js";
import { checkPageAddresses } from "./checks/page-addresses.js";
import { checkOwnRoutes } from "./checks/own-routes.js";
import { checkPackages, secondCopies } from "./checks/packages.js";
import { coreName } from "../../cli/project/alias.js";
import { checkProviders, hasNoProvider } from "./checks/providers.js";
import { checkSecrets } from "./checks/secrets.js";
import { checkTables } from "./checks/tables.js";
import { authExpressionsOf, writtenIn } from "../../cli/findings/auth-expressions.js";
import { configMember, type SourceText, type Survey } from "../../cli/findings/survey.js";
import { withoutSourceEnding } from "../../cli/source/text/file-names.js";

const checks = [
  checkPackages,
  checkSecrets,
  checkEnvironment,
  checkProviders,
  checkAddresses,
  checkConfiguration,
  checkExtension,
  checkOrganizations,
  checkJest,
  checkOldImports,
];

/** Everything that can be told from the files of a project, errors first. Executes nothing of it. */
export async function checkProject(all: Survey): Promise<readonly Finding[]> {
  const { auth, facts } = all;
  const [first] = facts.candidates;
  if (first !== undefined) {
    const message = severalText(facts.candidates);
    return [
      finding("AUTH_D_SEVERAL_CONFIGS", { ...first, message, fix: `auth doctor --config ${first.path}` }),
    ];
  }
  if (!auth) return [...(await withoutConfiguration(all)), ...checkLockedHoles(facts)];
  const lost = all.configuration?.options.length === 0 ? missingImport(all, auth) : undefined;
  if (lost !== undefined) {
    const message = `${auth.path} takes the configuration from ${lost}, which is not there.`;
    return [finding("AUTH_D_NO_CONFIG", { path: auth.path, message })];
  }
  const broken = all.configuration?.unreadable.find(({ why }) => why === syntaxProblem);
  if (broken)
    return [finding("AUTH_D_SYNTAX", { ...broken.at, message: `${broken.at.path} has a syntax error.` })];
  const order = { error: 0, warning: 1, hint: 2 } as const;
  const found = [
    ...checks.flatMap((check) => check(all)),
    ...checkLockedHoles(facts),
    ...(await checkTables(all)),
    ...(await checkPageAddresses(all)),
    ...(await checkOwnRoutes(all)),
    ...(await checkFormGuards(all)),
    ...(all.framework ? await supportOf(all.framework).inspect(all) : []),
  ];
  const told = readsAlone(all, found) ? found.filter(({ code }) => !ofSignIn.has(code)) : found;
  return onePerPlace(told.filter(({ code }) => !isOutOfSight(all, code))).sort(
    (a, b) => order[a.level] - order[b.level],
  );
}

/** What is only wrong where the configuration has no other provider, or not a further option. */
const bySilence: Readonly<Record<"options" | "providers", ReadonlySet<string>>> = {
  providers: new Set(["AUTH_D_CREDENTIALS_DATABASE", "AUTH_D_PROVIDERS_EMPTY"]),
  options: new Set([
    "AUTH_D_EMAIL_ADAPTER",
    "AUTH_D_PASSKEY_OFF",
    "AUTH_D_PROVIDERS_EMPTY",
    "AUTH_D_SECRET_MISSING",
    "AUTH_D_SESSION_ADAPTER",
  ]),
};

/** What is missing may stand where nothing can be read. */
const isOutOfSight = ({ configuration }: Survey, code: string): boolean =>
  (configuration?.unreadable ?? []).some(({ hides }) => hides !== "everything" && bySilence[hides].has(code));

/** What an app needs to sign people in. */
const ofSignIn: ReadonlySet<string> = new Set(["AUTH_D_NOT_MOUNTED", "AUTH_D_PROVIDERS_EMPTY"]);

/** Without providers and without endpoints an app that reads the session reads the sessions of another one. */
function readsAlone(all: Survey, found: readonly Finding[]): boolean {
  const { isSession } = authExpressionsOf(all);
  return (
    found.some(({ code }) => code === "AUTH_D_NOT_MOUNTED") &&
    hasNoProvider(all) &&
    configMember(all, "plugins") === undefined &&
    all.sources.some((source) => source.calls.some(({ args }) => args.map(writtenIn(source)).some(isSession)))
  );
}

/** What is said of one place under one code is one finding: a table's columns, the tables of one schema. */
function onePerPlace(found: readonly Finding[]): Finding[] {
  const places = new Map<string, Finding[]>();
  for (const one of found) {
    const place = [one.code, one.level, one.path, one.line].join("\n");
    places.set(place, [...(places.get(place) ?? []), one]);
  }
  return [...places.values()].flatMap(([first, ...others]) => {
    if (first === undefined || others.length === 0) return first ?? [];
    const all = [first, ...others];
    const repair = all.flatMap((one) => one.repair ?? []);
    return {
      ...first,
      message: different(all.map(({ message }) => message)).join(" "),
      fix: different(all.map(({ fix }) => fix)).join("\n"),
      ...(repair.length > 0 && { repair }),
    };
  });
}

const different = (texts: readonly string[]): string[] => [...new Set(texts)];

/** At the top of a workspace the apps are in packages below, and nothing is wrong with that. */
function notHere({ facts: { root } }: Survey): Finding {
  const below = packagesBelow(root).filter(({ manifest }) => signsIn(manifest));
  if (below.length === 0) return finding("AUTH_D_NO_CONFIG", { path: "package.json" });
  const folders = below.map(({ folder }) => folder);
  return finding("AUTH_D_NO_CONFIG", {
    path: "package.json",
    level: "warning",
    message: `Nothing was checked here: sign-in is in ${folders.join(", ")}.`,
    fix: folders.map((folder) => `npx auth doctor --cwd ${folder}`).join("\n"),
  });
}

const signsIn = ({ dependencies, devDependencies, peerDependencies }: PackageJson): boolean =>
  [packageName, ...oldPackages].some(
    (name) => name in dependencies || name in devDependencies || name in peerDependencies,
  );

/** As every command says it: next-auth and @auth/* are migrated, an app without either starts with init. */
async function withoutConfiguration(all: Survey): Promise<Finding[]> {
  const old = await oldAuthOf(all.facts);
  if (old === undefined) return [notHere(all)];
  // The integration of others reads its configuration by its own rules.
  if (old.isAliased) return secondCopies(all, coreName);
  return [finding("AUTH_D_NO_CONFIG", { path: old.file, message: old.message, fix: old.fix })];
}

/** A relative import that leads to no file. A configuration from another package is out of sight, and no fault. */
function missingImport({ facts }: Survey, { path: from, imports }: SourceText): string | undefined {
  return imports
    .map(({ specifier }) => specifier)
    .filter((specifier) => specifier.startsWith("."))
    .find((specifier) => {
      const target = path.posix.join(path.posix.dirname(from), specifier);
      const stem = withoutSourceEnding(target);
      const files = ["ts", "tsx", "js", "jsx", "mts", "mjs", "cts", "cjs"].map((one) => `${stem}.${one}`);
      return ![target, ...files].some((file) => facts.files.exists(file));
    });
}
