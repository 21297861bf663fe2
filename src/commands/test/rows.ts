/** A row of the test that `auth test init` writes. */
import { onOneLine } from "../../cli/source/text/layout.js";

/** What one kind of user gets at a route; "?": a person has to say it. */
export type Expected = 401 | 403 | 404 | "in" | "skip" | "?";

/** A row of the matrix. */
export interface GuardRow {
  /** Method and path. */
  readonly route: string;
  readonly file: string;
  readonly line: number;
  readonly expected: Readonly<Record<string, Expected>>;
  /** A page that needs a user, which links inside the app open. */
  readonly isLinked?: true;
  /** Why it has to be filled in, or is not asked. */
  readonly note?: string;
}

/** Somebody has to say something of it. */
export const isOpen = ({ expected }: GuardRow): boolean => Object.values(expected).includes("?");

/** Lists of the template hold code; what comes from the project is written as texts of JSON, or on one line. */
export const rowText = (row: GuardRow) => ({
  comment: onOneLine(
    `${row.file}:${row.line}${row.note === undefined ? "" : `: ${withoutStop(row.note)}`}${isOpen(row) ? ". Fill in who gets what" : ""}`,
  ),
  route: row.route,
  cells: Object.entries(row.expected).map(([who, value]) => `${keyText(who)}: ${JSON.stringify(value)}`),
});

/** A name as the key of an object in code. */
export const keyText = (name: string): string => (/^[a-z]\w*$/i.test(name) ? name : JSON.stringify(name));

const withoutStop = (text: string): string => (text.endsWith(".") ? text.slice(0, -1) : text);
