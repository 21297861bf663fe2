import { findFramework, frameworks, plainServer } from "../../templates/frameworks/index.js";
import { otherFrameworks } from "../../templates/frameworks/others.js";
import type { Framework, Surface } from "../../cli/project/framework.js";
import { packageName } from "../../cli/formats/own-package.js";
import { aliasIn, rangeOfAlias } from "../../cli/project/alias.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { openFiles, projectPath, readIfText, type ProjectFiles } from "../../cli/project/files.js";
import { choosePackageManager } from "../../cli/project/package-manager.js";
import { ownRange } from "../../cli/project/own-range.js";
import { findServerFile } from "../../cli/project/sources.js";
import { installedVersion } from "../../cli/project/versions.js";
import { readTsConfig } from "../../cli/project/tsconfig.js";
import { findLockfiles, findWorkspace, readPackageText } from "../../cli/project/workspace.js";

/** What a person, or the environment, says beforehand. */
export interface DetectHints {
  readonly packageManager?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly server?: string | undefined;
  /** The framework that is meant, by its id or another word for it. */
  readonly framework?: string | undefined;
  /** Hears of each file before it is read. */
  readonly onRead?: ((file: string) => void) | undefined;
}

/** Reads a project. Executes nothing of it and writes nothing. */
export function detect(cwd: string, hints: DetectHints = {}): ProjectFacts {
  const workspace = findWorkspace(cwd);
  const files = openFiles(workspace.root, workspace.gitRoot ?? workspace.workspaceRoot, hints.onRead);
  const packageJson = readPackageText(files.read("package.json")?.text ?? "{}", "package.json");
  const dependencies = { ...packageJson.devDependencies, ...packageJson.dependencies };
  const tsconfig = readTsConfig(files);
  // Next.js looks into the folder at the top first.
  const appDir = ["app", "src/app"].find((folder) => holds(files, folder, isAppRoute));
  const pagesDir = ["pages", "src/pages"].find((folder) => holds(files, folder, isPagesRoute));
  const named = meantFirst(hints.framework, namedIn(dependencies));
  const serverFile = hints.server
    ? existingFile(files, projectPath(workspace.root, cwd, hints.server))
    : firstOf([...named, plainServer], ({ mayMakeServer }) =>
        mayMakeServer === undefined ? undefined : findServerFile(files, packageJson, mayMakeServer),
      );
  const alias = aliasIn(files, workspace);
  const surface: Surface = { files, packageJson, appDir, pagesDir, serverFile };
  return Object.freeze<ProjectFacts>({
    ...workspace,
    ...surface,
    frameworks: usedOf(
      named.filter((one) => one.fits(surface)),
      serverFile === undefined ? undefined : readIfText(files, serverFile)?.text,
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
    alias,
    ownRange: alias === undefined ? ownRange(workspace.root) : rangeOfAlias(alias, workspace),
    installed: installedVersion(workspace.root, packageName),
    tsconfig,
  });
}

/** Those whose package is there; where none is, of ours or of others, those without a package. */
function namedIn(dependencies: Readonly<Record<string, string>>): readonly Framework[] {
  const isNamed = ({ dependency }: { readonly dependency: string | undefined }) =>
    dependency !== undefined && dependency in dependencies;
  const isOther = otherFrameworks.some((one) => one.runs === "server" && isNamed(one));
  const named = frameworks.filter(isNamed);
  return named.length > 0 || isOther
    ? named
    : frameworks.filter(({ dependency }) => dependency === undefined);
}

const meantFirst = (word: string | undefined, named: readonly Framework[]): readonly Framework[] => {
  const meant = word === undefined ? undefined : findFramework(word);
  return meant === undefined
    ? named
    : [meant, ...named.filter(({ id }) => id !== meant.id)].filter((one) => named.includes(one));
};

/** Of several kinds of servers, the one that the server file makes; packages of the others may be there for a part. */
function usedOf(fitting: readonly Framework[], server: string | undefined): readonly Framework[] {
  const [made] = fitting.filter(({ mayMakeServer }) => server !== undefined && mayMakeServer?.(server));
  return fitting.filter((one) => made === undefined || one === made || one.mayMakeServer === undefined);
}

function firstOf<From, To>(all: readonly From[], read: (one: From) => To | undefined): To | undefined {
  for (const one of all) {
    const found = read(one);
    if (found !== undefined) return found;
  }
  return undefined;
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
