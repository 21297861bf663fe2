import type { Func, Guard, GuardPlace } from "./locate-migrate-guard.js";
import type { Finding } from "./migrate-imports.js";
import { indentAt, type TextEdit } from "./text-edit.js";
import type { TextStyle } from "./text-style.js";

export interface GuardResult {
  readonly edits: readonly TextEdit[];
  readonly findings: readonly Finding[];
  /** Imports that the new guard needs. */
  readonly needs: { readonly init: boolean; readonly getToken: boolean };
}

/** Paths that next-auth 4 let through whatever the guard said. */
const open = String.raw`/^\/(?:api\/auth|_next|favicon\.ico)/`;

/**
 * `withAuth` of next-auth 4 as a guard of ours: a small instance that reads the session cookie and nothing else, so
 * that no adapter is loaded where middleware runs.
 */
export function migrateGuard(text: string, place: GuardPlace, style: TextStyle, init: string): GuardResult {
  const [guard, ...others] = place.guards;
  const needs = { init: false, getToken: false };
  const edits: TextEdit[] = [];
  const give = (offset: number, why: string): GuardResult => ({
    edits: [],
    findings: [
      {
        offset,
        why,
        write: `export default ${init}({ providers: [], callbacks: { authorized: ({ auth, request }) => auth !== null } }).auth`,
      },
    ],
    needs: { init: false, getToken: false },
  });
  if (!guard) return { edits, findings: [], needs };
  if (others.length > 0 || guard.kind === "other")
    return give((others[0] ?? guard).at.start, "this use of withAuth is not understood");
  const { eol, indent } = style;
  const end = style.semicolons ? ";" : "";
  needs.init = true;
  const signedIn = place.hasMatcher
    ? "({ auth }) => auth !== null"
    : `({ auth, request }) => auth !== null || ${open}.test(request.nextUrl.pathname)`;
  const plain = `${init}({${eol}${indent}providers: [],${eol}${indent}callbacks: { authorized: ${signedIn} },${eol}}).auth`;
  if (guard.kind === "plain") {
    const head = guard.exportedAs === "default" ? "export default " : `export const ${guard.exportedAs} = `;
    edits.push({ ...guard.at, text: head + plain + end });
    return { edits, findings: [], needs };
  }
  if (guard.kind === "name") return { edits: [{ ...guard.at, text: plain }], findings: [], needs };
  if (guard.options?.cookies)
    return give(guard.at.start, "withAuth has cookies, jwt or callbacks that cannot be read here");
  const authorized = guard.options?.authorized;
  if (authorized === "unreadable" || (authorized && !authorized.takes))
    return give(guard.at.start, "the parameters of `authorized` are not { token, req }");
  if (guard.handler) return handled(text, guard, guard.handler, authorized, place, style, init, give);
  if (!guard.options || guard.options.empty)
    return { edits: [{ ...guard.at, text: plain }], findings: [], needs };

  edits.push({ ...guard.callee, text: init });
  edits.push({
    start: guard.options.open + 1,
    end: guard.options.open + 1,
    text: member(text, guard.options.open, "providers: [],", style),
  });
  edits.push({ start: guard.at.end, end: guard.at.end, text: ".auth" });
  if (!authorized) {
    const line = guard.options.callbacks
      ? { at: guard.options.callbacks.open + 1, text: ` authorized: ${signedIn},` }
      : {
          at: guard.options.open + 1,
          text: member(text, guard.options.open, `callbacks: { authorized: ${signedIn} },`, style),
        };
    edits.push({ start: line.at, end: line.at, text: line.text });
    return { edits, findings: [], needs };
  }
  needs.getToken = authorized.takes?.token !== undefined;
  edits.push(...asksToken(text, authorized, secretOf(text, guard), style, place.hasMatcher));
  return { edits, findings: [], needs };
}

type CallGuard = Extract<Guard, { kind: "call" }>;

const secretOf = (text: string, { options }: CallGuard): string =>
  options?.secret ? `, secret: ${text.slice(options.secret.start, options.secret.end)}` : "";

/** A first member of an object, on a line of its own where the object has lines. */
function member(text: string, at: number, line: string, { eol, indent }: TextStyle): string {
  return /^[\t ]*\r?\n/.test(text.slice(at + 1)) ? eol + indentAt(text, at) + indent + line : ` ${line}`;
}

