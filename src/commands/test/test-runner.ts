/** What a project runs its tests with, and where they stand. */
import path from "node:path";
import { coversFolder, fileFitting } from "../../cli/formats/glob.js";
import type { ProjectFiles } from "../../cli/project/files.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { execPrefix } from "../../cli/project/package-manager.js";
import { scriptFiles, specsIn, testFiles, type ConfiguredRunner, type TestFiles } from "./test-files.js";

export interface TestRunner {
  readonly id: ConfiguredRunner | "node";
  /** Module that `test` comes from. */
  readonly module: string;
  /** Folders that tests may be in; the first that is there, else the first. */
  readonly folders: readonly string[];
  /** Endings of the names of test files, the usual one first. */
  readonly endings: readonly string[];
  /** What a "test" script starts. */
  readonly command: string;
  /** What it takes for tests; undefined: the usual names are enough. */
  readonly files: TestFiles | undefined;
}

interface PackagedRunner extends Omit<TestRunner, "files"> {
  readonly id: ConfiguredRunner;
  readonly package: string;
}

/** In the order in which a project is asked for them. */
const packaged: readonly PackagedRunner[] = [
  {
    id: "vitest",
    package: "vitest",
    module: "vitest",
    folders: ["test", "tests", "__tests__"],
    endings: ["test", "spec"],
    command: "vitest run",
  },
  {
    id: "jest",
    package: "jest",
    module: "@jest/globals",
    folders: ["__tests__", "test", "tests"],
    endings: ["test", "spec"],
    command: "jest",
  },
  {
    id: "playwright",
    package: "@playwright/test",
    module: "@playwright/test",
    folders: ["e2e", "tests", "test"],
    endings: ["spec", "test"],
    command: "playwright test",
  },
  {
    id: "mocha",
    package: "mocha",
    module: "mocha",
    folders: ["test", "tests"],
    endings: ["test", "spec"],
    command: "mocha",
  },
];

const builtIn: TestRunner = {
  id: "node",
  module: "node:test",
  folders: ["test", "tests"],
  endings: ["test", "spec"],
  command: "node --test",
  files: undefined,
};

/** The runner that the script of tests starts, else one whose package is there. */
export function testRunner(facts: ProjectFacts): TestRunner {
  const { dependencies, devDependencies, scripts } = facts.packageJson;
  const used = { ...dependencies, ...devDependencies };
  const there = packaged.filter((one) => one.package in used);
  const started = Object.entries(scripts)
    .filter(([name]) => /^test(?:$|:)/.test(name))
    .flatMap(([, script]) => script.split(/&&|[|;]/).map((command) => wordsOf(facts, command)))
    .flatMap((words) => startedBy(facts, there, words));
  const [first] = started;
  if (first) return first;
  const [only] = there;
  return only ? { ...only, files: testFiles(facts, only.id, []) } : builtIn;
}

/** Characters of a command whose patterns are looked up among the files. */
const longest = 10_000;

/** The words of a command, as the program gets them. */
const wordsOf = ({ files }: ProjectFacts, command: string): string[] =>
  command
    .replaceAll("'", '"')
    .split('"')
    .flatMap((part, at) => {
      const words = part.split(" ").filter((word) => word !== "");
      const isRead = at % 2 === 0 && command.length <= longest;
      return isRead ? words.map((word) => readByShell(files, word)) : words;
    });

/** A shell reads `**` outside of quotes as one folder, and leaves a pattern that fits nothing to the program. */
function readByShell(files: ProjectFiles, word: string): string {
  const pattern = path.posix.normalize(word.replaceAll("**", "*"));
  const fits = (folder: string): boolean =>
    files.list(folder).some((name) => {
      const place = `${folder}${name}`;
      return name.endsWith("/") ? isOnWay(pattern, place) && fits(place) : coversFolder(pattern, place);
    });
  return word.includes("**") && fits("") ? pattern : word;
}

/** Whether what a pattern fits can be in a folder. */
const isOnWay = (pattern: string, folder: string): boolean =>
  coversFolder(
    pattern
      .split("/")
      .slice(0, folder.split("/").length - 1)
      .join("/"),
    folder.slice(0, -1),
  );

