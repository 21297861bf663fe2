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
  const segments = words.map((word) => (parameter.test(word) ? undefined : word));
  if (root === "" && words.length > 0 && segments.every((word) => word === undefined || plain.test(word)))
    return { text: pathname, segments };
  throw usageError(
    "AUTH_E_PROTECT_PATH",
    `${pathname} isn't a path below the app's root.`,
    'For instance /dashboard, which holds everything below it, or "/teams/*/settings".',
  );
}

/** A parameter of a route, as the frameworks write it. */
const parameter = /^(?:\*|:\w+|\[\w+\])$/;
const plain = /^(?!\.{1,2}$)[\w.~@-]+$/;

/** What a guard does, for plans: `asks for the role admin below /reports`. */
export const asksBelow = ({ role }: WrittenRequirement, paths: readonly string[]): string =>
  `asks for ${role === undefined ? "a user" : `the role ${role}`} below ${paths.join(", ")}`;

/** Whether a path, with a parameter of it written in any way, is one of those that are protected. */
export function covers({ segments }: ProtectedPath, pathname: string): boolean {
  const parts = pathname.split("/").slice(1);
  return (
    parts.length >= segments.length && segments.every((one, at) => one === undefined || one === parts[at])
  );
}
