import { frameworks, plainServer } from "../../templates/frameworks/index.js";
import type { Surface } from "../../templates/frameworks/framework.js";
import { packageName } from "../../templates/package.js";
import { CliError, exitCodes } from "../terminal/errors.js";
import type { ProjectFacts } from "./facts.js";
import { openFiles, projectPath, type ProjectFiles } from "./files.js";
import { choosePackageManager } from "./package-manager.js";
import { ownRange } from "./own-range.js";
import { findServerFile } from "./sources.js";
import { installedVersion } from "./versions.js";
import { readTsConfig } from "./tsconfig.js";
import { findLockfiles, findWorkspace, readPackageText } from "./workspace.js";

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
  const appDir = ["src/app", "app"].find((folder) => holds(files, folder, isAppRoute));
  const pagesDir = ["pages", "src/pages"].find((folder) => holds(files, folder, isPagesRoute));
  const serverFile = hints.server
    ? existingFile(files, projectPath(workspace.root, cwd, hints.server))
    : findServerFile(files, packageJson, plainServer.dependency);
  const surface: Surface = { files, appDir, pagesDir, serverFile };
  return Object.freeze<ProjectFacts>({
    ...workspace,
    ...surface,
    packageJson,
    frameworks: frameworks.filter((one) => one.dependency in dependencies && one.fits(surface)),
    language: "typescript" in dependencies || files.exists("tsconfig.json") ? "ts" : "js",
    moduleType: packageJson.type === "module" ? "esm" : "cjs",
    packageManager: choosePackageManager({
      flag: hints.packageManager,
      packageJson,
      lockfiles: findLockfiles(workspace),
      userAgent: hints.userAgent,
    }),
    declared: packageName in dependencies,
    ownRange: ownRange(workspace.root),
    installed: installedVersion(workspace.root, packageName),
    tsconfig,
  });
}

const isAppRoute = (name: string) => /^(?:layout|page|route)\.[jt]sx?$/.test(name);
const isPagesRoute = (name: string) => /\.[jt]sx?$/.test(name);

/** Routes stand at the top of a router's folder, or in groups and languages a few folders deep. */
function holds(files: ProjectFiles, folder: string, isRoute: (name: string) => boolean, depth = 3): boolean {
  const names = files.list(folder);
  if (names.some(isRoute)) return true;
  const folders = depth === 0 ? [] : names.filter((name) => name.endsWith("/"));
  return folders.some((name) => holds(files, `${folder}/${name.slice(0, -1)}`, isRoute, depth - 1));
}

function existingFile(files: ProjectFiles, file: string): string {
  if (files.exists(file)) return file;
  throw new CliError("AUTH_E_NO_FILE", `There is no file ${file} in ${files.root}.`, {
    exitCode: exitCodes.usage,
  });
}
