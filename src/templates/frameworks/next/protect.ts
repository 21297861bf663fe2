/** The part of `auth protect` that both routers of Next.js share: the guard in front of the paths. */
import { specifierOf } from "../../../cli/project/tsconfig.js";
import type { EditResult } from "../../../cli/source/text/text-edit.js";
import { covers, type ProtectContext, type ProtectedPath } from "../../../cli/plan/protected-path.js";
import { usageError } from "../../../cli/terminal/errors.js";
import { presentPlaces } from "../../../cli/plan/page-places.js";
import { styleLike } from "../../../cli/plan/places.js";
import { addPatterns, matcherSnippet, patternOf } from "./edit-matcher.js";
import { createProxy, isOwnGuard, layoutOf, warnOfProxy, type Router } from "./plan.js";

/** A file that answers at an address. */
export interface RouteFile {
  readonly file: string;
  /** Address with its parameters as Next.js writes them: `/teams/[id]`. */
  readonly route: string;
  /** It answers with a page; otherwise with what its code says, to a `fetch` mostly. */
  readonly isPage: boolean;
}

/** What stands below the paths; a path where nothing answers is most likely mistyped. */
export function routesBelow(
  paths: readonly ProtectedPath[],
  all: readonly RouteFile[],
): readonly RouteFile[] {
  const empty = paths.find((one) => !all.some(({ route }) => covers(one, route)));
  if (empty)
    throw usageError(
      "AUTH_E_PROTECT_NOTHING",
      `Nothing of this app answers at ${empty.text}.`,
      `It has ${all
        .map(({ route }) => route)
        .slice(0, 12)
        .join(", ")}`,
    );
  return all.filter(({ route }) => paths.some((one) => covers(one, route)));
}

/**
 * Adds the paths with pages to the matcher of the proxy, or writes a proxy for them. It answers with a redirect to the
 * sign-in page, which a `fetch` would take for the answer: where there are no pages the guard of the routes is the only one.
 *
 * @param found what answers below the paths
 * @returns whether a proxy asks for a session there: a page without a guard of its own has nothing else
 */
export function planMatcher(context: ProtectContext, router: Router, found: readonly RouteFile[]): boolean {
  const { builder, facts, framework, authFile } = context;
  const pages = found.filter(({ isPage }) => isPage);
  const paths = context.paths.filter((one) => pages.some(({ route }) => covers(one, route)));
  if (paths.length === 0) return false;
  const layout = { ...layoutOf(facts, framework, router), authModule: authFile.replace(/\.\w+$/, "") };
  const patterns = paths.map(({ segments }) => patternOf(segments));
  const { own } = layout.proxy;
  if (own === undefined) {
    createProxy({ builder, facts, template: {}, hasStore: false }, layout, {
      guarded: patterns,
      pages: presentPlaces(facts, framework).addresses,
    });
    return builder.text(layout.proxy.proxyFile) !== undefined && decides(facts);
  }
  if (!isOwnGuard(facts, own)) {
    warnOfProxy({ builder, facts }, layout, own);
    return false;
  }
  const source = { file: own, text: builder.text(own) ?? "" };
  builder.edit(own, addPatterns(source, patterns), {
    reason: `guards ${paths.map(({ text }) => text).join(", ")}`,
    already: "guards these paths",
    snippet: matcherSnippet(patterns, styleLike(facts, [own])),
  });
  return decides(facts);
}

/** Without `authorized` the proxy lets everybody through. */
const decides = ({ configuration }: ProtectContext["facts"]): boolean =>
  configuration?.options.some(({ path }) => path === "callbacks.authorized") ?? false;

/** A file of the app that gets a guard. */
export interface GuardedFile {
  readonly file: string;
  readonly what: string;
  /** What a person would write. */
  readonly snippet: string;
  readonly edit: (source: { readonly file: string; readonly text: string }, specifier: string) => EditResult;
}

export function planGuard({ builder, facts, authFile }: ProtectContext, guarded: GuardedFile): void {
  const { file, what, snippet, edit } = guarded;
  const specifier = specifierOf(authFile.replace(/\.\w+$/, ""), file, facts.tsconfig);
  builder.edit(file, edit({ file, text: builder.text(file) ?? "" }, specifier), {
    reason: what,
    already: "is guarded",
    snippet: `import { auth } from "${specifier}";\n${snippet}`,
  });
}

/** The path to come back to, where the address has no parameters; undefined: the page before. */
export const wayBack = (prefix: string, route: string): string | undefined =>
  route.includes("[") ? undefined : prefix + route;
