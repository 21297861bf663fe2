/** The files of a folder of the project, as a server that sends them finds them. */
import { readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** More than a server is built with; links that lead to each other would have no end. */
const mostFiles = 200_000;

/**
 * Files below a folder, those behind links too; none where it is absent.
 * @throws Error where there are more than 200,000
 */
export function* filesBelow(folder: string): Generator<string> {
  let count = 0;
  const open = function* (place: string, around: readonly string[]): Generator<string> {
    const real = realpathSync(place);
    // A link back would lead to the same files by ever longer names.
    if (around.includes(real)) return;
    for (const name of readdirSync(place)) {
      const file = path.join(place, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (stats?.isDirectory()) yield* open(file, [...around, real]);
      else if (stats !== undefined) {
        if ((count += 1) > mostFiles)
          throw new Error(
            `authwright: ${folder} has more than ${mostFiles} files: its links may lead around`,
          );
        yield file;
      }
    }
  };
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) yield* open(folder, []);
}
