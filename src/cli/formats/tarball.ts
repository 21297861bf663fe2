import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { asText } from "./lock-file.js";

/** What a packed package says of itself. */
export interface Packed {
  readonly name: string | undefined;
  readonly version: string | undefined;
  /** As lock files write it. */
  readonly integrity: string;
}

/** More than a package of ours has; a small file that unpacks to more is none. */
const mostBytes = 200 * 1024 * 1024;
const block = 512;

/** Reads the package.json of a packed package; undefined where the bytes are none. */
export function readTarball(bytes: Uint8Array): Packed | undefined {
  try {
    const manifest = fileIn(gunzipSync(bytes, { maxOutputLength: mostBytes }), "package/package.json");
    if (manifest === undefined) return undefined;
    const { name, version }: { name?: unknown; version?: unknown } = JSON.parse(manifest);
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    return { name: asText(name), version: asText(version), integrity };
  } catch {
    return undefined; // neither packed nor JSON
  }
}

/** A file of a tar archive, by headers of 512 bytes: the name at 0, the size in octal at 124. */
function fileIn(archive: Buffer, wanted: string): string | undefined {
  for (let at = 0; at + block <= archive.length;) {
    const field = (start: number, length: number) =>
      archive.toString("utf8", at + start, at + start + length).replace(/\0.*$/s, "");
    const size = Number.parseInt(field(124, 12).trim() || "0", 8);
    const start = at + block;
    if (field(0, 100) === wanted) return archive.toString("utf8", start, start + size);
    at = start + Math.ceil(size / block) * block;
  }
  return undefined;
}
