/** Lock files of npm, pnpm, Yarn and bun: which packages they hold, and where each came from. */
import path from "node:path";
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { lineAt } from "../source/text/layout.js";
import { JsonSyntaxError, parseJson } from "./json-file.js";

/** A package of a lock file. */
export interface LockedPackage {
  /** The entry's own key, as it stands in the file. */
  readonly key: string;
  /** The name that it is imported by. */
  readonly name: string;
  /** The name that the package gives itself, where the file says so. */
  readonly origin: string;
  readonly version: string | undefined;
  /** `file:vendor/one.tgz`, or the address that it was fetched from; undefined: the registry's own. */
  readonly resolved: string | undefined;
  /** What its content is checked against: `sha512-…`, or the checksum of Yarn. */
  readonly integrity: string | undefined;
}

/** A lock file that cannot be read, and why. */
export class LockFileError extends Error {
  readonly line: number;
  constructor(line: number, why: string) {
    super(why);
    this.line = line;
  }
}

/** Names of lock files, with what reads them. */
const readers: Readonly<Record<string, (text: string) => LockedPackage[]>> = {
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

/**
 * The packages of a lock file.
 * @throws LockFileError with the line where it is damaged, or of a version that is not known
 */
export function lockedPackages(file: string, text: string): LockedPackage[] {
  const read = readers[path.basename(file)];
  if (read === undefined) throw new LockFileError(1, "it is in a binary format");
  const conflict = /^(?:<{7}|={7}|>{7})(?: |\r?$)/m.exec(text);
  if (conflict) throw new LockFileError(lineAt(text, conflict.index), "a merge has left its marks");
  return read(text);
}

/** A value of a file that is read as it is. */
export const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

type Members = Readonly<Record<string, unknown>>;
const asMembers = (value: unknown): Members =>
  typeof value === "object" && value !== null ? (value as Members) : {};

const unknownVersion = (text: string, word: string, version: unknown) =>
  new LockFileError(
    lineAt(text, Math.max(text.indexOf(word), 0)),
    `${word} ${typeof version === "string" || typeof version === "number" ? version : "is missing: the version"} is not known`,
  );

function readJsonLock(text: string): Members {
  try {
    return asMembers(parseJson(text).value);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new LockFileError(error.line, error.message);
    throw error;
  }
}

function readNpm(text: string): LockedPackage[] {
  const { lockfileVersion, packages } = readJsonLock(text);
  if (lockfileVersion !== 2 && lockfileVersion !== 3)
    throw unknownVersion(text, "lockfileVersion", lockfileVersion);
  return Object.entries(asMembers(packages)).flatMap(([key, value]) => {
    const entry = asMembers(value);
    const name = key.split("node_modules/").at(-1) ?? "";
    if (!key.includes("node_modules/") || entry["link"] === true) return [];
    return [
      {
        key,
        name,
        origin: asText(entry["name"]) ?? name,
        version: asText(entry["version"]),
        resolved: asText(entry["resolved"]),
        integrity: asText(entry["integrity"]),
      },
    ];
  });
}

/** `@auth/core@0.41.3(peer@1)` in its two parts; before version 6 of the file `/@auth/core/0.41.3_peer@1`. */
function splitKey(key: string): readonly [name: string, version: string] {
  const plain = key.replace(/^\//, "").replace(/\(.*$/, "");
  const at = plain.indexOf("@", 1);
  if (at > 0) return [plain.slice(0, at), plain.slice(at + 1)];
  const slash = plain.lastIndexOf("/");
  return [plain.slice(0, slash), plain.slice(slash + 1).replace(/_.*$/, "")];
}

/** @throws LockFileError with the line of the first mistake */
function readYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: "silent", uniqueKeys: false });
  const [error] = document.errors;
  if (error) throw new LockFileError(lines.linePos(error.pos[0]).line, "it is no YAML");
  return document;
}

