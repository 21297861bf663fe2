/**
 * Which expressions of an app stand for its endpoints, its session and its guards, whatever their names: one answer for
 * every command. Loads the TypeScript parser.
 */
import { fileValues, valuesBy, type ModuleValues, type PlacedValues } from "../names/file-values.js";
import type { OpenModule } from "../names/names.js";
import { ProjectValues, type Given, type Roles } from "../names/project-values.js";
import { exportedFunction, functionOf } from "../names/exported-functions.js";
import { call, nameOf, noOptions, unknown, valueOf, type Value } from "../names/values.js";
import { notMet } from "../syntax/access.js";
import { holds } from "../syntax/collect.js";
import { isMet } from "../syntax/every-way.js";
import { lastName } from "../syntax/scopes.js";
import { parseExpression, ts, visit } from "../syntax/syntax.js";
import { parameterNamed } from "./page-slug.js";

/** An expression, or the code of one and the file that it stands in. */
export type Written = ts.Node | { readonly code: string; readonly file: string };

/** How an app says, in its own names, where the endpoints, the session and the guards are. */
export interface AuthExpressions {
  /** Whether code is, or calls, the handler of the endpoints. */
  isHandler(written: Written): boolean;
  /** Whether code is the middleware that reads the session and refuses nobody. */
  isSession(written: Written): boolean;
  /** Whether code is the middleware that answers at addresses of built-in pages, or below `/.well-known/`, alone. */
  isPages(written: Written): boolean;
  /** Whether code is a guard that `require` made. */
  isGuard(written: Written): boolean;
  /** What a guard is given, names followed: an object of its options; undefined for what is none. */
  asked(written: Written): Value | undefined;
  /**
   * The guards in a part of a file: the calls that make them, and names of what is made outside of it.
   *
   * @param at where the options stand among what a guard is given
   */
  guardsIn(part: ts.Node, at?: number): readonly GuardUse[];
  /** Whether code is what makes guards: `auth.require`. */
  isGuardMaker(written: Written): boolean;
  /** Whether code is one of these: in front of the app's own routes it answers none of them. */
  isOurs(written: Written): boolean;
}

/** A guard where it stands. */
export interface GuardUse {
  readonly node: ts.Expression;
  /** Its options, names followed. */
  readonly asked: Value;
}

/** Makers of `auth` and of handlers, `auth`, its members, and what they make. */
type Role =
  | "createAuth"
  | "MiddlewareAuth"
  | "auth"
  | "locals"
  | "handler"
  | "session"
  | "require"
  | "guard"
  | "pages"
  | "wellKnown"
  | "plugin";

const makers: Readonly<Record<string, Role>> = {
  createAuth: "createAuth",
  FrameworkAuth: "createAuth",
  NextAuth: "createAuth",
  MiddlewareAuth: "MiddlewareAuth",
  ExpressAuth: "MiddlewareAuth",
  // Nest gives an instance of the one, and calls the other as a decorator.
  AuthGuard: "createAuth",
  Require: "require",
  // SvelteKit hands `auth` on in them.
  locals: "locals",
};

const made: Readonly<Partial<Record<Role, Role>>> = {
  createAuth: "auth",
  MiddlewareAuth: "handler",
  require: "guard",
};

const members: Readonly<Record<string, Role>> = {
  auth: "auth",
  handler: "handler",
  session: "session",
  require: "require",
  pages: "pages",
  wellKnown: "wellKnown",
  plugin: "plugin",
};

const valueIn = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const roles: Roles<Role> = {
  named: (name) => valueIn(makers, name),
  step: (role, name) => {
    // `auth.require().unless(…)` is a guard still.
    if (role === "guard") return "guard";
    if (role === "locals") return name === "auth" ? "auth" : undefined;
    return name === call ? made[role] : role === "auth" ? valueIn(members, name) : undefined;
  },
  outside: (specifier, name) => {
    if (name === "auth") return "auth";
    // The package may have another name in the app.
    return name === "default" && specifier.endsWith("/next") ? "createAuth" : undefined;
  },
  isKnownByName: (role) => ["createAuth", "MiddlewareAuth", "auth", "locals"].includes(role),
  isSure: (role) => role === "guard",
};

/** What is asked for, and what leads to it. */
interface Question {
  readonly wanted: readonly Role[];
  readonly from: readonly Role[];
}

const questions = {
  handler: { wanted: ["handler", "plugin"], from: ["MiddlewareAuth"] },
  session: { wanted: ["session"], from: [] },
  pages: { wanted: ["pages", "wellKnown"], from: [] },
  guard: { wanted: ["guard"], from: ["require"] },
  guardMaker: { wanted: ["require"], from: [] },
} satisfies Record<string, Question>;

/** The files of an app that are looked into, and others that their imports lead to. */
export function authExpressionsIn(
  sources: readonly ts.SourceFile[],
  open: OpenModule = () => undefined,
): AuthExpressions {
  const files = sources.map((one) => ({ file: one.fileName, values: fileValues(one) }));
  return authExpressionsOfValues(files, valuesBy(open, files));
}

/**
 * The same of files that have been read.
 *
 * @param near leads to these files alone: what every name is asked for opens no further ones
 */
