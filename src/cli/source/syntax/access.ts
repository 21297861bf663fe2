/** Who may see a route, as far as its code says it. Loads the TypeScript parser. */
import type { Value } from "../names/values.js";

export type Access =
  /** Nothing guards it. */
  | { readonly kind: "open" }
  /** It asks for a session, and for one of these roles where they are named. */
  | {
      readonly kind: "guarded";
      readonly roles: readonly string[] | undefined;
      readonly guard: string;
      /** It asks for a member. */
      readonly organization?: OrganizationAccess;
    }
  /** The code does not tell, and why. */
  | { readonly kind: "unclear"; readonly why: string };

/** What a guard asks of a member. */
export interface OrganizationAccess {
  /** The part of the address that names the organisation: by the guard's own path, or else by the name of the route's. */
  readonly part: { readonly at: number } | { readonly name: string };
  /** In the organisation: one is enough. */
  readonly roles: readonly string[] | undefined;
  /** All are needed. */
  readonly can: readonly string[];
}

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

/** As if it were an option: some come by the guard without it, or nothing waits for it. */
export const notMet = "(not met)";

/** What a guard asks for by its options: `auth.require({ role: "admin" })`. */
export function accessOfAsked(asked: Value, guard: string): Access {
  if (asked.kind !== "object") return unclear(`what ${guard} asks for is not in sight`);
  if (asked.spread.length > 0) return unclear(`what ${guard} asks for is more than a role`);
  if (asked.members.has(notMet))
    return unclear(`${guard} is not on every way to the answer, or nothing waits for it`);
  const isOfMembers = asked.members.has("organization");
  const known = ["role", ...(isOfMembers ? ["organization", "can"] : []), "path", "maxAge", "redirectTo"];
  if ([...asked.members.keys()].some((name) => !known.includes(name)))
    return unclear(`what ${guard} asks for is more than a role`);
  const role = asked.members.get("role");
  const roles = role && textsIn(role);
  if (role !== undefined && roles === undefined) return unclear(`the role of ${guard} is not in sight`);
  if (!isOfMembers) return { kind: "guarded", roles, guard };
  const can = asked.members.get("can");
  const permissions = can === undefined ? [] : textsIn(can);
  const part = partAsked(asked.members);
  return part === undefined || permissions === undefined
    ? unclear(`the organisation of ${guard} is not in sight`)
    : { kind: "guarded", roles: undefined, guard, organization: { part, roles, can: permissions } };
}

/** Where the organisation stands: `"team"` of `/teams/:team`, the one star, or the parameter that is a slug. */
function partAsked(members: ReadonlyMap<string, Value>): OrganizationAccess["part"] | undefined {
  const [organization, path] = [members.get("organization"), members.get("path")];
  if (organization?.kind === "object") return partOfSlug(organization.members.get("slug"));
  if (organization?.kind !== "text") return undefined;
  const parts = path?.kind === "text" ? path.text.split("/").slice(1) : [];
  const at = parts.indexOf(organization.text === "*" ? "*" : `:${organization.text}`);
  return at >= 0 ? { at } : { name: organization.text };
}

/** A chain is a parameter of the route: nothing else leaves one. */
const partOfSlug = (slug: Value | undefined): OrganizationAccess["part"] | undefined =>
  slug?.kind === "chain" && "name" in slug.from ? { name: slug.from.name } : undefined;

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
  const organization = bothOf(first.organization, second.organization);
  return {
    kind: "guarded",
    roles: common(first.roles, second.roles),
    guard: first.guard,
    ...(organization && { organization }),
  };
}

/** Roles that both let in; undefined lets in all. */
const common = (
  first: readonly string[] | undefined,
  second: readonly string[] | undefined,
): readonly string[] | undefined =>
  first && second ? first.filter((role) => second.includes(role)) : (first ?? second);

function bothOf(
  first: OrganizationAccess | undefined,
  second: OrganizationAccess | undefined,
): OrganizationAccess | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const part = "at" in first.part ? first.part : second.part;
  return { part, roles: common(first.roles, second.roles), can: [...first.can, ...second.can] };
}
