/** `auth upgrade` in Express: from the guard and the session of earlier files to those of `createAuth`. */
import { packageName } from "../../../cli/formats/own-package.js";
import { replaceNames } from "../../../cli/edit/names.js";
import { cutStatement } from "../../../cli/edit/comma-list.js";
import type { TextEdit } from "../../../cli/source/text/text-edit.js";
import type { UpgradeContext } from "../support.js";
import {
  bindingsIn,
  commonExportsIn,
  type NameBinding,
  type NameUse,
} from "../../../cli/source/names/bindings.js";
import { countNames, declarationIn, type Declaration } from "../../../cli/source/syntax/declarations.js";
import { lineAt, lineEnd } from "../../../cli/source/text/layout.js";
import { plainCode } from "../../../cli/source/syntax/plain-code.js";
import { countSyntaxErrors } from "../../../cli/source/syntax/syntax.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { splice } from "../../../cli/source/text/text-edit.js";

const subpath = `${packageName}/express`;

/** The middleware of earlier files, as it was written, and what does the same. */
const middleware = {
  authSession: {
    becomes: "auth.session",
    code: () =>
      "async function authSession(req, res, next) { try { res.locals.session = await getSession(req, authConfig); } catch (error) { res.locals.session = null; res.locals.sessionError = error; } next(); }",
  },
  requireUser: {
    becomes: "auth.require()",
    code: (base: string) =>
      [
        'function requireUser(req, res, next) { const isPage = (req.get("Sec-Fetch-Mode") ?? "navigate") === "navigate" && req.accepts("html", "json") !== "json";',
        "if (res.locals.session?.user) next(); else if (res.locals.sessionError) res.sendStatus(503);",
        "else if (isPage) res.redirect(`",
        base,
        "/signin?callbackUrl=${encodeURIComponent(req.originalUrl)}`);",
        'else res.status(401).json({ error: "Sign in first" }); }',
      ].join(""),
  },
} as const;
type Name = keyof typeof middleware;
const names: readonly Name[] = ["authSession", "requireUser"];

/** The lines for a person, where the files are not as they were written. */
const byHand = [
  `import { createAuth } from "${subpath}";`,
  "export const auth = createAuth(authConfig);",
  "// in the server: auth.handler for MiddlewareAuth(authConfig), auth.session for authSession, auth.require() for requireUser",
].join("\n");

/** @returns whether the files are rewritten */
export async function upgradeExpress({
  builder,
  authFile,
  sources,
  leadsToAuth,
  base,
}: UpgradeContext): Promise<boolean> {
  const text = builder.text(authFile) ?? "";
  const earlier = earlierCode(text, authFile);
  if (earlier === undefined) return false;
  const words = { already: "uses createAuth", snippet: byHand };
  const stop = (problem: Problem): boolean => {
    builder.edit(problem.file, { kind: "manual", ...problem }, { reason: "", ...words });
    return false;
  };
  const problem = problemIn(text, authFile, earlier, base);
  if (problem !== undefined) return stop(problem);
  const edits = new Map<string, TextEdit[]>([[authFile, authEdits(text, authFile, earlier)]]);
  for (const file of sources.filter((one) => one !== authFile)) {
    const outcome = usesEdits(builder.text(file) ?? "", file, (specifier) => leadsToAuth(file, specifier));
    if ("why" in outcome) return stop(outcome);
    if (outcome.length > 0) edits.set(file, outcome);
  }
  for (const [file, all] of edits) {
    const before = builder.text(file) ?? "";
    if (countSyntaxErrors(splice(before, all), file) > countSyntaxErrors(before, file))
      return stop({ file, line: 1, why: "it cannot be changed safely" });
  }
  for (const [file, all] of edits)
    builder.edit(file, { kind: "edits", edits: all }, { reason: reasonFor(file === authFile), ...words });
  return true;
}

