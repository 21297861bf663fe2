import type { Calls } from "../survey/calls.js";
import type { StricterUse } from "../survey/stricter.js";
import type { Uses } from "../survey/index.js";
import type { AppOptions } from "../survey/options.js";
import type { ModulePlace } from "../../source/syntax.js";
import type { Range } from "../../plan/plan.js";
import type { WantedImport } from "../../edit/imports.js";
import { migrateCalls, type FileRole } from "./calls.js";
import { differences } from "./differences.js";
import { migrateGuard } from "./guard.js";
import { migrateImports, type Finding } from "./imports.js";
import { oldPackages } from "./names.js";
import { migrateOwnCode, readOwnCode, type AppFacts, type OwnCode } from "./own-code.js";
import { migrateProviders } from "./providers.js";
import { doorPath, type TargetRules } from "./targets.js";
import { splice, type TextEdit } from "../../edit/text-edit.js";
import { detectStyle } from "../../edit/text-style.js";

/** A source file as the migration sees it. */
export interface Surveyed {
  readonly file: string;
  readonly text: string;
  readonly role: FileRole;
  readonly module: ModulePlace;
  readonly uses: Uses;
  readonly calls: Calls;
  readonly options: readonly AppOptions[];
  readonly own: OwnCode | undefined;
  readonly stricter: readonly StricterUse[];
  /** Local names of what the file has from the old packages. */
  readonly locals: {
    readonly init: readonly string[];
    readonly session: readonly string[];
    readonly guard: readonly string[];
  };
}

/** `auth` or `handlers` of another file of the project. */
export interface Borrowed {
  readonly specifier: string;
}

/** What was decided for a file in view of the whole project. */
export interface FileDecisions {
  readonly isVersion4: boolean;
  readonly app: AppFacts;
  readonly home?: { readonly options: string } | undefined;
  readonly moved?: boolean;
  /** Where `auth` and `handlers` for options come from; "here" when this file makes them. */
  readonly source: (options: string | undefined) => Borrowed | "here" | undefined;
  /** Names of options that move to another module together with what makes them. */
  readonly movedOptions: ReadonlyMap<string, string>;
}

/** Reads a file once for all decisions. */
export async function surveyFile(
  file: string,
  text: string,
  isVersion4: boolean,
): Promise<Surveyed | undefined> {
  const { countSyntaxErrors, locateModule } = await import("../../source/syntax.js");
  const { locateUses, readableName } = await import("../survey/index.js");
  const { locateCalls } = await import("../survey/calls.js");
  const { locateStricter } = await import("../survey/stricter.js");
  const { locateOptions } = await import("../survey/options.js");
  if (countSyntaxErrors(text, readableName(file)) > 0) return undefined;
  const module = locateModule(text, file);
  const namesOf = (modules: RegExp, names: readonly string[]) =>
    module.imports
      .filter(({ specifier, typeOnly }) => modules.test(specifier) && !typeOnly)
      .flatMap(({ whole, names: own }) => [
        ...(whole && names.includes("default") ? [whole] : []),
        ...names.flatMap((name) => own[name] ?? []),
      ]);
  const core = /^next-auth(?:\/next)?$/;
  const locals = {
    init: isVersion4 ? namesOf(core, ["default"]) : [],
    session: isVersion4 ? namesOf(core, ["getServerSession", "unstable_getServerSession"]) : [],
    guard: namesOf(/^next-auth\/middleware$/, ["default", "withAuth"]),
  };
  const client = isVersion4 ? namesOf(/^next-auth\/react$/, ["getSession", "getCsrfToken"]) : [];
  const calls = locateCalls(text, file, {
    init: new Set(locals.init),
    session: new Set(locals.session),
    client: new Set(client),
  });
  const signIns = new Set(namesOf(/^next-auth\/react$/, ["signIn"]));
  return {
    file,
    text,
    role: roleOf(file),
    module,
    uses: locateUses(text, file),
    calls,
    locals,
    options: locateOptions(text, file),
    stricter: locateStricter(text, file, factoriesOf(module)),
    own: isVersion4 ? await readOwnCode(text, file, signIns) : undefined,
  };
}

