/** Errors of stores and mailers quote what they were given: tokens, addresses. Their text goes on without it. */
import { isObject } from "../types/members.js";

const shortest = 8;
const deepest = 6;
/** Whole queries with their values, as drivers and query builders keep them. */
const quoted: ReadonlySet<string> = new Set(["sql", "params", "parameters", "bindings", "values", "args"]);

/** Texts of some length, wherever they are; shorter ones are no secrets and would tear holes into every message. */
function textsIn(value: unknown, found: Set<string>, depth = 0): Set<string> {
  if (typeof value === "string") {
    if (value.length >= shortest) found.add(value);
  } else if (isObject(value) && depth < deepest) {
    for (const member of Object.values(value)) textsIn(member, found, depth + 1);
  }
  return found;
}

/** As it is, and as it stands in JSON, in SQL and in an address. */
function writingsOf(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  const inUrl = new URLSearchParams({ "": text }).toString().slice(1);
  return [text, inJson, text.replaceAll("'", "''"), text.replace(/['"\\]/g, "\\$&"), inUrl];
}

/**
 * A copy of the error, of the same class and with its code, that quotes none of the values: not in its message, its
 * stack, its causes or any other member.
 *
 * @param values what the call that failed was given
 */
export function withoutValues(error: Error, values: unknown): Error {
  const texts = [...new Set([...textsIn(values, new Set())].flatMap(writingsOf))];
  // The longest first: one may be part of another.
  texts.sort((one, other) => other.length - one.length);
  return copyOf(error, texts, new Map()) as Error;
}

function copyOf(value: unknown, texts: readonly string[], seen: Map<object, unknown>, depth = 0): unknown {
  if (typeof value === "string") return texts.reduce((text, each) => text.replaceAll(each, "[value]"), value);
  if (!isObject(value) || value instanceof Date) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  const copy = emptyCopyOf(value);
  if (copy === undefined) return "[object]";
  if (depth >= deepest) return "[deep]";
  seen.set(value, copy);
  for (const name of Object.getOwnPropertyNames(value)) {
    if (quoted.has(name) || (Array.isArray(value) && name === "length")) continue;
    const { enumerable = true } = Object.getOwnPropertyDescriptor(value, name) ?? {};
    const member = copyOf(value[name], texts, seen, depth + 1);
    Object.defineProperty(copy, name, { value: member, enumerable, writable: true, configurable: true });
  }
  return copy;
}

/** An object of the same class without members; undefined for what is neither an error, nor a list, nor plain. */
function emptyCopyOf(value: object): object | undefined {
  if (value instanceof Error)
    return Object.setPrototypeOf(new Error(), Object.getPrototypeOf(value)) as Error;
  if (Array.isArray(value)) return [];
  return isPlain(value) ? {} : undefined;
}

/** Others are connections, requests, clients: large, and nobody knows what they hold. */
function isPlain(value: object): boolean {
  const parent: unknown = Object.getPrototypeOf(value);
  return parent === null || parent === Object.prototype;
}
