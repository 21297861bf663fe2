import path from "node:path";
import { frameworks } from "../../templates/frameworks/index.js";
import type { Framework } from "../../templates/frameworks/framework.js";
import { otherFrameworks, type OtherFramework } from "../../templates/frameworks/others.js";
import { packageName } from "../../cli/formats/own-package.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { findApps } from "../../cli/project/workspace.js";
import { usageError, type CliError } from "../../cli/terminal/errors.js";
import { appsBeside } from "./front-end.js";

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

const messageFor = ({ name, runs }: OtherFramework): string =>
  runs === "browser"
    ? `This is ${withArticle(name)} app: it runs in the browser, and sign-in belongs to the server that it talks to.`
    : `This is ${withArticle(name)} app; auth init knows ${names}.`;

const withArticle = (name: string): string => `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;

const hintFor = ({ name, runs, page: own, byHand }: OtherFramework): string => {
  if (byHand !== undefined) return `By hand: ${byHand}`;
  if (own !== undefined) return `By hand: the package's docs/frameworks/${own} shows all of it for ${name}.`;
  return runs === "browser"
    ? `The page asks the server by ${packageName}/client: the package's docs/guides/front-end.md. A server of another kind, or none yet: Auth(request, config) answers wherever there is a Request, see ${page}.`
    : `By hand: Auth(request, config) takes a Request and gives a Response; ${page} shows all of it.`;
};
