/** The proxy sends requests for addresses of built-in pages on to the route file. */
import type { InitContext } from "../../../cli/plan/init-context.js";
import { styleLike } from "../../../cli/plan/places.js";
import { addPatterns, matcherSnippet, withoutPatterns } from "./edit-matcher.js";
import { isOwnGuard } from "./plan.js";
import { baseOf, proxyPlace } from "./proxy-place.js";
import { nextBasePath, nextConfig } from "./config.js";

/** @param addresses with what `basePath` of next.config puts in front of them */
export async function leadTo(
  { builder, facts }: Pick<InitContext, "builder" | "facts">,
  addresses: readonly string[],
): Promise<void> {
  // A rewrite names them in its own way.
  if (nextConfig(facts.files).includes("rewrites")) return;
  const patterns = patternsOf(facts, addresses);
  const { own, proxyFile } = proxyOf(facts);
  const file = own ?? proxyFile;
  const words = {
    reason: "shows the pages at their addresses",
    already: "shows the pages at their addresses",
    snippet: matcherSnippet(patterns, styleLike(facts, [file])),
  };
  const text = own === undefined ? undefined : builder.text(own);
  const isGuard = own !== undefined && isOwnGuard(facts, own);
  builder.edit(
    file,
    text !== undefined && isGuard
      ? addPatterns({ file, text }, patterns)
      : { kind: "manual", line: 1, why: "`auth` of this file does not lead to the pages" },
    words,
  );
}

/** Takes addresses of pages that are gone out of the matcher. */
export async function leadNoMore(
  { builder, facts }: Pick<InitContext, "builder" | "facts">,
  addresses: readonly string[],
): Promise<void> {
  const { own } = proxyOf(facts);
  if (own === undefined || !isOwnGuard(facts, own)) return;
  const text = builder.text(own) ?? "";
  const left = withoutPatterns({ file: own, text }, patternsOf(facts, addresses));
  if (left === text) return;
  const edits = [{ start: 0, end: text.length, text: left }];
  const reason = "takes the addresses of their pages out of the matcher";
  builder.edit(own, { kind: "edits", edits }, { reason, already: "", snippet: "" });
}

const proxyOf = (facts: InitContext["facts"]) =>
  proxyPlace(facts, baseOf(facts.appDir ?? facts.pagesDir ?? ""), facts.language);

/** Next.js puts its own base path in front of patterns. */
function patternsOf({ files }: InitContext["facts"], addresses: readonly string[]): readonly string[] {
  const prefix = nextBasePath(files);
  return addresses.map((one) => (one.startsWith(`${prefix}/`) ? one.slice(prefix.length) : one));
}
