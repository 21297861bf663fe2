/** `getServerSession(…, options)` as `auth(…)`. */
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import type { Argument, SessionCall, Wrapper } from "./read.js";
import { changeOf, leave, mergeChanges, withoutLine, type Change } from "../../change.js";
import { semicolon, usesLent, type Scope } from "../../scope.js";

export function migrateSessionCalls(scope: Scope): Change {
  const { wrappers, sessions } = scope.calls;
  const known = wrappers.filter(({ options }) => scope.authFor(options) !== undefined);
  const wrapped = new Set(known.map(({ call }) => call));
  return mergeChanges([
    ...known.map((wrapper) => migrateWrapper(wrapper, scope)),
    ...sessions.filter(({ start }) => !wrapped.has(start)).map((call) => migrateCall(call, scope)),
  ]);
}

/** A function that only hands its arguments on becomes `auth`, under its name. */
function migrateWrapper({ name, statement, exported, options }: Wrapper, scope: Scope): Change {
  const auth = scope.authFor(options);
  if (!auth) return changeOf({});
  const isDeclared = scope.calls.declared.some((one) => one.name === options);
  const isHere = scope.home?.options === options && isDeclared;
  const line = `${exported ? "export " : ""}const ${name} = ${auth.local}${semicolon(scope)}`;
  const edit = isHere && name === "auth" ? withoutLine(scope.text, statement) : { ...statement, text: line };
  return changeOf({ edits: [edit], names: usesLent(auth, options) });
}

function migrateCall(call: SessionCall, scope: Scope): Change {
  const { args, start, end } = call;
  const options = args.length === 1 || args.length === 3 ? args.at(-1) : undefined;
  if (options && isMadeHere(options, scope)) return ownInstance(call, options, scope);
  const isReadable = args.length === 0 || options?.name !== undefined;
  const auth = isReadable ? scope.authFor(options?.name) : undefined;
  if (!auth)
    return leave({
      offset: start,
      why: "these options are not known by name",
      write: "auth() of the file that calls NextAuth with them; with a request: auth(req, res)",
      breaks: true,
    });
  return changeOf({
    edits: [{ start, end, text: `${auth.local}(${requestOf(call, scope)})` }, ...throughUnknown(call)],
    names: usesLent(auth, options?.name),
  });
}

/** The result of `getServerSession` could be taken for any type, that of `auth` for one that overlaps with it. */
const throughUnknown = ({ takenFor }: SessionCall): TextEdit[] =>
  takenFor === undefined ? [] : [{ start: takenFor, end: takenFor, text: "unknown as " }];

/** Options that are an expression, or a name of this function alone: no file can make `auth` of them. */
const isMadeHere = ({ name }: Argument, { calls }: Scope): boolean =>
  name === undefined || !calls.topNames.has(name);

/** `getServerSession(req, res, await options(req))` */
function ownInstance(call: SessionCall, options: Argument, scope: Scope): Change {
  const { text, init } = scope;
  const made = `${init}(${text.slice(options.start, options.end)})`;
  return changeOf({
    edits: [
      { start: call.start, end: call.end, text: `${made}.auth(${requestOf(call, scope)})` },
      ...throughUnknown(call),
    ],
    names: { used: [init] },
  });
}

/** The request of `getServerSession(req, res, options)`: `context` where both come from it. */
function requestOf({ args }: SessionCall, { text }: Scope): string {
  const [req, res] = args.length === 3 ? args : [];
  if (!req || !res) return "";
  const together = req.of?.member === "req" && res.of?.member === "res" && req.of.object === res.of.object;
  return together
    ? (req.of?.object ?? "")
    : `${text.slice(req.start, req.end)}, ${text.slice(res.start, res.end)}`;
}
