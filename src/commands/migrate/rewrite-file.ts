/** All rules on one file: their edits together, with what is left to a person. */
import { splice, type TextEdit } from "../../cli/source/text/text-edit.js";
import { detectStyle } from "../../cli/source/text/text-style.js";
import type { Range } from "../../cli/plan/plan.js";
import type { Surveyed } from "./read-file.js";
import {
  changeOf,
  mergeChanges,
  noChange,
  type Change,
  type NameChanges,
  type PlacedTodo,
  type WantedName,
} from "./change.js";
import { migrateImports } from "./constructs/imports/rewrite.js";
import { differences } from "./constructs/differences/rewrite.js";
import { migrateGuard } from "./constructs/with-auth/rewrite.js";
import { makeHome, migrateInits } from "./constructs/init/rewrite.js";
import { migrateForms } from "./constructs/svelte-forms/rewrite.js";
import { migrateKit, type KitApp } from "./constructs/sveltekit/rewrite.js";
import { migrateOwnCode, type AppFacts } from "./own-code.js";
import { migrateNuxtAuth, type NuxtApp } from "./constructs/nuxt-auth/rewrite.js";
import { migratePageMeta } from "./constructs/page-meta/rewrite.js";
import { migrateProviders } from "./constructs/providers/rewrite.js";
import type { LocalName, Scope } from "./scope.js";
import { migrateSessionCalls } from "./constructs/session-calls/rewrite.js";
import { errorClass } from "./constructs/sign-in/rewrite.js";
import { subpathOfPackage, type TargetRules } from "../../cli/old-auth/targets.js";

/** What was decided for a file in view of the whole project. */
export interface FileDecisions {
  readonly isVersion4: boolean;
  readonly app: AppFacts;
  readonly kit: KitApp;
  /** Of an app of @sidebase/nuxt-auth. */
  readonly nuxtApp: NuxtApp | undefined;
  readonly home: Scope["home"];
  readonly answersBy: Scope["answersBy"];
  readonly moved: boolean;
  /** The module that `auth` and `handlers` for options come from; "here" when this file makes them. */
  readonly source: (options: string | undefined) => string | undefined;
  /** Names of options that move to another module together with what makes them. */
  readonly movedOptions: ReadonlyMap<string, string>;
}

export interface FileRewrite {
  readonly edits: readonly TextEdit[];
  readonly todos: readonly PlacedTodo[];
}

/** A file with everything that its rules read. */
interface Work {
  readonly surveyed: Surveyed;
  readonly decisions: FileDecisions;
  readonly rules: TargetRules;
  readonly scope: Scope;
}

export function migrateFile(surveyed: Surveyed, decisions: FileDecisions, rules: TargetRules): FileRewrite {
  const scope = scopeOf(surveyed, decisions);
  const work: Work = { surveyed, decisions, rules, scope };
  const calls = mergeChanges([migrateSessionCalls(scope), migrateInits(scope), makeHome(scope)]);
  const guard = guardChange(work);
  const own = ownCode(work);
  const file = { ...surveyed, style: scope.style };
  const kit = mergeChanges([
    migrateKit(file, surveyed.kit, decisions.kit),
    migrateForms(surveyed.text, scope.style, surveyed.forms),
  ]);
  const changes = mergeChanges([
    calls,
    decisions.isVersion4 ? differences(surveyed) : noChange,
    migrateProviders(surveyed.text, surveyed.providers, decisions.isVersion4),
    own,
    guard,
    kit,
    nuxtChange(work),
  ]);
  const sessionsDone = calls.todos.every(({ offset }) =>
    surveyed.calls.sessions.every(({ start }) => start !== offset),
  );
  const dropped = new Set([...changes.names.dropped, ...droppedNames(work, calls, sessionsDone)]);
  const isGuardLeft = guard.todos.length > 0;
  const imports = migrateImports(surveyed, scope.style, rules, {
    dropped: new Set([...dropped, ...decisions.movedOptions.keys()]),
    wanted: wantedNames(work, changes.names, dropped),
    leave: ({ specifier, kind }) =>
      specifier === "next-auth/middleware" && (isGuardLeft || kind === "export"),
  });
  const edits = [...changes.edits, ...imports.change.edits];
  return {
    edits: inOrder([...edits, ...renamedPlaces(surveyed, imports.renames, edits)]),
    todos: [...changes.todos, ...unsaid(surveyed, imports.change.todos, sessionsDone)],
  };
}

