import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import type { Range } from "../../../../cli/plan/plan.js";
import type { SignInMember, SignInPlaces } from "./read.js";
import type { Thrown } from "./thrown.js";
import type { Todo } from "../../todo.js";
import { changeOf, leave, mergeChanges, noChange, type Change, type PlacedTodo } from "../../change.js";

/** What the app's `authorize` throws, all files together. */
export interface ThrownTexts {
  /** Something is thrown with a text. */
  readonly any: boolean;
  /** Some texts are made where they are thrown. */
  readonly open: boolean;
  readonly literals: ReadonlySet<string>;
  /** Constants that are thrown, as they are written. */
  readonly constants: ReadonlySet<string>;
  /** Texts that the address of a page may have as its error. */
  readonly addressed: ReadonlySet<string>;
  /** Where texts of the `signIn` callback lead to. */
  readonly errorPage: string;
}

/** A file, and how it writes texts. */
interface Code {
  readonly text: string;
  readonly quote: string;
}

/** Has to be imported where the edits throw it. */
export const errorClass = "CredentialsSignin";

/** Error types that the sign-in page is told by both versions. */
const shared: ReadonlySet<string> = new Set(
  "AccessDenied Configuration CredentialsSignin OAuthAccountNotLinked SessionRequired Verification".split(
    " ",
  ),
);

export function thrownTexts(all: readonly SignInPlaces[], errorPage = "/api/auth/error"): ThrownTexts {
  const every = all.flatMap(({ thrown }) => thrown);
  const thrown = every.filter(({ from, text }) => from === "authorize" && text);
  const led = every.flatMap(({ from, literal }) => (from === "signIn" && literal ? literal : []));
  return {
    any: thrown.length > 0,
    open:
      thrown.some(({ literal }) => literal === undefined) ||
      all.some(({ elsewhere }) => elsewhere.length > 0),
    literals: new Set(thrown.flatMap(({ literal }) => literal ?? [])),
    constants: new Set(thrown.flatMap(({ literal, text }) => (literal === undefined && text ? text : []))),
    addressed: new Set([...all.flatMap(({ addressed }) => addressed), ...led]),
    errorPage,
  };
}

const left = (offset: number, why: string, write: string): PlacedTodo => ({
  offset,
  why,
  write,
  code: "AUTH_W_SIGN_IN_TEXT",
  breaks: true,
});

/** Texts that next-auth 4 passed on as the error become the `code` of CredentialsSignin, and forms read it there. */
export const migrateSignIn = (code: Code, places: SignInPlaces, texts: ThrownTexts): Change =>
  mergeChanges([
    ...places.thrown.map((one) => migrateThrown(one, texts, code.quote)),
    ...places.answers.map((answer) => migrateAnswer(answer, texts, code.quote)),
    ...(texts.any ? places.addresses.map(readAddress) : []),
    places.renamed ? renamedTypes(places.renamed) : noChange,
  ]);

/** Errors that say by themselves what the page is told. */
const known: ReadonlySet<string> = new Set(["CredentialsSignin", "AuthError", "AccessDenied"]);

export const isKnownError = (error: string): boolean => known.has(error);

function migrateThrown(one: Thrown, texts: ThrownTexts, quote: string): Change {
  // What is thrown on was made somewhere else: nobody knows whether it has a text.
  if (one.error === undefined)
    return leave({ offset: one.start, ...thrownAdvice(`\`${one.from}\``, "here") });
  const edit = one.error === "Error" ? rethrown(one, texts, quote) : undefined;
  if (edit) return changeOf({ edits: [edit], names: { used: one.from === "authorize" ? [errorClass] : [] } });
  if (isKnownError(one.error)) return noChange;
  const write =
    one.from === "signIn"
      ? `return "${texts.errorPage}?error=…", a path, in place of throwing`
      : 'throw Object.assign(new CredentialsSignin(), { code: "…" }); forms read code in place of error';
  return leave(left(one.start, `what \`${one.from}\` throws does not reach the page`, write));
}

/** For what may throw outside of the options. @param where as a person finds it */
export const thrownAdvice = (what: string, where: string): Omit<Todo, "path" | "line"> => ({
  why: `what ${what} throws does not reach the page`,
  write: `throw Object.assign(new CredentialsSignin(), { code: "…" }) ${where}, where it throws a text`,
  code: "AUTH_W_SIGN_IN_TEXT",
});

