/** How a surveyed project says where its endpoints, its session and its guards are. Loads the TypeScript parser. */
import { importedFile, projectModules } from "../project/sources.js";
import { valuesBy } from "../source/names/file-values.js";
import {
  authExpressionsOfValues,
  type AuthExpressions,
  type GuardUse,
} from "../source/routes/auth-expressions.js";
import { hasMember, textOf as optionOf } from "../source/routes/requirement.js";
import { accessOfAsked, pathUnread, type Access } from "../source/syntax/access.js";
import { parse } from "../source/syntax/syntax.js";
import { textOf, type SourceText, type Survey } from "./survey.js";

const known = new WeakMap<Survey, AuthExpressions>();

export function authExpressionsOf(all: Survey): AuthExpressions {
  const read = known.get(all) ?? readExpressions(all);
  known.set(all, read);
  return read;
}

/** Constants stand in files that have nothing to do with sign-in, too: those are opened where something is asked. */
function readExpressions({ sources, facts }: Survey): AuthExpressions {
  const files = sources.map(({ path: file, values }) => ({ file, values }));
  const byFile = new Map(files.map((one) => [one.file, one]));
  return authExpressionsOfValues(files, valuesBy(projectModules(facts), files), (from, specifier) =>
    byFile.get(importedFile(facts.files, facts.tsconfig, from, specifier) ?? ""),
  );
}

/** The guards of a file, which may name nothing else of sign-in. */
export function guardsOf(all: Survey, file: string, at?: number): readonly GuardUse[] {
  return authExpressionsOf(all).guardsIn(parse(textOf(all.facts, file), file), at);
}

/** What a guard asks for below its path. */
export interface PathGuard {
  /** "" for every path. */
  readonly pattern: string;
  readonly access: Access;
}

export function pathGuard({ node, asked }: GuardUse): PathGuard {
  const pattern = optionOf(asked, "path");
  const access =
    pattern === undefined && hasMember(asked, "path") ? pathUnread : accessOfAsked(asked, node.getText());
  return { pattern: pattern ?? "", access };
}

/** Code of a file, to be asked about. */
export const writtenIn =
  ({ path: file }: SourceText) =>
  (code: string) => ({ code, file });
