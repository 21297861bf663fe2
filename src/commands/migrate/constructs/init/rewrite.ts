/** `NextAuth(options)` of next-auth 4, whose result is a handler, as one whose result has `handlers`. */
import type { SessionCall, InitCall } from "../session-calls/read.js";
import type { HandlerExport } from "./read.js";
import { changeOf, leave, linesBelow, mergeChanges, withoutLine, type Change } from "../../change.js";
import { semicolon, usesLent, type Init, type Scope } from "../../scope.js";

export const migrateInits = (scope: Scope): Change =>
  mergeChanges(scope.calls.inits.map((call) => migrateInit(call, scope)));

function migrateInit(call: InitCall, scope: Scope): Change {
  if (call.result === "used") return changeOf({ names: { used: [scope.init] } });
  if (call.args.length === 3) return migrateRequestCall(call, scope);
  const [options, ...others] = call.args;
  if (options === undefined || others.length > 0)
    return leave({
      offset: call.start,
      why: "these arguments are not the options",
      write: `${scope.init}(options)`,
      breaks: true,
    });
  const exports = scope.calls.handlerExports.filter(({ variable }) => variable === call.variable);
  const isClear = isHandler(call, exports, scope);
  const lent = options.name === undefined || !isClear ? undefined : scope.handlersFor(options.name);
  return ruleFor(call, isClear, scope)({ call, options, exports, lent }, scope);
}

type Rule = (init: Init, scope: Scope) => Change;

/** What becomes of a handler, by where it goes. */
function ruleFor(call: InitCall, isClear: boolean, scope: Scope): Rule {
  if (call.result === "commonjs") return scope.role === "pages" ? commonjsExport : unclear;
  if (call.result === "default") return defaultExport;
  if (isMethod(call)) return methodExport;
  if (isAnswering(call, scope)) return migrateAnswers;
  if (!isClear && isForAnotherFile(call, scope)) return passedOn;
  return call.result === "variable" && isClear ? variableExport : unclear;
}

/** `NextAuth(…)(req, res)`, or a variable that is used for nothing but such calls. */
const isAnswering = ({ result, variable = "", answers }: InitCall, { calls }: Scope): boolean =>
  result === "called" ||
  (answers.length > 0 &&
    answers.length === calls.uses.get(variable) &&
    calls.handlerExports.every((one) => one.variable !== variable));

/** `export const authHandler = NextAuth(…)`, which a route of another file exports. */
const isForAnotherFile = ({ result, variable = "" }: InitCall, { calls, answersBy }: Scope): boolean =>
  result === "variable" &&
  answersBy !== undefined &&
  (calls.uses.get(variable) ?? 0) === 0 &&
  (calls.declared.some(({ name, exported }) => name === variable && exported) ||
    [...calls.exportedAs.values()].includes(variable));

/** It keeps its name: whoever exports it as GET and POST, or as the default, goes on doing so. */
function passedOn({ call, options }: Init, scope: Scope): Change {
  const { text, init, answersBy, home } = scope;
  const isHere = options.name !== undefined && home?.options === options.name;
  const lent = options.name === undefined || isHere ? undefined : scope.handlersFor(options.name);
  const own = `${init}(${text.slice(options.start, options.end)}).handlers`;
  const made = isHere ? "handlers" : (lent?.local ?? own);
  return changeOf({
    edits: [{ start: call.start, end: call.end, text: `${made}.${answersBy}` }],
    names: lent ? usesLent(lent, options.name) : { used: isHere ? [] : [init] },
  });
}

/** `const GET = NextAuth(…)` */
const isMethod = ({ result, variable }: InitCall): boolean =>
  result === "variable" && (variable === "GET" || variable === "POST");

/** Is it clear from the exports what becomes of the call? */
function isHandler(call: InitCall, exports: readonly HandlerExport[], scope: Scope): boolean {
  if (call.result === "default" || call.result === "commonjs" || isMethod(call)) return true;
  if (isAnswering(call, scope)) return true;
  const names = exports.flatMap((one) => one.names);
  if (scope.role === "pages") return names.join() === "default";
  return names.length > 0 && names.every((name) => name === "GET" || name === "POST");
}

const commonjsExport = ({ call }: Init, { init }: Scope): Change =>
  changeOf({
    edits: [
      { ...call.callee, text: init },
      { start: call.end, end: call.end, text: ".handlers.pages" },
    ],
    names: { used: [init] },
  });

function defaultExport({ call, options, lent }: Init, scope: Scope): Change {
  const { home, init, style } = scope;
  if (lent)
    return changeOf({
      edits: [{ start: call.start, end: call.end, text: `${lent.local}.pages` }],
      names: usesLent(lent, options.name),
    });
  const made = home?.names ?? ["handlers"];
  const exportWord = home || options.isObject ? "export " : "";
  const tail = `${style.eol}${style.eol}export default handlers.pages${semicolon(scope)}`;
  return changeOf({
    edits: [
      { ...call.lead, text: `${exportWord}const { ${made.join(", ")} } = ` },
      { start: call.statement.end, end: call.statement.end, text: tail },
      { ...call.callee, text: init },
    ],
    names: { used: [init] },
  });
}

/** Each of them stands for both: the handlers of one instance are the same function. */
function methodExport({ call, options, lent }: Init, { text, init }: Scope): Change {
  const made = lent?.local ?? `${init}(${text.slice(options.start, options.end)}).handlers`;
  return changeOf({
    edits: [{ start: call.start, end: call.end, text: `${made}.${call.variable}` }],
    names: lent ? usesLent(lent, options.name) : { used: [init] },
  });
}

