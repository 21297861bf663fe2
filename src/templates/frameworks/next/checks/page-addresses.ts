/** Addresses of built-in pages that no request is sent on from: the proxy does that, or a rewrite of next.config. */
import { finding, type Finding } from "../../../../cli/doctor/finding.js";
import type { Survey } from "../../../../cli/doctor/survey.js";
import { placedPages } from "../../../../cli/source/page-addresses.js";
import { matcherPatterns } from "../../next-app/checks/matcher.js";
import { nextBasePath, nextConfig } from "../config.js";
import { matches } from "../matcher-pattern.js";
import { proxyOf } from "./handler.js";

export function checkPageAddresses(all: Survey): Finding[] {
  const { files } = all.facts;
  const placed = placedPages(all.configuration);
  const [first] = placed;
  // A rewrite names them in its own way.
  if (first === undefined || nextConfig(files).includes("rewrites")) return [];
  const prefix = nextBasePath(files);
  const proxy = proxyOf(all);
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
  return [finding("AUTH_D_NEXT_PAGE_ADDRESS", { ...first.at, message, ...(fix !== undefined && { fix }) })];
}
