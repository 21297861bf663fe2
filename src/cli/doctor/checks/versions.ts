/** The little of version arithmetic that findings need. */

const numbers = (version: string): number[] =>
  (/\d+(?:\.\d+){0,2}/.exec(version)?.[0] ?? "0").split(".").map(Number);

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < 3; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export const isBelow = (version: string, floor: string): boolean =>
  compare(numbers(version), numbers(floor)) < 0;

/** `18` and `20` stand for the newest of that line: a line alone is as new as it can be. */
export const countMajorMinor = (version: string): string => {
  const [major, minor, patch] = version.replace(/^v/, "").split(".");
  return `${major}.${minor ?? 9999}.${patch ?? 9999}`;
};

/** Whether a version is in a range of package.json; ranges of other shapes than `^`, `~`, `>=` and exact are believed. */
export function satisfies(version: string, range: string): boolean {
  const match = /^(\^|~|>=|=|v)?\s*(\d+\.\d+\.\d+)(?:[-+].*)?$/.exec(range.trim());
  if (!match?.[2]) return true;
  const [wanted, own] = [numbers(match[2]), numbers(version)];
  if (compare(own, wanted) < 0) return false;
  if (match[1] === ">=") return true;
  if (match[1] === "~") return own[0] === wanted[0] && own[1] === wanted[1];
  if (match[1] !== "^") return compare(own, wanted) === 0;
  if (own[0] !== wanted[0]) return false;
  return (wanted[0] ?? 0) > 0 || own[1] === wanted[1];
}
