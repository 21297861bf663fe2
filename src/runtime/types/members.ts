/** Members of values of which nothing is known: what came from outside, was thrown, or is an app's own. */
export type Members = Readonly<Record<PropertyKey, unknown>>;

export const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;

/** What is no object has none. */
export const membersOf = (value: unknown): Members => (isObject(value) ? value : {});

/** Has it one of these members, with a value? */
export const hasAny = (value: unknown, names: readonly string[]): boolean =>
  names.some((name) => membersOf(value)[name] !== undefined);
