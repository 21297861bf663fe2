/** Reads a source file once for all decisions and rules: nothing behind it opens a syntax tree. */
import { countSyntaxErrors, locateModule, type ModulePlace } from "../../cli/source/syntax/syntax.js";
import { codeOf } from "../../cli/source/syntax/probes.js";
import type { Range } from "../../cli/plan/plan.js";
import { packageName } from "../../cli/formats/own-package.js";
import { isOld } from "../../cli/old-auth/packages.js";
import {
  locateAuthorize,
  locateCalled,
  type AuthorizeUses,
  type Called,
} from "./constructs/authorize/read.js";
import { locateCalls, type Calls } from "./constructs/session-calls/read.js";
import { locateCookieNames, type CookieName } from "./constructs/cookies/read.js";
import { locateGuard, type GuardPlace } from "./constructs/with-auth/read.js";
import {
  locateNames,
  locateUses,
  readableName,
  type Statement,
  type Uses,
} from "../../cli/old-auth/statements.js";
import {
  locateHandedOn,
  meaningsIn,
  type Followed,
  type HandedOn,
  type Meanings,
} from "./constructs/handed-on/read.js";
import { locateOptions, type AppOptions } from "./constructs/init/read.js";
import { locateProviderObjects, type ProviderObject } from "./constructs/providers/read.js";
import { locateSealCalls, type SealCall } from "./constructs/differences/read.js";
import { locateSessionAddresses } from "./constructs/session-calls/session-address.js";
import { locateKit, type KitPlaces } from "./constructs/sveltekit/read.js";
import { formComponents, type FormComponent } from "./constructs/svelte-forms/read.js";
import { locateSignIn, type SignInPlaces } from "./constructs/sign-in/read.js";
import { locateNuxtAuth, type NuxtAuthPlaces } from "./constructs/nuxt-auth/read.js";
import { locatePageMeta, type PageMeta } from "./constructs/page-meta/read.js";
import { locateStricter, type StricterUse } from "./constructs/stricter/read.js";

/** What a file does in the app: that decides the shape of its exports. */
export type FileRole = "pages" | "route" | "module";

/** Names of cookies and texts of errors that an app's own code takes for granted. */
export interface OwnCode {
  readonly cookies: readonly CookieName[];
  readonly signIn: SignInPlaces;
  readonly authorize: AuthorizeUses;
  readonly seals: readonly SealCall[];
  /** Functions that `authorize` calls. */
  readonly called: readonly Called[];
  /** Where the address of the session is asked by hand. */
  readonly sessionAddresses: readonly number[];
}

/** A source file as the migration sees it. */
export interface Surveyed {
  readonly file: string;
  readonly text: string;
  readonly role: FileRole;
  /** It has our names already: what is left in it is listed, and nothing is changed. */
  readonly isMoved: boolean;
  readonly module: ModulePlace;
  readonly uses: Uses;
  readonly calls: Calls;
  readonly options: readonly AppOptions[];
  readonly providers: readonly ProviderObject[];
  /** What `next-auth/middleware` is used for; undefined: the file does not import it. */
  readonly guard: GuardPlace | undefined;
  /** Of next-auth 4 only. */
  readonly own: OwnCode | undefined;
  readonly stricter: readonly StricterUse[];
  /** What the file has of next-auth by way of other files, and hands on. */
  readonly handedOn: HandedOn;
  /** What `@auth/sveltekit` is used for. */
  readonly kit: KitPlaces;
  /** Its components by their local names. */
  readonly forms: ReadonlyMap<string, FormComponent>;
  /** What `@sidebase/nuxt-auth` is used for; undefined in other apps. */
  readonly nuxt: (NuxtAuthPlaces & { readonly metas: readonly PageMeta[] }) | undefined;
  /** Local names of what the file has from the old packages. */
  readonly locals: {
    readonly init: readonly string[];
    readonly session: readonly string[];
    readonly guard: readonly string[];
  };
  /** Where each imported name is used. */
  readonly places: ReadonlyMap<string, readonly Range[]>;
}

export { locateThrow } from "./constructs/authorize/read.js";

/** It imports our modules, and none of the old ones. */
const isOurs = ({ imports }: ModulePlace, { statements }: Uses): boolean =>
  imports.some(({ specifier }) => specifier.startsWith(`${packageName}/`)) &&
  !statements.some(({ specifier }) => isOld(specifier));

/** Our modules by the names of those whose place they took. */
const asBefore = (module: ModulePlace): ModulePlace => ({
  ...module,
  imports: module.imports.map((one) => ({
    ...one,
    specifier: one.specifier.replace(ownModule, (_, rest: string) =>
      rest === "/next" ? "next-auth" : `next-auth${rest}`,
    ),
  })),
});

const ownModule = new RegExp(`^${packageName}(/(?:next|react|jwt|providers/.+))$`);

/** What the app comes from: it decides which names of it are looked for. */
export interface Predecessor {
  readonly isVersion4: boolean;
  /** By way of @sidebase/nuxt-auth, which gives functions without an import. */
  readonly isNuxt: boolean;
  /** An earlier run has moved it: nothing names the old packages any more. */
  readonly isDone: boolean;
}

/**
 * Undefined: the file has a syntax error.
 *
 * @param meaningsOf what the names of modules stand for, as far as it is known
 */
