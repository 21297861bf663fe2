/** Lock files of npm, pnpm, Yarn and bun, of any age: which packages they hold, and where each came from. */
import path from "node:path";
import { lineAt } from "../source/text/layout.js";
import { type JsonNode, JsonSyntaxError, parseJson } from "./json-file.js";

/** A package of a lock file. */
export interface LockedPackage {
  /** The entry's own key, as it stands in the file. */
  readonly key: string;
  /** The name that it is imported by. */
  readonly name: string;
  /** The name that the package gives itself; undefined for a tarball or a folder, which alone know theirs. */
  readonly ownName: string | undefined;
  readonly version: string | undefined;
  /** `file:vendor/one.tgz`, or the address that it was fetched from; undefined: the registry's own. */
  readonly resolved: string | undefined;
  /** What its content is checked against: `sha512-…`, or the checksum of Yarn. */
  readonly integrity: string | undefined;
  /** Offset in the text. */
  readonly at: number;
}

/** Why a lock file cannot be relied on, and where. */
export interface LockTrouble {
  readonly line: number;
  readonly why: string;
}

/** What a lock file says. Who must not err looks at `trouble` first; who only looks for a name takes what is there. */
export interface LockFile {
  /** As many as can be read. */
  readonly packages: readonly LockedPackage[];
  /** The first thing that is damaged, or of a version that is not known. */
  readonly trouble: LockTrouble | undefined;
}

/** Names of lock files, with what reads them. */
const readers: Readonly<Record<string, (text: string) => LockFile>> = {
  "package-lock.json": readNpm,
  "npm-shrinkwrap.json": readNpm,
  ".package-lock.json": readNpm,
  "pnpm-lock.yaml": readPnpm,
  "lock.yaml": readPnpm,
  "yarn.lock": readYarn,
  "bun.lock": readBun,
};

/** Whether a file is one that a package manager writes for itself. */
export const isLockFile = (name: string): boolean => Object.hasOwn(readers, name);

/** The packages of a lock file, and what is wrong with it. */
export function readLockFile(file: string, text: string): LockFile {
  const read = readers[path.basename(file)];
  if (read === undefined) return { packages: [], trouble: { line: 1, why: "it is in a binary format" } };
  const found = read(text);
  const conflict = /^(?:<{7}|={7}|>{7})(?: |\r?$)/m.exec(text);
  if (!conflict) return found;
  return { ...found, trouble: { line: lineAt(text, conflict.index), why: "a merge has left its marks" } };
}

/** A value of a file that is read as it is. */
export const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

type Members = Readonly<Record<string, unknown>>;
const asMembers = (value: unknown): Members =>
  typeof value === "object" && value !== null ? (value as Members) : {};

const unknownVersion = (text: string, word: string, version: unknown): LockTrouble => ({
  line: lineAt(text, Math.max(text.indexOf(word), 0)),
  why: `${word} ${typeof version === "string" || typeof version === "number" ? version : "is missing: the version"} is not known`,
});

const memberOf = (node: JsonNode | undefined, key: string): JsonNode | undefined =>
  node?.members?.find((one) => one.key === key)?.node;

/** A lock file in JSON; what reads its packages, and the versions that are known. */
function readJsonLock(
  text: string,
  known: readonly unknown[],
  packagesOf: (root: JsonNode) => readonly LockedPackage[],
): LockFile {
  let root: JsonNode;
  try {
    root = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { packages: [], trouble: { line: error.line, why: error.message } };
  }
  const version = memberOf(root, "lockfileVersion")?.value;
  const trouble = known.includes(version) ? undefined : unknownVersion(text, "lockfileVersion", version);
  return { packages: packagesOf(root), trouble };
}

/** Version 1 has a tree of dependencies, 3 a list of places; 2 has both. */
function readNpm(text: string): LockFile {
  return readJsonLock(text, [2, 3], (root) => {
    const places = memberOf(root, "packages");
    if (places === undefined) return npmTree(root, "");
    return (places.members ?? []).flatMap(({ key, node, start }) => {
      const isPackage = key.includes("node_modules/") && asMembers(node.value)["link"] !== true;
      return isPackage ? [npmEntry(key, node.value, start)] : [];
    });
  });
}

const npmTree = (node: JsonNode, below: string): LockedPackage[] =>
  (memberOf(node, "dependencies")?.members ?? []).flatMap((one) => {
    const key = `${below}node_modules/${one.key}`;
    return [npmEntry(key, one.node.value, one.start), ...npmTree(one.node, `${key}/`)];
  });

