/** Which files a runner takes for tests, as its configuration or the script says. Nothing of them is run. */
import path from "node:path";
import { coversFolder } from "../../cli/formats/glob.js";
import { parseJson } from "../../cli/formats/json-file.js";
import { textInYaml } from "../../cli/formats/workspace-file.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { readIfText } from "../../cli/project/files.js";
import type { SourceText } from "../../cli/source/names/names.js";
import { asRecord } from "../../cli/project/workspace.js";
import { configTexts, type ConfigTexts } from "../../cli/source/configuration/config-file.js";

/** What a runner takes for tests. */
export interface TestFiles {
  /** Whether it takes a file; undefined: it has no patterns of its own that can be read. */
  readonly takes: ((file: string) => boolean) | undefined;
  /** Globs, for a name that fits where the usual ones do not. */
  readonly globs: readonly string[];
  /** Folders below which it looks. */
  readonly roots: readonly string[];
  /** What could not be read, and may say otherwise. */
  readonly unread: string | undefined;
}

/** An option of a configuration, by its path. */
type Ask = (option: string) => ConfigTexts;

/** Where a runner is configured, and how it says which files it takes. */
interface Shape {
  /** Names of its files, without endings of code. */
  readonly files: readonly string[];
  /** Member of package.json. */
  readonly member?: string;
  readonly options: {
    readonly root: readonly string[];
    /** Folders below the root. */
    readonly roots?: string;
    readonly globs: string;
    readonly regex?: string;
  };
  /** Without globs of its own. */
  readonly usual: readonly string[];
}

export type ConfiguredRunner = "vitest" | "jest" | "mocha" | "playwright";

const shapes: Readonly<Record<ConfiguredRunner, Shape>> = {
  vitest: {
    files: ["vitest.config", "vite.config"],
    options: { root: ["test.dir", "test.root", "root"], globs: "test.include" },
    usual: ["**/*.{test,spec}.?(c|m)[jt]s?(x)"],
  },
  jest: {
    files: ["jest.config"],
    member: "jest",
    options: { root: ["rootDir"], roots: "roots", globs: "testMatch", regex: "testRegex" },
    usual: ["**/__tests__/**/*.[jt]s?(x)", "**/?(*.)+(spec|test).[jt]s?(x)"],
  },
  mocha: {
    files: [".mocharc"],
    member: "mocha",
    options: { root: [], globs: "spec" },
    usual: ["test/*.{js,cjs,mjs}"],
  },
  playwright: {
    files: ["playwright.config"],
    options: { root: ["testDir"], globs: "testMatch" },
    usual: ["**/*.@(spec|test).?(c|m)[jt]s?(x)"],
  },
};

const endings = ["ts", "mts", "cts", "js", "mjs", "cjs", "json", "jsonc", "yaml", "yml"];

/** @param words of the script behind the program: what it is given beside options are files */
export function testFiles(
  facts: ProjectFacts,
  runner: ConfiguredRunner,
  words: readonly string[],
): TestFiles {
  const { options, usual } = shapes[runner];
  const { home, ask } = configurationOf(facts, shapes[runner], words);
  const read = (option: string) => textsOf(ask(option));
  const readAll = (wanted: readonly (string | undefined)[]) =>
    wanted.flatMap((option) => (option === undefined ? [] : (read(option) ?? [])));
  const given = runner === "mocha" ? specsIn(words) : [];
  // Projects of Vitest have patterns of their own.
  const globs = given.length > 0 ? given : readAll([options.globs, `test.projects.${options.globs}`]);
  const patterns = readAll([options.regex]);
  const [root = "."] = readAll(options.root);
  const folder = rooted(root, path.posix.dirname(home));
  const roots = readAll([options.roots]).map((one) => rooted(one, folder));
  const isUsual = globs.length + patterns.length === 0;
  const matchers = [...(isUsual ? usual : globs).map(matcherOf), ...patterns.map(regexOf)];
  const unread = [...options.root, options.roots, options.globs, options.regex].find(
    (option) => option !== undefined && read(option) === undefined,
  );
  const takes = (file: string) =>
    isBelow(folder, file) &&
    (roots.length === 0 || roots.some((below) => isBelow(below, file))) &&
    matchers.some((matches) => matches(file, folder));
  return {
    takes: unread === undefined ? takes : undefined,
    globs: globs.map((glob) => path.posix.join(folder, withoutRoot(glob))),
    roots: [...roots, folder].filter((one) => one !== "."),
    unread: unread === undefined ? undefined : `${unread} of ${home}`,
  };
}

