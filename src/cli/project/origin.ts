/** Where the running package came from, so that `auth migrate --alias` has a project install the same one. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packageName, packageVersion } from "../formats/own-package.js";
import { readLockFile, type LockedPackage } from "../formats/lock-file.js";
import { upwards } from "./workspace.js";

/** Where the package that runs came from, as the lock file beside it says. */
export type Origin =
  | { readonly from: "registry"; readonly integrity: string }
  | { readonly from: "tarball"; readonly file: string; readonly integrity: string | undefined }
  | { readonly from: "unknown" };

/** Lock files that a package manager leaves beside what it installed, those within node_modules first. */
const places = [
  "node_modules/.package-lock.json",
  "node_modules/.pnpm/lock.yaml",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
];

/** Whether a lock entry is about this package, under its own name or another. */
export const isOurs = ({ name, ownName = name, resolved }: LockedPackage, tarball?: string): boolean =>
  ownName === packageName || (tarball !== undefined && resolved !== undefined && isFile(resolved, tarball));

const isFile = (resolved: string, tarball: string): boolean =>
  resolved.startsWith("file:") && path.posix.normalize(resolved.slice("file:".length)) === tarball;

/** @param running a file of the package that runs */
export function originOf(running: string = fileURLToPath(import.meta.url)): Origin {
  if (!running.split(path.sep).includes("node_modules")) return { from: "unknown" };
  for (const folder of upwards(path.dirname(running)))
    for (const place of places) {
      const entries = ownEntries(path.join(folder, place));
      if (entries.length > 0) return originIn(folder, entries);
    }
  return { from: "unknown" };
}

function ownEntries(file: string): readonly LockedPackage[] {
  if (!existsSync(file)) return [];
  const { packages, trouble } = readLockFile(file, readFileSync(file, "utf8"));
  return trouble ? [] : packages.filter((one) => isOurs(one));
}

/** Copies of several origins say nothing of the one that runs. */
function originIn(folder: string, entries: readonly LockedPackage[]): Origin {
  const [first, ...others] = entries;
  const isOne = others.every(
    ({ resolved, integrity }) => resolved === first?.resolved && integrity === first?.integrity,
  );
  if (first === undefined || !isOne) return { from: "unknown" };
  const { resolved, integrity, version } = first;
  if (resolved?.startsWith("file:"))
    return { from: "tarball", file: path.resolve(folder, resolved.slice("file:".length)), integrity };
  const isOfRegistry = resolved === undefined || resolved.includes(`/${packageName}/-/`);
  return isOfRegistry && integrity !== undefined && version === packageVersion
    ? { from: "registry", integrity }
    : { from: "unknown" };
}
