import type { Answer, SignInPlaces, Thrown } from "../survey/sign-in.js";
import type { Finding } from "./imports.js";
import type { TextEdit } from "../../edit/text-edit.js";

/** What the app's `authorize` throws, all files together. */
export interface ThrownTexts {
  /** Something is thrown with a text. */
  readonly any: boolean;
  /** Some texts are made where they are thrown. */
  readonly open: boolean;
  readonly literals: ReadonlySet<string>;
  /** Where texts of the `signIn` callback lead to. */
  readonly errorPage: string;
}

export interface SignInChange {
  readonly edits: readonly TextEdit[];
  readonly findings: readonly Finding[];
  /** `CredentialsSignin` is used. */
  readonly throws: boolean;
}

/** Error types that the sign-in page is told by both versions. */
const shared: ReadonlySet<string> = new Set(
  "AccessDenied Configuration CredentialsSignin OAuthAccountNotLinked SessionRequired Verification".split(
    " ",
  ),
);

export function thrownTexts(all: readonly SignInPlaces[], errorPage = "/api/auth/error"): ThrownTexts {
  const thrown = all.flatMap((one) => one.thrown).filter(({ from, text }) => from === "authorize" && text);
  return {
    any: thrown.length > 0,
    open:
      thrown.some(({ literal }) => literal === undefined) ||
      all.some(({ elsewhere }) => elsewhere.length > 0),
    literals: new Set(thrown.flatMap(({ literal }) => literal ?? [])),
    errorPage,
  };
}

const left = (offset: number, why: string, write: string): Finding => ({
  offset,
  why,
  write,
  code: "AUTH_W_SIGN_IN_TEXT",
  breaks: true,
});

/** Texts that next-auth 4 passed on as the error become the `code` of CredentialsSignin, and forms read it there. */
export function migrateSignIn(
  text: string,
  places: SignInPlaces,
  texts: ThrownTexts,
  quote: string,
): SignInChange {
  const edits: TextEdit[] = [];
  const findings: Finding[] = [];
  let throws = false;
  for (const one of places.thrown) {
    const edit = one.error === "Error" ? rethrown(one, texts, quote) : undefined;
    if (edit) edits.push(edit);
    else if (!/^(?:CredentialsSignin|AuthError|AccessDenied)$/.test(one.error))
      findings.push(
        left(
          one.start,
          `what \`${one.from}\` throws does not reach the page`,
          one.from === "signIn"
            ? `return "${texts.errorPage}?error=…", a path, in place of throwing`
            : 'throw Object.assign(new CredentialsSignin(), { code: "…" }); forms read code in place of error',
        ),
      );
    throws ||= edit !== undefined && one.from === "authorize";
  }
  for (const { start } of places.elsewhere)
    findings.push({
      ...left(
        start,
        "`authorize` is a function of another file: what it throws does not reach the page",
        'throw Object.assign(new CredentialsSignin(), { code: "…" }) there, where it throws a text',
      ),
      breaks: false,
    });
  for (const answer of places.answers) {
    const change = answered(answer, texts, quote);
    if (change && "why" in change) findings.push(change);
    else if (change) edits.push(...change);
  }
  if (texts.any)
    for (const { start } of places.addresses)
      findings.push(
        left(
          start,
          "`error` of the address is a type, not the text that was thrown",
          "`code` of the address, where error is CredentialsSignin",
        ),
      );
  const renamed =
    /\b(?:OAuthSignin|OAuthCallback|OAuthCreateAccount|EmailCreateAccount|EmailSignin)\b(?!Error)/.exec(text);
  if (renamed)
    findings.push({
      offset: renamed.index,
      why: `the error \`${renamed[0]}\` has another name`,
      write:
        "OAuthCallbackError for OAuthCallback; Configuration for OAuthSignin, OAuthCreateAccount, EmailCreateAccount, EmailSignin and Callback",
      code: "AUTH_W_SIGN_IN_TEXT",
    });
  return { edits, findings, throws };
}

function rethrown(one: Thrown, { errorPage }: ThrownTexts, quote: string): TextEdit | undefined {
  if (one.from === "authorize") {
    const made = `new CredentialsSignin(${one.caught && one.literal !== undefined ? one.text : ""})`;
    const value = one.text === undefined ? made : `Object.assign(${made}, { code: ${one.text} })`;
    return { ...one.value, text: value };
  }
  if (one.literal === undefined || one.caught) return undefined;
  const page = `${errorPage}?error=${encodeURIComponent(one.literal).replaceAll("'", "%27")}`;
  const end = one.value.end;
  return { start: one.start, end, text: `return ${quote}${page}${quote}` };
}

/** What becomes of a member of the answer; undefined: it is right as it is. */
function answered(
  answer: Answer,
  texts: ThrownTexts,
  quote: string,
): readonly TextEdit[] | Finding | undefined {
  const { member, object, optional, use, start, end } = answer;
  if (member === "status")
    return left(
      start,
      "the status is 200 for a refused sign-in too",
      "error, which is undefined after a sign-in",
    );
  if (member === "ok") {
    if (use.kind === "taken") return left(start, "`ok` is true for a refused sign-in too", "!error");
    return [{ start, end, text: optional ? `(${object} && !${object}.error)` : `!${object}.error` }];
  }
  if ((!texts.any && !texts.open) || use.kind === "judged") return undefined;
  if (use.kind === "taken" || use.kind === "switched")
    return left(
      start,
      "`error` is a type, not the text that was thrown",
      'code: the text; "credentials" where authorize gave null',
    );
  const code = `${object}${optional ? "?." : "."}code`;
  if (use.kind === "value") return [{ start, end, text: `(${code} ?? ${code.replace(/code$/, "error")})` }];
  if (use.kind !== "compared") return undefined;
  if (use.literal === "CredentialsSignin")
    return [
      { start, end, text: code },
      { ...use.other, text: `${quote}credentials${quote}` },
    ];
  const isText = texts.literals.has(use.literal) || (texts.open && !shared.has(use.literal));
  return isText ? [{ start, end, text: code }] : undefined;
}
