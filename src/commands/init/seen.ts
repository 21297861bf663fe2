/** What `auth init` says of the project that it sees: a line of all, a front end beside it, a framework that it lacks. */
import { dialects } from "../../templates/stores/kysely/dialects.js";
import { stores } from "../../templates/stores/index.js";
import type { Framework } from "../../cli/project/framework.js";
import type { ConfiguredProject, ProjectFacts } from "../../cli/project/facts.js";
import { hasPackage, usesTailwind } from "../../cli/project/packages.js";
import { installedVersion, majorVersion } from "../../cli/project/versions.js";
import { existsSync } from "node:fs";
import path from "node:path";
import { otherFrameworks, type OtherFramework } from "../../templates/frameworks/others.js";
import { packageName } from "../../cli/formats/own-package.js";
import { findApps } from "../../cli/project/workspace.js";
import { developmentAddress, endpointBase } from "../../cli/plan/places.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { frameworks } from "../../templates/frameworks/index.js";
import { usageError, type CliError } from "../../cli/terminal/errors.js";

/** Frameworks with their versions, language, package manager, Tailwind, and what the project keeps its data with. */
export function seenOf(facts: ProjectFacts): string {
  const parts = [
    facts.frameworks.map((one) => versioned(facts, one)).join(" and "),
    facts.language === "ts" ? "TypeScript" : "JavaScript",
    facts.packageManager.name,
    ...(usesTailwind(facts) ? ["Tailwind"] : []),
    ...dataOf(facts),
  ];
  return `Found: ${parts.join(", ")}.`;
}

/** Behind the first word: `Next.js 16.4.3 (App Router)`. */
function versioned(facts: ProjectFacts, { name, dependency, oldest }: Framework): string {
  const carrier = oldest?.package ?? dependency;
  if (carrier === undefined) return name;
  const version = installedVersion(facts.root, carrier) ?? majorVersion(facts, carrier);
  const [first, ...more] = name.split(" ");
  return [first, ...(version === undefined ? [] : [version]), ...more].join(" ");
}

function dataOf(facts: ProjectFacts): readonly string[] {
  const libraries = stores.flatMap(({ library, over }) =>
    library !== undefined && hasPackage(facts, library) ? [over.split(",")[0] ?? over] : [],
  );
  const databases = dialects.flatMap(({ driver, name }) =>
    driver !== undefined && hasPackage(facts, driver) ? [name] : [],
  );
  if (databases.length === 0) return libraries;
  return [[...libraries, databases.join(" and ")].join(" with ")];
}

// A front end beside the server that signs people in.

const guide = "docs/guides/front-end.md of the package";
const bundler = "vite";

/** Packages of the same workspace or repository, or beside a folder without one, that depend on one of these. */
function appsBeside(
  { root, workspaceRoot, gitRoot }: ProjectFacts,
  packages: readonly string[],
): readonly string[] {
  if (gitRoot === root && workspaceRoot === root) return [];
  const top = workspaceRoot === root ? gitRoot : workspaceRoot;
  const isPart = top !== undefined && top !== root;
  // What lies further away belongs to somebody else, and so does what is a repository of its own.
  const [above, depth] = isPart ? [top, 3] : [path.dirname(root), 1];
  return findApps(above, packages, depth)
    .map((folder) => path.join(above, folder))
    .filter((folder) => folder !== root && !existsSync(path.join(folder, ".git")))
    .slice(0, 3);
}

/**
 * What a Vite app in the folder or beside it has to pass on to this server, so that the browser sees one origin.
 *
 * @param pages addresses of the built-in pages that do not stand below the path of the endpoints
 */
export async function noteFrontEnd(
  builder: PlanBuilder<ConfiguredProject>,
  framework: Framework,
  pages: readonly string[],
): Promise<void> {
  const { facts } = builder;
  const { dependencies, devDependencies } = facts.packageJson;
  const own = { ...dependencies, ...devDependencies };
  const servers = otherFrameworks.flatMap((one) => (one.runs === "server" ? one.dependency : []));
  const isServer = (folder: string) =>
    findApps(path.dirname(folder), servers, 1).includes(path.basename(folder));
  const beside = appsBeside(facts, [bundler]).filter((folder) => !isServer(folder));
  const folder = bundler in own && framework.resolution === "node" ? facts.root : beside[0];
  if (folder === undefined) return;
  const place = path.relative(facts.root, folder) || "this folder";
  const target = await developmentAddress(facts, framework);
  const base = await endpointBase(facts, framework);
  const paths = [base, ...pages];
  // The client knows the usual path alone.
  const option = base === "/auth" ? "" : ` with basePath: "${base}"`;
  // Vite takes a key that begins with ^ for a regular expression.
  const key = pages.length === 0 ? paths[0] : `^/(${paths.map((one) => one.slice(1)).join("|")})`;
  builder.next(
    `Pass sign-in on to this server in vite.config of ${place}: server: { proxy: { "${key}": { target: "${target}" } } }. The page asks it by ${packageName}/client${option}: ${guide}`,
  );
}