const readAddress = ({ start }: Range): Change =>
  leave(
    left(
      start,
      "`error` of the address is a type, not the text that was thrown",
      "`code` of the address, where error is CredentialsSignin",
    ),
  );

const renamedTypes = ({ word, offset }: NonNullable<SignInPlaces["renamed"]>): Change =>
  leave({
    offset,
    why: `the error \`${word}\` has another name`,
    write:
      "OAuthCallbackError for OAuthCallback; Configuration for OAuthSignin, OAuthCreateAccount, EmailCreateAccount, EmailSignin and Callback",
    code: "AUTH_W_SIGN_IN_TEXT",
  });

function rethrown(one: Thrown, { errorPage }: ThrownTexts, quote: string): TextEdit | undefined {
  if (one.from === "authorize") {
    const made = `new CredentialsSignin(${one.caught && one.literal !== undefined ? one.text : ""})`;
    const value = one.text === undefined ? made : `Object.assign(${made}, { code: ${one.text} })`;
    return { ...one.value, text: value };
  }
  if (one.literal === undefined || one.caught || !one.isWhole) return undefined;
  const page = `${errorPage}?error=${encodeURIComponent(one.literal).replaceAll("'", "%27")}`;
  const end = one.value.end;
  return { start: one.start, end, text: `return ${quote}${page}${quote}` };
}

/** A member of the answer of `signIn`. */
function migrateAnswer(answer: SignInMember, texts: ThrownTexts, quote: string): Change {
  if (answer.member === "status")
    return leave(
      left(
        answer.start,
        "the status is 200 for a refused sign-in too",
        "error, which is undefined after a sign-in",
      ),
    );
  if (answer.member === "ok") return migrateOk(answer);
  return migrateError(answer, texts, quote);
}

function migrateOk({ use, object, optional, negation, doubled, start, end }: SignInMember): Change {
  if (use.kind === "taken") return leave(left(start, "`ok` is true for a refused sign-in too", "!error"));
  if (negation && !optional) return changeOf({ edits: [{ ...negation, text: `${object}.error` }] });
  if (doubled) {
    const once = `${optional ? `${object} && ` : ""}!${object}.error`;
    return changeOf({ edits: [{ ...doubled, text: once }] });
  }
  const text = optional ? `(${object} && !${object}.error)` : `!${object}.error`;
  return changeOf({ edits: [{ start, end, text }] });
}

function migrateError(
  { use, object, optional, start, end }: SignInMember,
  texts: ThrownTexts,
  quote: string,
): Change {
  const member = (name: string) => `${object}${optional ? "?." : "."}${name}`;
  const code = member("code");
  const asCode = { start, end, text: code };
  if (use.kind === "compared") return migrateCompared({ use, start }, asCode, texts, quote);
  if (!texts.any && !texts.open) return noChange;
  switch (use.kind) {
    case "judged":
      return noChange;
    case "matched":
      return texts.constants.has(use.constant) ? changeOf({ edits: [asCode] }) : leave(notTheText(start));
    case "taken":
    case "switched":
      return leave(notTheText(start));
    case "value":
      return changeOf({ edits: [{ start, end, text: `(${code} ?? ${member("error")})` }] });
  }
}

const notTheText = (offset: number): PlacedTodo =>
  left(
    offset,
    "`error` is a type, not the text that was thrown",
    'code: the text; "credentials" where authorize gave null',
  );

/** Names of types that version 4 had beside those that both have; how they are called now is said once. */
const others: ReadonlySet<string> = new Set(
  "Callback Default EmailCreateAccount EmailSignin OAuthCallback OAuthCallbackError OAuthCreateAccount OAuthSignin Signin".split(
    " ",
  ),
);

/** `result.error === "text"` */
function migrateCompared(
  { use, start }: { use: Extract<SignInMember["use"], { kind: "compared" }>; start: number },
  asCode: TextEdit,
  { any, open, literals, addressed }: ThrownTexts,
  quote: string,
): Change {
  const { literal, other } = use;
  if (literal === errorClass)
    return any || open
      ? changeOf({ edits: [asCode, { ...other, text: `${quote}credentials${quote}` }] })
      : noChange;
  if (literals.has(literal)) return changeOf({ edits: [asCode] });
  if (literal === "" || shared.has(literal) || others.has(literal) || addressed.has(literal)) return noChange;
  return open ? changeOf({ edits: [asCode] }) : leave(notTheText(start));
}
