import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseJson, JsonSyntaxError } from "../edit/json-file.js";
import { CliError } from "../ui/errors.js";
import { openFiles } from "./files.js";

/** package.json as far as we read it. */
export interface PackageJson {
  readonly name?: string;
  readonly type: "module" | "commonjs";
  readonly main?: string;
  readonly packageManager?: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly workspaces: boolean;
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

/** @throws CliError AUTH_E_NO_PACKAGE when no folder upwards has a package.json */
export function findWorkspace(cwd: string): Workspace {
  if (!existsSync(cwd)) throw new CliError("AUTH_E_NO_FOLDER", `The folder ${cwd} does not exist.`);
  const folders = upwards(path.resolve(cwd));
  const root = folders.find((folder) => existsSync(path.join(folder, "package.json")));
  if (!root) {
    throw new CliError("AUTH_E_NO_PACKAGE", `There is no package.json in ${cwd} or above it.`, {
      hint: "Run the command in the folder of your app (--cwd DIR), or make a project first: npm init -y",
    });
  }
  const gitRoot = folders.find((folder) => existsSync(path.join(folder, ".git")));
  const above = upwards(path.dirname(root)).filter((folder) => !gitRoot || folder.startsWith(gitRoot));
  const workspaceRoot = above.find((folder) => isWorkspaceRoot(folder)) ?? root;
  return { root, workspaceRoot, gitRoot };
}

function isWorkspaceRoot(folder: string): boolean {
  if (existsSync(path.join(folder, "pnpm-workspace.yaml"))) return true;
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) return false;
  try {
    return readPackageText(readFileSync(file, "utf8"), file).workspaces;
  } catch {
    return false; // a broken manifest above the app is not ours to judge
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
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new CliError("AUTH_E_PACKAGE_JSON", `${file}:${error.line}: not valid JSON, ${error.message}.`, {
      hint: "Repair the file and run the command again.",
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
    workspaces: data["workspaces"] !== undefined,
    ...(typeof engine === "string" && { devPackageManager: engine }),
  };
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function asStrings(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asRecord(value)).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

/** Apps of a workspace that depend on one of these packages: what a person at the top of it may have meant. */
export function findApps(root: string, packages: readonly string[]): string[] {
  const files = openFiles(root);
  const folders = ["apps", "packages", "examples"].flatMap((group) =>
    files
      .list(group)
      .filter((name) => name.endsWith("/"))
      .map((name) => `${group}/${name.slice(0, -1)}`),
  );
  return folders.filter((folder) => {
    const text = files.read(`${folder}/package.json`)?.text ?? "{}";
    return packages.some((name) => text.includes(`"${name}"`));
  });
}
