import path from "node:path";
import { packageName } from "../formats/own-package.js";
import type { ProjectFacts } from "../project/facts.js";
import { readIfText, type ProjectFiles } from "../project/files.js";
import { isComponent, isSourceFile, withoutScriptEnding } from "../source/text/file-names.js";
import { mayNameOldPackages } from "../source/syntax/probes.js";

/** Further down, folders called build or out are routes of the app as well. */
const isMade = (folder: string) => /^(?:dist|build|out|coverage)\/$/.test(folder);
const isSkipped = (folder: string) => /(?:^|\/)(?:node_modules|\.(?!storybook\/)[^/]*)\/$/.test(folder);
/** Mocks that are found by the name of the module that they stand for. */
const mockFile =
  /(?:^|\/)__mocks__\/((?:next-auth|@auth\/(?:core|express|sveltekit))(?:\/[^.]+)?)\.[cm]?[jt]sx?$/;

/** Files of a package by their names, tests and declarations too, other packages not. */
export function* filesBelow(files: ProjectFiles, isMeant: (name: string) => boolean): Generator<string> {
  const folders = [""];
  for (const folder of folders) {
    for (const name of files.list(folder)) {
      if (name.endsWith("/")) {
        const below = folder + name;
        if (!isMade(below) && !isSkipped(below) && !files.exists(`${below}package.json`)) folders.push(below);
        continue;
      }
      if (isMeant(name)) yield folder + name;
    }
  }
}

/** Source files and components of a package that may name the old packages, or use what they give without an import. */
export const oldSources = (files: ProjectFiles): Generator<Source> =>
  sourcesWith(files, (text, file) => mayNameOldPackages(text) || mockFile.test(file));

/** The same with those that name our package already. */
export const movedSources = (files: ProjectFiles): Generator<Source> =>
  sourcesWith(files, (text) => mayNameOldPackages(text) || text.includes(packageName));

interface Source {
  readonly file: string;
  readonly text: string;
}

function* sourcesWith(
  files: ProjectFiles,
  isMeant: (text: string, file: string) => boolean,
): Generator<Source> {
  for (const file of filesBelow(files, (name) => isSourceFile(name) || isComponent(name))) {
    const text = readIfText(files, file)?.text;
    if (text !== undefined && isMeant(text, file)) yield { file, text };
  }
}

/** The old module that a file is the mock of, by its place. */
export const mockedModule = (file: string): string | undefined => mockFile.exec(file)?.[1];

/** The file of the project that a specifier leads to; undefined when it leads out of the project. */
export function resolveModule(
  specifier: string,
  from: string,
  { files, tsconfig }: ProjectFacts,
): string | undefined {
  const bases = specifier.startsWith(".")
    ? [path.posix.join(path.posix.dirname(from), specifier)]
    : (tsconfig?.aliases ?? []).flatMap(({ pattern, target }) => {
        const [start = "", rest] = pattern.split("*");
        if (rest === undefined) return specifier === pattern ? [target] : [];
        return specifier.startsWith(start) ? [target.replace("*", specifier.slice(start.length))] : [];
      });
  for (const base of bases) {
    const plain = path.posix.normalize(base);
    if (plain.startsWith("..")) continue;
    const stem = withoutScriptEnding(plain);
    const found = [plain, stem]
      .flatMap((one) => [
        one,
        ...extensions.map((end) => one + end),
        ...extensions.map((end) => `${one}/index${end}`),
      ])
      .find((file) => isSourceFile(file) && readIfText(files, file) !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

const extensions = [".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs", ".cjs"];

/** `auth.ts` beside the app folder of a route file. */
export const homeFile = (route: string): string =>
  `${/^(.*?)app\//.exec(route)?.[1] ?? ""}auth.${/\.[cm]?jsx?$/.test(route) ? "js" : "ts"}`;
