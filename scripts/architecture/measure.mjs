/** All measures of a set of sources. */
import { areas, dataFiles, isIn, limits } from "./areas.mjs";
import { strayFrameworkIds } from "./framework-ids.mjs";
import { functionComplexity, functionLines, functionParameters } from "./functions.mjs";
import { exceptionsIn } from "./exceptions.mjs";
import { modulesInCycles, modulesInTypeCycles } from "./imports.mjs";
import { providerTypeQuestions } from "./provider-types.mjs";
import { undocumentedMembers } from "./public-members.mjs";
import { roomsInCircles, upwardImports, upwardTypes } from "./rooms.mjs";
import { patternsOverSource } from "./source-patterns.mjs";
import { casts, doubledTypes, untypedLoaders } from "./types.mjs";

const number = (places) => places.length;
const sum = (places) => places.reduce((total, { value }) => total + value, 0);
const largest = (places) => Math.max(0, ...places.map(({ value }) => value));
const over = (limit) => (places) => places.filter(({ value }) => value > limit);

/** What a script makes of other sources has the size of these, and says their types again. */
const byHand = (sources) => sources.filter(({ isMade }) => !isMade);

const fileLines = ({ sources }) =>
  byHand(sources).map(({ file, lines }) => ({ file, line: 1, name: file, value: lines }));
const codeLines = ({ sources }) => fileLines({ sources: sources.filter(({ file }) => !(file in dataFiles)) });
const lengths = ({ sources }) => functionLines(sources);
const complexities = ({ sources }) => functionComplexity(sources);
const parameters = ({ sources }) => functionParameters(sources);

/**
 * The rows of the table. `places` finds what is measured; `only` keeps what is counted and listed; `figure` makes one
 * number of it. `ratcheted: false`: information, free to rise.
 */
export const measures = [
  { id: "files", title: "files", places: fileLines, figure: number, ratcheted: false },
  { id: "lines", title: "lines", places: fileLines, figure: sum, ratcheted: false },
  { id: "longest-file", title: "longest file, lines", places: codeLines, figure: largest },
  { id: "longest-function", title: "longest function, lines", places: lengths, figure: largest },
  {
    id: "long-functions",
    title: `functions over ${limits.functionLines} lines`,
    places: lengths,
    only: over(limits.functionLines),
    figure: number,
  },
  { id: "worst-complexity", title: "worst complexity", places: complexities, figure: largest },
  {
    id: "complex-functions",
    title: `functions over complexity ${limits.complexity}`,
    places: complexities,
    only: over(limits.complexity),
    figure: number,
  },
  { id: "most-parameters", title: "most parameters", places: parameters, figure: largest },
  {
    id: "many-parameters",
    title: `functions over ${limits.parameters} parameters`,
    places: parameters,
    only: over(limits.parameters),
    figure: number,
  },
  { id: "cycles", title: "modules in cycles of values", places: modulesInCycles, figure: number },
  {
    id: "type-cycles",
    title: "modules in cycles of types",
    places: modulesInTypeCycles,
    figure: number,
  },
  { id: "room-circles", title: "rooms in circles of values", places: roomsInCircles, figure: number },
  { id: "upward-imports", title: "imports of values upwards", places: upwardImports, figure: number },
  { id: "upward-types", title: "imports of types upwards", places: upwardTypes, figure: number },
  {
    id: "untyped-loaders",
    title: "loaders without a type",
    places: ({ sources }) => untypedLoaders(sources),
    figure: number,
  },
  { id: "casts", title: "casts", places: ({ sources }) => casts(sources), figure: number },
  {
    id: "doubled-types",
    title: "type names in several files",
    places: ({ sources }) => doubledTypes(byHand(sources)),
    figure: number,
  },
  {
    id: "framework-ids",
    title: "framework ids outside their folder",
    places: ({ sources }) => strayFrameworkIds(sources),
    figure: number,
  },
  {
    id: "provider-types",
    title: "questions about a provider's type",
    places: ({ sources }) => providerTypeQuestions(sources),
    figure: number,
  },
  {
    id: "source-patterns",
    title: "regular expressions over source text",
    places: ({ sources }) => patternsOverSource(sources),
    figure: number,
  },
  { id: "exceptions", title: "exceptions from these measures", places: exceptionsIn, figure: number },
  { id: "undocumented", title: "undocumented public members", places: undocumentedMembers, figure: number },
];

const bySize = (a, b) => b.value - a.value || a.file.localeCompare(b.file) || a.line - b.line;

/**
 * Measures a project.
 *
 * @param project `sources` (see parseSource), `entryPoints`: files that users import from, `aliases`: specifiers that
 *   begin with "#" → file
 * @returns `figures`: area → measure → number, the last area being "whole"; `places`: measure → what is counted, the
 *   largest first, each `{ file, line, name, value }`
 */
export function measure(project) {
  const found = new Map(
    [...new Set(measures.map(({ places: find }) => find))].map((find) => [find, find(project)]),
  );
  const places = Object.fromEntries(
    measures.map(({ id, places: find, only = (all) => all }) => [id, only(found.get(find)).toSorted(bySize)]),
  );
  const figuresOf = (isWanted) =>
    Object.fromEntries(
      measures.map(({ id, figure }) => [id, figure(places[id].filter(({ file }) => isWanted(file)))]),
    );
  return {
    places,
    figures: {
      ...Object.fromEntries(areas.map(({ name, paths }) => [name, figuresOf((file) => isIn(file, paths))])),
      whole: figuresOf(() => true),
    },
  };
}
