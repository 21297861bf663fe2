/** The version of a package in a yarn.lock; undefined where it is not in there. */
export function lockedVersion(text: string, name: string): string | undefined {
  const entry = new RegExp(`^"?${name.replaceAll(".", "\\.")}@[^\\n]*\\n +version: "?([^"\\s]+)`, "m");
  return entry.exec(text)?.[1];
}
