/** Which requests a guard for a path is meant for, where the server's router does not choose them itself. */
import type { Requirement } from "./requirement.js";

/** A requirement for a part of an app. */
export interface PathRequirement extends Requirement {
  /**
   * The guard holds for this path and everything below it, and lets all others go on: `/dashboard`. `*` and `:name` stand
   * for one part between slashes: `/teams/:id/settings`. Default: every request that reaches the guard.
   */
  readonly path?: string | undefined;
}

/**
 * Whether a request is for a path or below it. Routers and file servers read the same address in several ways (capitals,
 * escapes, doubled slashes, dots); it is one of the guarded ones when any of these readings is.
 *
 * @param path as in {@link PathRequirement}; undefined for all
 * @returns takes the target of a request, with its query or without
 */
export function guardedPath(path: string | undefined): (target: string) => boolean {
  if (path === undefined) return () => true;
  const wanted = partsOf(path).map((part) => (/^(?:\*|:.+)$/.test(part) ? undefined : part));
  const covers = (parts: readonly string[]): boolean =>
    parts.length >= wanted.length && wanted.every((part, at) => part === undefined || part === parts[at]);
  return (target) => {
    const parts = partsOf(target.split(/[?#]/, 1)[0] ?? "");
    return covers(parts) || covers(withoutDots(parts));
  };
}

/** What stands between the slashes, in lower case and without escapes. Parameters behind a semicolon are no part of it. */
const partsOf = (path: string): readonly string[] =>
  path
    .replaceAll(/(?:%[\da-f]{2})+/gi, unescaped)
    .toLowerCase()
    .split(/[/\\]/)
    .map((part) => part.split(";", 1)[0] ?? "")
    .filter((part) => part !== "");

/** Bytes that are no UTF-8 do not keep the rest from being read. */
const unescaped = (escapes: string): string =>
  new TextDecoder().decode(Uint8Array.from(escapes.slice(1).split("%"), (byte) => Number.parseInt(byte, 16)));

function withoutDots(parts: readonly string[]): readonly string[] {
  const left: string[] = [];
  for (const part of parts) {
    if (part === "..") left.pop();
    else if (part !== ".") left.push(part);
  }
  return left;
}
