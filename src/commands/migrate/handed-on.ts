/** Follows names of next-auth through the modules of an app that hand them on, to the files that use them. */
import { filesBelow, resolveModule } from "../../cli/old-auth/sources.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { readIfText } from "../../cli/project/files.js";
import { isComponent, isSourceFile, withoutSourceEnding } from "../../cli/source/text/file-names.js";
import { meaningsIn, type Followed, type Meanings } from "./constructs/handed-on/read.js";
import type { Surveyed } from "./read-file.js";

/** What each file hands on. */
type Carriers = ReadonlyMap<string, ReadonlyMap<string, Followed>>;

/** What packages beside this one hand on, by the names of the packages. */
export type Lent = ReadonlyMap<string, ReadonlyMap<string, Followed>>;

/** Modules that hand on what others hand on are followed this far. */
const deepest = 5;

type SurveyFile = (file: string, text: string, meaningsOf: Meanings) => Surveyed | undefined;

/** The files of an app with those that have such a name from another file, or from another package. */
export function withHandedOn(
  facts: ProjectFacts,
  surveys: readonly Surveyed[],
  lent: Lent,
  survey: SurveyFile,
): readonly Surveyed[] {
  let all = surveys;
  for (let depth = 0; depth < deepest; depth += 1) {
    const carriers = carriersIn(all);
    const known = new Map(all.map((one) => [one.file, one]));
    const fresh = importers(facts, carriers, lent).flatMap(({ file, text }) => {
      const read = survey(file, text, (specifier) => meaningsFor(specifier, file, { facts, carriers, lent }));
      return read && sizeOf(read) > sizeOf(known.get(file)) ? [read] : [];
    });
    if (fresh.length === 0) return all;
    const files = new Map(fresh.map((one) => [one.file, one]));
    all = [...all.map((one) => files.get(one.file) ?? one), ...fresh.filter(({ file }) => !known.has(file))];
  }
  return all;
}

/** How much of what is followed is known of a file. */
const sizeOf = (surveyed: Surveyed | undefined): number =>
  surveyed === undefined ? 0 : surveyed.handedOn.locals.size + surveyed.handedOn.exports.size;

/** Of a package, whichever of its files a specifier leads to. */
export function lentBy(surveys: readonly Surveyed[]): ReadonlyMap<string, Followed> {
  return new Map([...carriersIn(surveys).values()].flatMap((exports) => [...exports]));
}

const carriersIn = (surveys: readonly Surveyed[]): Carriers =>
  new Map(
    surveys.flatMap(({ file, handedOn: { exports } }) =>
      exports.size > 0 ? [[file, exports] as const] : [],
    ),
  );

/** Sources that may have what is handed on: they name its module, and it or the module as a whole. */
function importers(
  { files }: ProjectFacts,
  carriers: Carriers,
  lent: Lent,
): readonly { readonly file: string; readonly text: string }[] {
  const marks = [
    ...[...carriers].map(([file, exports]) => ({ module: moduleWord(file), names: [...exports.keys()] })),
    ...[...lent].map(([module, exports]) => ({ module, names: [...exports.keys()] })),
  ].filter(({ names }) => names.length > 0);
  if (marks.length === 0) return [];
  const mayHave = (text: string) =>
    marks.some(
      ({ module, names }) =>
        text.includes(module) &&
        // A default has whatever name.
        ["export *", ...names].some((name) => name === "default" || text.includes(name)),
    );
  return [...filesBelow(files, (name) => isSourceFile(name) || isComponent(name))].flatMap((file) => {
    const text = readIfText(files, file)?.text ?? "";
    return mayHave(text) ? [{ file, text }] : [];
  });
}

/** `client` of `lib/client.ts` and of `lib/client/index.ts`; "" where it has no name of its own. */
const moduleWord = (file: string): string =>
  withoutSourceEnding(file)
    .replace(/(?:^|\/)index$/, "")
    .split("/")
    .at(-1) ?? "";

function meaningsFor(
  specifier: string,
  from: string,
  { facts, carriers, lent }: { facts: ProjectFacts; carriers: Carriers; lent: Lent },
): ReadonlyMap<string, Followed> {
  const own = meaningsIn(specifier);
  if (own.size > 0) return own;
  const file = resolveModule(specifier, from, facts);
  if (file !== undefined) return carriers.get(file) ?? own;
  for (const [name, exports] of lent)
    if (specifier === name || specifier.startsWith(`${name}/`)) return exports;
  return own;
}
