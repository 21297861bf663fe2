/** What stands in front of the second slash of a path; empty parts count as none. */
export const firstPart = (path: string): string => /[^/]+/.exec(path)?.[0] ?? "";

/** A path as we compare it: one leading slash, none at the end; "" for the root. */
export function cleanPath(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  return segments.length === 0 ? "" : `/${segments.join("/")}`;
}