function scopeOf(surveyed: Surveyed, decisions: FileDecisions): Scope {
  const { module, locals, text, calls, role } = surveyed;
  const { home, moved, source, answersBy } = decisions;
  const freeName = (name: string, other: string) => (module.names.has(name) ? other : name);
  const local = (name: string, other: string) => (home ? name : freeName(name, other));
  const names = { auth: local("auth", "authSession"), handlers: local("handlers", "authHandlers") };
  const lenders = lendersOf(surveyed, decisions);
  const lent = (name: keyof typeof names, options: string | undefined): LocalName | undefined => {
    const specifier = source(options);
    if (specifier === undefined) return undefined;
    if (specifier === "here") return { local: names[name], wanted: undefined };
    // Two sets of options: what comes second gets another name.
    const number = lenders.indexOf(specifier) + 1;
    const own = number > 1 ? `${names[name]}${number}` : names[name];
    return { local: own, wanted: { specifier, name: own === name ? name : `${name} as ${own}` } };
  };
  return {
    text,
    calls,
    role,
    style: detectStyle(text),
    home,
    answersBy,
    moved,
    init: locals.init[0] ?? freeName("NextAuth", "FrameworkAuth"),
    authFor: (options) => lent("auth", options),
    handlersFor: (options) => (source(options) === "here" ? undefined : lent("handlers", options)),
  };
}

/** The modules that options of this file lead to, in the order of their use; this file first where it is one. */
function lendersOf({ calls }: Surveyed, { home, source }: FileDecisions): readonly string[] {
  const asked = [
    ...calls.wrappers.map(({ options }) => options),
    ...calls.sessions.map(({ args }) => args.at(-1)?.name),
    ...calls.inits.map(({ args }) => args.at(-1)?.name),
  ];
  const sources = asked.flatMap((options) => source(options) ?? []);
  return [...new Set([...(home ? ["here"] : []), ...sources.filter((one) => one !== "here")])];
}

function nuxtChange({ surveyed, decisions, rules, scope }: Work): Change {
  const { nuxt, text } = surveyed;
  const app = decisions.nuxtApp;
  if (nuxt === undefined || app === undefined) return noChange;
  const page = { text, style: scope.style, isGlobal: app.isGlobal };
  return mergeChanges([
    migrateNuxtAuth({ ...surveyed, app, rules }, nuxt),
    ...nuxt.metas.map((meta) => migratePageMeta(page, meta)),
  ]);
}

function ownCode({ surveyed, decisions, rules, scope }: Work): Change {
  if (!surveyed.own) return noChange;
  const change = migrateOwnCode(surveyed, surveyed.own, decisions.app, scope.style.quote);
  const isThrown = change.names.used.includes(errorClass) && !surveyed.module.names.has(errorClass);
  const wanted = isThrown ? [{ specifier: subpathOfPackage(rules, "errors"), name: errorClass }] : [];
  return { ...change, names: { ...change.names, wanted } };
}

/** `next-auth/middleware`, with what becomes of its names. */
function guardChange({ surveyed, decisions, rules, scope }: Work): Change {
  const { text, guard, locals } = surveyed;
  if (!guard) return noChange;
  const { needs, ...change } = migrateGuard(text, guard, scope.style, {
    init: scope.init,
    session: decisions.app.session,
  });
  const isLeft = change.todos.length > 0;
  const names: Partial<NameChanges> = {
    used: needs.init ? [scope.init] : [],
    wanted: needs.getToken ? [{ specifier: subpathOfPackage(rules, "jwt"), name: "getToken" }] : [],
    dropped: isLeft ? [] : [...locals.guard, ...goneTypes(surveyed, change.edits)],
  };
  return mergeChanges([change, changeOf({ names })]);
}

