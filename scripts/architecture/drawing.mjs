/** The picture of docs/architecture.md, drawn from the imports of values between rooms. */
import { areas, isIn } from "./areas.mjs";
import { circles } from "./imports.mjs";
import { roomImports, roomOf } from "./rooms.mjs";

/**
 * A diagram in the language of Mermaid for each area: an arrow means "imports values of", and is left out where a way
 * of other arrows leads. Rooms that import each other in a circle are one box.
 *
 * @param project see readProject
 * @returns area → diagram
 */
function drawings(project) {
  const rooms = [...new Set(project.sources.map(({ file }) => roomOf(file)))].sort();
  const targets = new Map([...roomImports(project)].map(([room, to]) => [room, new Set(to.keys())]));
  const ofArea = areas.map(({ name, paths }) => {
    const own = rooms.filter((room) => isIn(room, paths));
    return [name, diagram(own, targets)];
  });
  return Object.fromEntries(ofArea);
}

function diagram(rooms, targets) {
  const inside = new Map(
    rooms.map((room) => [room, [...(targets.get(room) ?? [])].filter((to) => rooms.includes(to))]),
  );
  const circled = circles(inside).map((members) => members.toSorted());
  const boxes = [...circled, ...rooms.filter((room) => !circled.flat().includes(room)).map((room) => [room])];
  const boxOf = (room) => boxes.findIndex((box) => box.includes(room));
  const arrows = new Map(
    boxes.map((box, at) => [
      at,
      new Set(box.flatMap((room) => inside.get(room).map(boxOf)).filter((to) => to !== at)),
    ]),
  );
  const lines = boxes.map((box) => `  ${idOf(box)}["${box.map(shortName).join("<br/>")}"]`);
  const drawn = [...arrows].flatMap(([at, to]) =>
    [...to]
      .filter((target) => ![...to].some((other) => other !== target && reaches(arrows, other, target)))
      .map((target) => `  ${idOf(boxes[at])} --> ${idOf(boxes[target])}`),
  );
  return ["flowchart LR", ...lines.sort(), ...drawn.sort()].join("\n");
}

function reaches(arrows, from, target) {
  return [...arrows.get(from)].some((next) => next === target || reaches(arrows, next, target));
}

const shortName = (room) => room.replace(/^src\//, "").replace(/\/$/, "");
const idOf = ([first]) => shortName(first).replaceAll(/[/-]/g, "_");

/** The page with the pictures in it, each between two comments that name its area. */
export function withDrawings(page, project) {
  return Object.entries(drawings(project)).reduce((text, [area, drawn]) => {
    const [start, end] = [`<!-- drawn: ${area} -->`, `<!-- end: ${area} -->`];
    const [from, to] = [text.indexOf(start), text.indexOf(end)];
    if (from < 0 || to < from)
      throw new Error(`docs/architecture.md has no place for "${area}": ${start} … ${end}`);
    return `${text.slice(0, from + start.length)}\n\n\`\`\`mermaid\n${drawn}\n\`\`\`\n\n${text.slice(to)}`;
  }, page);
}
