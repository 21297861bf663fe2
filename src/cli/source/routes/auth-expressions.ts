/**
 * Which expressions of an app stand for its endpoints, its session and its guards, whatever their names: one answer for
 * every command. Loads the TypeScript parser.
 */
import { fileValues, valuesBy, type ModuleValues, type PlacedValues } from "../names/file-values.js";
import type { OpenModule } from "../names/names.js";
import { ProjectValues, type Roles } from "../names/project-values.js";
import { call, noOptions, unknown, valueOf, type Value } from "../names/values.js";
import { holds } from "../syntax/collect.js";
import { lastName } from "../syntax/scopes.js";
import { parseExpression, ts } from "../syntax/syntax.js";

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
  /** Whether code is what makes guards: `auth.require`. */
  isGuardMaker(written: Written): boolean;
  /** Whether code is one of these: in front of the app's own routes it answers none of them. */
  isOurs(written: Written): boolean;
}

/** Makers of `auth` and of handlers, `auth`, its members, and what they make. */
type Role =
  | "createAuth"
  | "MiddlewareAuth"
  | "auth"
  | "handler"
  | "session"
  | "require"
  | "guard"
  | "pages"
  | "wellKnown"
  | "plugin";

const makers: Readonly<Record<string, Role>> = {
  createAuth: "createAuth",
  MiddlewareAuth: "MiddlewareAuth",
  ExpressAuth: "MiddlewareAuth",
};

const made: Readonly<Partial<Record<Role, Role>>> = {
  createAuth: "auth",
  MiddlewareAuth: "handler",
  require: "guard",
};

const members: Readonly<Record<string, Role>> = {
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
    return name === call ? made[role] : role === "auth" ? valueIn(members, name) : undefined;
  },
  isKnownByName: (role) => ["createAuth", "MiddlewareAuth", "auth"].includes(role),
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
  const asks = (question: Question, isWhole: boolean) => {
    let words: ReadonlySet<string> | undefined;
    const answers = new Map<string, boolean>();
    return (written: Written): boolean => {
      const known = (words ??= wordsFor(question, nearby));
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
  return {
    ...is,
    asked: (written) =>
      is.isGuard(written)
        ? askedBy("code" in written ? parseExpression(written.code, written.file) : written, values)
        : undefined,
    isGuardMaker: asks(questions.guardMaker, true),
    isOurs: (one) => Object.values(is).some((isIt) => isIt(one)),
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

/** What the one call that made a guard is given. */
function askedBy(guard: ts.Node, values: ProjectValues<Role>): Value {
  const guards = values.meanings(valueOf(guard), guard.getSourceFile().fileName);
  const [only, ...others] = guards.flatMap((one) => (one.kind === "role" && one.given ? [one.given] : []));
  if (only === undefined || others.length > 0) return unknown;
  const [first = noOptions] = only.values;
  return values.resolved(first, only.file);
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