/** Types of the guard's request whose every use goes with the edits. */
function goneTypes({ uses, places }: Surveyed, edits: readonly TextEdit[]): string[] {
  const isGone = ({ start, end }: Range) => edits.some((one) => one.start <= start && end <= one.end);
  return uses.statements
    .flatMap(({ bindings }) => bindings)
    .filter(({ imported }) => imported === "NextRequestWithAuth")
    .map(({ local }) => local)
    .filter((name) => (places.get(name) ?? []).every(isGone));
}

/** Imports that nothing needs any more, now that the calls are others. */
function droppedNames({ surveyed, scope }: Work, called: Change, sessionsDone: boolean): string[] {
  const { locals, calls } = surveyed;
  const usesOf = (name: string) => calls.uses.get(name) ?? 0;
  const sessionUses = locals.session.reduce((sum, name) => sum + usesOf(name), 0);
  // What is used otherwise, as mocks are, keeps its import, which is left to a person.
  const sessions = sessionsDone && sessionUses <= calls.sessions.length ? locals.session : [];
  const isInitGone =
    calls.inits.length > 0 && !called.names.used.includes(scope.init) && called.todos.length === 0;
  const { freed } = called.names;
  const isFree = (name: string) =>
    usesOf(name) <= freed.filter((one) => one === name).length && !isReexported(surveyed, name);
  return [...sessions, ...(isInitGone ? locals.init : []), ...freed.filter(isFree)];
}

const isReexported = ({ uses }: Surveyed, name: string): boolean =>
  uses.statements.some(
    ({ kind, bindings }) => kind === "export" && bindings.some(({ imported }) => imported === name),
  );

function wantedNames(
  { surveyed, decisions, rules, scope }: Work,
  { wanted, used }: NameChanges,
  dropped: ReadonlySet<string>,
): readonly WantedName[] {
  const moved = [...decisions.movedOptions].flatMap(([name, specifier]) =>
    dropped.has(name) ? [] : [{ specifier, name }],
  );
  const isInitWanted = used.includes(scope.init) && surveyed.locals.init.length === 0;
  const init = { specifier: subpathOfPackage(rules, "next"), name: scope.init, isDefault: true };
  return [...wanted, ...moved, ...(isInitWanted ? [init] : [])];
}

/** Without the imports of session calls that have been said already. */
function unsaid(
  { uses, locals }: Surveyed,
  todos: readonly PlacedTodo[],
  sessionsDone: boolean,
): readonly PlacedTodo[] {
  if (sessionsDone) return todos;
  const said = uses.statements
    .flatMap(({ bindings }) => bindings)
    .filter(({ local }) => locals.session.includes(local));
  return todos.filter(({ offset }) => said.every(({ start }) => start !== offset));
}

const renamedPlaces = (
  { places }: Surveyed,
  renames: ReadonlyMap<string, string>,
  edits: readonly TextEdit[],
): TextEdit[] =>
  [...renames].flatMap(([name, text]) =>
    (places.get(name) ?? [])
      .filter((range) => edits.every(({ start, end }) => range.start >= end || start >= range.end))
      .map(({ start, end }) => ({ start, end, text })),
  );

/** What is inserted in front of a replaced place comes first. */
const inOrder = (edits: readonly TextEdit[]): TextEdit[] =>
  [...edits].sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));

/** The text with its edits; undefined when two of them are for the same place: then nothing is done at all. */
export function applied(text: string, edits: readonly TextEdit[]): string | undefined {
  try {
    return splice(text, edits);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