function npmEntry(key: string, value: unknown, at: number): LockedPackage {
  const entry = asMembers(value);
  const name = key.split("node_modules/").at(-1) ?? "";
  // Version 1 writes an alias, and the place of a tarball, where the version stands.
  const written = asText(entry["version"]);
  const [, other, version = written] = /^npm:(.+)@([^@]+)$/.exec(written ?? "") ?? [];
  const isPlaced = isPlace(written ?? "");
  const place = isPlaced ? written : asText(entry["resolved"]);
  const isFile = isPlaced || place?.startsWith("file:");
  return {
    key,
    name,
    ownName: asText(entry["name"]) ?? other ?? (isFile ? undefined : name),
    version: isPlaced ? undefined : version,
    resolved: place,
    integrity: asText(entry["integrity"]),
    at,
  };
}

/** Whether a range or a version is the place of a tarball or a folder. */
const isPlace = (text: string): boolean =>
  /^(?:\.|\/|(?:file|link|portal|git|github|https?)[:+])|\.t(?:ar\.)?gz$/.test(text);

/** `@auth/core@0.41.3` in its two parts; before version 6 of pnpm's file `@auth/core/0.41.3`. */
function splitKey(key: string): readonly [name: string, rest: string] {
  const [, name, rest = ""] = /^((?:@[^/@]+\/)?[^/@]+)(?:[/@](.*))?$/s.exec(key) ?? [];
  return name === undefined ? ["", ""] : [name, rest];
}

const notOfALock = "it holds a line that is none of a lock file";

