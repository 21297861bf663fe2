/** Apps that next-auth or @auth/* sign people in to: every command that needs a configuration says the same of them. */
import { packageName } from "../formats/own-package.js";
import { coreName } from "../project/alias.js";
import { oldSources } from "./sources.js";
import { isUnreplaced, oldDependencies, ownSessions } from "./packages.js";
import type { ProjectFacts } from "../project/facts.js";
import { CliError, exitCodes } from "../terminal/errors.js";

/** What is used, and the first file that names it. */
export interface OldAuth {
  readonly file: string;
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
  /** It runs over this package, in place of its own core. */
  readonly isAliased: boolean;
}

const migrateFirst = `Run npx ${packageName} migrate, which keeps every user signed in.`;
const migrateAnew = `Run npx ${packageName} migrate; sessions of ${ownSessions} are sealed in its own way, so people sign in once more.`;
const byHand = "Change its configuration by hand: auth migrate does not replace it yet.";
const ownByHand =
  "Change its configuration by hand, or let npx auth migrate replace it: that keeps every user signed in.";

/** The use of next-auth, @auth/* or a module of Nuxt in a project; undefined: package.json or the sources do without. */
export async function oldAuthOf({ files, alias, packageJson }: ProjectFacts): Promise<OldAuth | undefined> {
  const old = oldDependencies(files.read("package.json")?.text ?? "{}").map(({ name }) => name);
  const names = [...new Set(old)];
  if (names.length === 0 && alias === undefined) return undefined;
  const { namedPackages } = await import("./named-packages.js");
  const isAliased = alias !== undefined;
  const over = isAliased ? `, over ${packageName} in place of ${coreName} (${alias.spec})` : "";
  const used = isAliased ? names.filter((name) => name !== coreName) : names;
  // `@auth/core` below an integration that stays goes nowhere.
  const stays = used.length === 0 && Object.keys(packageJson.dependencies).some(isUnreplaced);
  const fixAliased = stays ? byHand : ownByHand;
  for (const { file, text } of oldSources(files))
    if (namedPackages(file, text).some((name) => names.includes(name)))
      return {
        file,
        message: `${file} uses ${(used.length > 0 ? used : names).join(" and ")}${over}.`,
        fix: isAliased ? fixAliased : names.includes(ownSessions) ? migrateAnew : migrateFirst,
        isAliased,
      };
  if (!isAliased) return undefined;
  // An integration that auth migrate does not replace.
  return {
    file: "package.json",
    message: `package.json names an integration${over}.`,
    fix: byHand,
    isAliased,
  };
}

/** @throws CliError exit 3 where next-auth or @auth/* signs people in: two sets of routes and cookies would be in each other's way */
export async function assertNothingOld(facts: ProjectFacts, further = ""): Promise<void> {
  const old = await oldAuthOf(facts);
  if (old === undefined) return;
  const hint = `${old.fix}${further}`;
  throw new CliError("AUTH_E_OLD_AUTH", old.message, { exitCode: exitCodes.conflict, hint });
}
