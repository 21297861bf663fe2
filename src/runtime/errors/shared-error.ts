/**
 * One process may hold two copies of this package: tsx runs a CommonJS project's `import`s as CommonJS, and leaves the
 * `import()` in them to Node. An error that one copy throws is then judged by the other.
 */
const mark = Symbol.for("authwright.error");

interface MarkedClass {
  readonly [mark]?: true;
  readonly type?: unknown;
}

const isOwn = (constructor: object): boolean => Object.hasOwn(constructor, "type");

/** An error whose `instanceof` holds in every copy. Its classes are told apart by a static `type` of their own. */
export class SharedError extends Error {
  /** Says that a class is one of this package, in any copy of it. */
  static readonly [mark] = true;

  static override [Symbol.hasInstance](value: unknown): boolean {
    if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
    const { type } = this as MarkedClass;
    if (!(value instanceof Error) || type === undefined || !isOwn(this)) return false;
    let constructor = value.constructor as MarkedClass | null;
    for (; constructor?.[mark] === true; constructor = Object.getPrototypeOf(constructor))
      if (isOwn(constructor) && constructor.type === type) return true;
    return false;
  }
}

/** Any thrown value as an Error; user code may throw strings, undefined, or objects that have no text. */
export function toError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  try {
    return new Error(`Thrown: ${String(thrown)}`);
  } catch {
    return new Error("Thrown: an object without a text");
  }
}
