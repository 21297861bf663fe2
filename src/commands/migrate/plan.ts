/** `auth migrate`: survey, decide, rewrite, and the packages at the end. */
import type { Migration } from "./migration.js";
import { assertAllOpen } from "./closed.js";
import { catalog } from "../../providers/catalog.js";
import { packageName } from "../../cli/formats/own-package.js";
import { lineAt } from "../../cli/source/text/layout.js";
import { detectStyle } from "../../cli/source/text/text-style.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { decideHomes } from "./constructs/init/homes.js";
import { thrownElsewhere } from "./constructs/authorize/rewrite.js";
import { ownSessions, type OldDependency } from "../../cli/old-auth/packages.js";
import { filesBelow, homeFile, mockedModule, movedSources, oldSources } from "../../cli/old-auth/sources.js";
import { cookieReaders, dependents, sortsImports } from "./other-code.js";
import { excludedPeers, keptAdapters, planPackage, type MigrateOptions } from "./package.js";
import { planPatches } from "./patches.js";
import { rewriteFile, type Decisions } from "./rewrite.js";
import { appFacts } from "./own-code.js";
import { withHandedOn, type Lent } from "./handed-on.js";
import { moduleFor, type TargetRules } from "../../cli/old-auth/targets.js";
import { isSourceFile } from "../../cli/source/text/file-names.js";
import { kitApp, planKit } from "./sveltekit/plan.js";
import { stricter } from "./constructs/stricter/report.js";
import type { Surveyed } from "./read-file.js";
import type { Progress } from "../../cli/terminal/progress.js";
import type { Todo } from "./todo.js";
import { notes } from "./notes.js";
import type { NuxtDecision } from "./nuxt/plan.js";
import { sidebase } from "./nuxt/sidebase.js";
import { stopsAtTypeErrors } from "./type-check.js";
import { assertKnownFramework, assertKnownVersion, formerDependencies, isNextAuth4 } from "./versions.js";

const providers = new Set(catalog.map(({ id }) => id));

/** A package as it is before the migration. */
export interface PackageSurvey {
  readonly facts: ProjectFacts;
  readonly isVersion4: boolean;
  /** The old packages that it names. */
  readonly old: readonly OldDependency[];
  readonly sources: readonly Source[];
  readonly surveys: readonly Surveyed[];
  /** Sources with a syntax error. */
  readonly unreadable: readonly string[];
}

/**
 * Reads a package, and writes nothing.
 *
 * @param old the old packages that it uses
 * @param lent what packages hand on that it may import
 */
export async function surveyPackage(
  facts: ProjectFacts,
  old: readonly OldDependency[],
  progress: Progress,
  lent: Lent = new Map(),
): Promise<PackageSurvey> {
  // It loads the parser.
  const { surveyFile } = await import("./read-file.js");
  // What an earlier run has left to a person is looked for again.
  const isDone = old.length === 0;
  const from = isDone ? formerDependencies(facts.root) : old;
  const range = from.find(({ name }) => name === "next-auth")?.range;
  assertKnownVersion(facts, range);
  assertKnownFramework(
    facts,
    old.map(({ name }) => name),
  );
  const isNuxt = old.some(({ name }) => name === sidebase);
  const predecessor = { isVersion4: isNuxt || isNextAuth4(facts, range), isNuxt, isDone };
  const sources = [...(isDone || facts.declared ? movedSources : oldSources)(facts.files)];
  assertAllOpen(facts);
  const surveyOf = ({ file, text }: Source) => ({
    file,
    survey: surveyFile(file, text, predecessor),
  });
  const read = progress.map("Reading file", sources, surveyOf);
  return {
    facts,
    isVersion4: predecessor.isVersion4,
    old,
    sources,
    surveys: withHandedOn(
      facts,
      read.flatMap(({ survey }) => survey ?? []),
      lent,
      (file, text, meaningsOf) => surveyFile(file, text, predecessor, meaningsOf),
    ),
    unreadable: read.flatMap(({ file, survey }) => (survey ? [] : [file])),
  };
}

/**
 * Imports, types, calls and dependencies of next-auth and @auth/* become ours.
 *
 * @param beside further packages of the same application
 */
export async function planMigrate(
  survey: PackageSurvey,
  options: MigrateOptions,
  beside: readonly PackageSurvey[] = [],
): Promise<Migration> {
  const { facts, old, surveys } = survey;
  const from = old.map(({ name }) => name);
  if (from.includes(ownSessions))
    return (await import("./user-session/plan.js")).planUserSession(facts, options);
  if (!from.includes(sidebase)) return planCode(survey, options, beside);
  const nuxt = (await import("./nuxt/plan.js")).decideNuxt(facts, surveys);
  // What cannot be carried out whole is not begun.
  if (nuxt.app === undefined)
    return { plan: new PlanBuilder(facts).finish("migrate"), todo: nuxt.todos, kept: [], from };
  return planCode(survey, options, beside, nuxt);
}

