/** The index of a git repository (`.git/index`, versions 2 to 4): the files that git keeps, as bytes say it. */
import { onesBefore, type Bitmap } from "./ewah-bitmap.js";

/** A file that git keeps. */
export interface IndexEntry {
  /** From the top of the repository, with `/`. Empty: it changes an entry of the shared index. */
  readonly path: string;
  /** Its place among all entries. */
  readonly at: number;
  /** Hash of its content, in hex. */
  readonly id: string;
  /** Size in bytes and time of change of the file with this content. */
  readonly size: number;
  readonly seconds: number;
  readonly nanoseconds: number;
  /** Two sides of a merge stand in the index. */
  readonly isInConflict: boolean;
  /** Git itself does not look at the file. */
  readonly isUnwatched: boolean;
}

export interface GitIndex {
  readonly entries: readonly IndexEntry[];
  /** Entries stand in `sharedindex.<id>`, but for those that are deleted or replaced here. */
  readonly shared?: { readonly id: string; readonly deleted: Bitmap; readonly replaced: Bitmap };
}

type Keep = (path: string) => boolean;

/**
 * @param keep which entries are wanted: an index may have a million
 * @returns undefined: the bytes are no index that is known
 */
export const readGitIndex = (bytes: Buffer, keep: Keep): GitIndex | undefined =>
  read(bytes, sha1Bytes, keep) ?? read(bytes, sha256Bytes, keep);

const sha1Bytes = 20;
const sha256Bytes = 32;

const headBytes = 12;

function read(bytes: Buffer, idBytes: number, keep: Keep): GitIndex | undefined {
  if (bytes.length < headBytes + idBytes || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const count = bytes.readUInt32BE(8);
  const end = bytes.length - idBytes;
  const entries: IndexEntry[] = [];
  let place = { end: headBytes, path: "" };
  for (let at = 0; at < count; at += 1) {
    const start = place.end;
    const next = placeOf(bytes, { start, end, idBytes, version }, place.path);
    if (next === undefined) return undefined;
    place = next;
    if (keep(next.path)) entries.push({ ...entryAt(bytes, start, idBytes), path: next.path, at });
  }
  const extensions = extensionsOf(bytes, place.end, end);
  if (extensions === undefined) return undefined;
  const link = extensions.get("link");
  if (link === undefined) return { entries };
  const shared = link.length < idBytes ? undefined : sharedOf(link, idBytes);
  return shared && { entries, shared };
}

/** Entry without its path. */
function entryAt(bytes: Buffer, start: number, idBytes: number): Omit<IndexEntry, "path" | "at"> {
  const flagsAt = start + fieldBytes + idBytes;
  const flags = bytes.readUInt16BE(flagsAt);
  const further = flags & isExtended ? bytes.readUInt16BE(flagsAt + 2) : 0;
  return {
    seconds: bytes.readUInt32BE(start + 8),
    nanoseconds: bytes.readUInt32BE(start + 12),
    size: bytes.readUInt32BE(start + 36),
    id: bytes.toString("hex", start + fieldBytes, flagsAt),
    isInConflict: (flags & stages) !== 0,
    isUnwatched: (flags & assumedUnchanged) !== 0 || (further & skipsWorktree) !== 0,
  };
}

/** Times, device, inode, mode, owner, group, size. */
const fieldBytes = 40;
const assumedUnchanged = 0x8000;
const isExtended = 0x4000;
const stages = 0x3000;
const longestNamed = 0xfff;
const skipsWorktree = 0x4000;

interface EntryFrame {
  readonly start: number;
  readonly end: number;
  readonly idBytes: number;
  readonly version: number;
}

/** Where an entry ends, and its path; from version 4 on it leaves out what it has in common with the one before. */
function placeOf(
  bytes: Buffer,
  { start, end, idBytes, version }: EntryFrame,
  before: string,
): { readonly end: number; readonly path: string } | undefined {
  const flagsAt = start + fieldBytes + idBytes;
  if (flagsAt + 4 > end) return undefined;
  const flags = bytes.readUInt16BE(flagsAt);
  const named = flags & longestNamed;
  const nameAt = flagsAt + (flags & isExtended ? 4 : 2);
  const cut = version === 4 ? readVarint(bytes, nameAt) : { value: 0, end: nameAt };
  const nul = bytes.indexOf(0, cut.end);
  if (nul < 0 || nul >= end) return undefined;
  const kept = Buffer.from(version === 4 ? before : "", "latin1");
  if (cut.value > kept.length) return undefined;
  // As bytes: what a path has in common with another may end within a letter.
  const path = kept.toString("latin1", 0, kept.length - cut.value) + bytes.toString("latin1", cut.end, nul);
  if (Math.min(path.length, longestNamed) !== named) return undefined;
  // Up to eight zeros, to a multiple of eight.
  const padded = start + ((nul - start + 8) & ~7);
  return { end: version === 4 ? nul + 1 : padded, path };
}

/** The number as git packs an offset. */
function readVarint(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let at = start;
  let byte = bytes[at] ?? 0;
  let value = byte & 0x7f;
  while (byte & 0x80 && at - start < 4) {
    at += 1;
    byte = bytes[at] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: at + 1 };
}

/** Extensions by their name; undefined: there is one that nobody may leave out, and it is not known. */
function extensionsOf(bytes: Buffer, start: number, end: number): Map<string, Buffer> | undefined {
  const found = new Map<string, Buffer>();
  for (let at = start; at + 8 <= end;) {
    const name = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32BE(at + 4);
    // Those with a small letter change what the entries mean.
    if (!/^[A-Z]/.test(name) && name !== "link" && name !== "sdir") return undefined;
    found.set(name, bytes.subarray(at + 8, Math.min(at + 8 + size, end)));
    at += 8 + size;
  }
  return found;
}

function sharedOf(link: Buffer, idBytes: number): GitIndex["shared"] {
  const deleted = onesBefore(link, idBytes);
  const replaced = deleted && onesBefore(link, deleted.end);
  if (deleted === undefined || replaced === undefined) return undefined;
  return { id: link.toString("hex", 0, idBytes), deleted, replaced };
}
