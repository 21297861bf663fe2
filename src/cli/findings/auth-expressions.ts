/** How a surveyed project says where its endpoints, its session and its guards are. Loads the TypeScript parser. */
import { importedFile, projectModules } from "../project/sources.js";
import { valuesBy } from "../source/names/file-values.js";
import { authExpressionsOfValues, type AuthExpressions } from "../source/routes/auth-expressions.js";
import type { SourceText, Survey } from "./survey.js";

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

/** Code of a file, to be asked about. */
export const writtenIn =
  ({ path: file }: SourceText) =>
  (code: string) => ({ code, file });
