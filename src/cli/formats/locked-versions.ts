/**
 * Versions of packages in lock files of npm, pnpm, Yarn and Bun, of any age. What is broken, or of a form that is not
 * known, has none; `lock-file.ts` says where it is broken, and where a package came from.
 */
import path from "node:path";

export interface LockedVersion {
  /** The name that code imports: the package's own, or an alias. */
  readonly as: string;
  /** The package's own name; undefined for a tarball or a folder, which alone know theirs. */
  readonly name: string | undefined;
  readonly version: string;
  /** Offset in the text. */
  readonly at: number;
}

const readers: Readonly<Record<string, (text: string) => LockedVersion[]>> = {
  "package-lock.json": readNpm,
  "npm-shrinkwrap.json": readNpm,
  "pnpm-lock.yaml": readPnpm,
  "yarn.lock": readYarn,
  "bun.lock": readBun,
};

export const lockedVersions = (file: string, text: string): LockedVersion[] =>
  readers[path.basename(file)]?.(text) ?? [];

interface NpmEntry {
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, NpmEntry>>;
}

function readNpm(text: string): LockedVersion[] {
  let lock: { packages?: Readonly<Record<string, NpmEntry>> } & NpmEntry;
  try {
    lock = JSON.parse(text) ?? {};
  } catch {
    return [];
  }
  const locked = (key: string, as: string, { name, version = "", resolved }: NpmEntry): LockedVersion[] => {
    // Versions 1 write an alias, and the place of a tarball, in place of the version.
    const [, other, own] = /^npm:(.+)@([^@]+)$/.exec(version) ?? [];
    const isFile = /^(?:file|git|github|https?):/.test(version) || Boolean(resolved?.startsWith("file:"));
    const known = name ?? other ?? (isFile ? undefined : as);
    return [{ as, name: known, version: own ?? version, at: Math.max(0, text.indexOf(`"${key}":`)) }];
  };
  const below = (dependencies: NpmEntry["dependencies"]): LockedVersion[] =>
    Object.entries(dependencies ?? {}).flatMap(([as, entry]) => [
      ...locked(as, as, entry),
      ...below(entry.dependencies),
    ]);
  if (lock.packages === undefined) return below(lock.dependencies);
  return Object.entries(lock.packages).flatMap(([place, entry]) => {
    const as = place.split("node_modules/").at(-1) ?? "";
    return place.includes("node_modules/") ? locked(place, as, entry) : [];
  });
}

/** `/next-auth/4.24.5_react@18` before version 6, `/next-auth@4.24.5(react@18)`, and `next-auth@4.24.5` from 9 on. */
function readPnpm(text: string): LockedVersion[] {
  const keys =
    /^ {2}['"]?\/?((?:@[^/@\s'"]+\/)?[^/@\s'"]+)[/@](\d+\.\d+\.\d+[^\s'"():_]*)[^\n]*:[ \t]*\r?$/gm;
  return [...text.matchAll(keys)].map(({ 1: name = "", 2: version = "", index }) => ({
    as: name,
    name,
    version,
    at: index,
  }));
}

/** Both manners: of Yarn 1, and of 2 and later, which name what they resolved to. */
function readYarn(text: string): LockedVersion[] {
  const entries = /^"?((?:@[^/@\s"]+\/)?[^@\s"]+)@([^\n]*?)"?:\r?\n((?: {2,}[^\n]*\n?)+)/gm;
  return [...text.matchAll(entries)].flatMap(({ 1: as = "", 2: range = "", 3: lines = "", index }) => {
    const version = /^ +version:? "?([^"\s]+)/m.exec(lines)?.[1];
    if (version === undefined) return [];
    const resolved = /^ +resolution: "?((?:@[^/@\s"]+\/)?[^@\s"]+)@(?:npm|patch):/m.exec(lines)?.[1];
    const alias = /^npm:((?:@[^/@\s"]+\/)?[A-Za-z][^@\s",]*)@/.exec(range)?.[1];
    const isFile = /^(?:file|link|portal|git|github|https?)[:+]/.test(range);
    return [{ as, name: resolved ?? alias ?? (isFile ? undefined : as), version, at: index }];
  });
}

function readBun(text: string): LockedVersion[] {
  const entries = /^ *"([^"\n]+)": \["((?:@[^/@"]+\/)?[^@"]+)@([^"]+)"/gm;
  return [...text.matchAll(entries)].map(({ 1: place = "", 2: name = "", 3: version = "", index }) => {
    // A second copy stands below the package that needs it: "next-auth/@auth/core".
    const as = /(?:@[^/]+\/)?[^/]+$/.exec(place)?.[0] ?? place;
    return { as, name: /^\d/.test(version) ? name : undefined, version, at: index };
  });
}