/** Why a person has to do it. */
interface Problem {
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

/** What the auth file of an earlier version declares. */
interface Earlier {
  readonly functions: readonly Declaration[];
  readonly config: Declaration;
}

function earlierCode(text: string, file: string): Earlier | undefined {
  const functions = names.flatMap((name) => declarationIn(text, file, name) ?? []);
  const config = declarationIn(text, file, "authConfig");
  return functions.length === names.length && config !== undefined ? { functions, config } : undefined;
}

/** Why the auth file is not as it was written. */
function problemIn(
  text: string,
  file: string,
  { functions, config }: Earlier,
  base: string,
): Problem | undefined {
  const changed = functions.find(({ code }, at) => {
    const name = names[at];
    return name === undefined || plainCode(code) !== plainCode(middleware[name].code(base));
  });
  if (changed) {
    const why = "a function was changed since it was written, so it stays";
    return { file, line: lineAt(text, changed.start), why };
  }
  const { auth = 0, ...used } = Object.fromEntries(countNames(text, file, [...names, "auth"]));
  const uses = Object.values(used).reduce((total, count) => total + count, 0);
  const isUsed = uses > functions.length + commonExportsIn(text, file, names).length;
  if (auth === 0 && !isUsed) return undefined;
  const why = isUsed ? "the file uses authSession or requireUser itself" : "the file has an auth of its own";
  return { file, line: lineAt(text, config.start), why };
}

const reasonFor = (isAuth: boolean): string =>
  isAuth
    ? "createAuth in place of authSession and requireUser"
    : "auth.handler, auth.session, auth.require()";

/** The functions go, `auth` comes, and what is imported and exported follows. The configuration stays as it is. */
function authEdits(text: string, file: string, { functions, config }: Earlier): TextEdit[] {
  const { eol, semicolons } = detectStyle(text);
  const counts = countNames(text, file, ["getSession", "NextFunction"]);
  const session = bindingsIn(text, file, (specifier) => specifier === subpath).filter(
    ({ exported }) => exported === "getSession",
  );
  const types = bindingsIn(text, file, (specifier) => specifier === "express").filter(
    // Its import, and a parameter of each function.
    ({ exported }) => exported === "NextFunction" && counts.get(exported) === 1 + functions.length,
  );
  const line = `${config.code.startsWith("export") ? "export " : ""}const auth = createAuth(authConfig)${semicolons ? ";" : ""}`;
  const below = lineEnd(text, config.end);
  const isOnlyUse = counts.get("getSession") === 2;
  return [
    ...session.map(({ item, local }) => ({
      ...item,
      text: isOnlyUse ? "createAuth" : `createAuth, ${local}`,
    })),
    ...replaceNames(text, types, undefined),
    { start: below, end: below, text: `${eol}${comment}${eol}${line}${eol}` },
    ...functions.map((one) => withBlankBelow(text, cutStatement(text, one))),
    ...replaceNames(text, commonExportsIn(text, file, names), "auth"),
  ];
}

const comment =
  "/** `auth.handler` answers the endpoints, `auth.session` sets `req.auth`, and `auth.require()` guards routes. */";

/** The empty line behind a function goes with it. */
function withBlankBelow(text: string, cut: TextEdit): TextEdit {
  const next = lineEnd(text, cut.end);
  return text.slice(cut.end, next).trim() === "" && next > cut.end ? { ...cut, end: next } : cut;
}

/** Another file, which takes the functions from the auth file. */
function usesEdits(text: string, file: string, isAuth: (specifier: string) => boolean): TextEdit[] | Problem {
  const taken = bindingsIn(text, file, isAuth);
  const replaced = taken.filter(({ exported }) => isEarlierName(exported));
  if (replaced.length === 0) return [];
  const odd = replaced.flatMap(({ uses }) => uses).find(({ isFree }) => !isFree);
  if (odd) return { file, line: lineAt(text, odd.start), why: "a name that goes is handed on here" };
  const counts = countNames(text, file, ["auth", "sessionError"]);
  if (counts.get("auth")) return { file, line: 1, why: "the file has an auth of its own" };
  if (counts.get("sessionError"))
    return { file, line: 1, why: "it reads res.locals.sessionError, which goes" };
  const config = taken.find(({ exported }) => exported === "authConfig");
  const handlers = bindingsIn(text, file, (specifier) => specifier === subpath).filter(
    ({ exported }) => exported === "MiddlewareAuth" || exported === "ExpressAuth",
  );
  const isMount = ({ call }: NameUse): boolean => config !== undefined && call?.given === config.local;
  const mounts = handlers.flatMap(({ uses }) => uses.filter(isMount).flatMap(({ call }) => call ?? []));
  const free = config !== undefined && config.uses.length === mounts.length ? [config] : [];
  return [
    ...replaceNames(
      text,
      handlers.filter(({ uses }) => uses.every(isMount)),
      undefined,
    ),
    ...replaceNames(text, [...replaced, ...free].sort(byPlace), "auth"),
    ...mounts.map(({ start, end }) => ({ start, end, text: "auth.handler" })),
    ...replaced.flatMap(({ exported, uses }) =>
      uses.map(({ start, end }) => ({ start, end, text: middleware[exported as Name].becomes })),
    ),
  ];
}

const isEarlierName = (name: string): boolean => names.some((one) => one === name);
const byPlace = (a: NameBinding, b: NameBinding): number => a.item.start - b.item.start;
