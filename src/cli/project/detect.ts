import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { frameworks, type FrameworkDescriptor } from "../../templates/frameworks.js";
import { packageName } from "../../templates/package.js";
import { CliError, exitCodes } from "../terminal/errors.js";
import { openFiles, projectPath, type ProjectFiles } from "./files.js";
import { choosePackageManager, type PackageManager } from "./package-manager.js";
import { findServerFile } from "./sources.js";
import { readTsConfig, type TsConfig } from "./tsconfig.js";
import {
  findLockfiles,
  findWorkspace,
  readPackageText,
  upwards,
  type PackageJson,
  type Workspace,
} from "./workspace.js";

/** Everything that is known of a project, read once. */
export interface ProjectFacts extends Workspace {
  readonly files: ProjectFiles;
  readonly packageJson: PackageJson;
  /** Frameworks that the project depends on. */
  readonly frameworks: readonly FrameworkDescriptor[];
  readonly language: "ts" | "js";
  readonly moduleType: "esm" | "cjs";
  readonly packageManager: PackageManager;
  /** Whether our package is named in package.json, and the version in node_modules. */
  readonly declared: boolean;
  readonly installed: string | undefined;
  readonly tsconfig: TsConfig | undefined;
  /** Folder of the App Router. */
  readonly appDir: string | undefined;
  /** Folder of the Pages Router. */
  readonly pagesDir: string | undefined;
  /** File that makes the Express application. */
  readonly serverFile: string | undefined;
}

/** What a person, or the environment, says beforehand. */
export interface DetectHints {
  readonly packageManager?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly server?: string | undefined;
}

/** Reads a project. Executes nothing of it and writes nothing. */
export function detect(cwd: string, hints: DetectHints = {}): ProjectFacts {
  const workspace = findWorkspace(cwd);
  const files = openFiles(workspace.root, workspace.gitRoot ?? workspace.workspaceRoot);
  const packageJson = readPackageText(files.read("package.json")?.text ?? "{}", "package.json");
  const dependencies = { ...packageJson.devDependencies, ...packageJson.dependencies };
  const tsconfig = readTsConfig(files);
  const appDir = ["src/app", "app"].find((folder) => holds(files, folder, appRoute));
  const pagesDir = ["pages", "src/pages"].find((folder) => holds(files, folder, pagesRoute));
  // Where both routers are, new pages are made in the app folder.
  const router = pagesDir && !appDir ? "next-pages" : "next-app";
  return Object.freeze<ProjectFacts>({
    ...workspace,
    files,
    packageJson,
    frameworks: frameworks.filter(
      ({ id, dependency }) => dependency in dependencies && (dependency !== "next" || id === router),
    ),
    language: "typescript" in dependencies || files.exists("tsconfig.json") ? "ts" : "js",
    moduleType: packageJson.type === "module" ? "esm" : "cjs",
    packageManager: choosePackageManager({
      flag: hints.packageManager,
      packageJson,
      lockfiles: findLockfiles(workspace),
      userAgent: hints.userAgent,
    }),
    declared: packageName in dependencies,
    installed: installedVersion(workspace.root, packageName),
    tsconfig,
    appDir,
    pagesDir,
    serverFile: hints.server
      ? existingFile(files, projectPath(workspace.root, cwd, hints.server))
      : findServerFile(files, packageJson),
  });
}

const appRoute = /^(?:layout|page|route)\.[jt]sx?$/;
const pagesRoute = /\.[jt]sx?$/;

/** Routes stand at the top of a router's folder, or in groups and languages a few folders deep. */
function holds(files: ProjectFiles, folder: string, route: RegExp, depth = 3): boolean {
  const names = files.list(folder);
  if (names.some((name) => route.test(name))) return true;
  const folders = depth === 0 ? [] : names.filter((name) => name.endsWith("/"));
  return folders.some((name) => holds(files, `${folder}/${name.slice(0, -1)}`, route, depth - 1));
}

function existingFile(files: ProjectFiles, file: string): string {
  if (files.exists(file)) return file;
  throw new CliError("AUTH_E_NO_FILE", `There is no file ${file} in ${files.root}.`, {
    exitCode: exitCodes.usage,
  });
}

/** The version of a package in node_modules, found as Node finds it. */
function installedVersion(root: string, name: string): string | undefined {
  for (const folder of upwards(root)) {
    const file = path.join(folder, "node_modules", name, "package.json");
    if (!existsSync(file)) {
      const version = pluggedVersion(folder, name);
      if (version !== undefined) return version;
      continue;
    }
    try {
      const { version }: { version?: unknown } = JSON.parse(readFileSync(file, "utf8"));
      return typeof version === "string" ? version : undefined;
    } catch {
      return undefined;
    }
  }
  return undefined;
}

/** Yarn's Plug'n'Play has no node_modules: what is in its map is installed, and the lock file has the version. */
function pluggedVersion(folder: string, name: string): string | undefined {
  const map = path.join(folder, ".pnp.cjs");
  const lock = path.join(folder, "yarn.lock");
  if (!existsSync(map) || !existsSync(lock)) return undefined;
  if (!readFileSync(map, "utf8").includes(`["${name}", [`)) return undefined;
  const entry = new RegExp(`^"?${name.replaceAll(".", "\\.")}@[^\\n]*\\n +version: "?([^"\\s]+)`, "m");
  return entry.exec(readFileSync(lock, "utf8"))?.[1];
}

/** First number of the installed version, or else of the range in package.json. */
export const majorVersion = (facts: ProjectFacts, name: string): number | undefined =>
  versionOf(facts, name)?.[0];

/** Major and minor, of what is installed or else of the range; a range without a minor takes the newest. */
export function versionOf(facts: ProjectFacts, name: string): readonly [number, number] | undefined {
  const range = facts.packageJson.dependencies[name] ?? facts.packageJson.devDependencies[name];
  const version = installedVersion(facts.root, name);
  const [, major, minor] = /(\d+)(?:\.(\d+))?/.exec(version ?? range ?? "") ?? [];
  if (major === undefined) return undefined;
  const grows = version === undefined && /^[\^>]/.test(range ?? "");
  return [Number(major), grows || minor === undefined ? Infinity : Number(minor)];
}
