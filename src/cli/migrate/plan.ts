import path from "node:path";
import { catalog } from "../../providers/catalog.js";
import { packageName } from "../../templates/package.js";
import { migrateFile, namedPackages, surveyFile, type FileDecisions, type Surveyed } from "./rules/file.js";
import { appFacts } from "./rules/own-code.js";
import { moduleFor, type TargetRules } from "./rules/targets.js";
import { lineAt, splice } from "../edit/text-edit.js";
import { detectStyle } from "../edit/text-style.js";
import type { ProjectFacts } from "../project/facts.js";
import { majorVersion } from "../project/versions.js";
import { specifierOf } from "../project/tsconfig.js";
import { CliError, exitCodes } from "../terminal/errors.js";
import { homeFile, mockedModule, oldSources, type Todo } from "./files.js";
import { decideHomes, type Homes } from "./homes.js";
import { keptAdapters, oldDependencies, planPackage, type MigrateOptions } from "./package.js";
import { planPatches } from "./patches.js";
import { stricter } from "./stricter.js";
import type { Plan } from "../plan/plan.js";
import { Staging } from "../plan/staging.js";

export interface Migration {
  readonly plan: Plan;
  readonly todo: readonly Todo[];
  /** Packages of the old family that stay because they work as they are. */
  readonly kept: readonly string[];
  /** The old packages that were there. */
  readonly from: readonly string[];
}

const rules: TargetRules = { packageName, providers: new Set(catalog.map(({ id }) => id)) };

/** `auth migrate`: imports, types, calls and dependencies of next-auth and @auth/* become ours. */
export async function planMigrate(facts: ProjectFacts, options: MigrateOptions): Promise<Migration> {
  const staging = new Staging(facts.files, { force: options.force });
  const old = oldDependencies(facts.files.read("package.json")?.text ?? "{}");
  const range = old.find(({ name }) => name === "next-auth")?.range;
  assertKnownVersion(range);
  const isVersion4 = isNextAuth4(facts, range);
  const todo: Todo[] = [];
  const surveys: Surveyed[] = [];
  const sources = [...oldSources(facts.files)];
  for (const { file, text } of sources) {
    const surveyed = await surveyFile(file, text, isVersion4);
    if (surveyed) surveys.push(surveyed);
    else
      todo.push({
        path: file,
        line: 1,
        why: "the file has a syntax error",
        write: "repair it and run auth migrate again",
      });
  }
  todo.push(...sources.flatMap(({ file }) => misplacedMock(file)));
  const homes = decideHomes(facts, surveys);
  todo.push(...homes.todo, ...planPatches(facts));
  for (const { file, content } of homes.created)
    staging.create(
      file,
      content(detectStyle(surveys[0]?.text ?? "")),
      "makes auth() from your options",
      (present) => present.includes(packageName),
    );
  const usesOptions = surveys.some(({ calls }) => calls.inits.length + calls.sessions.length > 0);
  const app: AppDecisions = { homes, isVersion4, app: appFacts(surveys, usesOptions) };
  for (const surveyed of surveys) await planFile(staging, facts, surveyed, decisionsFor(surveyed, app), todo);
  // Said while the app is one of theirs, not again on the way through what is left.
  if (old.length > 0) todo.push(...stricter({ surveys, files: facts.files, isVersion4 }));
  const left = await leftovers(sources, staging, homes.moves);
  planPackage(staging, facts, (name) => left.has(name), options);
  notes(
    staging,
    facts,
    isVersion4,
    old.map(({ name }) => name),
  );
  return {
    plan: staging.finish("migrate"),
    todo,
    kept: keptAdapters(facts),
    from: old.map(({ name }) => name),
  };
}

/** A mock whose place says what it stands for cannot follow by an edit. */
function misplacedMock(file: string): Todo[] {
  const module = mockedModule(file);
  const target = module === undefined ? undefined : moduleFor(module, rules);
  if (module === undefined || target?.kind !== "found") return [];
  const to = file.replace(`__mocks__/${module}`, `__mocks__/${target.specifier}`);
  return [
    {
      path: file,
      line: 1,
      why: "this mock is found by the name of the old module",
      write: `move it to ${to}`,
    },
  ];
}

/** @throws CliError exit 3 for versions whose modules and options are others */
function assertKnownVersion(range: string | undefined): void {
  const first = /^\D*(\d+)/.exec(range ?? "")?.[1];
  // 0.0.0-… are builds of version 5.
  if (first === undefined || Number(first) === 0 || Number(first) >= 4) return;
  throw new CliError("AUTH_E_MIGRATE_VERSION", `next-auth ${first} is too old to migrate from.`, {
    exitCode: exitCodes.conflict,
    hint: "Nothing was written. Update to next-auth 4 by its own guide first, then run auth migrate again.",
  });
}

function isNextAuth4(facts: ProjectFacts, range: string | undefined): boolean {
  if (range === undefined) return false;
  const first = /\d+/.exec(range)?.[0];
  if (first !== undefined) return Number(first) < 5;
  // A tag or a catalogue: what is installed decides, and the tags of version 5 are known.
  return !/beta|next|canary/.test(range) && (majorVersion(facts, "next-auth") ?? 4) < 5;
}