export function surveyFile(
  file: string,
  whole: string,
  { isVersion4, isNuxt, isDone }: Predecessor,
  meaningsOf: Meanings = meaningsIn,
): Surveyed | undefined {
  const text = codeOf(file, whole);
  if (countSyntaxErrors(text, readableName(file)) > 0) return undefined;
  const written = locateModule(text, file);
  const uses = locateUses(text, file);
  const isMoved = isDone || isOurs(written, uses);
  const module = isMoved ? asBefore(written) : written;
  const namesOf = (modules: readonly string[], ...names: readonly string[]) =>
    importedAs(module, modules, names);
  const client = ["next-auth/react"];
  const factories = factoriesOf(module);
  const locals = oldLocals(module, isVersion4 && !isMoved);
  const callees = {
    init: new Set(locals.init),
    session: new Set(locals.session),
    client: new Set(isVersion4 ? namesOf(client, "getSession", "getCsrfToken") : []),
  };
  const nuxt = isNuxt
    ? {
        ...locateNuxtAuth(text, file, uses.statements, new Set(factories.keys())),
        metas: locatePageMeta(text, file),
      }
    : undefined;
  const handedOn = locateHandedOn(text, file, module.imports, meaningsOf);
  const signIns = new Set([...localsOf(handedOn, "signIn"), ...(nuxt ? takenSignIns(nuxt) : [])]);
  const isGuarding = uses.statements.some(({ specifier }) => specifier === "next-auth/middleware");
  return {
    file,
    text: whole,
    role: roleOf(file),
    isMoved,
    module: written,
    uses,
    calls: locateCalls(text, file, callees),
    locals,
    options: locateOptions(text, file),
    providers: locateProviderObjects(text, file, factories),
    guard: isGuarding ? locateGuard(text, file, new Set(locals.guard)) : undefined,
    stricter: locateStricter(text, file, factories),
    kit: locateKit(text, file, new Set(namesOf(["@auth/sveltekit"], "SvelteKitAuth"))),
    forms: formsOf(module),
    handedOn,
    own: isVersion4 ? readOwnCode(text, file, handedOn, signIns) : undefined,
    nuxt,
    places: locateNames(text, file, importedNames(uses)),
  };
}

/** @param calls whether calls of next-auth 4 are there to be changed */
const oldLocals = (module: ModulePlace, calls: boolean): Surveyed["locals"] => {
  const core = calls ? ["next-auth", "next-auth/next"] : [];
  return {
    init: importedAs(module, core, ["default"]),
    session: importedAs(module, core, ["getServerSession", "unstable_getServerSession"]),
    guard: importedAs(module, ["next-auth/middleware"], ["default", "withAuth"]),
  };
};

const readOwnCode = (
  text: string,
  file: string,
  handedOn: HandedOn,
  signIns: ReadonlySet<string>,
): OwnCode => ({
  cookies: locateCookieNames(text, file),
  signIn: locateSignIn(text, file, signIns),
  authorize: locateAuthorize(text, file),
  seals: locateSealCalls(text, file, sealNames(handedOn)),
  called: locateCalled(text, file),
  sessionAddresses: locateSessionAddresses(text, file),
});

const localsOf = ({ locals }: HandedOn, meant: Followed): string[] =>
  [...locals].flatMap(([local, found]) => (found === meant ? local : []));

const sealNames = (handedOn: HandedOn): ReadonlyMap<string, SealCall["does"]> =>
  new Map(
    (["encode", "decode"] as const).flatMap((does) => localsOf(handedOn, does).map((local) => [local, does])),
  );

const formsOf = (module: ModulePlace): Surveyed["forms"] =>
  new Map(
    formComponents.flatMap((name) =>
      importedAs(module, ["@auth/sveltekit/components"], [name]).map((local) => [local, name]),
    ),
  );

/** `const { signIn } = useAuth()` */
const takenSignIns = ({ composables }: NuxtAuthPlaces): readonly string[] =>
  composables.flatMap(({ taken }) =>
    taken.flatMap(({ name, isShort }) => (name === "signIn" && isShort ? [name] : [])),
  );

/** Imports and exports of a text; undefined when it does not parse. */
export function readStatements(file: string, text: string): readonly Statement[] | undefined {
  const code = codeOf(file, text);
  return countSyntaxErrors(code, readableName(file)) > 0 ? undefined : locateUses(code, file).statements;
}

/** Local names of some exports of some modules. */
const importedAs = (
  { imports }: ModulePlace,
  modules: readonly string[],
  names: readonly string[],
): string[] =>
  imports
    .filter(({ specifier, typeOnly }) => modules.includes(specifier) && !typeOnly)
    .flatMap(({ whole, names: own }) => [
      ...(whole && names.includes("default") ? [whole] : []),
      ...names.flatMap((name) => own[name] ?? []),
    ]);

const importedNames = ({ statements }: Uses): ReadonlySet<string> =>
  new Set(statements.flatMap(({ bindings }) => bindings.map(({ local }) => local)));

function roleOf(file: string): FileRole {
  if (/(?:^|\/)pages\/api\//.test(file)) return "pages";
  return /(?:^|\/)app\/(?:.*\/)?route\.[cm]?[jt]sx?$/.test(file) ? "route" : "module";
}

const factoryModule = /\/providers\/([\w-]+)(?:\.js)?$/;

/** Ids of the providers that a file imports, by local name. */
const factoriesOf = ({ imports }: ModulePlace): ReadonlyMap<string, string> =>
  new Map(
    imports.flatMap(({ specifier, whole, names }) => {
      const id = factoryModule.exec(specifier)?.[1];
      const local = whole ?? names["default"];
      return id === undefined || local === undefined ? [] : [[local, id]];
    }),
  );
