import path from "node:path";
import { frameworks } from "../../templates/frameworks/index.js";
import { otherFrameworks, type OtherFramework } from "../../templates/frameworks/others.js";
import { packageName } from "../../templates/package.js";
import type { ProjectFacts } from "../project/facts.js";
import { findApps } from "../project/workspace.js";
import { usageError, type CliError } from "../terminal/errors.js";
import { appsBeside } from "./front-end.js";

const page = "the package's docs/frameworks/web.md";

/**
 * Exit 2 for a folder that `auth init` can't set up: what was seen there, and where to go on.
 *
 * @param from folder that the person is in
 */
export function noFramework(facts: ProjectFacts, from: string): CliError {
  const { dependencies, devDependencies } = facts.packageJson;
  const seen = otherFrameworks.find(
    ({ dependency }) => dependency in { ...dependencies, ...devDependencies },
  );
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
    ? `This is a ${name} app: it runs in the browser, and sign-in belongs to the server that it talks to.`
    : `This is a ${name} app; auth init knows ${names}.`;

const hintFor = ({ name, runs, page: own }: OtherFramework): string => {
  if (own !== undefined) return `By hand: the package's docs/frameworks/${own} shows all of it for ${name}.`;
  return runs === "browser"
    ? `The page asks the server by ${packageName}/client: the package's docs/guides/front-end.md. A server of another kind, or none yet: Auth(request, config) answers wherever there is a Request, see ${page}.`
    : `By hand: Auth(request, config) takes a Request and gives a Response; ${page} shows all of it.`;
};
