/** Finds the package.json, the workspace and the lock files that a command works in. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { firstOfJsonc, parseJson, JsonSyntaxError } from "../formats/json-file.js";
import { lineAt, withoutBom } from "../source/text/layout.js";
import { CliError } from "../terminal/errors.js";
import { openFiles } from "./files.js";
import { refuseEmbedded } from "./repository.js";
import { coversFolder } from "../formats/glob.js";
import { packagesOfYaml } from "../formats/workspace-file.js";

/** package.json as far as we read it. */
export interface PackageJson {
  readonly name?: string;
  readonly type: "module" | "commonjs";
  readonly main?: string;
  readonly packageManager?: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  /** Patterns of the folders of a workspace. */
  readonly workspaces: readonly string[];
  /** `devEngines.packageManager.name` */
  readonly devPackageManager?: string;
}

/** The folders that a command works in. */
export interface Workspace {
  /** Nearest folder upwards with a package.json: the app. */
  readonly root: string;
  /** The workspace that the app belongs to, or the app itself. */
  readonly workspaceRoot: string;
  readonly gitRoot: string | undefined;
}

/** What versions of packages are asked of. */
export interface ProjectPackages extends Workspace {
  readonly packageJson: PackageJson;
}

const lockfiles = [
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "bun.lockb",
];

/** This folder and all above it, from the inside out. */
export function upwards(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
}

/** @throws CliError AUTH_E_NO_PACKAGE when no folder upwards has a package.json; AUTH_E_REPOSITORY in an embedded one */
export function findWorkspace(cwd: string): Workspace {
  if (!existsSync(cwd)) throw new CliError("AUTH_E_NO_FOLDER", `The folder ${cwd} does not exist.`);
  const folders = upwards(path.resolve(cwd));
  const gitRoot = folders.find((folder) => existsSync(path.join(folder, ".git")));
  // What lies above the repository is another project, or somebody's home folder.
  const inside = gitRoot === undefined ? folders : folders.slice(0, folders.indexOf(gitRoot) + 1);
  const root = inside.find((folder) => existsSync(path.join(folder, "package.json")));
  if (!root) {
    throw new CliError("AUTH_E_NO_PACKAGE", `There is no package.json in ${cwd} or above it.`, {
      hint: "Run the command in the folder of your app (--cwd DIR), or create a project first: npm init -y",
    });
  }
  const above = upwards(path.dirname(root)).filter((folder) => !gitRoot || folder.startsWith(gitRoot));
  const workspaceRoot = above.find((folder) => isMember(folder, path.relative(folder, root))) ?? root;
  refuseEmbedded(upwards(realpathSync(cwd)), realpathSync(workspaceRoot));
  return { root, workspaceRoot, gitRoot };
}

/** Whether the workspace whose top is `folder` takes in the package at `below`: others stand on their own. */
function isMember(folder: string, below: string): boolean {
  const patterns = workspacePatterns(folder);
  const at = below.split(path.sep).join("/");
  const covers = (pattern: string) => coversFolder(pattern, at);
  return (
    patterns.some((pattern) => !pattern.startsWith("!") && covers(pattern)) &&
    !patterns.some((pattern) => pattern.startsWith("!") && covers(pattern.slice(1)))
  );
}

function workspacePatterns(folder: string): readonly string[] {
  const read = (name: string) => {
    const file = path.join(folder, name);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
  const yaml = read("pnpm-workspace.yaml");
  if (yaml !== undefined) return packagesOfYaml(yaml);
  try {
    return readPackageText(read("package.json") ?? "{}", "package.json").workspaces;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return []; // a broken manifest above the app is not ours to judge
  }
}

/** The lock files that stand in the app or in its workspace. */
export function findLockfiles(workspace: Workspace): string[] {
  const folders = [...new Set([workspace.root, workspace.workspaceRoot])];
  return folders.flatMap((folder) =>
    lockfiles.map((name) => path.join(folder, name)).filter((file) => existsSync(file)),
  );
}

/** @throws CliError AUTH_E_PACKAGE_JSON with the line when the text is not JSON */
export function readPackageText(text: string, file: string): PackageJson {
  let data: Record<string, unknown>;
  try {
    data = asRecord(parseJson(text).value);
    assertPlainJson(text, file);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new CliError("AUTH_E_PACKAGE_JSON", `${file}:${error.line}: not valid JSON, ${error.message}.`, {
      hint: "Correct the file, then run the command again.",
      cause: error,
    });
  }
  const engine = asRecord(asRecord(data["devEngines"])["packageManager"])["name"];
  return {
    ...(typeof data["name"] === "string" && { name: data["name"] }),
    type: data["type"] === "module" ? "module" : "commonjs",
    ...(typeof data["main"] === "string" && { main: data["main"] }),
    ...(typeof data["packageManager"] === "string" && { packageManager: data["packageManager"] }),
    scripts: asStrings(data["scripts"]),
    dependencies: asStrings(data["dependencies"]),
    devDependencies: asStrings(data["devDependencies"]),
    peerDependencies: asStrings(data["peerDependencies"]),
    workspaces: asList(data["workspaces"] ?? []).concat(asList(asRecord(data["workspaces"])["packages"])),
    ...(typeof engine === "string" && { devPackageManager: engine }),
  };
}

/** Comments and trailing commas are read here; Node and the package managers stop at them. */
function assertPlainJson(text: string, file: string): void {
  try {
    JSON.parse(withoutBom(text));
  } catch (error) {
    const at = firstOfJsonc(text) ?? text.length;
    throw new CliError("AUTH_E_PACKAGE_JSON", `${file}:${lineAt(text, at)}: a comment or a comma too many.`, {
      hint: "Node and npm read plain JSON only. Remove it, then run the command again.",
      cause: error,
    });
  }
}

const asList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function asStrings(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asRecord(value)).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

/** A package below a folder, named by its path from there. */
export interface PackageBelow {
  readonly folder: string;
  readonly manifest: PackageJson;
}

/** Packages below a folder, as far as they can be read. Deep ones, installed and hidden ones are not looked for. */
export function packagesBelow(root: string, depth = 3): PackageBelow[] {
  const files = openFiles(root);
  const below = (folder: string, left: number): string[] =>
    files
      .list(folder)
      .filter((name) => name.endsWith("/") && !/^(?:node_modules|dist|build|out|coverage|\..*)\/$/.test(name))
      .map((name) => path.posix.join(folder, name.slice(0, -1)))
      .flatMap((one) => [
        ...(files.exists(`${one}/package.json`) ? [one] : []),
        ...(left > 1 ? below(one, left - 1) : []),
      ]);
  return below("", depth).flatMap((folder) => {
    try {
      return {
        folder,
        manifest: readPackageText(files.read(`${folder}/package.json`)?.text ?? "{}", folder),
      };
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      return [];
    }
  });
}

/** Apps below a folder that depend on one of these packages: what a person at the top of them may have meant. */
export const findApps = (root: string, packages: readonly string[], depth?: number): string[] =>
  packagesBelow(root, depth)
    .filter(({ manifest: { dependencies, devDependencies } }) =>
      packages.some((name) => name in dependencies || name in devDependencies),
    )
    .map(({ folder }) => folder);
