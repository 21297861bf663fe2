/** Every set of three features, each with people who can do something there. */
import { offices } from "./admin-walks.js";
import { type Feature, features, fields, type openings } from "./features.js";
import type { Alphabet } from "./search.js";
import type { houses } from "./world.js";

/** Features that somebody comes in by, from nothing. */
const entries: ReadonlySet<Feature> = new Set<Feature>([
  "vouch",
  "deny",
  "silent",
  "twice at once",
  "issuer",
  "issuer that asks nobody",
  "mail",
  "link of the stranger",
  "code",
  "password",
  "death",
  "death of the stranger's",
]);

/** Features of an app without plugins. */
const plain: ReadonlySet<Feature> = new Set<Feature>([
  "vouch",
  "deny",
  "silent",
  "twice at once",
  "issuer",
  "issuer that asks nobody",
  "mail",
  "link of the stranger",
  "code",
  "passkey",
  "passkey of the stranger",
  "link",
  "out",
  "copy",
  "seconds",
  "minutes",
  "days",
  "death",
  "death of the stranger's",
]);

const withoutPlugins: ReadonlySet<keyof typeof houses> = new Set([
  "plain",
  "joining plain",
  "taking out",
] as const);

const longestAlphabet = 14;

const lettersOf = (set: readonly Feature[]): number =>
  new Set(set.flatMap((feature): readonly string[] => features[feature])).size;

const pairsOf = (names: readonly Feature[]): Feature[][] =>
  names.flatMap((one, at) => names.slice(at + 1).map((two) => [one, two]));

const setsOfThree = (names: readonly Feature[]): Feature[][] =>
  names.flatMap((one, at) => pairsOf(names.slice(at + 1)).map((pair) => [one, ...pair]));

function openingOf(set: readonly Feature[]): keyof typeof openings {
  if (set.includes("trust") || set.includes("factor of the stranger")) return "guarded";
  if (!set.some((feature) => entries.has(feature))) return "settled";
  return set.includes("address of the stranger") ? "stranger" : "nobody";
}

const has = (set: readonly Feature[], ...some: readonly Feature[]): boolean =>
  some.some((feature) => set.includes(feature));

/** Apps with an option that some features alone tell from others. */
function specialHouseOf(set: readonly Feature[], at: number): keyof typeof houses | undefined {
  // Tokens are read without a store, rows of sessions are not.
  if (has(set, "part without the store")) return at % 2 === 0 && has(set, "days") ? "short jwt" : "jwt";
  const isStrangers = has(set, "deny", "silent", "death of the stranger's");
  if (isStrangers && has(set, "vouch", "unlink", "trust") && at % 3 === 0)
    return set.every((feature) => plain.has(feature)) ? "joining plain" : "joining";
  const isPlain = set.every((feature) => plain.has(feature));
  const isHeld = isStrangers && has(set, "mail", "code") && at % 3 === 1;
  return isPlain && (isHeld || has(set, "twice at once")) ? "taking out" : undefined;
}

/** The apps take turns; one without plugins where all of the set is there without them. */
function houseOf(set: readonly Feature[], at: number): keyof typeof houses {
  const special = specialHouseOf(set, at);
  if (special !== undefined) return special;
  if (at % 2 === 0 && set.every((feature) => plain.has(feature))) return "plain";
  // Sessions that end at some time are told from others by days alone.
  if (set.includes("days") && at % 3 === 0) return at % 4 < 2 ? "short jwt" : "short database";
  return at % 4 < 2 ? "jwt" : "database";
}

/** Invitations are for people who are no members yet: half of the time for some who have no account. */
function teamOpeningOf(set: readonly Feature[], at: number): keyof typeof openings {
  if (!has(set, "invitation", "withdrawal", "planted", "invitation for anybody")) return "members";
  return at % 2 === 0 ? "strangers" : "acquaintances";
}

function ofTeams(): readonly Alphabet[] {
  const { own, crossed } = fields.team;
  const pairs = pairsOf(own).flatMap((pair) => crossed.map((one) => [...pair, one]));
  return [...setsOfThree(own), ...pairs].map((set, at) => ({
    house: at % 4 < 2 ? "team jwt" : "team database",
    opening: teamOpeningOf(set, at),
    features: set,
  }));
}

/** Who acts already: half of the time, where that is what the set is about. */
function officeOpeningOf(set: readonly Feature[], at: number): keyof typeof openings {
  const isOfActing = has(
    set,
    "acting",
    "own hand",
    "way back",
    "end by the user",
    "copy of the administrator's",
  );
  return isOfActing && at % 8 < 4 ? "acting" : "office";
}

function ofOffices(): readonly Alphabet[] {
  const { own, crossed } = fields.admin;
  const pairs = pairsOf(own).flatMap((pair) => crossed.map((one) => [...pair, one]));
  return [...setsOfThree(own), ...pairs].map((set, at) => ({
    house: offices[at % offices.length]!,
    opening: officeOpeningOf(set, at),
    features: set,
  }));
}

export const allAlphabets = (): readonly Alphabet[] => [...ofPersons(), ...ofTeams(), ...ofOffices()];

/** Neighbours share features: what one has searched the others know. As many as leave each part some of all kinds. */
const neighbours = 41;

/** The sets of one process of several: neighbours of one app and opening, from all over. @param part from 0 */
export function partOf(part: number, parts: number): readonly Alphabet[] {
  const keyOf = ({ house, opening }: Alphabet): string => `${house} ${opening}`;
  const all = [...allAlphabets()].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
  return all.filter((_each, at) => Math.floor(at / neighbours) % parts === part);
}

function ofPersons(): readonly Alphabet[] {
  return setsOfThree(fields.person.own).map((set, at) => {
    if (lettersOf(set) > longestAlphabet) throw new Error(`Too many moves: ${set.join(", ")}`);
    const house = houseOf(set, at);
    const opening = withoutPlugins.has(house) ? "nobody" : openingOf(set);
    return { house, opening, features: set };
  });
}
