/** Guards for members of an organisation: whether a file has one, and what a layout with one leaves open. Loads the parser. */
import { importedFile } from "../project/sources.js";
import { hasMember } from "../source/routes/requirement.js";
import { readSource } from "../source/syntax/source-facts.js";
import { lineAt } from "../source/text/layout.js";
import { guardsOf } from "./auth-expressions.js";
import { finding, type Finding } from "./finding.js";
import { textOf, type Survey } from "./survey.js";

/** Whether a file asks for a member, or one that it imports; what is not in sight may. */
export function asksMember(all: Survey, file: string): boolean {
  if (asksHere(all, file)) return true;
  const { files, tsconfig } = all.facts;
  return readSource(textOf(all.facts, file), file).imports.some(({ specifier, typeOnly }) => {
    const imported = typeOnly ? undefined : importedFile(files, tsconfig, file, specifier);
    return imported !== undefined && imported !== all.configuration?.entry && asksHere(all, imported);
  });
}

const asksHere = (all: Survey, file: string): boolean =>
  textOf(all.facts, file).includes("organizations.get(") ||
  guardsOf(all, file).some(({ asked }) => asked.kind !== "object" || hasMember(asked, "organization"));

/** What answers below a layout, by itself. */
export interface BelowLayout {
  readonly file: string;
  /** Where its code stands in the file. */
  readonly start: number;
  /** As a message names it: `the page /teams/[team]`. */
  readonly what: string;
  /** What a person writes there. */
  readonly fix: string;
}

/** Of each that has no guard for members, while a layout around it has one. */
export const layoutOnly = (all: Survey, layout: string, below: readonly BelowLayout[]): Finding[] =>
  below
    .filter(({ file }) => !asksMember(all, file))
    .map(({ file, start, what, fix }) =>
      finding("AUTH_D_LAYOUT_ONLY", {
        path: file,
        line: lineAt(textOf(all.facts, file), start),
        message: `${layout} asks for a member, and ${what} below it does not.`,
        fix,
      }),
    );
