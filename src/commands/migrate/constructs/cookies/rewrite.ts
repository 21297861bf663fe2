import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { indentAt, lineStart, withoutSeparators } from "../../../../cli/source/text/layout.js";
import type { Range } from "../../../../cli/plan/plan.js";
import type { CookieName } from "./read.js";
import { changeOf, leave, mergeChanges, noChange, type Change, type PlacedTodo } from "../../change.js";

const isSession = (name: string): boolean => name.endsWith("next-auth.session-token");

const fresh = (name: string): string => name.replace("next-auth.", "authjs.");

/**
 * Cookies of next-auth 4 in the app's own code by their names of now. A session counts under its old name until the
 * browser gets the new one: it is read under both, and ends under both.
 *
 * @param keepsSession the app's options go on with the old name of the session cookie
 */
export const migrateCookies = (text: string, names: readonly CookieName[], keepsSession: boolean): Change =>
  oncePerPlace(
    mergeChanges(
      names.filter(({ name }) => !isSession(name) || !keepsSession).map((one) => migrateName(text, one)),
    ),
  );

/** Two names in one statement change it once, as the second one asks. */
const oncePerPlace = (change: Change): Change => ({
  ...change,
  edits: [...new Map(change.edits.map((edit) => [edit.start, edit])).values()],
});

function migrateName(text: string, one: CookieName): Change {
  const { name, form, start, end } = one;
  if (oldPrefix.test(name) && !isSession(name) && isWhole(name))
    return changeOf({ edits: [{ start, end, text: fresh(name) }] });
  const renamed = (range: Range) => text.slice(range.start, range.end).replaceAll(name, fresh(name));
  switch (form.kind) {
    case "plain":
      return leave(byHand(one));
    case "tokenName":
      return changeOf({ edits: [{ ...form.member, text: "" }] });
    case "read": {
      const { whole, joined } = form;
      const both = `${renamed(whole)} ${joined} `;
      if (text.slice(0, whole.start).endsWith(both)) return noChange;
      return changeOf({ edits: [{ ...whole, text: `(${both}${text.slice(whole.start, whole.end)})` }] });
    }
    case "listed":
      return besides(text, form.literal, { copy: renamed(form.literal), isListed: true });
    case "cleared":
      return besides(text, form.statement, { copy: renamed(form.statement), isListed: false });
  }
}

/** A copy behind a statement, or behind a text of a list. */
function besides(
  text: string,
  place: Range,
  { copy, isListed }: { copy: string; isListed: boolean },
): Change {
  if (isBeside(text, place, copy)) return noChange;
  const ownLine = text.slice(lineStart(text, place.start), place.start).trim() === "";
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = ownLine ? eol + indentAt(text, place.start) : " ";
  const between = copy.endsWith(";") || ownLine ? gap : `;${gap}`;
  const edit: TextEdit = { start: place.end, end: place.end, text: (isListed ? `,${gap}` : between) + copy };
  return changeOf({ edits: [edit] });
}

const oldPrefix = /^(?:__Host-)?next-auth\.|^__Secure-next-auth\./;

const isWhole = (name: string): boolean =>
  /next-auth\.(?:csrf-token|callback-url|pkce\.code_verifier|state|nonce)$/.test(name);

/** Has an earlier run put it there? */
function isBeside(text: string, { start, end }: Range, copy: string): boolean {
  const wanted = withoutSeparators(copy);
  return (
    withoutSeparators(text.slice(end, end + copy.length * 2)).startsWith(wanted) ||
    withoutSeparators(text.slice(0, start)).endsWith(wanted)
  );
}

const byHand = ({ name, start }: CookieName): PlacedTodo => ({
  offset: start,
  why: `"${name}" is a cookie of next-auth 4`,
  write: `"${fresh(name)}" beside it: a session counts under either name, so read both and delete both; getToken finds them without cookieName`,
  code: "AUTH_W_COOKIE_NAME",
  breaks: true,
});
