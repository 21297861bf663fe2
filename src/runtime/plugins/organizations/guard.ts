/** `auth.require({ organization })`: whoever comes is a member at that moment, and handed the organisation. */
import { AuthError } from "../../errors/index.js";
import type { GuardedRequest, Requirement } from "../../server-functions/guarded-place.js";
import { namedPart } from "../../server-functions/named-part.js";
import type { Organizations } from "../../types/organizations.js";
import { PluginError } from "../host/plugin-error.js";
import type { PluginGuard } from "../host/plugin-guard.js";
import type { GuardQuestion } from "../host/plugin-host.js";
import type { Settings } from "./options.js";
import { can, type OwnPermission, type RoleName, type RolePermissions } from "./permissions.js";

/** A permission that a role of the app has by name, or one of the plugin's own; any text where the app declares none. */
export type Permission = PermissionOf<Organizations>;

/** Those that the roles of an app name. */
type PermissionOf<App> = App extends {
  /** Of the app's own file. */
  readonly roles: infer Declared;
}
  ? Exclude<TextIn<Declared[keyof Declared]>, "*" | `${string}:*`> | OwnPermission
  : string;

/** The texts of a list of constants. */
type TextIn<List> = List extends readonly (infer Text)[] ? Extract<Text, string> : never;

/** By value, where code knows the slug. */
export interface OrganizationBySlug {
  /** As the address has it. */
  readonly slug: string;
}

/** By a header, for an API. Requests of other sites are refused. */
export interface OrganizationByHeader {
  /** Name of the header, which holds the slug. */
  readonly header: string;
}

/** The organisation that a guard has let a member into. */
export interface GuardedOrganization {
  /** For the columns of the app's own tables: it never changes. */
  readonly id: string;
  /** Stands in addresses; it can be changed. */
  readonly slug: string;
  /** As people read it. */
  readonly name: string;
  /** The member's own. */
  readonly role: RoleName;
  /** Does the role allow it? */
  can(permission: Permission): boolean;
}

declare module "../../server-functions/guarded-place.js" {
  interface Requirement {
    /**
     * Whoever comes must be a member of this organisation now; others get 404. The name of the route's parameter, or of the
     * part of `path`; in a rule of Nuxt `"*"`. In code without a route its slug by value; for an API a header that names it.
     * `role` beside it is the role in the organisation. Needs the plugin `organizations`.
     * @example auth.require({ path: "/teams/:team", organization: "team", role: "admin" })
     * @example await auth.require({ organization: { slug: params.team } })
     */
    readonly organization?: string | OrganizationBySlug | OrganizationByHeader | undefined;
    /** Permissions that the member's role must allow, each of them. With `organization`. */
    readonly can?: Permission | readonly Permission[] | undefined;
  }
}

declare module "../../types/entities.js" {
  interface DefaultSession {
    /** Where a guard has asked for one, the organisation whose member this is. */
    organization?: GuardedOrganization;
  }
}

export const organizationGuard = (settings: Settings): PluginGuard => ({
  options: ["organization", "can"],
  findProblem: ({ requirement }) => findProblem(settings.roles, requirement),
  async judge(own, question) {
    const { read, requirement } = question;
    if (requirement.organization === undefined) return undefined;
    const slug = slugIn(question);
    if (slug instanceof PluginError) return slug;
    const userId = read.user?.id ?? read.token?.sub;
    const membership =
      userId === undefined ? undefined : await settings.readMembership(own, slug, String(userId));
    if (membership === undefined) return new PluginError("not-found", "The user is no member of it");
    const { organization, role, isFormer } = membership;
    if (isFormer)
      return new PluginError(
        "not-found",
        "It has another slug now",
        movedTo(organization.slug, slug, question),
      );
    const allows = (permission: string): boolean => can(settings.roles, role, permission);
    // Of an empty list nobody has one.
    const isWanted = requirement.role === undefined || [requirement.role].flat().some((one) => one === role);
    if (!isWanted || ![requirement.can ?? []].flat().every(allows))
      return new PluginError("forbidden", `The role "${role}" does not allow it`);
    const adds = { organization: { ...organization, role, can: allows } };
    return { adds, hasJudgedRole: true };
  },
});

function findProblem(
  roles: RolePermissions,
  requirement: GuardQuestion["requirement"],
): AuthError | undefined {
  const { organization, can: permission, role, path = "" } = requirement;
  if (organization === undefined && permission !== undefined)
    return new AuthError(
      'require({ can }) asks a role of an organisation: add organization: "<name of the part>"',
    );
  if (organization === undefined && role !== undefined && path.includes("/:"))
    return new AuthError(
      `require({ path: "${path}", role }) asks the user's role in the app. The role in an organisation: add organization`,
    );
  const unknown =
    organization === undefined ? undefined : [role ?? []].flat().find((one) => !Object.hasOwn(roles, one));
  return unknown === undefined
    ? undefined
    : new AuthError(`require({ organization, role: "${unknown}" }): the plugin's roles don't hold it`);
}

/** The slug that is asked for; an error where it is nobody's, or not to be asked for so. */
function slugIn({ requirement: { organization, path }, request }: GuardQuestion): string | PluginError {
  const nobodys = () => new PluginError("not-found", "The address names no organisation");
  if (typeof organization === "string") return namedPart(organization, path, request) ?? nobodys();
  if (organization !== undefined && "slug" in organization) return plainSlug(organization.slug) ?? nobodys();
  const { header = "" } = organization ?? {};
  const site = request.header("sec-fetch-site") ?? "same-origin";
  if (site !== "same-origin")
    return new PluginError(
      "forbidden",
      `A request from elsewhere names an organisation in the header ${header}`,
    );
  const named = request.header(header.toLowerCase());
  if (named === null || named === undefined)
    return new PluginError("conflict", `Name the organisation in the header ${header}`);
  return plainSlug(named) ?? nobodys();
}

const plainSlug = (key: unknown): string | undefined =>
  typeof key === "string" && /^[a-z0-9-]{1,64}$/.test(key) ? key : undefined;

/** The same page with the slug of today, where a page is asked for by its address. */
function movedTo(
  now: string,
  before: string,
  {
    requirement: { organization, redirectTo },
    request,
  }: { requirement: Requirement & { redirectTo?: string | undefined }; request: GuardedRequest },
): { readonly moved?: string } {
  if (typeof organization === "object" && "header" in organization) return {};
  const address = redirectTo ?? request.target;
  const [pathname = "", ...query] = address.split("?");
  const parts = pathname.split("/");
  const at = parts.indexOf(before);
  // Two slashes in front would lead to another host.
  if (at === -1 || !/^\/[\w-]/.test(pathname)) return {};
  const moved = parts.map((part, index) => (index === at ? now : part)).join("/");
  return { moved: [moved, ...query].join("?") };
}
