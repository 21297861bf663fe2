/** `withAuth(function middleware(req) { … }, options)`: the check moves into the function. */
import { splice, type TextEdit } from "../../../../cli/source/text/text-edit.js";
import { blanksAfter, blanksBefore, endsLine, indentAt } from "../../../../cli/source/text/layout.js";
import type { Range } from "../../../../cli/plan/plan.js";
import type { Func, GuardPlace } from "./read.js";
import { changeOf, withoutLine, type Change } from "../../change.js";
import { openPaths, secretOf, type CallGuard, type GuardScope } from "./scope.js";
import { declares, mentions, withName } from "../../../../cli/source/names/code-names.js";

interface Handled {
  readonly guard: CallGuard;
  readonly handler: Func;
  readonly authorized: Func | undefined;
}

/** Why a function stays as it is. */
interface Refusal {
  readonly offset: number;
  readonly why: string;
}

/** What the new lines in the function are about. */
interface Names {
  readonly request: string;
  readonly token: string;
  /** Where who is not signed in goes. */
  readonly page: string;
  /** The condition under which nobody is let in; undefined: everybody is. */
  readonly refused: string | undefined;
  readonly readsToken: boolean;
}

export function migrateHandler(
  handled: Handled,
  scope: GuardScope,
): Refusal | (Change & { needs: { init: boolean; getToken: boolean } }) {
  const request = requestOf(handled.handler, scope);
  const refusal = refusalFor(handled, request, scope.place);
  if (refusal || request === undefined) return refusal ?? { offset: handled.guard.at.start, why: "" };
  const names = namesFor(handled, request, scope);
  return {
    ...changeOf({ edits: editsFor(handled, names, scope) }),
    needs: { init: true, getToken: names.readsToken },
  };
}

const paramsOf = ({ params }: Func, { text }: GuardScope): string =>
  text.slice(params.start, params.end).trim();

function requestOf(handler: Func, scope: GuardScope): string | undefined {
  const params = paramsOf(handler, scope);
  return params === "" ? "req" : handler.name;
}

function refusalFor(
  { guard, handler, authorized }: Handled,
  request: string | undefined,
  place: GuardPlace,
): Refusal | undefined {
  const offset = guard.at.start;
  if (handler.isMethod) return { offset, why: "the function given to withAuth is a method" };
  if (authorized && (authorized.value === undefined || authorized.takes?.req !== undefined))
    return { offset, why: "`authorized` does more than judge the token" };
  if (request === undefined)
    return { offset, why: "the function given to withAuth has other parameters than the request" };
  const [strange] = place.strange;
  if (strange) return { offset: strange.start, why: "this use of `nextauth` is not understood" };
  const isOutside = ({ start, end }: Range) => start < handler.start || end > handler.end;
  const outside = [...place.tokens, ...place.tokenNames].find(isOutside);
  return (
    outside && {
      offset: outside.start,
      why: "`nextauth` is used outside of the function given to withAuth",
    }
  );
}

function namesFor({ handler, authorized }: Handled, request: string, { text, place }: GuardScope): Names {
  const body = withoutRanges(text, handler.body, place.tokenNames);
  const given = authorized?.takes?.token ?? "token";
  const token = declares(body, given) ? "sessionToken" : given;
  const judged = authorized?.value
    ? withName(text.slice(authorized.value.start, authorized.value.end), given, token)
    : token;
  const isPlain = [token, `!!${token}`, `Boolean(${token})`].includes(judged);
  const refused = isPlain ? `!${token}` : `!(${judged})`;
  const isOpen = judged === "true";
  return {
    request,
    token,
    page: mentions(body, "guard.tsx", "signIn") ? "signInPage" : "signIn",
    refused: isOpen ? undefined : refused,
    readsToken: !isOpen || place.tokens.length + place.tokenNames.length > 0,
  };
}