/** `({ token, req }) => …` as `async ({ request: req }) => …` that reads the token itself. */
function asksToken(
  text: string,
  func: Func,
  secret: string,
  { eol, indent, semicolons }: TextStyle,
  hasMatcher: boolean,
): TextEdit[] {
  const { token, req = "req" } = func.takes ?? {};
  const end = semicolons ? ";" : "";
  const lines = [
    ...(hasMatcher ? [] : [`if (${open}.test(${req}.nextUrl.pathname)) return true${end}`]),
    ...(token === undefined
      ? []
      : [`const ${token} = await getToken({ req${req === "req" ? "" : `: ${req}`}${secret} })${end}`]),
  ];
  if (lines.length === 0 && func.takes?.req === undefined) return [];
  const parameter = `{ request: ${req} }`;
  const edits: TextEdit[] = [{ ...func.params, text: func.bare ? `(${parameter})` : parameter }];
  if (!func.isAsync && token !== undefined)
    edits.push({ start: func.start, end: func.start, text: "async " });
  if (lines.length === 0) return edits;
  const base = eol + indentAt(text, func.start);
  const body = lines.map((line) => base + indent + line).join("");
  const { start, end: close } = func.body;
  const goesOn = end === "" && !/^[\t ]*\r?\n/.test(text.slice(start + 1));
  if (func.isBlock) edits.push({ start: start + 1, end: start + 1, text: body + (goesOn ? ";" : "") });
  else {
    edits.push({ start, end: start, text: `{${body}${base}${indent}return ` });
    edits.push({ start: close, end: close, text: `${end}${base}}` });
  }
  return edits;
}

/** `withAuth(function middleware(req) { … }, options)`: the check moves into the function. */
function handled(
  text: string,
  guard: CallGuard,
  handler: Func,
  authorized: Func | undefined,
  place: GuardPlace,
  { eol, indent, quote, semicolons }: TextStyle,
  init: string,
  give: (offset: number, why: string) => GuardResult,
): GuardResult {
  if (!handler.isBlock || handler.isMethod || handler.bare)
    return give(guard.at.start, "the function given to withAuth has no body with braces");
  if (authorized?.isBlock || authorized?.takes?.req !== undefined)
    return give(guard.at.start, "`authorized` does more than judge the token");
  const request =
    handler.name ??
    /^\s*(\w+)\s*(?::[^,)]*)?$/.exec(text.slice(handler.params.start, handler.params.end))?.[1];
  if (request === undefined)
    return give(guard.at.start, "the function given to withAuth has other parameters than the request");
  const end = semicolons ? ";" : "";
  const base = indentAt(text, handler.body.start) + indent;
  const token = authorized?.takes?.token ?? "token";
  const judged = authorized ? text.slice(authorized.body.start, authorized.body.end) : token;
  const refused = [token, `!!${token}`, `Boolean(${token})`].includes(judged) ? `!${token}` : `!(${judged})`;
  const signIn = guard.options?.signIn
    ? text.slice(guard.options.signIn.start, guard.options.signIn.end)
    : `${quote}/api/auth/signin${quote}`;
  const skip = place.hasMatcher ? "" : ` || ${open}.test(${request}.nextUrl.pathname)`;
  const lines = [
    `const signIn = ${signIn}${end}`,
    `if (${request}.nextUrl.pathname === signIn${skip}) return${end}`,
    `const ${token} = await getToken({ req${request === "req" ? "" : `: ${request}`}${secretOf(text, guard)} })${end}`,
    `if (${refused}) {`,
    `${indent}const url = new URL(signIn, ${request}.nextUrl.origin)${end}`,
    `${indent}url.searchParams.set(${quote}callbackUrl${quote}, ${request}.nextUrl.pathname + ${request}.nextUrl.search)${end}`,
    `${indent}return Response.redirect(url)${end}`,
    "}",
  ];
  const at = handler.body.start + 1;
  return {
    edits: [
      { ...guard.callee, text: `${init}({ providers: [] }).auth` },
      ...(handler.isAsync ? [] : [{ start: handler.start, end: handler.start, text: "async " }]),
      { ...handler.params, text: request },
      { start: at, end: at, text: lines.map((line) => eol + base + line).join("") },
      ...place.tokens.map((range) => ({ ...range, text: token })),
      { start: handler.end, end: guard.at.end, text: ")" },
    ],
    findings: [],
    needs: { init: true, getToken: true },
  };
}
