/** Paths of routes as routers write them. */

/** Parts put together, with one slash between them. */
export const joinPaths = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split("/"))
    .filter((part) => part !== "")
    .join("/")}`;

/** {@link joinPaths}; undefined where a part is: only a run knows it. */
export function joinKnown(...parts: readonly (string | undefined)[]): string | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? joinPaths(...known) : undefined;
}

/**
 * The path with a colon in front of each parameter, whatever stands there in place of it: `[id]`, `{id}`, `:id(\\d+)`,
 * `*rest`. Undefined for a path that is an expression.
 */
export function plainPath(path: string): string | undefined {
  const parts = path
    .split("/")
    .filter((word) => word !== "" && !optional.test(word))
    .map(plainPart);
  return parts.some((part) => part === undefined) ? undefined : `/${parts.join("/")}`;
}

/** Optional parts of one path: each doubles its forms. */
const mostOptional = 4;

/** A path without and with each of its optional parts: `/teams/:id?`, `/teams{/:id}`. undefined: it has too many. */
export function optionalForms(
  path: string | undefined,
  left = mostOptional,
): readonly (string | undefined)[] {
  const [whole = "", group, alone] = optionalPart.exec(path ?? "") ?? [];
  if (path === undefined || whole === "") return [path];
  const at = path.indexOf(whole);
  const [before, after] = [path.slice(0, at), path.slice(at + whole.length)];
  const rest = left === 0 ? [undefined] : optionalForms(after, left - 1);
  return rest.includes(undefined)
    ? [undefined]
    : ["", group ?? alone ?? ""].flatMap((part) => rest.map((one) => `${before}${part}${one}` || "/"));
}

/** A group of Express 5 with a parameter or a name, or a parameter with a question mark behind it. */
const optionalPart = /\{(\/:?[\w-]+)\}|(\/:\w+(?:\([^()]*\)|\{[^{}]*\})?)\?(?=\/|$)/;

const optional = /^(?:\[\[\.{3}\w+\]\]|\{.*\*\w*\}|:\w+\*)$/;
const parameter = /^(?::(\w+)(?:\([^()]*\)|\{[^{}]*\})?[?+]?|\[(?:\.{3})?(\w+)\])$/;

function plainPart(word: string): string | undefined {
  if (word.startsWith("*")) return ":rest";
  const [whole, colon, bracket] = parameter.exec(word) ?? [];
  if (whole !== undefined) return `:${colon ?? bracket}`;
  return /^[\w.~@%-]+$/.test(word) ? word : undefined;
}

/** Whether a guard for a path holds at an address: with a star at its end for all below it, as for routers that take prefixes. */
export function holdsAt(pattern: string, address: string, isExact: boolean): boolean {
  const parts = address.split("/").filter((part) => part !== "");
  const words = pattern.split("/").filter((part) => part !== "");
  const isOpen = words.at(-1)?.startsWith("*") ?? false;
  if (isOpen) words.pop();
  if (isExact && !isOpen && words.length !== parts.length) return false;
  return words.length <= parts.length && words.every((word, at) => fits(word, parts[at]));
}

const fits = (word: string, part: string | undefined): boolean =>
  part !== undefined && (word === part || word === "*" || word.startsWith(":"));
