/** One surveyed file into the plan: its edits, or what is left to a person. */
import path from "node:path";
import { packageName } from "../../cli/formats/own-package.js";
import type { TextEdit } from "../../cli/source/text/text-edit.js";
import { lineAt, withOneLastBreak } from "../../cli/source/text/layout.js";
import { detectStyle } from "../../cli/source/text/text-style.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { specifierOf } from "../../cli/project/tsconfig.js";
import { homeOf, movedOptions, sourceFor, type Homes } from "./constructs/init/homes.js";
import { homeFile } from "../../cli/old-auth/sources.js";
import { applied, migrateFile, type FileDecisions } from "./rewrite-file.js";
import { difference, sortImports } from "./constructs/imports/order.js";
import type { TargetRules } from "../../cli/old-auth/targets.js";
import type { Surveyed } from "./read-file.js";
import type { Statement } from "../../cli/old-auth/statements.js";
import type { Advice, Todo } from "./todo.js";
import { withoutExtension } from "../../cli/source/text/file-names.js";

/** What holds for every file of the project. */
export interface Decisions extends Pick<
  FileDecisions,
  "isVersion4" | "app" | "kit" | "nuxtApp" | "answersBy"
> {
  readonly homes: Homes;
  readonly rules: TargetRules;
  /** Imports and exports of a text that stands for this file; undefined when it does not parse. */
  readonly readStatements: (file: string, text: string) => readonly Statement[] | undefined;
  /** A linter keeps imports sorted. */
  readonly isSorted: boolean;
  /** A build ends at an error of types. */
  readonly stopsAtTypeErrors: boolean;
}

/** Stages the file's edits. Returns what is left to a person. */
export function rewriteFile(builder: PlanBuilder, surveyed: Surveyed, decisions: Decisions): readonly Todo[] {
  const { facts } = builder;
  const { file, text } = surveyed;
  const move = moveOf(surveyed, facts, decisions);
  const { edits, todos } = migrateFile(
    move ? { ...surveyed, role: "module" } : surveyed,
    decisionsFor(surveyed, decisions),
    decisions.rules,
  );
  if (edits.length > 0 && !surveyed.isMoved) {
    const result = resultOf(surveyed, edits, decisions);
    if (result === undefined) return [unsafe(file)];
    if (move) stageMove(builder, surveyed, { ...move, text: move.rebase(result.text) });
    else
      builder.edit(
        file,
        { kind: "edits", edits: result.edits },
        { reason: `uses ${packageName} now`, already: "", snippet: "" },
      );
  }
  return todos.map(({ offset, breaks, ...todo }) => ({
    path: file,
    line: lineAt(text, offset),
    ...todo,
    // A test that fails says so itself.
    ...(breaksNow(breaks, decisions) && !testFile.test(file) && { breaks: true }),
  }));
}

const breaksNow = (breaks: Advice["breaks"], { stopsAtTypeErrors }: Decisions): boolean =>
  breaks === "types" ? stopsAtTypeErrors : breaks === true;

/** The text with its edits, and its imports in the order that they had; undefined: it does not parse. */
function resultOf(
  { file, text, uses }: Surveyed,
  edits: readonly TextEdit[],
  { readStatements, isSorted }: Decisions,
): { readonly text: string; readonly edits: readonly TextEdit[] } | undefined {
  const result = applied(text, edits);
  const statements = result === undefined ? undefined : readStatements(file, result);
  if (result === undefined || !statements) return undefined;
  const sorted = isSorted
    ? sortImports({ text, statements: uses.statements }, { text: result, statements })
    : result;
  return sorted === result ? { text: result, edits } : { text: sorted, edits: [difference(text, sorted)] };
}

const testFile = /(?:^|\/)(?:__tests__|__mocks__|tests?|cypress|e2e)\/|\.(?:test|spec|cy)\.\w+$/;

const unsafe = (file: string): Todo => ({
  path: file,
  line: 1,
  why: "the file cannot be edited safely",
  write: "change the imports of the old packages here by hand, then run auth migrate again",
});

const decisionsFor = (
  surveyed: Surveyed,
  { homes, isVersion4, app, kit, nuxtApp, answersBy }: Decisions,
): FileDecisions => ({
  answersBy,
  isVersion4,
  app,
  kit,
  nuxtApp,
  home: homeOf(homes, surveyed),
  moved: homes.moves.has(surveyed.file),
  source: (options) => sourceFor(homes, surveyed, options),
  movedOptions: movedOptions(homes, surveyed),
});

/** The options go to a file of their own; the route keeps the handlers, or goes where a module of Nuxt answers. */
function stageMove(
  builder: PlanBuilder,
  { file, text }: Surveyed,
  made: { readonly to: string; readonly text: string; readonly isWhole: boolean },
): void {
  const { facts } = builder;
  if (made.isWhole) {
    builder.create(made.to, made.text, `the configuration of ${file}`);
    builder.remove(file, "the module answers in its place");
    return;
  }
  builder.create(made.to, made.text, `the options of ${file}, which may export handlers only`);
  const { quote, semicolons, eol } = detectStyle(text);
  const end = semicolons ? ";" : "";
  const specifier = specifierOf(withoutExtension(made.to), file, facts.tsconfig);
  const lines = [
    `import { handlers } from ${quote}${specifier}${quote}${end}`,
    "",
    `export const { GET, POST } = handlers${end}`,
    "",
  ];
  builder.edit(
    file,
    { kind: "edits", edits: [{ start: 0, end: text.length, text: lines.join(eol) }] },
    { reason: "answers with the handlers", already: "", snippet: "" },
  );
}

/** Where the text of a route file goes, and its relative imports seen from there. */
function moveOf({ file, uses }: Surveyed, { files }: ProjectFacts, { homes, nuxtApp }: Decisions) {
  const isWhole = nuxtApp?.home.from === file;
  const to = isWhole ? nuxtApp.home.to : homes.moves.has(file) ? homeFile(file) : undefined;
  if (to === undefined || files.exists(to)) return undefined;
  const here = path.posix.dirname(file);
  const relative = uses.statements.map(({ specifier }) => specifier).filter((one) => one.startsWith("."));
  const rebase = (text: string) =>
    withOneLastBreak(
      relative.reduce((result, specifier) => {
        const target = path.posix.join(here, specifier);
        const fresh = path.posix.relative(path.posix.dirname(to), target);
        const written = fresh.startsWith(".") ? fresh : `./${fresh}`;
        return result
          .replaceAll(`"${specifier}"`, `"${written}"`)
          .replaceAll(`'${specifier}'`, `'${written}'`);
      }, text),
    );
  return { to, rebase, isWhole };
}
