/** Paths of an app that are to be guarded. */
import type { Framework } from "../project/framework.js";
import type { WrittenRequirement } from "../edit/requirement.js";
import type { ConfiguredProject } from "../project/facts.js";
import type { AppRoute } from "../source/syntax/access.js";
import { usageError } from "../terminal/errors.js";
import type { PlanBuilder } from "./plan-builder.js";

/** A path and everything below it. */
export interface ProtectedPath {
  readonly text: string;
  /** Parts between the slashes; `undefined` stands for any one of them. */
  readonly segments: readonly (string | undefined)[];
  /** What those that stand for any one are called: "team" for `:team`. */
  readonly names: readonly (string | undefined)[];
}

/** What the command was asked for. */
export interface ProtectWish {
  readonly paths: readonly ProtectedPath[];
  readonly requirement: WrittenRequirement;
  /** Every route of the app; undefined where its code does not list them. */
  readonly routes: readonly AppRoute[] | undefined;
  /** Guards paths where nothing answers, too. */
  readonly force: boolean;
}

/** What a framework's own part of the plan works with. */
export interface ProtectContext extends ProtectWish {
  readonly builder: PlanBuilder<ConfiguredProject>;
  readonly framework: Framework;
  /** Module that exports `auth`, relative to the project. */
  readonly authFile: string;
}

/**
 * `/dashboard`, `/teams/*`, `/teams/:id/settings`, `/teams/[id]/settings`, `/admin/**`.
 * @throws CliError for anything else
 */
export function parseProtectedPath(pathname: string): ProtectedPath {
  const [root, ...words] = pathname.split("/");
  // A slash or two stars at the end say what holds without them.
  if (words.at(-1) === "" || words.at(-1) === "**") words.pop();
  const segments = words.map((word) => (parameterWord.test(word) ? undefined : word));
  if (root === "" && words.length > 0 && segments.every((word) => word === undefined || plainWord.test(word)))
    return { text: pathname, segments, names: words.map(nameIn) };
  throw usageError(
    "AUTH_E_PROTECT_PATH",
    `${pathname} isn't a path below the app's root.`,
    'For instance /dashboard, which holds everything below it, or "/teams/*/settings".',
  );
}

/** A parameter of a route, as the frameworks write it. */
const parameterWord = /^(?:\*|:(\w+)|\[(\w+)\])$/;
const nameIn = (word: string): string | undefined => {
  const [, colon, bracket] = parameterWord.exec(word) ?? [];
  return colon ?? bracket;
};

const plainWord = /^(?!\.{1,2}$)[\w.~@-]+$/;

/** What a guard does, for plans: `asks for the role admin below /reports`. */
export function asksBelow({ organization, role, can }: WrittenRequirement, paths: readonly string[]): string {
  const who = organization === undefined ? "a user" : "a member of the organisation";
  const wanted = [role, can].flatMap((one) => (one === undefined ? [] : [[one].flat().join(", ")]));
  const asked =
    organization === undefined && role !== undefined ? `the role ${[role].flat().join(" or ")}` : who;
  const more = organization === undefined || wanted.length === 0 ? "" : ` (${wanted.join("; ")})`;
  return `asks for ${asked}${more} below ${paths.join(", ")}`;
}

/** The path as guards have it that tell paths themselves: each parameter is a star, but for the one that is asked for. */
export const guardPattern = (
  { segments, names }: ProtectedPath,
  { organization }: WrittenRequirement = {},
): string =>
  segments.map((one, at) => `/${one ?? (names[at] === organization ? partOf(organization) : "*")}`).join("");

/** What a route has where a path names an organisation: a parameter, a word of its own, or something else. */
export type OrganizationPart = { readonly parameter: string } | "word" | "other";

/**
 * @param paths those that are to be guarded, each with that name
 * @param route with its parameters as its framework writes them
 */
export function organizationPart(
  paths: readonly ProtectedPath[],
  organization: string,
  route: string,
): OrganizationPart {
  const parts = route.split("/").slice(1);
  const all = paths
    .filter((one) => covers(one, route))
    .map(({ names }) => parts[names.indexOf(organization)] ?? "");
  const [word, ...others] = new Set(all);
  if (word === undefined || others.length > 0) return "other";
  // SvelteKit tells in the name what fits: `[team=slug]`.
  const name = nameIn(word.includes("=") ? `${word.slice(0, word.indexOf("="))}]` : word);
  if (name !== undefined) return { parameter: name };
  return plainWord.test(word) ? "word" : "other";
}

/** Why no guard for an organisation can be written at a route. */
export const noOrganization = "the address has no one part of its own for the organisation";

const partOf = (organization: WrittenRequirement["organization"]): string =>
  typeof organization === "string" ? `:${organization}` : "*";

/** Whether a path, with a parameter of it written in any way, is one of those that are protected. */
export function covers({ segments }: Pick<ProtectedPath, "segments">, pathname: string): boolean {
  const parts = pathname.split("/").slice(1);
  return (
    parts.length >= segments.length && segments.every((one, at) => one === undefined || one === parts[at])
  );
}