/** Line by line: a parser of YAML takes seconds for what a workspace has locked. */
function readPnpm(text: string): LockFile {
  const [, version] = /^lockfileVersion: *['"]?([\d.]+)/m.exec(text) ?? [];
  const isKnown = ["5", "6", "9"].includes(version?.split(".")[0] ?? "");
  const packages: LockedPackage[] = [];
  let trouble = isKnown ? undefined : unknownVersion(text, "lockfileVersion", version);
  const damagedAt = (at: number) => (trouble ??= { line: lineAt(text, at), why: notOfALock });
  for (const { part: section, at } of partsOf(text, /^(?=[^\s#])/m)) {
    if (!/^(?:#|---|\s*$|["']?[\w-]+["']?:)/.test(section)) damagedAt(at);
    if (!/^packages: *\r?\n/.test(section)) continue;
    for (const { part, at: start } of partsOf(section, /^(?= {2}[^\s:#])/m).slice(1)) {
      const entry = pnpmEntry(part, at + start);
      if (entry === undefined) damagedAt(at + start);
      else packages.push(entry);
    }
  }
  return { packages, trouble };
}

/** A text in parts, and where each stands. */
function partsOf(text: string, border: RegExp): { readonly part: string; readonly at: number }[] {
  let end = 0;
  return text.split(border).map((part) => ({ part, at: (end += part.length) - part.length }));
}

/**
 * Keys are `/next-auth/4.24.5_react@18`, from version 6 `/next-auth@4.24.5(react@18)`, and from 9 without a stroke.
 *
 * @returns undefined where it is damaged
 */
function pnpmEntry(block: string, at: number): LockedPackage | undefined {
  const [head = ""] = block.split("\n", 1);
  // A key of over a thousand characters is written behind a question mark.
  const written = /^ {2}(?:\? (["']?)(\S+?)\1|(["']?)(\S+?)\3:)\s*$/.exec(head);
  const key = written?.[2] ?? written?.[4];
  const [, resolution] = /^ {2}[: ] (?:resolution: *)(\{[^{}]*\}|\r?\n(?: {6}.*\n?)+)/m.exec(block) ?? [];
  if (key === undefined || resolution === undefined) return undefined;
  const within = (word: string) => new RegExp(`[{\\s]${word}: *["']?([^\\s"',}]+)`).exec(resolution)?.[1];
  const own = (word: string) => new RegExp(`^ {4}${word}: *["']?([^\\s"']+)`, "m").exec(block)?.[1];
  const [name, rest] = splitKey(key.replace(/^\//, ""));
  const locked = /^\d+\.\d+\.\d+[^\s(_]*/.exec(rest)?.[0];
  const said = own("name");
  return {
    key,
    name: said ?? name,
    ownName: said ?? (locked === undefined ? undefined : name),
    version: own("version") ?? locked,
    resolved: within("tarball"),
    integrity: within("integrity"),
    at,
  };
}

/** Both manners of Yarn: the older one writes no colons. */
function readYarn(text: string): LockFile {
  const packages: LockedPackage[] = [];
  let trouble = text.includes("# yarn lockfile v1") ? undefined : berryTrouble(text);
  for (const { part, at } of partsOf(text, /^(?=\S)/m)) {
    if (/^(?:#|__metadata|\s*$)/.test(part)) continue;
    const entry = yarnEntry(part, at);
    if (entry === undefined) trouble ??= { line: lineAt(text, at), why: notOfALock };
    else packages.push(entry);
  }
  return { packages, trouble };
}

function berryTrouble(text: string): LockTrouble | undefined {
  const [, version] = /^__metadata:\r?\n(?:[ \t].*\n)*?[ \t]+version: *["']?(\d+)/m.exec(text) ?? [];
  // Those of Yarn 2 to 4.
  if (Number(version) >= 4 && Number(version) <= 10) return undefined;
  return unknownVersion(text, "__metadata", version);
}

/** @returns undefined where it is damaged */
function yarnEntry(block: string, at: number): LockedPackage | undefined {
  const [head = "", ...body] = block.split(/\r?\n/);
  // Several ranges that lead to one package; one with `npm:` names the package behind them.
  const keys = head.replace(/:\s*$/, "").replaceAll('"', "").split(/,\s*/);
  const key = keys.find((one) => one.includes("@npm:")) ?? keys[0] ?? "";
  const value = (word: string) => new RegExp(`^ {2}${word}:? "?([^"\\s]+)"?\\s*$`, "m").exec(block)?.[1];
  const isCutOff = body.some((line) => line.split('"').length % 2 === 0);
  const version = value("version");
  if (!head.trimEnd().endsWith(":") || !key.includes("@") || isCutOff || version === undefined)
    return undefined;
  const [name, range] = splitKey(key);
  const resolution = value("resolution");
  const [origin, from] = splitKey(resolution ?? /^npm:(?=.+@)(.+)/.exec(range)?.[1] ?? "");
  // The newer manner writes the range with what it is bound to; `npm:` is the registry's own.
  const place = from.startsWith("npm:") ? undefined : from;
  return {
    key,
    name,
    ownName: isPlace(resolution === undefined ? range : from) ? differing(origin, name) : origin || name,
    version,
    resolved: (resolution === undefined ? value("resolved") : place)?.replace(/#.*$/, ""),
    integrity: value("integrity") ?? value("checksum"),
    at,
  };
}

/** The name of a tarball is only known where it is another one than that of its place. */
const differing = (said: string, name: string): string | undefined =>
  said === "" || said === name ? undefined : said;

function readBun(text: string): LockFile {
  const whole = readJsonLock(text, [0, 1, 2], (root) =>
    (memberOf(root, "packages")?.members ?? []).map(({ key, node, start }) =>
      bunEntry(key, node.value, start),
    ),
  );
  if (!whole.trouble || whole.packages.length > 0) return whole;
  // A line a package: of a file that is cut off as many as are there.
  const lines = [...text.matchAll(/^ *"([^"\n]+)": (\["[^\n]*\]),?\r?$/gm)];
  return {
    ...whole,
    packages: lines.map(({ 1: key = "", 2: value = "", index }) => {
      const parts = [...value.matchAll(/"([^"]*)"/g)].map(([, part]) => part);
      return bunEntry(key, parts, index);
    }),
  };
}

/** @param value what it resolved to, its address, what it needs, what it is checked against */
function bunEntry(key: string, value: unknown, at: number): LockedPackage {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [];
  const [said, from] = splitKey(asText(parts[0]) ?? "");
  // A second copy stands below the package that needs it: "next-auth/@auth/core".
  const name = /(?:@[^/]+\/)?[^/]+$/.exec(key)?.[0] ?? key;
  const isFile = isPlace(from);
  return {
    key,
    name,
    ownName: isFile ? differing(said, name) : said,
    version: isFile ? undefined : from,
    resolved: isFile ? `file:${from.replace(/^file:/, "")}` : asText(parts[1]) || undefined,
    integrity: asText(parts.at(-1)),
    at,
  };
}
