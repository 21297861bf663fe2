/** Which requests a guard for a path is meant for, where the server's router does not choose them itself. */
import type { Requirement } from "./guarded-place.js";

/** A requirement for a part of an app. */
export interface PathRequirement extends Requirement {
  /**
   * The guard holds for this path and everything below it, and lets all others go on: `/dashboard`. `*` and `:name` stand
   * for one part between slashes: `/teams/:id/settings`. Default: every request that reaches the guard.
   */
  readonly path?: string | undefined;
}

/**
 * Whether a request is for a path or below it. Routers, file servers and apps read one address in several ways; it is a
 * guarded one when any of these readings is. Each of them is made of {@link liberties}, in any order.
 *
 * @param path as in {@link PathRequirement}; undefined for all
 * @returns takes the addresses that a request is known by, each with its query or without: its target, and what routers
 * have left of it
 */
export function guardedPath(
  path: string | undefined,
): (...targets: readonly (string | undefined)[]) => boolean {
  if (path === undefined) return () => true;
  const covers = coverOf(path);
  return (...targets) =>
    targets.some((target) => {
      if (target === undefined) return false;
      for (const reading of readingsOf(target)) if (reading === undefined || covers(reading)) return true;
      return false;
    });
}

/** Whether one reading of an address is for a path or below it. */
function coverOf(path: string): (reading: string) => boolean {
  const wanted = partsOf(path.toLowerCase()).map((part) => (/^(?:\*|:.+)$/.test(part) ? undefined : part));
  return (reading) => {
    const [root, ...parts] = reading.toLowerCase().split("/");
    if (root !== "") return false;
    return wanted.every((part, at) => (part === undefined ? Boolean(parts[at]) : part === parts[at]));
  };
}

/** What stands between the slashes of a guard's own path. */
export const partsOf = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

/** As many characters of readings as one address may cost; none that a browser sends comes near. */
const mostWork = 200_000;

/**
 * What readers may take an address for, without its query; each once.
 * @returns undefined in the end where there are more than can be gone through
 */
export function* readingsOf(target: string): Generator<string | undefined> {
  const address = target.split("?", 1)[0] ?? "";
  const readings = new Set([address]);
  let work = 0;
  for (const reading of readings) {
    work += reading.length;
    if (work > mostWork) return yield undefined;
    yield reading;
    if (ambiguous.test(address)) for (const read of liberties) readings.add(read(reading));
  }
}

const ambiguous = /[%\\;#\s]|\/[/.]|^[^/]/;

/** What readers of addresses do that others leave. None of them makes an address longer, so they come to an end. */
const liberties: readonly ((address: string) => string)[] = [
  // The absolute form, and an authority without a scheme.
  (address) => address.replace(/^(?:[a-z][a-z\d+.-]*:)?[/\\]{2}[^/\\#]*/i, ""),
  (address) => address.replace(/^(?:[a-z][a-z\d+.-]*:)?[/\\]{2,}[^/\\#]*/i, ""),
  (address) => address.split("#", 1)[0] ?? "",
  (address) => address.replaceAll(/(?:%[\da-f]{2})+/gi, unescaped),
  // As `decodeURI` does it, and as a URL does it with dots: what may part an address stays escaped.
  (address) => address.replaceAll(/(?:%(?!2[3-6bcf]|3[abdf]|40)[\da-f]{2})+/gi, unescaped),
  (address) => address.replaceAll("\\", "/"),
  (address) => address.replaceAll(/\/{2,}/g, "/"),
  // Parameters of each part, and of the whole.
  (address) => address.replaceAll(/;[^/\\]*/g, ""),
  (address) => address.split(";", 1)[0] ?? "",
  withoutDots,
  (address) => address.replaceAll(/[\t\n\r]/g, ""),
];

/** Bytes that are no UTF-8 do not keep the rest from being read. */
const unescaped = (escapes: string): string =>
  new TextDecoder().decode(Uint8Array.from(escapes.slice(1).split("%"), (byte) => Number.parseInt(byte, 16)));

function withoutDots(address: string): string {
  if (!address.startsWith("/")) return address;
  const left: string[] = [];
  for (const part of address.split("/").slice(1)) {
    if (part === "..") left.pop();
    else if (part !== ".") left.push(part);
  }
  return left.map((part) => `/${part}`).join("");
}