const page = "the package's docs/frameworks/web.md";

/**
 * Exit 2 for a folder that `auth init` can't set up: what was seen there, and where to go on.
 *
 * @param from folder that the person is in
 */
export function noFramework(facts: ProjectFacts, from: string): CliError {
  const seen = otherIn(facts);
  const servers = frameworks.flatMap(({ dependency }) => dependency ?? []);
  const neighbours = appsBeside(facts, servers).map(
    (folder) => `npx ${packageName} init --cwd ${path.relative(from, folder) || "."}`,
  );
  const beside = neighbours.length > 0 ? [`The server beside it:\n  ${neighbours.join("\n  ")}`] : [];
  const hints = seen === undefined ? beside : [...beside, hintFor(seen)];
  const elsewhere = `Run the command in the folder of your app: --cwd DIR. For other servers: Auth(request, config), ${page}.`;
  return usageError(
    "AUTH_E_NO_FRAMEWORK",
    seen === undefined ? unknown(facts) : messageFor(seen),
    ["Nothing was written.", ...(hints.length > 0 ? hints : [elsewhere])].join("\n"),
  );
}

function otherIn({
  packageJson: { dependencies, devDependencies },
}: ProjectFacts): OtherFramework | undefined {
  return otherFrameworks.find(({ dependency }) => dependency in { ...dependencies, ...devDependencies });
}

/** Whether the server that a framework of ours was seen by answers every address for another one. */
export const isAnsweredByOther = (facts: ProjectFacts, { id }: Framework): boolean =>
  otherIn(facts)?.answersOn === id;

/** @throws CliError for a name of a framework that is known by name only */
export function assertNotOther(given: string): void {
  const plain = (name: string) => [...name.toLowerCase()].filter((one) => one >= "a" && one <= "z").join("");
  const other = otherFrameworks.find((one) => [one.name, one.dependency].map(plain).includes(plain(given)));
  if (other === undefined) return;
  throw usageError(
    "AUTH_E_UNKNOWN_FRAMEWORK",
    `auth init does not set up ${other.name}; it knows ${names}.`,
    ["Nothing was written.", hintFor(other)].join("\n"),
  );
}

const names = frameworks.map(({ name }) => name).join(", ");

/** Packages below say what a folder without a framework is the top of. */
function unknown({ root }: ProjectFacts): string {
  const below = otherFrameworks.flatMap(({ dependency, name }) =>
    findApps(root, [dependency]).map((folder) => ({ folder, name })),
  );
  const first = below.filter(({ folder }, at) => below.findIndex((one) => one.folder === folder) === at);
  const seen = first.map(({ folder, name }) => `${folder} (${name})`).join(", ");
  const said = `package.json names no framework that is supported (${names})`;
  return seen === "" ? `${said}.` : `${said}; below it: ${seen}.`;
}

function messageFor({ name, runs }: OtherFramework): string {
  const app = `This is ${withArticle(name)} app`;
  if (runs === "browser")
    return `${app}: it runs in the browser, and sign-in belongs to the server that it talks to.`;
  return frameworks.some((one) => one.name === name)
    ? `${app} of another release than those that auth init knows, or none of its files makes the application in sight.`
    : `${app}; auth init knows ${names}.`;
}

const withArticle = (name: string): string => `${/^(?:[aeiou]|h3)/i.test(name) ? "an" : "a"} ${name}`;

const hintFor = ({ name, runs, page: own, byHand }: OtherFramework): string => {
  if (byHand !== undefined) return `By hand: ${byHand}`;
  if (own !== undefined) return `By hand: the package's docs/frameworks/${own} shows all of it for ${name}.`;
  return runs === "browser"
    ? `The page asks the server by ${packageName}/client: the package's docs/guides/front-end.md. A server of another kind, or none yet: Auth(request, config) answers wherever there is a Request, see ${page}.`
    : `By hand: Auth(request, config) takes a Request and gives a Response; ${page} shows all of it.`;
};
