/** Addresses of built-in pages that no request is sent on from: the proxy does that, or a rewrite of next.config. */
import { finding, type Finding, type Repair } from "../../../../cli/findings/finding.js";
import type { SourceText, Survey } from "../../../../cli/findings/survey.js";
import { placedPages } from "../../../../cli/source/configuration/page-addresses.js";
import { matcherPatterns } from "../../next-app/checks/matcher.js";
import { addPatterns } from "../edit-matcher.js";
import { nextBasePath, nextConfig } from "../config.js";
import { matches } from "../matcher-pattern.js";
import { proxyOf } from "./handler.js";

const proxyName = /(?:^|\/)(?:proxy|middleware)\.[cm]?[jt]s$/;

export function checkPageAddresses(all: Survey): Finding[] {
  const { files } = all.facts;
  const placed = placedPages(all.configuration);
  const [first] = placed;
  // A rewrite names them in its own way.
  if (first === undefined || nextConfig(files).includes("rewrites")) return [];
  const prefix = nextBasePath(files);
  const proxy = proxyOf(all);
  // AUTH_D_NEXT_PROXY_FOLDER says so.
  if (proxy === undefined && all.sources.some(({ path }) => proxyName.test(path))) return [];
  const found = proxy && matcherPatterns(proxy);
  const isSentOn = (address: string) =>
    proxy !== undefined &&
    (found === undefined || found.patterns.some(({ text }) => matches(text, address.slice(prefix.length))));
  const lost = placed.filter(({ address }) => !isSentOn(address)).map(({ address }) => address);
  if (lost.length === 0) return [];
  const where = proxy === undefined ? "There is no proxy" : `The matcher of ${proxy.path} leaves them out`;
  const message = `${where}: ${lost.join(", ")}.`;
  const fix =
    proxy === undefined
      ? undefined
      : `matcher: [${lost.map((address) => JSON.stringify(address.slice(prefix.length))).join(", ")}, …]`;
  const repair =
    proxy &&
    matched(
      proxy,
      lost.map((address) => address.slice(prefix.length)),
    );
  return [
    finding("AUTH_D_NEXT_PAGE_ADDRESS", { ...first.at, message, ...(fix !== undefined && { fix }), repair }),
  ];
}

/** A proxy without `auth` sends nothing on. */
function matched({ path: file, text, names }: SourceText, addresses: readonly string[]): Repair | undefined {
  const result = names.has("auth") ? addPatterns({ file, text }, addresses) : undefined;
  return result?.kind === "edits" ? { kind: "splice", file, edits: result.edits } : undefined;
}
