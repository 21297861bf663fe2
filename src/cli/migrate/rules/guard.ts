import type { Func, Guard, GuardPlace } from "../survey/guard.js";
import type { Finding } from "./imports.js";
import type { Range } from "../../plan/plan.js";
import { withoutLine } from "./calls.js";
import type { GuardSession } from "./guard-session.js";
import { indentAt, splice, type TextEdit } from "../../edit/text-edit.js";
import type { TextStyle } from "../../edit/text-style.js";

export interface GuardResult {
  readonly edits: readonly TextEdit[];
  readonly findings: readonly Finding[];
  /** Imports that the new guard needs. */
  readonly needs: { readonly init: boolean; readonly getToken: boolean };
}

export interface GuardChoices {
  /** Local name of `NextAuth`. */
  readonly init: string;
  /** How the app's own options write the session cookie. */
  readonly session: GuardSession;
}

/** Paths that next-auth 4 let through whatever the guard said. */
const open = String.raw`/^\/(?:api\/auth|_next|favicon\.ico)/`;

/**
 * `withAuth` of next-auth 4 as a guard of ours: a small instance that reads the session cookie and nothing else, so
 * that no adapter is loaded where middleware runs.
 */
export function migrateGuard(
  text: string,
  place: GuardPlace,
  style: TextStyle,
  { init, session }: GuardChoices,
): GuardResult {
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
  if (!guard) {
    const [use] = [...place.tokens, ...place.tokenNames, ...place.strange];
    if (!use) return { edits, findings: [], needs };
    return {
      edits,
      findings: [
        {
          offset: use.start,
          why: "`nextauth` is no member of the request",
          write: "await getToken({ req })",
        },
      ],
      needs,
    };
  }
  if (others.length > 0 || guard.kind === "other")
    return give((others[0] ?? guard).at.start, "this use of withAuth is not understood");
  if (session.kind === "unclear")
    return {
      edits,
      findings: [
        {
          offset: guard.at.start,
          why: `the guard writes the session cookie again: ${session.why}`,
          write: `${init}({ providers: [], session, jwt, cookies }).auth with those of your options; or a function that only looks whether there is a session cookie`,
          code: "AUTH_W_GUARD_SESSION",
          breaks: true,
        },
      ],
      needs,
    };
  const shared = session.text === "" ? "providers: []" : `providers: [], ${session.text}`;
  const { eol, indent } = style;
  const end = style.semicolons ? ";" : "";
  needs.init = true;
  const signedIn = place.hasMatcher
    ? "({ auth }) => auth !== null"
    : `({ auth, request }) => auth !== null || ${open}.test(request.nextUrl.pathname)`;
  const plain = `${init}({${eol}${indent}${shared},${eol}${indent}callbacks: { authorized: ${signedIn} },${eol}}).auth`;
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
  if (guard.handler)
    return handled(text, guard, guard.handler, authorized, place, style, `${init}({ ${shared} })`, give);
  if (!guard.options || guard.options.empty)
    return { edits: [{ ...guard.at, text: plain }], findings: [], needs };

  edits.push({ ...guard.callee, text: init });
  edits.push({
    start: guard.options.open + 1,
    end: guard.options.open + 1,
    text: member(text, guard.options.open, `${shared},`, style),
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
  made: string,
  give: (offset: number, why: string) => GuardResult,
): GuardResult {
  if (handler.isMethod) return give(guard.at.start, "the function given to withAuth is a method");
  if (authorized && (authorized.value === undefined || authorized.takes?.req !== undefined))
    return give(guard.at.start, "`authorized` does more than judge the token");
  const params = text.slice(handler.params.start, handler.params.end).trim();
  const request = params === "" ? "req" : (handler.name ?? /^(\w+)\s*(?::[^,)]*)?,?$/.exec(params)?.[1]);
  if (request === undefined)
    return give(guard.at.start, "the function given to withAuth has other parameters than the request");
  const [strange] = place.strange;
  if (strange) return give(strange.start, "this use of `nextauth` is not understood");
  const reads = [...place.tokens, ...place.tokenNames];
  const outside = reads.find(({ start, end }) => start < handler.start || end > handler.end);
  if (outside) return give(outside.start, "`nextauth` is used outside of the function given to withAuth");

  const end = semicolons ? ";" : "";
  const base = indentAt(text, handler.isBlock ? handler.body.start : handler.start) + indent;
  const body = withoutRanges(text, handler.body, place.tokenNames);
  const given = authorized?.takes?.token ?? "token";
  const token = declares(body, given) ? "sessionToken" : given;
  const page = /\bsignIn\b/.test(body) ? "signInPage" : "signIn";
  const judged = authorized?.value
    ? text
        .slice(authorized.value.start, authorized.value.end)
        .replaceAll(new RegExp(`(?<![.\\w$])${given}(?![\\w$])`, "g"), token)
    : token;
  const refused = [token, `!!${token}`, `Boolean(${token})`].includes(judged) ? `!${token}` : `!(${judged})`;
  const everybody = judged === "true";
  const signIn = guard.options?.signIn
    ? text.slice(guard.options.signIn.start, guard.options.signIn.end)
    : `${quote}/api/auth/signin${quote}`;
  const path = `${request}.nextUrl.pathname`;
  const skip = place.hasMatcher ? "" : ` || ${open}.test(${path})`;
  const readsToken = !everybody || reads.length > 0;
  const lines = [
    ...(everybody && place.hasMatcher && !guard.options?.signIn
      ? []
      : [`const ${page} = ${signIn}${end}`, `if (${path} === ${page}${skip}) return${end}`]),
    ...(readsToken
      ? [
          `const ${token} = await getToken({ req${request === "req" ? "" : `: ${request}`}${secretOf(text, guard)} })${end}`,
        ]
      : []),
    ...(everybody
      ? []
      : [
          `if (${refused}) {`,
          `${indent}const url = new URL(${page}, ${request}.nextUrl.origin)${end}`,
          `${indent}url.searchParams.set(${quote}callbackUrl${quote}, ${path} + ${request}.nextUrl.search)${end}`,
          `${indent}return Response.redirect(url)${end}`,
          "}",
        ]),
  ];
  const { body: own } = handler;
  const before = lines.map((line) => eol + base + line).join("");
  const ownLine = /\n[\t ]*$/.test(text.slice(guard.at.start, handler.start));
  const goesOn = handler.isBlock && !/^[\t ]*(?:\/\/.*)?\r?\n/.test(text.slice(own.start + 1));
  const gap = goesOn ? (/^[\t ]*/.exec(text.slice(own.start + 1))?.[0].length ?? 0) : 0;
  const first = before + (goesOn ? eol + base : "");
  const inBody: TextEdit[] = handler.isBlock
    ? [{ start: own.start + 1, end: own.start + 1 + gap, text: first }]
    : [
        { start: own.start, end: own.start, text: `{${before}${eol}${base}return ` },
        { start: own.end, end: own.end, text: `${end}${eol}${base.slice(0, -indent.length)}}` },
      ];
  return {
    edits: [
      { ...guard.callee, text: `${made}.auth` },
      ...(handler.isAsync || !readsToken
        ? []
        : [{ start: handler.start, end: handler.start, text: "async " }]),
      ...(params === request ? [] : [{ ...handler.params, text: request }]),
      ...(lines.length === 0 ? [] : inBody),
      ...place.tokens.map((range) => ({ ...range, text: token })),
      ...place.tokenNames.map((range) =>
        range.name === token
          ? withoutLine(text, range)
          : { start: range.start, end: range.end, text: `const ${range.name} = ${token}${end}` },
      ),
      {
        start: handler.end,
        end: guard.at.end,
        text: ownLine ? `${eol}${indentAt(text, guard.at.start)})` : ")",
      },
    ],
    findings: [],
    needs: { init: true, getToken: readsToken },
  };
}

const declares = (body: string, name: string): boolean =>
  new RegExp(`\\b(?:const|let|var|function)\\s+(?:\\{[^}]*\\b)?${name}\\b`).test(body);

/** The text of a range as it reads without some others in it. */
function withoutRanges(text: string, { start, end }: Range, ranges: readonly Range[]): string {
  const inner = ranges.map((one) => ({ start: one.start - start, end: one.end - start, text: "" }));
  return splice(text.slice(start, end), inner);
}
