/** Addresses of built-in pages at which the app has a route of its own. */
import { supportOf } from "../../../templates/frameworks/index.js";
import { freeAddress, placedPages } from "../../../cli/source/configuration/page-addresses.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";

/** Only one of the two is ever seen: which one, the order of the app decides. */
export async function checkPageAddresses(all: Survey): Promise<readonly Finding[]> {
  const { framework, facts, configuration } = all;
  const placed = placedPages(configuration);
  if (framework === undefined || placed.length === 0) return [];
  const prefix = framework.prefix(facts.files);
  const routes = ((await supportOf(framework).routes?.(all)) ?? []).filter(
    ({ isUnanswered }) => isUnanswered !== true,
  );
  const taken = [...routes.map(({ path }) => prefix + path), ...placed.map(({ address }) => address)];
  return placed.flatMap((page) => {
    const route = routes.find(({ path, method }) => method === "GET" && prefix + path === page.address);
    if (route === undefined) return [];
    const message = `${page.address} is the address of a built-in page (pageAddresses.${page.name}), and ${route.file}:${route.line} answers there too.`;
    const free =
      prefix + freeAddress(page.address.slice(prefix.length), (one) => taken.includes(prefix + one));
    return [
      finding("AUTH_D_PAGE_ADDRESS", {
        ...page.at,
        message,
        fix: `pageAddresses: { ${page.name}: "${free}" }`,
      }),
    ];
  });
}
