import type { CookieName } from "../survey/cookies.js";
import type { Finding } from "./imports.js";
import type { Range } from "../../plan/plan.js";
import { indentAt, lineStart, type TextEdit } from "../../edit/text-edit.js";

const isSession = (name: string): boolean => name.endsWith("next-auth.session-token");

const fresh = (name: string): string => name.replace("next-auth.", "authjs.");

/**
 * Cookies of next-auth 4 in the app's own code by their names of now. A session counts under its old name until the
 * browser gets the new one: it is read under both, and ends under both.
 *
 * @param keepsSession the app's options go on with the old name of the session cookie
 */
export function migrateCookies(
  text: string,
  names: readonly CookieName[],
  keepsSession: boolean,
): { edits: TextEdit[]; findings: Finding[] } {
  const edits = new Map<number, TextEdit>();
  const findings: Finding[] = [];
  const slice = ({ start, end }: Range) => text.slice(start, end);
  const add = (edit: TextEdit) => edits.set(edit.start, edit);
  for (const one of names) {
    const { name, form, start, end } = one;
    if (isSession(name) && keepsSession) continue;
    if (/^(?:__Host-)?next-auth\.|^__Secure-next-auth\./.test(name) && !isSession(name) && isWhole(name)) {
      add({ start, end, text: fresh(name) });
      continue;
    }
    const renamed = (range: Range) => slice(range).replaceAll(name, fresh(name));
    if (form.kind === "plain") {
      findings.push(byHand(one));
      continue;
    }
    if (form.kind === "tokenName") {
      add({ ...form.member, text: "" });
      continue;
    }
    if (form.kind === "read") {
      const both = `${renamed(form.whole)} ${form.joined} `;
      if (!text.slice(0, form.whole.start).endsWith(both))
        add({ ...form.whole, text: `(${both}${slice(form.whole)})` });
      continue;
    }
    const place = form.kind === "listed" ? form.literal : form.statement;
    const copy = renamed(place);
    if (isBeside(text, place, copy)) continue;
    const ownLine = text.slice(lineStart(text, place.start), place.start).trim() === "";
    const eol = text.includes("\r\n") ? "\r\n" : "\n";
    const gap = ownLine ? eol + indentAt(text, place.start) : " ";
    const between = form.kind === "listed" ? `,${gap}` : copy.endsWith(";") || ownLine ? gap : `;${gap}`;
    add({ start: place.end, end: place.end, text: between + copy });
  }
  return { edits: [...edits.values()], findings };
}

const isWhole = (name: string): boolean =>
  /next-auth\.(?:csrf-token|callback-url|pkce\.code_verifier|state|nonce)$/.test(name);

/** Has an earlier run put it there? */
function isBeside(text: string, { start, end }: Range, copy: string): boolean {
  const clean = (part: string) => part.replaceAll(/[\s,;]/g, "");
  const wanted = clean(copy);
  return (
    clean(text.slice(end, end + copy.length * 2)).startsWith(wanted) ||
    clean(text.slice(0, start)).endsWith(wanted)
  );
}

const byHand = ({ name, start }: CookieName): Finding => ({
  offset: start,
  why: `"${name}" is a cookie of next-auth 4`,
  write: `"${fresh(name)}" beside it: a session counts under either name, so read both and delete both; getToken finds them without cookieName`,
  code: "AUTH_W_COOKIE_NAME",
  breaks: true,
});
