/** Rooms, and the imports between them. */
import { floors, isIn } from "./areas.mjs";
import { circles, importsOf, resolveSpecifier } from "./imports.mjs";

/**
 * The room of a file: the folder below its area (`src/cli/plan/`), or the area itself for a file that lies in it.
 * A single file is no room.
 */
export function roomOf(file) {
  const folders = file.split("/").slice(0, -1);
  return `${folders.slice(0, 3).join("/")}/`;
}

/** Imports between files of the project, each `{ from, to, line, isType }`. */
function fileImports({ sources, aliases }) {
  const known = new Set(sources.map(({ file }) => file));
  return sources.flatMap((source) =>
    importsOf(source).flatMap(({ specifier, isType, node }) => {
      const to = resolveSpecifier(source.file, specifier, { known, aliases });
      const { line } = source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree));
      return to === undefined ? [] : [{ from: source.file, to, line: line + 1, isType }];
    }),
  );
}

const valueImports = (project) => fileImports(project).filter(({ isType }) => !isType);

/** Room → the rooms whose values it imports, with the imports that do. */
export function roomImports(project) {
  const rooms = new Map();
  for (const each of valueImports(project)) {
    const [from, to] = [roomOf(each.from), roomOf(each.to)];
    if (from === to) continue;
    const targets = rooms.get(from) ?? rooms.set(from, new Map()).get(from);
    targets.set(to, [...(targets.get(to) ?? []), each]);
  }
  return rooms;
}

/** Rooms that import each other in a circle, each with the number of rooms in its circle. */
export function roomsInCircles(project) {
  const rooms = roomImports(project);
  const targets = new Map([...rooms].map(([room, to]) => [room, [...to.keys()]]));
  return circles(targets).flatMap((members) =>
    members.map((room) => {
      const [{ from, line }] = members.flatMap((other) => rooms.get(room)?.get(other) ?? []);
      return { file: from, line, name: `${room} in a circle of ${members.length}`, value: members.length };
    }),
  );
}

/** Imports of values from a floor to one above it. */
export const upwardImports = (project) => upward(valueImports(project));

/** Imports of types alone from a floor to one above it. */
export const upwardTypes = (project) => upward(fileImports(project).filter(({ isType }) => isType));

const upward = (imports) =>
  imports
    .filter(({ from, to }) => floorOf(to) < floorOf(from))
    .map(({ from, to, line }) => ({ file: from, line, name: `imports ${to}`, value: 1 }));

const floorOf = (file) => floors.findIndex((paths) => isIn(file, paths));
