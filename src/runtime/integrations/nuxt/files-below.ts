/** The files of a folder of the project, as a server that sends them finds them. */
import { readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** More than a server is built with. */
const mostPlaces = 200_000;
/** Links that lead to each other have as many ways through them as there are orders. */
const mostLinkedFolders = 2000;

/**
 * Files below a folder, those behind links too; none where it is absent.
 * @throws Error where there are more than 200,000 files and folders, or 2,000 folders behind links
 */
export function* filesBelow(folder: string): Generator<string> {
  let places = 0;
  let linked = 0;
  const open = function* (place: string, real: string, around: readonly string[]): Generator<string> {
    for (const name of readdirSync(real)) {
      const one = path.join(real, name);
      const stats = statSync(one, { throwIfNoEntry: false });
      if (stats === undefined) continue;
      if ((places += 1) > mostPlaces || linked > mostLinkedFolders)
        throw new Error(`authwright: ${folder} has too many files and folders: its links may lead around`);
      if (!stats.isDirectory()) {
        yield path.join(place, name);
        continue;
      }
      const target = realpathSync(one);
      // A link back would lead to the same files by ever longer names.
      if (around.includes(target)) continue;
      if (target !== one) linked += 1;
      yield* open(path.join(place, name), target, [...around, target]);
    }
  };
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const real = realpathSync(folder);
  yield* open(folder, real, [real]);
}
