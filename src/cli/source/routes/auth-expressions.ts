/**
 * Which expressions of an app stand for its endpoints, its session and its guards, whatever their names: one answer for
 * every command. Loads the TypeScript parser.
 */
import { fileValues } from "../names/file-values.js";
import type { OpenModule } from "../names/names.js";
import { ProjectValues, type ModuleValues, type PlacedValues, type Roles } from "../names/project-values.js";
import { call, noOptions, unknown, valueOf, type Value } from "../names/values.js";
import { holds } from "../syntax/collect.js";
import { parse, parseExpression, ts } from "../syntax/syntax.js";

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
  const placed = sources.map((one) => ({ file: one.fileName, values: fileValues(one) }));
  const opened = new Map<string, PlacedValues>(placed.map((one) => [one.file, one]));
  return authExpressionsOfValues(placed, (from, specifier) => {
    const { file, text } = open(from, specifier) ?? {};
    if (file === undefined || text === undefined) return undefined;
    const known = opened.get(file) ?? { file, values: fileValues(parse(text, file)) };
    opened.set(file, known);
    return known;
  });
}

/** The same of files that have been read. */
export function authExpressionsOfValues(files: readonly PlacedValues[], open: ModuleValues): AuthExpressions {
  const values = new ProjectValues(files, open, roles);
  const rolesOf = (node: ts.Node): readonly Role[] =>
    values.rolesOf(valueOf(node), node.getSourceFile().fileName);
  /** What code has to name before it is parsed. */
  const wordsFor = ({ wanted, from }: Question): readonly string[] => {
    const all = [...wanted, ...from];
    const own = Object.entries({ ...members, ...makers }).flatMap(([name, role]) =>
      all.includes(role) ? [name] : [],
    );
    return [...own, ...values.namesFor(all)];
  };
  const asks = (question: Question, is = (node: ts.Node): boolean => isOne(node, question)) => {
    let words: readonly string[] | undefined;
    return (written: Written): boolean => {
      if (!("code" in written)) return is(written);
      const { code, file } = written;
      words ??= wordsFor(question);
      return words.some((word) => code.includes(word)) && is(parseExpression(code, file));
    };
  };
  const isOne = (node: ts.Node, { wanted }: Question): boolean =>
    rolesOf(node).some((role) => wanted.includes(role));
  const isOrCalls = (node: ts.Node): boolean =>
    holds(node, (one) => isRead(one) && isOne(one, questions.handler));
  const is = {
    isHandler: asks(questions.handler, isOrCalls),
    isSession: asks(questions.session),
    isPages: asks(questions.pages),
    isGuard: asks(questions.guard),
  };
  const asked = (node: ts.Node): Value => {
    const { fileName } = node.getSourceFile();
    const guards = values.meanings(valueOf(node), fileName);
    const [only, ...others] = guards.flatMap((one) => (one.kind === "role" && one.given ? [one.given] : []));
    if (only === undefined || others.length > 0) return unknown;
    const [first = noOptions] = only.values;
    return values.resolved(first, only.file);
  };
  return {
    ...is,
    asked: (written) =>
      is.isGuard(written)
        ? asked("code" in written ? parseExpression(written.code, written.file) : written)
        : undefined,
    isGuardMaker: asks(questions.guardMaker),
    isOurs: (one) => Object.values(is).some((isIt) => isIt(one)),
  };
}

/** Where the value of a name, a member or a call is taken. */
function isRead(node: ts.Node): boolean {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return true;
  if (!ts.isIdentifier(node)) return false;
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  const isName = "name" in parent && parent.name === node;
  const isOtherName = "propertyName" in parent && parent.propertyName === node;
  return !isName && !isOtherName && !ts.isTypeNode(parent);
}
