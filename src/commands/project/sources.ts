import path from "node:path";
import { packageName } from "../../templates/package.js";
import type { ProjectFiles } from "./files.js";
import type { PackageJson } from "./workspace.js";

const sourceFile = /\.[cm]?[jt]sx?$/;
const skipped = /^(?:node_modules|dist|build|out|coverage|public|test|tests|__tests__|\..*)\/$/;
/** A project with more sources than this is not searched to its end. */
const scanLimit = 3000;

const doorImport = new RegExp(
  `(?:from|require\\(|import)\\s*\\(?\\s*["']${packageName}(?:/(?!providers/)[\\w-]+)?["']`,
);

/** The file with the configuration: the usual places first, then every source file. */
export function findAuthFile(files: ProjectFiles): string | undefined {
  const usual = ["", "src/", "lib/", "src/lib/", "server/", "src/server/"].flatMap((folder) =>
    ["auth.config", "auth"].flatMap((name) =>
      ["ts", "js", "mts", "mjs", "cts", "cjs", "tsx", "jsx"].map(
        (extension) => `${folder}${name}.${extension}`,
      ),
    ),
  );
  const holds = (file: string) => {
    const text = readable(files, file);
    return text !== undefined && doorImport.test(text) && /\bproviders\b/.test(text);
  };
  return usual.find((file) => files.exists(file) && holds(file)) ?? [...listSources(files)].find(holds);
}

/** The file that calls `express()`: what package.json starts first, then the usual names, then every source file. */
export function findServerFile(files: ProjectFiles, packageJson: PackageJson): string | undefined {
  const makesApp = (file: string) => {
    const text = readable(files, file);
    return text !== undefined && /\bexpress["'`]?\)?\(\s*\)/.test(text);
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
    [...named, ...usual].find((file) => files.exists(file) && makesApp(file)) ??
    [...listSources(files)].find(makesApp)
  );
}

const filesOfScript = (script: string) => script.split(/[\s"']+/).filter((word) => sourceFile.test(word));

/** A built file and the source that it is probably made from. */
function withSources(file: string): string[] {
  const source = file.replace(/^(?:dist|build|out)\//, "src/");
  const typed = source.replace(/\.([cm]?)js$/, ".$1ts");
  return [typed, source, typed.replace(/^src\//, "")].filter((name) => !/^(?:dist|build|out)\//.test(name));
}

/** A file that cannot be read, or is no text, is not the one that we look for. */
function readable(files: ProjectFiles, file: string): string | undefined {
  try {
    return files.read(file)?.text;
  } catch {
    return undefined;
  }
}

/** Paths of the source files, outer folders first; built, hidden and test folders are left out. */
export function* listSources(files: ProjectFiles): Generator<string> {
  const folders = [""];
  let seen = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const name of files.list(folder)) {
      if (name.endsWith("/")) {
        if (!skipped.test(name)) folders.push(folder + name);
      } else if (sourceFile.test(name) && !name.endsWith(".d.ts")) {
        seen += 1;
        if (seen > scanLimit) return;
        yield folder + name;
      }
    }
  }
}
