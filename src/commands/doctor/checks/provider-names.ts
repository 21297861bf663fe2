/** Credentials of providers under names that nothing reads. */
import type { CatalogEntry } from "../../../providers/kit/catalog-entry.js";
import { isExampleFile } from "../../../cli/formats/env-file.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { isNamedElsewhere, renaming } from "../rename.js";
import type { Survey } from "../../../cli/findings/survey.js";

interface Wanted {
  readonly id: string;
  readonly entry: CatalogEntry;
  /** Variables without a value. */
  readonly missing: readonly string[];
}

export function otherNames(all: Survey, { id, entry, missing }: Wanted): readonly Finding[] {
  return all.envFiles.flatMap((file) =>
    file.entries.flatMap(({ key, value, start }) => {
      const right = value === "" ? undefined : rightName(key, id, entry);
      if (right === undefined || !missing.includes(right)) return [];
      // What else of the project reads it, such as a strategy of Passport, needs that name.
      if (isNamedElsewhere(all, key)) return [];
      return finding("AUTH_D_PROVIDER_ENV_NAME", {
        path: file.path,
        line: lineAt(file.text, start),
        message: `${key} is not read; the variable of ${entry.name} is ${right}.`,
        fix: `Rename it: ${right}=…`,
        repair: isExampleFile(file.path) ? undefined : renaming(all, file, key, right),
      });
    }),
  );
}

/** GITHUB_ID, GITHUB_CLIENT_ID, AUTH_GITHUB_CLIENT_SECRET and the like. */
function rightName(key: string, id: string, { env }: CatalogEntry): string | undefined {
  const word = id.toUpperCase().replaceAll("-", "_");
  const short = word.split("_")[0] ?? word;
  const match = new RegExp(
    `^(?:AUTH_|NEXTAUTH_)?(?:${word}|${short})_(?:OAUTH_|APP_)?(?:CLIENT_?|CONSUMER_|API_)?(ID|SECRET|KEY)$`,
  ).exec(key);
  const right = { ID: env.id, SECRET: env.secret, KEY: env.key ?? env.id }[match?.[1] ?? ""];
  return right === key ? undefined : right;
}
