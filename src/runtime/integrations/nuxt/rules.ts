/** The guards that rules of nuxt.config make, and which of them nothing could keep. */
import { guardedPath } from "../../server-functions/guarded-path.js";
import type { Requirement } from "../../server-functions/guarded-place.js";
import { isShared } from "../../http/private-answer.js";

/**
 * By which the app of a browser asks, before a link inside it opens a page, whether the server would answer there: 204 says
 * so, in place of the page.
 */
export const linkHeader = "x-authwright-link";

/** Rules by pattern, such as `/admin/**`. */
export type RouteRules = Readonly<Record<string, AppRule>>;

/** The part of a rule that is used. */
export interface AppRule {
  /** Who may come. */
  readonly auth?: true | Requirement | undefined;
  /** Written to a file by the build. */
  readonly prerender?: boolean | undefined;
  /** Of every answer. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Where the address leads. */
  readonly redirect?: unknown;
  /** Who answers in its place. */
  readonly proxy?: unknown;
  /** Kept by the platform. */
  readonly isr?: unknown;
}

/** A path that is guarded with all that is below it. */
export interface RuleGuard {
  /** As nuxt.config has it. */
  readonly pattern: string;
  /** `/dashboard`; `*` stands for one part between slashes. */
  readonly path: string;
  /** What a session must have there. */
  readonly requirement: Requirement;
}

/** @throws Error for a rule that guards nothing as it is written */
export const guardsOf = (rules: RouteRules): readonly RuleGuard[] =>
  Object.entries(rules).flatMap(([pattern, { auth }]) => {
    if (auth === undefined) return [];
    if (auth !== true && (typeof auth !== "object" || auth === null))
      throw new Error(
        `authwright: ${named(pattern)}.auth is ${String(auth)}. A rule guards its path and all below it: true, or { role }`,
      );
    const path = pathOf(pattern);
    // A star counts as a whole part alone.
    if (/[^/]\*|\*[^/]/.test(path) || (path !== "" && !path.startsWith("/")))
      throw new Error(`authwright: ${named(pattern)}.auth: write the pattern as "/dashboard/**"`);
    return [{ pattern, path, requirement: auth === true ? {} : auth }];
  });

/** What is built around the rules. */
export interface BuiltServer {
  /** The platform sends files and follows redirects before it starts the server. */
  readonly isBehindPlatform: boolean;
  /** Addresses of the files that are sent as they are, with their places on the disk. */
  readonly files: () => Iterable<readonly [address: string, file: string]>;
}

/** @throws Error for a guard in front of which something would answer */
export function checkRules(rules: RouteRules, { isBehindPlatform, files }: BuiltServer): void {
  const guards = guardsOf(rules).map((one) => ({ ...one, isFor: guardedPath(one.path) }));
  const ofPlatform = isBehindPlatform ? (["redirect", "proxy", "isr"] as const) : [];
  for (const [pattern, rule] of Object.entries(rules)) {
    const guard = guards.find(({ isFor }) => isFor(pathOf(pattern)));
    const around = guards.find(({ path }) => guardedPath(pathOf(pattern))(path));
    if (guard !== undefined && rule.prerender === true)
      throw refused(pattern, guard, "prerender", "A file is sent to everybody");
    if (guard !== undefined && isShared(new Headers(rule.headers)))
      throw refused(pattern, guard, "a public cache header", "Caches would send the answer to everybody");
    const answered = ofPlatform.find((name) => Boolean(rule[name]));
    if (answered !== undefined && (guard ?? around) !== undefined)
      throw refused(pattern, guard ?? around, answered, "This platform answers it before the guard");
  }
  if (!isBehindPlatform || guards.length === 0) return;
  for (const [address, file] of files()) {
    const guard = guards.find(({ isFor }) => isFor(address));
    if (guard !== undefined)
      throw new Error(
        `authwright: ${file} is below ${named(guard.pattern)}, and this platform sends files before the guard. Take it out of the public folder`,
      );
  }
}

const named = (pattern: string): string => `routeRules["${pattern}"]`;

const pathOf = (pattern: string): string =>
  pattern.endsWith("/**") ? pattern.slice(0, -"/**".length) : pattern;

function refused(pattern: string, guard: RuleGuard | undefined, what: string, why: string): Error {
  const has = guard === undefined || guard.pattern === pattern ? `auth and ${what}` : what;
  const by =
    guard === undefined || guard.pattern === pattern ? "" : `, and ${named(guard.pattern)} guards it`;
  return new Error(`authwright: ${named(pattern)} has ${has}${by}. ${why}: remove one of them`);
}
