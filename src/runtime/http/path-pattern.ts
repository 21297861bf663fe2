/** Paths of which one part has a name in place of a text: `/organizations/:slug/keys`. */

/** What stands in front of the named part, with the slash, and what behind it. */
export type PathPattern = readonly [prefix: string, rest: string];

/** @returns undefined: no part of it has a name, or more than one has */
export function patternOf(path: string): PathPattern | undefined {
  const [prefix = "", rest, more] = path.split(/(?<=\/):\w+/);
  return rest === undefined || more !== undefined ? undefined : [prefix, rest];
}

/**
 * What stands in a path where the pattern has its name, as it stands in the address. A slash at the end counts for nothing.
 *
 * @returns undefined: the path is another one; "": where the name stands is an escape, or what is no name
 */
export function partOf([prefix, rest]: PathPattern, path: string): string | undefined {
  const pathname = path.replace(/\/$/, "");
  const name = pathname.slice(prefix.length, pathname.length - rest.length);
  if (pathname !== prefix + name + rest || !/^[^/]+$/.test(name)) return undefined;
  return /^[\w-]{1,64}$/.test(name) ? name : "";
}
