/** Whether a matcher pattern of Next.js covers a path. */
export function matches(pattern: string, pathname: string): boolean {
  // Parts in parentheses are expressions already; the rest has named segments.
  const expression = pattern
    .split(/(\(.*\))/)
    .map((part) =>
      part.startsWith("(")
        ? part
        : part
            .replace(/[.]/g, "\\.")
            .replace(/\/:\w+\*/g, "(?:/[^/]+)*")
            .replace(/\/:\w+\+/g, "(?:/[^/]+)+")
            .replace(/\/:\w+\?/g, "(?:/[^/]+)?")
            .replace(/:\w+/g, "[^/]+"),
    )
    .join("");
  try {
    return new RegExp(`^${expression}/?$`).test(pathname);
  } catch {
    return false;
  }
}
