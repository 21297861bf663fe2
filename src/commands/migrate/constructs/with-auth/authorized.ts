import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { endsLine, indentAt } from "../../../../cli/source/text/layout.js";
import type { Func } from "./read.js";
import { openPaths, type GuardScope } from "./scope.js";

/** `({ token, req }) => …` as `async ({ request: req }) => …` that reads the token itself. */
export function asksToken(func: Func, secret: string, scope: GuardScope): TextEdit[] {
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
