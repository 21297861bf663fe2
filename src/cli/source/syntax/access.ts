/** Who may see a route, as far as its code says it. Loads the TypeScript parser. */
import type { Value } from "../names/values.js";

export type Access =
  /** Nothing guards it. */
  | { readonly kind: "open" }
  /** It asks for a session, and for one of these roles where they are named. */
  | { readonly kind: "guarded"; readonly roles: readonly string[] | undefined; readonly guard: string }
  /** The code does not tell, and why. */
  | { readonly kind: "unclear"; readonly why: string };

/** A route of an app. */
export interface AppRoute {
  /** Upper case. */
  readonly method: string;
  /** Below the app's address, with a colon in front of parameters: `/teams/:id`. */
  readonly path: string;
  /** Where it is written. */
  readonly file: string;
  readonly line: number;
  readonly access: Access;
  /** A page that a link inside the app opens by asking the server, as its framework does. */
  readonly isLinked?: true;
  /** There is a guard for it, and no route in sight that answers behind it. */
  readonly isUnanswered?: true;
  /** Its address is made when the app runs, or what stands in front of it is not in sight. */
  readonly isUnread?: true;
}

/** What a guard asks for by its options: `auth.require({ role: "admin" })`. */
export function accessOfAsked(asked: Value, guard: string): Access {
  if (asked.kind !== "object") return unclear(`what ${guard} asks for is not in sight`);
  if (asked.spread.length > 0) return unclear(`what ${guard} asks for is more than a role`);
  let roles: readonly string[] | undefined;
  for (const [name, value] of asked.members) {
    if (name === "path" || name === "maxAge" || name === "redirectTo") continue;
    if (name !== "role") return unclear(`what ${guard} asks for is more than a role`);
    roles = textsIn(value);
    if (roles === undefined) return unclear(`the role of ${guard} is not in sight`);
  }
  return { kind: "guarded", roles, guard };
}

/** The texts of a list, or the one text; undefined where one of them is not in sight. */
export function textsIn(value: Value): readonly string[] | undefined {
  const all = value.kind === "list" ? value.items : [value];
  const texts = all.flatMap((one) => (one.kind === "text" ? [one.text] : []));
  return texts.length === all.length ? texts : undefined;
}

export const unclear = (why: string): Access => ({ kind: "unclear", why });

/** Where a guard holds is not in sight. */
export const pathUnread = unclear("a guard in front has a path that is an expression");

/** All of several guards, one behind the other; undefined where there is none. */
export function allOf(guards: readonly Access[]): Access | undefined {
  return guards.reduce<Access | undefined>(
    (all, one) => (all === undefined ? one : both(all, one)),
    undefined,
  );
}

function both(first: Access, second: Access): Access {
  if (first.kind !== "guarded") return first.kind === "open" ? second : first;
  if (second.kind !== "guarded") return second.kind === "open" ? first : second;
  const roles =
    first.roles && second.roles
      ? first.roles.filter((role) => second.roles?.includes(role))
      : (first.roles ?? second.roles);
  return { kind: "guarded", roles, guard: first.guard };
}