type AppDecisions = Pick<FileDecisions, "isVersion4" | "app"> & { readonly homes: Homes };

const decisionsFor = (surveyed: Surveyed, { homes, ...app }: AppDecisions): FileDecisions => ({
  ...app,
  home: homes.homeOf(surveyed.file),
  moved: homes.moves.has(surveyed.file),
  source: (options) => homes.sourceFor(surveyed, options),
  movedOptions: homes.movedOptions(surveyed),
});

async function planFile(
  staging: Staging,
  facts: ProjectFacts,
  surveyed: Surveyed,
  decisions: FileDecisions,
  todo: Todo[],
): Promise<void> {
  const { file, text } = surveyed;
  const move = decisions.moved ? moveOf(surveyed, facts) : undefined;
  const { edits, findings } = await migrateFile(
    move ? { ...surveyed, role: "module" } : surveyed,
    decisions,
    rules,
  );
  for (const { offset, ...finding } of findings)
    todo.push({ path: file, line: lineAt(text, offset), ...finding });
  if (move && edits.length > 0) {
    staging.create(
      move.to,
      move.rebase(splice(text, edits)),
      `the options of ${file}, which may export handlers only`,
    );
    const style = detectStyle(text);
    const [quote, end] = [style.quote, style.semicolons ? ";" : ""];
    const specifier = specifierOf(move.to.replace(/\.\w+$/, ""), file, facts.tsconfig);
    const lines = [
      `import { handlers } from ${quote}${specifier}${quote}${end}`,
      "",
      `export const { GET, POST } = handlers${end}`,
      "",
    ];
    staging.edit(
      file,
      { kind: "edits", edits: [{ start: 0, end: text.length, text: lines.join(style.eol) }] },
      { reason: "answers with the handlers", already: "", snippet: "" },
    );
    return;
  }
  if (edits.length > 0)
    staging.edit(
      file,
      { kind: "edits", edits },
      { reason: `uses ${packageName} now`, already: "", snippet: "" },
    );
}

/** Where the text of a route file goes, and its relative imports seen from there. */
function moveOf({ file, uses }: Surveyed, facts: ProjectFacts) {
  const to = homeFile(file);
  const here = path.posix.dirname(file);
  const relative = uses.statements.map(({ specifier }) => specifier).filter((one) => one.startsWith("."));
  const rebase = (text: string) =>
    relative
      .reduce((result, specifier) => {
        const target = path.posix.join(here, specifier);
        const fresh = path.posix.relative(path.posix.dirname(to), target);
        const written = fresh.startsWith(".") ? fresh : `./${fresh}`;
        return result
          .replaceAll(`"${specifier}"`, `"${written}"`)
          .replaceAll(`'${specifier}'`, `'${written}'`);
      }, text)
      .replace(/(\r?\n)+$/, "$1");
  return facts.files.exists(to) ? undefined : { to, rebase };
}

/** The old packages that some file still names after the plan; what is commented out needs none of them. */
async function leftovers(
  sources: readonly { file: string; text: string }[],
  staging: Staging,
  moves: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const files = [...sources, ...[...moves].map((file) => ({ file: homeFile(file), text: "" }))];
  for (const { file, text } of files)
    for (const name of await namedPackages(file, staging.text(file) ?? text)) found.add(name);
  return found;
}

function notes(staging: Staging, facts: ProjectFacts, isVersion4: boolean, from: readonly string[]): void {
  if (from.length === 0) return;
  const kept = keptAdapters(facts);
  if (kept.length > 0) staging.next(`Stays as it is: ${kept.join(", ")} (its tables and rows too)`);
  if (isVersion4) {
    staging.next(
      "Keep the secret and everybody stays signed in: NEXTAUTH_SECRET is read as it is, and as AUTH_SECRET the value must be the same",
    );
    staging.next("Callback URLs and provider ids are those of before: nothing to register anew");
  } else staging.next("Keep AUTH_SECRET and everybody stays signed in");
  const next = majorVersion(facts, "next");
  if (next !== undefined && next < 14)
    staging.warn(
      "AUTH_W_NEXT_VERSION",
      `${packageName}/next is for Next.js 14 to 16; this project has ${next}. Update it: npx @next/codemod upgrade`,
    );
  for (const name of Object.keys(facts.packageJson.dependencies)) {
    if (name.startsWith("@next-auth/"))
      staging.warn(
        "AUTH_W_OLD_ADAPTER",
        `${name} is for next-auth 4 only. Replace it by ${name.replace("@next-auth/", "@auth/")}; tables and rows stay.`,
      );
    if (/^@auth\/(?!core$|express$)(?![\w-]+-adapter$)/.test(name))
      staging.warn(
        "AUTH_W_NO_DOOR",
        `${name} is not replaced: there is no ${packageName} module for that framework yet.`,
      );
  }
}