export function authExpressionsOfValues(
  files: readonly PlacedValues[],
  open: ModuleValues,
  near = open,
): AuthExpressions {
  const values = new ProjectValues(files, open, roles);
  const nearby = new ProjectValues(files, near, roles);
  const rolesOf = (node: ts.Node): readonly Role[] =>
    values.rolesOf(valueOf(node), node.getSourceFile().fileName);
  const isOne = (node: ts.Node, { wanted }: Question): boolean =>
    rolesOf(node).some((role) => wanted.includes(role));
  const words = new Map<Question, ReadonlySet<string>>();
  const wordsOf = (question: Question): ReadonlySet<string> => {
    const known = words.get(question) ?? wordsFor(question, nearby);
    words.set(question, known);
    return known;
  };
  const asks = (question: Question, isWhole: boolean) => {
    const answers = new Map<string, boolean>();
    return (written: Written): boolean => {
      const known = wordsOf(question);
      const isNamed = (node: ts.Node) => known.has(nameOfRead(node) ?? "") && isOne(node, question);
      const is = (node: ts.Node) => (isWhole ? isOne(node, question) : holds(node, isNamed));
      if (!("code" in written)) return is(written);
      const { code, file } = written;
      if (![...known].some((word) => code.includes(word))) return false;
      const key = `${file}#${code}`;
      const answer = answers.get(key) ?? is(parseExpression(code, file));
      answers.set(key, answer);
      return answer;
    };
  };
  const is = {
    isHandler: asks(questions.handler, false),
    isSession: asks(questions.session, true),
    isPages: asks(questions.pages, true),
    isGuard: asks(questions.guard, true),
  };
  const isGuardMaker = asks(questions.guardMaker, true);
  return {
    ...is,
    asked: (written) =>
      is.isGuard(written)
        ? askedBy("code" in written ? parseExpression(written.code, written.file) : written, values)
        : undefined,
    guardsIn: guardReader({ ...is, isGuardMaker }, values, () => wordsOf(questions.guard)),
    isGuardMaker,
    isOurs: (one) => Object.values(is).some((isIt) => isIt(one)),
  };
}

/**
 * What a guard asks for where it stands: its slug may be a parameter of the route; what some come by without, or nothing
 * waits for, is marked.
 */
function askedAt(guard: ts.Expression, asked: Value): Value {
  if (asked.kind !== "object" || asked.members.has("path")) return asked;
  if (!isMet(guard)) return { ...asked, members: new Map([...asked.members, [notMet, unknown]]) };
  const organization = asked.members.get("organization");
  if (organization?.kind !== "object") return asked;
  const exported = exportedFunction(guard.getSourceFile(), "default");
  const name = parameterNamed(guard, exported && functionOf(exported));
  if (name === undefined) return asked;
  const named = { ...organization, members: new Map([...organization.members, ["slug", nameOf(name)]]) };
  return { ...asked, members: new Map([...asked.members, ["organization", named]]) };
}

/** Reads the guards in a part of a file that these words name. */
function guardReader(
  { isGuard, isGuardMaker }: Pick<AuthExpressions, "isGuard" | "isGuardMaker">,
  values: ProjectValues<Role>,
  words: () => ReadonlySet<string>,
): AuthExpressions["guardsIn"] {
  const isMadeOutside = (node: ts.Expression, part: ts.Node): boolean => {
    const { fileName: own } = node.getSourceFile();
    return callsBehind(node, values).some(({ file }) => file !== own || !ts.isSourceFile(part));
  };
  return (part, at) => {
    const source = part.getSourceFile();
    values.open(source.fileName, () => fileValues(source));
    const found: GuardUse[] = [];
    visit(part, (node) => {
      if (!ts.isExpression(node) || !words().has(nameOfRead(node) ?? "") || !isGuard(node)) return;
      const isCall = ts.isCallExpression(node) && isGuardMaker(node.expression);
      if (isCall || (!isStepOf(node) && isMadeOutside(node, part)))
        found.push({ node, asked: askedAt(node, askedBy(node, values, at)) });
    });
    return found;
  };
}

/** What code has to name before it is looked into. */
function wordsFor({ wanted, from }: Question, values: ProjectValues<Role>): ReadonlySet<string> {
  const all = [...wanted, ...from];
  const own = Object.entries({ ...members, ...makers }).flatMap(([name, role]) =>
    all.includes(role) ? [name] : [],
  );
  return new Set([...own, ...values.namesFor(all)]);
}

/** Whether a node is what the next step of a chain is taken from, or called on. */
const isStepOf = (node: ts.Node): boolean =>
  (ts.isCallExpression(node.parent) || ts.isPropertyAccessExpression(node.parent)) &&
  node.parent.expression === node;

/** The calls that made a guard, with what they are given. */
function callsBehind(guard: ts.Node, values: ProjectValues<Role>): readonly Given[] {
  const guards = values.meanings(valueOf(guard), guard.getSourceFile().fileName);
  return [...new Set(guards.flatMap((one) => (one.kind === "role" && one.given ? [one.given] : [])))];
}

/** What the one call that made a guard is given. */
function askedBy(guard: ts.Node, values: ProjectValues<Role>, at = 0): Value {
  const [only, ...others] = callsBehind(guard, values);
  if (only === undefined || others.length > 0) return unknown;
  return values.resolved(only.values[at] ?? noOptions, only.file);
}

/** The name of what is taken or called at a node; undefined where nothing is. */
function nameOfRead(node: ts.Node): string | undefined {
  if (ts.isCallExpression(node)) return lastName(node.expression);
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (!ts.isIdentifier(node)) return undefined;
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return node.text;
  const isName = "name" in parent && parent.name === node;
  const isOtherName = "propertyName" in parent && parent.propertyName === node;
  return isName || isOtherName || ts.isTypeNode(parent) ? undefined : node.text;
}
