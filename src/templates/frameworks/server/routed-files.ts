/** The files of a server with what they do with applications and routers, and how names lead from one to another. */
import type { SourceText, Survey } from "../../../cli/findings/survey.js";
import { importedFile, projectModules } from "../../../cli/project/sources.js";
import { Names } from "../../../cli/source/names/names.js";
import { textReader } from "../../../cli/source/names/texts.js";
import {
  readRoutedCalls,
  type RoutedCall,
  type RoutedFile,
} from "../../../cli/source/routes/routed-calls.js";

export interface Source extends RoutedFile {
  readonly source: SourceText;
}

/** A call with the file that it stands in. */
export interface Placed extends RoutedCall {
  readonly file: Source;
  /** The application or router in the file that makes it. */
  readonly key: string;
}

export interface RoutedFiles {
  readonly files: readonly Source[];
  readonly calls: readonly Placed[];
  /** What made an application or a router; undefined for names that stand for something else. */
  madeBy(key: string): { readonly prefix: string | undefined; readonly isRouter: boolean } | undefined;
  /** Keys of the routers that a call hands on. */
  targetsOf(call: Placed): readonly string[];
}

/** @param packages that make applications and routers */
export function readRoutedFiles(all: Survey, packages: readonly string[]): RoutedFiles {
  const { files: opened, tsconfig } = all.facts;
  const textOf = textReader(new Names(projectModules(all.facts)));
  const files = all.sources
    .filter(({ path }) => !testFile.test(path))
    .map((source) => ({ source, ...readRoutedCalls(source.text, source.path, packages, textOf) }));
  const byPath = new Map<string, Source>(files.map((file) => [file.source.path, file]));
  /** Where a name of a file is declared: there, or in the file that it is imported from. */
  const keyOf = (file: Source, name: string): string => {
    const [first = "", ...rest] = name.split(".");
    const from = file.imported.get(first);
    const target = from && importedFile(opened, tsconfig, file.source.path, from.specifier);
    if (from === undefined || target === undefined) return `${file.source.path}#${name}`;
    const local = byPath.get(target)?.exported[from.name] ?? from.name;
    return [`${target}#${local}`, ...rest].join(".");
  };
  const madeBy: RoutedFiles["madeBy"] = (key) => {
    const [path = "", name = ""] = key.split("#");
    return byPath.get(path)?.made.get(name);
  };
  /** `createServer(app)`, `setup.run(app)`: what listens, or adds routes, mounts no application. */
  const isMounted = (call: Placed, key: string): boolean => {
    if (key === call.key) return false;
    const made = madeBy(key);
    const isApplication = made !== undefined && !made.isRouter && madeBy(call.key) === undefined;
    return !isApplication || mounting.includes(call.method);
  };
  return {
    files,
    calls: files.flatMap((file) =>
      file.calls.map((call) => ({ ...call, file, key: keyOf(file, call.owner) })),
    ),
    madeBy,
    targetsOf: (call) =>
      call.targets.map((name) => keyOf(call.file, name)).filter((key) => isMounted(call, key)),
  };
}

/** "" for a function that is given the application. */
const mounting = ["", "use", "route", "mount"];
const testFile = /(?:\.|^|\/)(?:test|spec)\.\w+$/;
