import { membersOf } from "./members.js";

/** The value, where members that are undefined are absent. */
export type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/**
 * A copy without the members that are undefined: the app's code, and a row of a store, must not see their names. A member
 * that would be taken for the prototype of the copy stays behind too.
 */
export function compact<T extends object>(value: T): Compact<T> {
  const copy: Record<string, unknown> = {};
  const members = membersOf(value);
  for (const name of Object.keys(members)) {
    const member = members[name];
    if (member !== undefined && name !== "__proto__") copy[name] = member;
  }
  return copy as Compact<T>;
}