function startedBy(
  facts: ProjectFacts,
  there: readonly PackagedRunner[],
  words: readonly string[],
): readonly TestRunner[] {
  for (const one of there) {
    const [program = ""] = one.command.split(" ");
    const at = words.indexOf(program);
    if (at !== -1) return [{ ...one, files: testFiles(facts, one.id, words.slice(at + 1)) }];
  }
  const at = words.indexOf("--test");
  if (at === -1) return [];
  const given = specsIn(words.slice(at + 1));
  const command = words.filter((word, place) => place < at || !given.includes(word)).join(" ");
  return [{ ...builtIn, files: scriptFiles(given), command }];
}

/** A file of tests. */
export interface TestPlace {
  readonly file: string;
  readonly typed: boolean;
  readonly commonjs: boolean;
  /** Whether the runner takes it; undefined: what would say so cannot be read. */
  readonly isTaken: boolean | undefined;
}

/** The file with the matrix: where the runner looks, by its usual names where it takes them. */
export function testPlace(facts: ProjectFacts, runner: TestRunner): TestPlace {
  const { folders, endings, files: own } = runner;
  const isThere = (folder: string) => facts.files.list(folder).length > 0;
  const [usual = "test"] = [...folders.filter(isThere), ...folders];
  const below = (own?.roots ?? []).flatMap((root) => [
    ...folders.map((one) => `${root}/${one}`).filter(isThere),
    root,
  ]);
  const inFolders = [usual, ...folders.filter(isThere), ...below, ...folders, "src", ""];
  const usualNames = inFolders.flatMap((folder) =>
    endings.flatMap((ending) =>
      extensionsOf(facts, runner).map(
        (extension) => `${folder}${folder === "" ? "" : "/"}guards.${ending}.${extension}`,
      ),
    ),
  );
  const fitting = (own?.globs ?? []).flatMap((glob) => {
    const name = fileFitting(glob, "guards");
    return [name, ...(own?.roots ?? []).map((root) => `${root}/${name}`)];
  });
  const names = [...usualNames, ...fitting];
  const taken = own?.takes && names.find(own.takes);
  const file = taken ?? names[0] ?? "";
  return {
    file,
    typed: /\.[cm]?tsx?$/.test(file),
    commonjs:
      file.endsWith(".cjs") || (file.endsWith(".js") && facts.moduleType === "cjs" && runner.id !== "vitest"),
    isTaken: own === undefined ? true : own.takes && taken !== undefined,
  };
}

/** Endings of code that a runner may take, best first. */
function extensionsOf({ language, moduleType }: ProjectFacts, { id }: TestRunner): readonly string[] {
  // These run the file whatever the rest of the project is written in.
  if (id === "node" || id === "mocha") return language === "ts" ? ["mjs", "ts", "js"] : ["mjs", "js"];
  if (language === "ts") return ["ts", "js"];
  return id === "vitest" && moduleType === "cjs" ? ["mjs", "js"] : ["js"];
}

/** How a person runs one file of tests. */
export function runCommand({ packageManager }: ProjectFacts, { command }: TestRunner, file: string): string {
  const words = command.split(" ");
  const at = words.findIndex((word) => !word.includes("="));
  const program = words[at] === "node" ? [] : [execPrefix(packageManager.name)];
  return [...words.slice(0, at), ...program, ...words.slice(at), file].join(" ");
}

/** What Node.js 20 loads a store in TypeScript with, and imports as bundlers take them: aliases, no extensions. */
const loader = { name: "tsx", range: "^4" };

/** A runner as it has to be started for this project. */
export interface StartedRunner extends TestRunner {
  readonly loader: typeof loader | undefined;
}

export function startOf(
  runner: TestRunner,
  { store, isDatabase }: { readonly store: string | undefined; readonly isDatabase: boolean },
  isBundled: boolean,
): StartedRunner {
  if (runner.id !== "node") return { ...runner, loader: undefined };
  const needed = store !== undefined && (store.endsWith("ts") || isBundled) ? loader : undefined;
  const script = runner.command;
  const isLoaded = /\btsx\b|\bts-node\b|--import|--loader/.test(script);
  const loading = needed && !isLoaded ? [`--import ${needed.name}`] : [];
  const words = runner.command
    .split(" ")
    .flatMap((word) => (word === "--test" ? [...loading, word] : [word]));
  // The connections of a database would keep the process alive.
  if (isDatabase && !words.includes("--test-force-exit")) words.push("--test-force-exit");
  return { ...runner, command: words.join(" "), loader: loading.length > 0 ? needed : undefined };
}
