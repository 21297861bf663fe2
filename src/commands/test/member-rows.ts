/** Rows of `auth test init` for routes that are guarded for members of an organisation. */
import type { AppRoute, OrganizationAccess } from "../../cli/source/syntax/access.js";
import { can } from "../../templates/plugins/organizations/permissions.js";
import { holdsAt } from "../../cli/source/routes/route-path.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { organizationRoles, type WrittenRoles } from "../additions/organization-roles.js";
import { keyText, rowText, type Expected, type GuardRow } from "./rows.js";

/** What the file says of members. */
export interface MemberMatrix {
  readonly rows: readonly GuardRow[];
  /** Routes that they are of. */
  readonly count: number;
  /** For the template: rows as code, who asks, and the type of a role. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** @returns undefined: no route asks for a member */
export function membersOf(
  { configuration }: ConfiguredProject,
  routes: readonly AppRoute[] | undefined,
  base: string,
): MemberMatrix | undefined {
  const roles = organizationRoles(configuration);
  const asking = (routes ?? []).filter(
    (one) => organizationOf(one) !== undefined && (base === "/" || !holdsAt(base, one.path, false)),
  );
  const who = memberRoles(asking, roles);
  if (who.length === 0) return undefined;
  const all = asking.flatMap((one) =>
    memberRowsOf(one, who, roles).map(({ path, ...row }): GuardRow => ({
      route: `${one.method} ${path}`,
      file: one.file,
      line: one.line,
      ...row,
    })),
  );
  const rows = all.filter((row, at) => all.findIndex((one) => one.route === row.route) === at);
  const people = [
    ...who.map((role) => ({ name: role, slug: slugs.own, role })),
    { name: "stranger", slug: slugs.other, role: who.at(-1) ?? "member" },
  ].map((one) => ({ ...one, key: keyText(one.name), address: `${one.name}@${one.slug}.example.com` }));
  const type = who.map((role) => JSON.stringify(role)).join(" | ");
  return {
    rows,
    count: new Set(asking.map((one) => `${one.method} ${one.path}`)).size,
    data: { rows: rows.map(rowText), people, type },
  };
}

/** Slugs of the test's own: of the organisation that is asked for, of another one, and of none. */
const slugs = { own: "guard-test", other: "guard-test-other", nobodys: "guard-test-none" } as const;

/** Who asks, beside members of each role: nobody, and a member of the other organisation. */
const strangers = ["nobody", "stranger"] as const;

/** A route with the slug of an organisation in its address, and what each gets there. */
interface MemberRow {
  readonly path: string;
  readonly expected: Readonly<Record<string, Expected>>;
  readonly isLinked?: true;
  readonly note?: string;
}

/** The roles that members of the test have: all of the app's that are in sight, or those that guards name. */
function memberRoles(
  routes: readonly AppRoute[] | undefined,
  roles: WrittenRoles | undefined,
): readonly string[] {
  const asked = (routes ?? []).flatMap((one) => organizationOf(one) ?? []);
  if (asked.length === 0) return [];
  if (roles !== undefined) return Object.keys(roles);
  return [...new Set(["member", ...asked.flatMap((one) => one.roles ?? [])])];
}

export const organizationOf = ({ access }: AppRoute): OrganizationAccess | undefined =>
  access.kind === "guarded" ? access.organization : undefined;

/**
 * The route in the organisation of the test, and in one that there is not.
 *
 * @param who roles of members
 */
function memberRowsOf(
  route: AppRoute,
  who: readonly string[],
  roles: WrittenRoles | undefined,
): readonly MemberRow[] {
  const asked = organizationOf(route);
  if (asked === undefined) return [];
  const parts = route.path.split("/").slice(1);
  const at = "at" in asked.part ? asked.part.at : placeOf(parts, asked.part.name);
  const all = [...strangers, ...who];
  const isNamed = parts[at]?.startsWith(":") === true;
  const why = unclearOf(route);
  if (!isNamed || why !== undefined)
    return [
      {
        path: route.path,
        expected: Object.fromEntries(all.map((one) => [one, "?"])),
        note: why ?? "no part of its address names the organisation",
      },
    ];
  const pathOf = (slug: string) => `/${parts.map((part, index) => (index === at ? slug : part)).join("/")}`;
  const signedIn = (one: string): Expected => (one === "nobody" ? 401 : 404);
  const { isLinked } = route;
  const rows: readonly MemberRow[] = [
    { path: pathOf(slugs.own), expected: expectedOf(all, (one) => ownExpected(one, route, asked, roles)) },
    { path: pathOf(slugs.nobodys), expected: expectedOf(all, signedIn) },
  ];
  return rows.map((row) => ({ ...row, ...(isLinked && { isLinked }) }));
}

/** Why a person says who gets what. */
const unclearOf = ({ access: asked }: AppRoute): string | undefined =>
  asked.kind === "guarded" && asked.roles !== undefined ? "it asks for a role of the app, too" : undefined;

/** A rule of Nuxt has one star, and so one parameter. */
const placeOf = (parts: readonly string[], name: string): number =>
  parts.findIndex((part) => (name === "*" ? part.startsWith(":") : part === `:${name}`));

const expectedOf = (
  all: readonly string[],
  of: (who: string) => Expected,
): Readonly<Record<string, Expected>> => Object.fromEntries(all.map((one) => [one, of(one)]));

function ownExpected(
  who: string,
  { method, isUnanswered }: AppRoute,
  asked: OrganizationAccess,
  roles: WrittenRoles | undefined,
): Expected {
  if (who === "nobody") return 401;
  if (who === "stranger") return 404;
  if (asked.roles?.includes(who) === false) return 403;
  const held = roles?.[who];
  if (asked.can.length > 0 && held === undefined) return "?";
  if (held !== undefined && !asked.can.every((permission) => can({ [who]: held }, who, permission)))
    return 403;
  return method === "GET" && !isUnanswered ? "in" : "skip";
}
