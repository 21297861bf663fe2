/** A path as we compare it: one leading slash, none at the end; "" for the root. */
export function cleanPath(path: string): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  return segments.length === 0 ? "" : `/${segments.join("/")}`;
}
