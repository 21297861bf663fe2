/** Finds source files of a project: the one that makes a server, the one that an import leads to, and all of them. */
import path from "node:path";
import { readIfText, type ProjectFiles } from "./files.js";
import type { TsConfig } from "./tsconfig.js";
import type { PackageJson } from "./workspace.js";
import { isRelative, isSourceFile, typedName } from "../source/text/file-names.js";
import { parseJson } from "../formats/json-file.js";
import type { OpenModule } from "../source/names/names.js";
import type { ProjectFacts } from "./facts.js";

const skipped = /^(?:node_modules|dist|build|out|coverage|public|test|tests|__tests__|\..*)\/$/;

/** The file that makes a server, as `mayMake` judges by the text: what package.json starts first, then the usual names, then every source file. */
export function findServerFile(
  files: ProjectFiles,
  packageJson: PackageJson,
  mayMake: (text: string) => boolean,
): string | undefined {
  const makesApp = (file: string) => {
    const text = readIfText(files, file)?.text;
    return text !== undefined && mayMake(text);
  };
  const named = [...Object.values(packageJson.scripts).flatMap(filesOfScript), packageJson.main ?? ""]
    .filter((file) => file !== "")
    .flatMap((file) => withSources(path.posix.normalize(file)));
  const usual = ["src/", ""].flatMap((folder) =>
    ["server", "app", "index", "main"].flatMap((name) =>
      ["ts", "mts", "js", "mjs", "cjs"].map((extension) => `${folder}${name}.${extension}`),
    ),
  );
  return (
    [...named, ...usual].find((file) => files.exists(file) && !isForeign(files, file) && makesApp(file)) ??
    [...listSources(files)].find(makesApp)
  );
}

const filesOfScript = (script: string) => script.split(/[\s"']+/).filter(isSourceFile);

/** A built file and the source that it is probably made from. */
function withSources(file: string): string[] {
  const source = file.replace(/^(?:dist|build|out)\//, "src/");
  const typed = typedName(source);
  const outside = typed.startsWith("src/") ? typed.slice("src/".length) : typed;
  return [typed, source, outside].filter((name) => !/^(?:dist|build|out)\//.test(name));
}

/**
 * The file of the project that an import leads to: by relative path or alias, with the endings that TypeScript and
 * bundlers add. Packages lead to none.
 */
export function importedFile(
  files: ProjectFiles,
  config: TsConfig | undefined,
  from: string,
  specifier: string,
): string | undefined {
  const target = isRelative(specifier)
    ? path.posix.join(path.posix.dirname(from), specifier)
    : aliased(config, specifier);
  if (target === undefined || target.startsWith("..")) return undefined;
  const base = typedName(target);
  const endings = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
  return [
    target,
    base,
    base.endsWith("ts") ? `${base}x` : base,
    ...endings.map((ending) => `${target}.${ending}`),
    ...endings.map((ending) => `${target}/index.${ending}`),
  ].find((file) => isSourceFile(file) && readIfText(files, file)?.text !== undefined);
}

function aliased(config: TsConfig | undefined, specifier: string): string | undefined {
  for (const { pattern, target } of config?.aliases ?? []) {
    if (pattern === specifier) return path.posix.normalize(target);
    const prefix = pattern.slice(0, -1);
    if (!pattern.endsWith("*") || !target.endsWith("*") || !specifier.startsWith(prefix)) continue;
    return path.posix.normalize(target.slice(0, -1) + specifier.slice(prefix.length));
  }
  return undefined;
}

const telling = ["name", "dependencies", "devDependencies", "scripts"];

/** Whether a folder is a package of its own: in a workspace, its files are not those of the package around it. */
function isPackage(files: ProjectFiles, folder: string): boolean {
  // One that only sets the module type says nothing.
  const manifest = path.posix.join(folder, "package.json");
  // In a folder that may not be opened there is none in sight; who lists the folder says so.
  const text = files.exists(manifest) ? readIfText(files, manifest)?.text : undefined;
  if (text === undefined) return false;
  try {
    return (parseJson(text).members ?? []).some(({ key }) => telling.includes(key));
  } catch {
    return true; // a manifest all the same
  }
}

function isForeign(files: ProjectFiles, file: string): boolean {
  const folder = path.posix.dirname(file);
  if (folder === "." || folder.startsWith("..")) return false;
  return isPackage(files, folder) || isForeign(files, folder);
}

/** Paths of the source files, as {@link listFiles} finds them. Those that are hidden, such as the `.pnp.cjs` of Yarn, are left out. */
export const listSources = (files: ProjectFiles): Generator<string> =>
  listFiles(files, (name) => isSourceFile(name) && !/^\.|\.d\.ts$/.test(name));

/** Paths of files whose names are wanted, outer folders first. Built and test folders and other packages are left out. */
export function* listFiles(files: ProjectFiles, isWanted: (name: string) => boolean): Generator<string> {
  const folders = [""];
  for (const folder of folders) {
    for (const name of files.list(folder)) {
      if (name.endsWith("/")) {
        if (!skipped.test(name) && !isPackage(files, folder + name)) folders.push(folder + name);
      } else if (isWanted(name)) {
        yield folder + name;
      }
    }
  }
}

// Opens files of a project for the readers in cli/source, which know no files.

/** Opens the files that a configuration is made of. */
export const projectModules =
  (facts: ProjectFacts, textOf = (file: string) => readIfText(facts.files, file)?.text): OpenModule =>
  (from, specifier) => {
    const file = importedFile(facts.files, facts.tsconfig, from, specifier);
    const text = file === undefined ? undefined : textOf(file);
    return file === undefined || text === undefined ? undefined : { file, text };
  };
