/** How a surveyed project says where its endpoints, its session and its guards are. Loads the TypeScript parser. */
import { importedFile } from "../project/sources.js";
import { authExpressionsOfValues, type AuthExpressions } from "../source/routes/auth-expressions.js";
import type { SourceText, Survey } from "./survey.js";

const known = new WeakMap<Survey, AuthExpressions>();

export function authExpressionsOf(all: Survey): AuthExpressions {
  const read = known.get(all) ?? readExpressions(all);
  known.set(all, read);
  return read;
}

function readExpressions({ sources, facts: { files, tsconfig } }: Survey): AuthExpressions {
  const placed = sources.map(({ path: file, values }) => ({ file, values }));
  const byFile = new Map(placed.map((one) => [one.file, one]));
  return authExpressionsOfValues(placed, (from, specifier) =>
    byFile.get(importedFile(files, tsconfig, from, specifier) ?? ""),
  );
}

/** Code of a file, to be asked about. */
export const writtenIn =
  ({ path: file }: SourceText) =>
  (code: string) => ({ code, file });