/** @param nuxt what was decided for an app of @sidebase/nuxt-auth */
async function planCode(
  survey: PackageSurvey,
  options: MigrateOptions,
  beside: readonly PackageSurvey[],
  nuxt?: NuxtDecision,
): Promise<Migration> {
  const { facts, isVersion4, old, sources, surveys } = survey;
  const { locateThrow, readStatements } = await import("./read-file.js");
  const { namedPackages } = await import("../../cli/old-auth/named-packages.js");
  const builder = new PlanBuilder(facts, { force: options.force });
  const rules: TargetRules = { packageName, providers, isNuxt: nuxt !== undefined };
  const homes = decideHomes(facts, surveys);
  planHome(builder, homes, surveys[0]?.text ?? "");
  const app = appFacts([...surveys, ...beside.flatMap((one) => one.surveys)]);
  const whole = { homes, isVersion4, app, kit: kitApp(facts, surveys), nuxtApp: nuxt?.app };
  const decisions: Decisions = { ...whole, rules, readStatements, ...mannersOf(facts) };
  const rewritten = options.progress.map("Planning the changes of file", surveys, (surveyed) =>
    rewriteFile(builder, surveyed, decisions),
  );
  await planBeside(builder, surveys, nuxt);
  const namesOf = (file: string, text: string) => namedPackages(file, builder.text(file) ?? text);
  const left = leftovers(filesAfter(survey, decisions), namesOf);
  const stays = (name: string) => left.some((one) => one.name === name);
  const patches = planPatches(facts, stays);
  planPackage(builder, { stays, isPatched: patches.some(({ breaks }) => breaks) }, options);
  const from = old.map(({ name }) => name);
  notes(builder, isVersion4, from);
  const todo = [
    ...survey.unreadable.map(unreadableFile),
    ...sources.flatMap(({ file }) => misplacedMock(file, rules)),
    ...homes.todos,
    ...(nuxt?.todos ?? []),
    ...excluded(facts, left, old),
    ...patches,
    ...besideTheCode(survey),
    ...rewritten.flat(),
    ...surveys.flatMap((one) => thrownElsewhere(facts, one, locateThrow)),
    ...stricterUses(survey),
  ];
  const broken = todo.filter(({ breaks }) => breaks).length;
  if (broken > 0) builder.leave(`${broken} of the places listed break until repaired.`);
  return {
    plan: builder.finish("migrate"),
    todo,
    kept: keptAdapters(facts),
    from,
  };
}

/** What the catch-all route of the endpoints takes. */
function answersBy({ files }: ProjectFacts): Decisions["answersBy"] {
  for (const file of filesBelow(files, isSourceFile))
    if (file.includes("[...nextauth]")) return /(?:^|\/)pages\/api\//.test(file) ? "pages" : "GET";
  return undefined;
}

/** Installed packages that need an old one, and programs that open its cookie. */
const besideTheCode = ({ facts, isVersion4, old }: PackageSurvey): Todo[] => [
  ...(old.length > 0 ? dependents(facts) : []),
  ...(isVersion4 ? cookieReaders(facts.files) : []),
];

/** Said while the app is one of theirs, not again on the way through what is left. */
const stricterUses = ({ facts, isVersion4, old, surveys }: PackageSurvey): Todo[] =>
  old.length > 0 ? stricter({ surveys, files: facts.files, isVersion4 }) : [];

/** What the framework needs beside the app's code. */
async function planBeside(
  builder: PlanBuilder,
  surveys: readonly Surveyed[],
  nuxt: NuxtDecision | undefined,
): Promise<void> {
  const { typeLocals } = await import("./sveltekit/app-types.js");
  planKit(builder, surveys, typeLocals);
  if (nuxt !== undefined) (await import("./nuxt/plan.js")).planNuxt(builder, nuxt);
}

/** The sources as they are after the plan: files that go are none, files that are made begin empty. */
function filesAfter({ sources }: PackageSurvey, { homes, nuxtApp }: Decisions): readonly Source[] {
  const made = [...[...homes.moves].map(homeFile), ...(nuxtApp ? [nuxtApp.home.to] : [])];
  return [
    ...sources.filter(({ file }) => file !== nuxtApp?.home.from),
    ...made.map((file) => ({ file, text: "" })),
  ];
}

const mannersOf = (facts: ProjectFacts) => ({
  answersBy: answersBy(facts),
  isSorted: sortsImports(facts),
  stopsAtTypeErrors: stopsAtTypeErrors(facts),
});

/** @param text of a source whose style the new file follows */
function planHome(builder: PlanBuilder, { created }: Decisions["homes"], text: string): void {
  if (created === undefined) return;
  const keep = (present: string) => present.includes(packageName);
  const content = created.content(detectStyle(text));
  builder.create(created.file, content, "makes auth() from your options", { keep });
}

const unreadableFile = (path: string): Todo => ({
  path,
  line: 1,
  why: "the file has a syntax error",
  write: "repair it and run auth migrate again",
});

/** A mock whose place says what it stands for cannot follow by an edit. */
function misplacedMock(file: string, rules: TargetRules): Todo[] {
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

interface Source {
  readonly file: string;
  readonly text: string;
}

interface Leftover {
  readonly name: string;
  readonly file: string;
}

/** The old packages that some file still names after the plan; what is commented out needs none of them. */
const leftovers = (
  files: readonly Source[],
  namesOf: (file: string, text: string) => readonly string[],
): readonly Leftover[] =>
  files.flatMap(({ file, text }) => namesOf(file, text).map((name) => ({ name, file })));

/** A file that keeps an old package beside ours, where both cannot be installed. */
function excluded(facts: ProjectFacts, left: readonly Leftover[], old: readonly OldDependency[]): Todo[] {
  const [peer] = excludedPeers(facts);
  if (peer === undefined) return [];
  return left
    .filter(({ name }) => old.some((one) => one.name === name))
    .map(({ name, file }) => {
      const text = facts.files.read(file)?.text ?? "";
      return {
        path: file,
        line: lineAt(text, Math.max(text.indexOf(name), 0)),
        why: `${name} stays for this file, and takes no version of ${peer} that ${packageName} takes: installing both fails`,
        write: `name nothing of ${name} here, then run auth migrate again`,
        breaks: true,
      };
    });
}
