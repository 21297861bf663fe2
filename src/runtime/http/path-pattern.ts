/** Paths of which one part has a name in place of a text: `/organizations/:slug/keys`. */

/** What a named part may hold, as it stands in the address: an escape is no letter. */
const partForm = /^[\w-]{1,64}$/;

/** A pattern, taken apart at its named part. */
export interface PathPattern {
  /** In front of the part, with the slash. */
  readonly prefix: `/${string}`;
  readonly name: string;
  /** Behind the part: fixed parts with a slash in front, or nothing. */
  readonly rest: string;
}

/** @returns undefined: no part of it has a name, or more than one has */
export function patternOf(path: string): PathPattern | undefined {
  const [prefix = "", behind, ...others] = path.split("/:");
  if (behind === undefined || others.length > 0) return undefined;
  const end = behind.indexOf("/");
  const name = end < 0 ? behind : behind.slice(0, end);
  return { prefix: `/${prefix === "" ? "" : `${prefix.slice(1)}/`}`, name, rest: behind.slice(name.length) };
}

/**
 * What stands in a path where the pattern has its name. A slash at the end counts for nothing; an empty part fits nothing.
 *
 * @returns undefined: the path is another one
 */
export function inPlace({ prefix, rest }: PathPattern, path: string): string | undefined {
  const asked = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  if (asked.length <= prefix.length + rest.length || !asked.startsWith(prefix) || !asked.endsWith(rest))
    return undefined;
  const part = asked.slice(prefix.length, asked.length - rest.length);
  return part.includes("/") ? undefined : part;
}

/** Is it a value that a named part can have? */
export const isPart = (name: string): boolean => partForm.test(name);

/** The path of a pattern with the part filled in. */
export const filled = ({ prefix, rest }: PathPattern, part: string): `/${string}` =>
  `${prefix}${part}${rest}`;

/** Is there a path that fits both? Of a fixed path and a pattern the fixed one counts, so that they do not meet. */
export function canMeet(one: string, other: string): boolean {
  const [first, second] = [one.split("/"), other.split("/")];
  if (patternOf(one) === undefined || patternOf(other) === undefined) return one === other;
  return (
    first.length === second.length &&
    first.every((part, at) => part === second[at] || part.startsWith(":") || second[at]?.startsWith(":"))
  );
}