/** What the function does first. */
function linesFor({ guard }: Handled, names: Names, scope: GuardScope): string[] {
  const { request, token, page, refused, readsToken } = names;
  const { quote, indent, semicolons } = scope.style;
  const end = semicolons ? ";" : "";
  const path = `${request}.nextUrl.pathname`;
  const { signIn } = guard.options ?? {};
  const target = signIn ? scope.text.slice(signIn.start, signIn.end) : `${quote}/api/auth/signin${quote}`;
  const skip = scope.place.hasMatcher ? "" : ` || ${openPaths}.test(${path})`;
  const asked = request === "req" ? "" : `: ${request}`;
  const namesPage = refused !== undefined || !scope.place.hasMatcher || signIn !== undefined;
  return [
    ...(namesPage ? [`const ${page} = ${target}${end}`, `if (${path} === ${page}${skip}) return${end}`] : []),
    ...(readsToken
      ? [`const ${token} = await getToken({ req${asked}${secretOf(scope, guard)} })${end}`]
      : []),
    ...(refused === undefined
      ? []
      : [
          `if (${refused}) {`,
          `${indent}const url = new URL(${page}, ${request}.nextUrl.origin)${end}`,
          `${indent}url.searchParams.set(${quote}callbackUrl${quote}, ${path} + ${request}.nextUrl.search)${end}`,
          `${indent}return Response.redirect(url)${end}`,
          "}",
        ]),
  ];
}

function editsFor(handled: Handled, names: Names, scope: GuardScope): TextEdit[] {
  const { guard, handler } = handled;
  const { text, place, style, init, shared } = scope;
  const { eol, semicolons } = style;
  const { token, request, readsToken } = names;
  const ownLine = text[handler.start - blanksBefore(text, handler.start) - 1] === "\n";
  const isNowAsync = !handler.isAsync && readsToken;
  return [
    { ...guard.callee, text: `${init}({ ${shared} }).auth` },
    ...(isNowAsync ? [{ start: handler.start, end: handler.start, text: "async " }] : []),
    ...(paramsOf(handler, scope) === request ? [] : [{ ...handler.params, text: request }]),
    ...bodyWith(handler, linesFor(handled, names, scope), scope),
    ...place.tokens.map((range) => ({ ...range, text: token })),
    ...place.tokenNames.map((range) =>
      range.name === token
        ? withoutLine(text, range)
        : { ...rangeOf(range), text: `const ${range.name} = ${token}${semicolons ? ";" : ""}` },
    ),
    {
      start: handler.end,
      end: guard.at.end,
      text: ownLine ? `${eol}${indentAt(text, guard.at.start)})` : ")",
    },
  ];
}

const rangeOf = ({ start, end }: Range): Range => ({ start, end });

/** The function's body with some lines in front. */
function bodyWith(handler: Func, lines: readonly string[], { text, style }: GuardScope): TextEdit[] {
  if (lines.length === 0) return [];
  const { eol, indent, semicolons } = style;
  const { start, end } = handler.body;
  const outer = indentAt(text, handler.isBlock ? start : handler.start);
  const base = eol + outer + indent;
  const before = lines.map((line) => base + line).join("");
  if (!handler.isBlock)
    return [
      { start, end: start, text: `{${before}${base}return ` },
      { start: end, end, text: `${semicolons ? ";" : ""}${eol}${outer}}` },
    ];
  const gap = blanksAfter(text, start + 1);
  const goesOn = !endsLine(text, start + 1) && !text.startsWith("//", start + 1 + gap);
  return [{ start: start + 1, end: start + 1 + (goesOn ? gap : 0), text: before + (goesOn ? base : "") }];
}

/** The text of a range as it reads without some others in it. */
function withoutRanges(text: string, { start, end }: Range, ranges: readonly Range[]): string {
  const inner = ranges.map((one) => ({ start: one.start - start, end: one.end - start, text: "" }));
  return splice(text.slice(start, end), inner);
}
