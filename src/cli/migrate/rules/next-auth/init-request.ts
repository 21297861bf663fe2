/** `NextAuth(req, res, options)`: the options stay where they are, they may use the request. */
import type { InitCall } from "../../survey/calls.js";
import { changeOf, leave, type Change } from "../change.js";
import { usesLent, type Scope } from "./scope.js";

export function migrateRequestCall(call: InitCall, scope: Scope): Change {
  const { text, role, init, home } = scope;
  const [req, res, options] = call.args.map(({ start, end }) => text.slice(start, end));
  const name = call.args[2]?.name;
  if (role === "module")
    return leave({
      offset: call.start,
      why: "NextAuth(req, res, options) is gone",
      write: `${init}(${name ?? "options"}).handlers.pages(${req}, ${res}) in the Pages Router, .handlers.GET(${req}) in a route`,
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
