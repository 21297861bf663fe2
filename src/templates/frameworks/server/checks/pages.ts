/** `pageAddresses` in a framework whose handler is mounted below a path, and never sees such an address. */
import { finding, type Finding } from "../../../../cli/findings/finding.js";
import type { Survey } from "../../../../cli/findings/survey.js";
import { placedPages } from "../../../../cli/source/configuration/page-addresses.js";

/** @param fix the line that answers there */
export function checkPages({ configuration, sources }: Survey, fix: string): Finding[] {
  const [first, ...others] = placedPages(configuration);
  if (first === undefined || sources.some(({ code }) => /\.pages\b/.test(code))) return [];
  const lost = [first, ...others].map(({ address }) => address).join(", ");
  return [finding("AUTH_D_PAGES_NOT_MOUNTED", { ...first.at, message: `Nothing answers at ${lost}.`, fix })];
}