/** The file with the configuration, and what it says. */
function configurationOf(
  { files }: ProjectFacts,
  { files: names, member }: Shape,
  words: readonly string[],
): { readonly home: string; readonly ask: Ask } {
  const named = flagOf(words, ["--config", "-c"]);
  const usual = names.flatMap((name) => endings.map((ending) => `${name}.${ending}`));
  const file = [...(named === undefined ? [] : [path.posix.normalize(named)]), ...usual].find((one) =>
    files.exists(one),
  );
  const textOf = (one: string) => readIfText(files, one)?.text ?? "";
  if (file !== undefined) return { home: file, ask: asking({ file, text: textOf(file) }) };
  const home = "package.json";
  const held = member === undefined ? undefined : asRecord(parseJson(textOf(home)).value)[member];
  return { home, ask: held === undefined ? () => ({ kind: "absent" }) : askingData(held) };
}

const takesValue =
  /^(?:--test-(?:reporter|reporter-destination|concurrency|name-pattern|timeout|shard)|-r|--require|--import|--loader|-n|--node-option|-u|--ui|-R|--reporter|-t|--timeout|--config|--extension|-g|--grep)$/;

/** Files, folders and globs in a command line of Mocha, or of `node --test`. */
export const specsIn = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => !word.startsWith("-") && !isValued(words[at - 1] ?? ""));

const isValued = (word: string): boolean => takesValue.test(word);

/** The value of an option in a command line: `--config x`, `--config=x`. */
function flagOf(words: readonly string[], names: readonly string[]): string | undefined {
  const at = words.findIndex((word) => names.includes(word.split("=")[0] ?? ""));
  return at === -1 ? undefined : (words[at]?.split("=")[1] ?? words[at + 1]);
}

function asking({ file, text }: SourceText): Ask {
  if (file.endsWith(".json") || file.endsWith(".jsonc")) return askingData(parseJson(text).value);
  if (!file.endsWith("ml")) return (option) => configTexts({ file, text }, option);
  return (option) => {
    const value = textInYaml(text, option);
    if (value !== undefined) return { kind: "texts", texts: [value] };
    const offset = text.indexOf(`${option}:`);
    return offset === -1 ? { kind: "absent" } : { kind: "unreadable", offset };
  };
}

function askingData(data: unknown): Ask {
  return (option) => {
    const value = asRecord(data)[option];
    if (value === undefined) return { kind: "absent" };
    const texts = [value].flat().filter((one) => typeof one === "string");
    return texts.length > 0 ? { kind: "texts", texts } : { kind: "unreadable", offset: 0 };
  };
}

/** Undefined: it is there, and cannot be read. */
const textsOf = (found: ConfigTexts): readonly string[] | undefined =>
  found.kind === "texts" ? found.texts : found.kind === "absent" ? [] : undefined;

const withoutRoot = (glob: string): string => glob.replace(/^(?:<rootDir>\/?|\.\/)/, "");

function rooted(root: string, home: string): string {
  const folder = path.posix.join(home, withoutRoot(root));
  return folder.endsWith("/") ? folder.slice(0, -1) : folder;
}

const isBelow = (folder: string, file: string): boolean => folder === "." || file.startsWith(`${folder}/`);

type Matcher = (file: string, root: string) => boolean;

/** A glob counts from the root; a folder stands for what is in it. */
function matcherOf(given: string): Matcher {
  if (given.startsWith("/")) return regexOf(given.slice(1, given.lastIndexOf("/")));
  const glob = withoutRoot(given);
  const wanted = isFolder(glob) ? `${glob}/*.{js,cjs,mjs}` : glob;
  return (file, root) => coversFolder(wanted, root === "." ? file : file.slice(root.length + 1));
}

const isFolder = (glob: string): boolean => !/[*?[{(]|\.\w+$/.test(glob);

/** Runners match the whole path; the names that are asked for are short, so that no pattern takes long. */
function regexOf(pattern: string): Matcher {
  try {
    const ofPaths = new RegExp(pattern);
    return (file) => {
      const pathname = `/${file}`;
      return ofPaths.test(pathname);
    };
  } catch {
    return () => false;
  }
}

/** What `node --test` takes: globs, files and folders. */
export function scriptFiles(given: readonly string[]): TestFiles | undefined {
  const globs = given.map((glob) => rooted(glob, "."));
  if (globs.length === 0) return undefined;
  const takes = (file: string) =>
    globs.some((glob) =>
      isFolder(glob) ? isBelow(glob, file) && /[.-]test\.[cm]?js$/.test(file) : coversFolder(glob, file),
    );
  return { takes, globs, roots: [], unread: undefined };
}