function unclear({ call, options }: Init, { init, role, home }: Scope): Change {
  const isMade = home !== undefined && home.options === options.name;
  const given = options.name ?? (options.isObject ? "{ … }" : "options");
  const exported = role === "pages" ? "default handlers.pages" : "const { GET, POST } = handlers";
  return leave({
    offset: call.start,
    why: "what becomes of the handler is not clear",
    write: isMade
      ? `handlers.GET, or handlers.pages in the Pages Router, in place of ${init}(${given})`
      : `const { handlers } = ${init}(${given}); export ${exported}`,
    breaks: true,
  });
}

/** `const handler = NextAuth(…)` and what exports it. */
function variableExport(init: Init, scope: Scope): Change {
  const { text, role } = scope;
  const source = init.lent?.local ?? "handlers";
  const names = init.exports.flatMap((one) => one.names);
  const exported = role === "pages" ? `default ${source}.pages` : `const { ${names.join(", ")} } = ${source}`;
  const line = `export ${exported}${semicolon(scope)}`;
  const edits = init.exports.map((one, at) =>
    at > 0 || scope.moved ? withoutLine(text, one) : { start: one.start, end: one.end, text: line },
  );
  return mergeChanges([changeOf({ edits }), variableItself(init, scope)]);
}

function variableItself({ call, options, lent }: Init, { text, home, init }: Scope): Change {
  const gone = withoutLine(text, call.statement);
  if (lent) return changeOf({ edits: [gone], names: usesLent(lent, options.name) });
  if (home !== undefined && home.options === options.name)
    return changeOf({ edits: [gone], names: { freed: [home.options] } });
  return changeOf({
    edits: [
      { ...call.lead, text: "const { handlers } = " },
      { ...call.callee, text: init },
    ],
    names: { used: [init] },
  });
}

/** Options that others ask for get `handlers`, `auth`, ... below them. */
export function makeHome(scope: Scope): Change {
  const { text, home, calls, init, style } = scope;
  const declared = calls.declared.find(({ name }) => name === home?.options);
  const isMade =
    calls.made.some(({ options, names }) => options === home?.options && names.includes("auth")) ||
    calls.inits.some(({ result, args }) => result === "default" && args[0]?.name === home?.options);
  if (!home || !declared || isMade) return changeOf({});
  const line = `export const { ${home.names.join(", ")} } = ${init}(${home.options})${semicolon(scope)}`;
  const edit = linesBelow(text, declared.statement.end, { lines: style.eol + line, eol: style.eol });
  return changeOf({ edits: [edit], names: { used: [init] } });
}

// Handlers of next-auth 4 that get the request: `NextAuth(req, res, options)` and `NextAuth(options)(req, res)`.

/** The options stay where they are, they may use the request. */
function migrateRequestCall(call: InitCall, scope: Scope): Change {
  const { text, role, init, home } = scope;
  const [req, res, options] = call.args.map(({ start, end }) => text.slice(start, end));
  const name = call.args[2]?.name;
  if (role === "module")
    return leave({
      offset: call.start,
      why: "NextAuth(req, res, options) is gone",
      write: `${init}(${name ?? "options"}).handlers.pages(${req}, ${res}) in the Pages Router, .handlers.GET(${req}) in a route`,
      breaks: true,
    });
  const isHere = name !== undefined && home?.options === name;
  const lent = name === undefined || isHere ? undefined : scope.handlersFor(name);
  const made = isHere ? "handlers" : (lent?.local ?? `${init}(${options}).handlers`);
  const answer = role === "pages" ? `pages(${req}, ${res})` : `GET(${req})`;
  return changeOf({
    edits: [{ start: call.start, end: call.end, text: `${made}.${answer}` }],
    names: lent ? usesLent(lent, name) : { used: [init], freed: isHere ? [name] : [] },
  });
}

/** `NextAuth(options)(req, res)`, and `handler(req, res)` where the variable is used for nothing else. */
function migrateAnswers({ call, options, lent }: Init, scope: Scope): Change {
  const { text, role, init, calls } = scope;
  const given = text.slice(options.start, options.end);
  const isHere = options.name !== undefined && scope.home?.options === options.name;
  if (role === "module" && !isRoute(call, calls.topNames))
    return leave({
      offset: call.start,
      why: "NextAuth(options)(req, res) is gone",
      write: `${init}(${given}).handlers.pages(req, res) in the Pages Router, .handlers.GET(req) in a route`,
      breaks: true,
    });
  const lender = isHere ? "handlers" : lent?.local;
  const answered = call.answers.map((answer) => {
    const made = call.result === "called" ? (lender ?? `${init}(${given}).handlers`) : answer.callee;
    const target = typeof made === "string" ? made : text.slice(made.start, made.end);
    return { start: answer.start, end: answer.end, text: `${target}.${methodOf(answer, scope)}` };
  });
  const isVariable = call.result === "variable";
  const value = lender ?? `${init}(${given}).handlers`;
  const variable = isVariable ? [{ start: call.start, end: call.end, text: value }] : [];
  const names = lent
    ? usesLent(lent, options.name)
    : { used: isHere ? [] : [init], freed: isHere ? [options.name ?? ""] : [] };
  return mergeChanges([changeOf({ edits: [...variable, ...answered] }), changeOf({ names })]);
}

/** A module of neither router is read as a route where it exports handlers by their methods. */
const isRoute = ({ answers }: InitCall, topNames: ReadonlySet<string>): boolean =>
  answers.length > 0 && (topNames.has("GET") || topNames.has("POST"));

/** The handler that takes these arguments. */
function methodOf({ args }: SessionCall, { text, role }: Scope): string {
  const [req, res] = args.map(({ start, end }) => text.slice(start, end));
  return role === "pages" ? `pages(${req}, ${res})` : `GET(${req})`;
}
