/** Handlers of next-auth 4 that get the request: `NextAuth(req, res, options)` and `NextAuth(options)(req, res)`. */
import type { Call, InitCall } from "../session-calls/read.js";
import { changeOf, leave, mergeChanges, type Change } from "../../change.js";
import { usesLent, type Init, type Scope } from "../../scope.js";

/** The options stay where they are, they may use the request. */
export function migrateRequestCall(call: InitCall, scope: Scope): Change {
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
export function migrateAnswers({ call, options, lent }: Init, scope: Scope): Change {
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
function methodOf({ args }: Call, { text, role }: Scope): string {
  const [req, res] = args.map(({ start, end }) => text.slice(start, end));
  return role === "pages" ? `pages(${req}, ${res})` : `GET(${req})`;
}