/** The old packages that the code of a file names. */
export async function namedPackages(file: string, text: string): Promise<readonly string[]> {
  const likely = oldPackages.filter((name) => new RegExp(`["'\`]${name}(?:/[^"'\`]*)?["'\`]`).test(text));
  if (likely.length === 0) return [];
  const { countSyntaxErrors } = await import("../../source/syntax.js");
  const { locateUses, readableName } = await import("../survey/index.js");
  if (countSyntaxErrors(text, readableName(file)) > 0) return likely;
  const { statements, mentions } = locateUses(text, readableName(file));
  const specifiers = [...statements, ...mentions].map(({ specifier }) => specifier);
  return likely.filter((name) => specifiers.some((one) => one === name || one.startsWith(`${name}/`)));
}

function roleOf(file: string): FileRole {
  if (/(?:^|\/)pages\/api\//.test(file)) return "pages";
  return /(?:^|\/)app\/(?:.*\/)?route\.[cm]?[jt]sx?$/.test(file) ? "route" : "module";
}

/** All edits of one file, with what is left to a person. */
export async function migrateFile(
  surveyed: Surveyed,
  decisions: FileDecisions,
  rules: TargetRules,
): Promise<{ edits: readonly TextEdit[]; findings: readonly Finding[] }> {
  const { countSyntaxErrors } = await import("../../source/syntax.js");
  const { isOld, locateNames, readableName } = await import("../survey/index.js");
  const { text, file, module, uses, calls, locals } = surveyed;
  const style = detectStyle(text);
  const add = new Map<string, WantedImport & { names: string[] }>();
  const want = (specifier: string, name: string, isDefault = false) => {
    const known = add.get(specifier) ?? { specifier, names: [] };
    add.set(specifier, isDefault ? { ...known, whole: name } : known);
    if (!isDefault && !known.names.includes(name)) known.names.push(name);
  };
  const freeName = (name: string, other: string) => (module.names.has(name) ? other : name);
  const isHome = decisions.home !== undefined;
  const authHere = isHome ? "auth" : freeName("auth", "authSession");
  const handlersHere = isHome ? "handlers" : freeName("handlers", "authHandlers");
  const initHere = locals.init[0] ?? freeName("NextAuth", "FrameworkAuth");
  const lenders = new Map<string, string>(isHome ? [["auth", "here"]] : []);
  const borrow = (options: string | undefined, name: string, wanted: string): string | undefined => {
    const source = decisions.source(options);
    if (source === undefined || source === "here") return source && wanted;
    // Two sets of options: what comes second gets another name.
    let local = wanted;
    for (let number = 2; (lenders.get(local) ?? source.specifier) !== source.specifier; number += 1)
      local = `${wanted}${number}`;
    lenders.set(local, source.specifier);
    want(source.specifier, name === local ? name : `${name} as ${local}`);
    return local;
  };
  const homeNames = ["handlers", "auth", "signIn", "signOut"].filter(
    (name) => !calls.topNames.has(name) || (name === "auth" && isOwnAuth(calls)),
  );
  const called = migrateCalls(text, calls, style, {
    role: surveyed.role,
    home: decisions.home && { options: decisions.home.options, names: homeNames },
    moved: decisions.moved === true,
    init: initHere,
    authFor: (options) => borrow(options, "auth", authHere),
    handlersFor: (options) =>
      decisions.source(options) === "here" ? undefined : borrow(options, "handlers", handlersHere),
  });
  const findings: Finding[] = [...called.findings, ...differences(surveyed, decisions.isVersion4)];
  const edits: TextEdit[] = [...called.edits];
  const { locateProviderObjects } = await import("../survey/providers.js");
  const described = migrateProviders(
    text,
    locateProviderObjects(text, file, factoriesOf(module)),
    decisions.isVersion4,
  );
  edits.push(...described.edits);
  findings.push(...described.findings);
  const own = migrateOwnCode(surveyed, decisions.app, style.quote);
  edits.push(...own.edits);
  findings.push(...own.findings);
  if (own.throws && !module.names.has("CredentialsSignin"))
    want(doorPath(rules, "errors"), "CredentialsSignin");
  const drop = new Set<string>();
  const sessionsDone = called.findings.every(({ offset }) =>
    calls.sessions.every(({ start }) => start !== offset),
  );
  const isInitUsed = called.used.has(initHere);
  const sessionUses = locals.session.reduce((sum, name) => sum + (calls.uses.get(name) ?? 0), 0);
  // What is used otherwise, as mocks are, keeps its import, which is left to a person.
  if (sessionsDone && sessionUses <= calls.sessions.length) for (const name of locals.session) drop.add(name);
  if (calls.inits.length > 0 && !isInitUsed && called.findings.length === 0)
    for (const name of locals.init) drop.add(name);
  for (const [name, count] of called.freed) {
    if ((calls.uses.get(name) ?? 0) <= count && !reexported(surveyed, name)) drop.add(name);
  }
  for (const [name, specifier] of decisions.movedOptions) {
    if (!drop.has(name)) want(specifier, name);
    drop.add(name);
  }
  let guardLeft = false;
  const guarding = uses.statements.some(({ specifier }) => specifier === "next-auth/middleware");
  let initWanted = isInitUsed;
  if (guarding) {
    const { locateGuard } = await import("../survey/guard.js");
    const place = locateGuard(text, file, new Set(locals.guard));
    const guarded = migrateGuard(text, place, style, { init: initHere, session: decisions.app.session });
    findings.push(...guarded.findings);
    edits.push(...guarded.edits);
    initWanted ||= guarded.needs.init;
    guardLeft = guarded.findings.length > 0;
    if (!guardLeft) {
      for (const name of locals.guard) drop.add(name);
      const types = uses.statements
        .flatMap(({ bindings }) => bindings)
        .filter(({ imported }) => imported === "NextRequestWithAuth")
        .map(({ local }) => local);
      const places = locateNames(text, file, new Set(types));
      const goes = ({ start, end }: Range) =>
        guarded.edits.some((one) => one.start <= start && end <= one.end);
      for (const name of types) if ((places.get(name) ?? []).every(goes)) drop.add(name);
    }
    if (guarded.needs.getToken) want(doorPath(rules, "jwt"), "getToken");
  }
  if (initWanted && locals.init.length === 0) want(doorPath(rules, "next"), initHere, true);
  const imported = migrateImports(
    { text, module, style },
    uses,
    rules,
    {
      drop,
      add: [...add.values()],
      leave: ({ specifier, kind }) =>
        specifier === "next-auth/middleware" && (guardLeft || kind === "export"),
    },
    isOld,
  );
  edits.push(...imported.edits);
  // The calls have said it already.
  const said = sessionsDone
    ? []
    : uses.statements
        .flatMap(({ bindings }) => bindings)
        .filter(({ local }) => locals.session.includes(local));
  findings.push(...imported.findings.filter(({ offset }) => said.every(({ start }) => start !== offset)));
  for (const [name, ranges] of locateNames(text, file, new Set(imported.renames.keys()))) {
    for (const range of ranges) {
      const covered = edits.some(({ start, end }) => range.start < end && start < range.end);
      if (!covered) edits.push({ ...range, text: imported.renames.get(name) ?? name });
    }
  }
  if (edits.length === 0) return { edits, findings };
  // What is inserted in front of a replaced place comes first.
  edits.sort((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start));
  const result = tried(text, edits);
  if (result === undefined || countSyntaxErrors(result, readableName(file)) > 0) {
    const why = "the file cannot be edited safely";
    return {
      edits: [],
      findings: [{ offset: 0, why, write: "see the guide of this migration in the documentation" }],
    };
  }
  return { edits, findings };
}

const factoryModule = /\/providers\/([\w-]+)(?:\.js)?$/;

/** Ids of the providers that a file imports, by local name. */
function factoriesOf({ imports }: ModulePlace): ReadonlyMap<string, string> {
  return new Map(
    imports.flatMap(({ specifier, whole, names }) => {
      const id = factoryModule.exec(specifier)?.[1];
      const local = whole ?? names["default"];
      return id === undefined || local === undefined ? [] : [[local, id]];
    }),
  );
}

/** Is the name `auth` taken by nothing but a wrapper of `getServerSession`? Ours takes its place. */
export const isOwnAuth = ({ wrappers }: Calls): boolean => wrappers.some(({ name }) => name === "auth");

/** Undefined when two edits are for the same place: then nothing is done at all. */
function tried(text: string, edits: readonly TextEdit[]): string | undefined {
  try {
    return splice(text, edits);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function reexported({ uses }: Surveyed, name: string): boolean {
  return uses.statements.some(
    ({ kind, bindings }) => kind === "export" && bindings.some(({ imported }) => imported === name),
  );
}