function readPnpm(text: string): LockedPackage[] {
  const document = readYaml(text);
  const version = document.get("lockfileVersion");
  if (!["5", "6", "9"].includes(String(version).split(".")[0] ?? ""))
    throw unknownVersion(text, "lockfileVersion", version);
  const packages = document.get("packages");
  return (isMap(packages) ? packages.items : []).flatMap(({ key, value }) => {
    if (!isScalar(key) || !isMap(value)) return [];
    const [name, locked] = splitKey(String(key.value));
    const resolution = value.get("resolution");
    const part = (word: string) => (isMap(resolution) ? asText(resolution.get(word)) : undefined);
    return [
      {
        key: String(key.value),
        name,
        origin: name,
        version: asText(value.get("version")) ?? locked,
        resolved: part("tarball"),
        integrity: part("integrity"),
      },
    ];
  });
}

/** Both lines of Yarn: the older one writes no colons. */
function readYarn(text: string): LockedPackage[] {
  const isClassic = text.includes("# yarn lockfile v1");
  if (!isClassic) assertBerry(text);
  return text
    .split(/^(?=\S)/m)
    .filter((block) => !/^(?:#|__metadata|\s*$)/.test(block))
    .map((block) => yarnEntry(text, block));
}

function assertBerry(text: string): void {
  const metadata = asMembers(readYaml(text).toJS({ maxAliasCount: 0 }))["__metadata"];
  const version = Number(asMembers(metadata)["version"]);
  // Those of Yarn 2 to 4.
  if (!(version >= 4 && version <= 10))
    throw unknownVersion(text, "__metadata", asMembers(metadata)["version"]);
}

function yarnEntry(text: string, block: string): LockedPackage {
  const [head = "", ...body] = block.split(/\r?\n/);
  // Several ranges that lead to one package; one with `npm:` names the package behind them.
  const keys = head.replace(/:\s*$/, "").replaceAll('"', "").split(/,\s*/);
  const key = keys.find((one) => one.includes("@npm:")) ?? keys[0] ?? "";
  const value = (word: string) =>
    body
      .map((line) => new RegExp(`^ {2}${word}:? "?([^"\\s]+)"?\\s*$`).exec(line)?.[1])
      .find((found) => found !== undefined);
  if (!head.trimEnd().endsWith(":") || !key.includes("@") || value("version") === undefined)
    throw new LockFileError(lineAt(text, text.indexOf(block)), "it holds a line that is none of a lock file");
  const [name, range] = splitKey(key);
  const resolution = value("resolution");
  const [origin, from] = splitKey(resolution ?? (range.startsWith("npm:") ? range.slice("npm:".length) : ""));
  return {
    key,
    name,
    origin: origin || name,
    version: value("version"),
    // The newer line writes the range with what it is bound to; `npm:` is the registry's own.
    resolved: (resolution === undefined
      ? value("resolved")
      : from.startsWith("npm:")
        ? undefined
        : from
    )?.replace(/#.*$/, ""),
    integrity: value("integrity") ?? value("checksum"),
  };
}

function readBun(text: string): LockedPackage[] {
  const { lockfileVersion, packages } = readJsonLock(text);
  if (![0, 1, 2].includes(Number(lockfileVersion ?? -1)))
    throw unknownVersion(text, "lockfileVersion", lockfileVersion);
  return Object.entries(asMembers(packages)).map(([key, value]) => {
    const parts: readonly unknown[] = Array.isArray(value) ? value : [];
    const [origin, from] = splitKey(asText(parts[0]) ?? "");
    const isFile = /^(?:\.|\/|file:)|\.t(?:ar\.)?gz$/.test(from);
    const names = key.split("/");
    const name = names.at(-2)?.startsWith("@") ? names.slice(-2).join("/") : (names.at(-1) ?? "");
    const address = asText(parts[1]);
    return {
      key,
      name,
      origin,
      version: isFile ? undefined : from,
      resolved: isFile ? `file:${from.replace(/^file:/, "")}` : address || undefined,
      integrity: asText(parts.at(-1)),
    };
  });
}
