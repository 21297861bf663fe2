/**
 * `withAuth` of next-auth 4 as a guard of ours: a small instance that reads the session cookie and nothing else, so
 * that no adapter is loaded where middleware runs.
 */
import type { TextStyle } from "../../../../cli/source/text/text-style.js";
import type { Func, Guard, GuardPlace } from "./read.js";
import { changeOf, leave, mergeChanges, noChange, type Change } from "../../change.js";
import { migrateHandler } from "./handler.js";
import {
  firstMember,
  isSignedIn,
  openPaths,
  secretOf,
  type CallGuard,
  type GuardChoices,
  type GuardScope,
} from "./scope.js";
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { endsLine, indentAt } from "../../../../cli/source/text/layout.js";

export interface GuardChange extends Change {
  /** Imports that the new guard needs. */
  readonly needs: { readonly init: boolean; readonly getToken: boolean };
}

const needsNothing = { init: false, getToken: false } as const;

export function migrateGuard(
  text: string,
  place: GuardPlace,
  style: TextStyle,
  { init, session }: GuardChoices,
): GuardChange {
  const [guard, ...others] = place.guards;
  if (!guard) return { ...requestMembers(place), needs: needsNothing };
  const unclear = others[0] ?? (guard.kind === "other" ? guard : undefined);
  if (unclear) return byHand(init, unclear.at.start, "this use of withAuth is not understood");
  if (session.kind === "unclear") return { ...cookieUnclear(init, guard, session.why), needs: needsNothing };
  const shared = session.text === "" ? "providers: []" : `providers: [], ${session.text}`;
  const scope: GuardScope = { text, place, style, init, shared };
  if (guard.kind === "call") return migrateCall(guard, scope);
  return { ...changeOf({ edits: [{ ...guard.at, text: plainGuard(guard, scope) }] }), needs: needsInit };
}

const needsInit = { init: true, getToken: false } as const;

function requestMembers(place: GuardPlace): Change {
  const [use] = [...place.tokens, ...place.tokenNames, ...place.strange];
  return use
    ? leave({
        offset: use.start,
        why: "`nextauth` isn't a member of the request",
        write: "await getToken({ req })",
        breaks: true,
      })
    : noChange;
}

const byHand = (init: string, offset: number, why: string): GuardChange => ({
  ...leave({
    offset,
    why,
    write: `export default ${init}({ providers: [], callbacks: { authorized: ({ auth, request }) => auth !== null } }).auth`,
    breaks: true,
  }),
  needs: needsNothing,
});

const cookieUnclear = (init: string, { at }: Guard, why: string): Change =>
  leave({
    offset: at.start,
    why: `the guard writes the session cookie again: ${why}`,
    write: `${init}({ providers: [], session, jwt, cookies }).auth with those of your options; or a function that only looks whether there is a session cookie`,
    code: "AUTH_W_GUARD_SESSION",
    breaks: true,
  });

/** A guard that asks for a session and nothing else. */
function plainGuard(guard: Guard, scope: GuardScope): string {
  const { init, shared, style } = scope;
  const { eol, indent } = style;
  const made = `${init}({${eol}${indent}${shared},${eol}${indent}callbacks: { authorized: ${isSignedIn(scope)} },${eol}}).auth`;
  if (guard.kind !== "plain") return made;
  const head = guard.exportedAs === "default" ? "export default " : `export const ${guard.exportedAs} = `;
  return head + made + (style.semicolons ? ";" : "");
}

function migrateCall(guard: CallGuard, scope: GuardScope): GuardChange {
  const give = (offset: number, why: string) => byHand(scope.init, offset, why);
  const { options, handler, at } = guard;
  if (options?.cookies)
    return give(at.start, "withAuth has cookies, jwt or callbacks that cannot be read here");
  const authorized = options?.authorized;
  if (authorized === "unreadable" || (authorized && !authorized.takes))
    return give(at.start, "the parameters of `authorized` are not { token, req }");
  if (handler) {
    const handled = migrateHandler({ guard, handler, authorized }, scope);
    return "why" in handled ? give(handled.offset, handled.why) : handled;
  }
  if (!options || options.empty)
    return { ...changeOf({ edits: [{ ...at, text: plainGuard(guard, scope) }] }), needs: needsInit };
  const shape = changeOf({
    edits: [
      { ...guard.callee, text: scope.init },
      firstMember(scope, options.open, `${scope.shared},`),
      { start: at.end, end: at.end, text: ".auth" },
    ],
  });
  if (authorized) {
    const edits = asksToken(authorized, secretOf(scope, guard), scope);
    const needs = { init: true, getToken: authorized.takes?.token !== undefined };
    return { ...mergeChanges([shape, changeOf({ edits })]), needs };
  }
  const rule = options.callbacks
    ? {
        start: options.callbacks.open + 1,
        end: options.callbacks.open + 1,
        text: ` authorized: ${isSignedIn(scope)},`,
      }
    : firstMember(scope, options.open, `callbacks: { authorized: ${isSignedIn(scope)} },`);
  return { ...mergeChanges([shape, changeOf({ edits: [rule] })]), needs: needsInit };
}

/** `({ token, req }) => …` as `async ({ request: req }) => …` that reads the token itself. */
function asksToken(func: Func, secret: string, scope: GuardScope): TextEdit[] {
  const { token, req = "req" } = func.takes ?? {};
  const end = scope.style.semicolons ? ";" : "";
  const lines = [
    ...(scope.place.hasMatcher ? [] : [`if (${openPaths}.test(${req}.nextUrl.pathname)) return true${end}`]),
    ...(token === undefined
      ? []
      : [`const ${token} = await getToken({ req${req === "req" ? "" : `: ${req}`}${secret} })${end}`]),
  ];
  if (lines.length === 0 && func.takes?.req === undefined) return [];
  const parameter = `{ request: ${req} }`;
  const isNowAsync = !func.isAsync && token !== undefined;
  return [
    { ...func.params, text: func.bare ? `(${parameter})` : parameter },
    ...(isNowAsync ? [{ start: func.start, end: func.start, text: "async " }] : []),
    ...bodyWith(func, lines, scope),
  ];
}

/** The function's body with some lines in front. */
function bodyWith(func: Func, lines: readonly string[], { text, style }: GuardScope): TextEdit[] {
  if (lines.length === 0) return [];
  const { eol, indent, semicolons } = style;
  const base = eol + indentAt(text, func.start);
  const body = lines.map((line) => base + indent + line).join("");
  const { start, end } = func.body;
  if (!func.isBlock)
    return [
      { start, end: start, text: `{${body}${base}${indent}return ` },
      { start: end, end, text: `${semicolons ? ";" : ""}${base}}` },
    ];
  const goesOn = !semicolons && !endsLine(text, start + 1);
  return [{ start: start + 1, end: start + 1, text: body + (goesOn ? ";" : "") }];
}
