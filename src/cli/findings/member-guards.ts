/** Guards for members of an organisation: whether a file has one, and what a layout with one leaves open. Loads the parser. */
import { importedFile } from "../project/sources.js";
import { hasMember } from "../source/routes/requirement.js";
import { collect, holds } from "../source/syntax/collect.js";
import { declarationOf, lastName } from "../source/syntax/scopes.js";
import { readSource } from "../source/syntax/source-facts.js";
import { parse, ts, unwrap } from "../source/syntax/syntax.js";
import { lineAt } from "../source/text/layout.js";
import { authExpressionsOf } from "./auth-expressions.js";
import { finding, type Finding } from "./finding.js";
import { textOf, type Survey } from "./survey.js";

/** Whether a file asks for a member, or one that it imports; what is not in sight may. */
export function asksMember(all: Survey, file: string): boolean {
  const root = parse(textOf(all.facts, file), file);
  return asksHere(all, root) || importsAsking(all, root, () => true);
}

/** The same of a part of a file, with what it names of the file and of others. */
export function asksMemberIn(all: Survey, part: ts.Node): boolean {
  const parts = withNamed(part);
  const names = new Set(parts.flatMap(namesReadIn).map(({ text }) => text));
  return (
    parts.some((one) => asksHere(all, one)) ||
    importsAsking(all, part.getSourceFile(), (locals) => locals.some((local) => names.has(local)))
  );
}

/** A part of a file, and what is declared elsewhere in it and named in there, and so on. */
function withNamed(part: ts.Node): readonly ts.Node[] {
  const found = new Set([part]);
  for (const one of found)
    for (const name of namesReadIn(one)) {
      const declaration = declarationOf(name);
      if (declaration && (ts.isVariableDeclaration(declaration) || ts.isFunctionDeclaration(declaration)))
        found.add(declaration);
    }
  return [...found];
}

/** Identifiers that stand for something, unlike those of members. */
const namesReadIn = (part: ts.Node): readonly ts.Identifier[] =>
  collect(part, (node) => {
    if (!ts.isIdentifier(node)) return [];
    const { parent } = node;
    const isMember = "name" in parent && parent.name === node && !ts.isShorthandPropertyAssignment(parent);
    return isMember ? [] : [node];
  });

export function importsAsking(
  all: Survey,
  root: ts.SourceFile,
  isMeant: (locals: readonly string[]) => boolean,
): boolean {
  return readSource(root.text, root.fileName).imports.some(
    ({ specifier, typeOnly, whole, names }) =>
      !typeOnly &&
      isMeant([...Object.values(names), ...(whole === undefined ? [] : [whole])]) &&
      holdsAsking(all, importedRoot(all, root, specifier)),
  );
}

/** A file of the app that a specifier stands for, unless it is that of the configuration. */
export function importedRoot(all: Survey, root: ts.SourceFile, specifier: string): ts.SourceFile | undefined {
  const { files, tsconfig } = all.facts;
  const file = importedFile(files, tsconfig, root.fileName, specifier);
  return file === undefined || file === all.configuration?.entry
    ? undefined
    : parse(textOf(all.facts, file), file);
}

export const holdsAsking = (all: Survey, root: ts.SourceFile | undefined): boolean =>
  root !== undefined && asksHere(all, root);

const asksHere = (all: Survey, part: ts.Node): boolean =>
  holds(part, isMemberLookUp) || memberGuards(all, part).length > 0;

/** Guards for members in a part of a file; what is not in sight may be one. */
export const memberGuards = (all: Survey, part: ts.Node): readonly ts.Node[] =>
  authExpressionsOf(all)
    .guardsIn(part)
    .filter(({ asked }) => asked.kind !== "object" || hasMember(asked, "organization"))
    .map(({ node }) => node);

/** `auth.organizations.get(…)`. */
export const isMemberLookUp = (node: ts.Node): boolean => {
  const called = ts.isCallExpression(node) ? unwrap(node.expression) : undefined;
  return (
    called !== undefined &&
    ts.isPropertyAccessExpression(called) &&
    called.name.text === "get" &&
    lastName(called.expression) === "organizations"
  );
};

/** What answers below a layout, by itself. */
export interface BelowLayout {
  readonly file: string;
  /** Where its code stands in the file. */
  readonly start: number;
  /** As a message names it: `the page /teams/[team]`. */
  readonly what: string;
  /** What a person writes there. */
  readonly fix: string;
  /** It asks for a member itself. */
  readonly isAsking: boolean;
}

/** Of each that has no guard for members, while a layout around it has one. */
export const layoutOnly = (all: Survey, layout: string, below: readonly BelowLayout[]): Finding[] =>
  below
    .filter(({ isAsking }) => !isAsking)
    .map(({ file, start, what, fix }) =>
      finding("AUTH_D_LAYOUT_ONLY", {
        path: file,
        line: lineAt(textOf(all.facts, file), start),
        message: `${layout} asks for a member, and ${what} below it does not.`,
        fix,
      }),
    );
