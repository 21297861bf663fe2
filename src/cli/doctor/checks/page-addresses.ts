/** Addresses of built-in pages at which the app has a route of its own. */
import { routesOf } from "../../../templates/frameworks/routes.js";
import { placedPages, type PlacedPage } from "../../source/page-addresses.js";
import { finding, type Finding } from "../finding.js";
import type { Survey } from "../survey.js";

/** Better names than one with a number, for pages whose default an app often has. */
const others: Readonly<Record<string, string>> = {
  signIn: "/login",
  signOut: "/log-out",
  signUp: "/register",
  account: "/my-account",
};

/** Only one of the two is ever seen: which one, the order of the app decides. */
export async function checkPageAddresses(all: Survey): Promise<readonly Finding[]> {
  const { framework, facts, configuration } = all;
  const placed = placedPages(configuration);
  if (framework === undefined || placed.length === 0) return [];
  const prefix = framework.prefix(facts.files);
  const routes = ((await routesOf(framework, all)) ?? []).filter(({ isUnanswered }) => isUnanswered !== true);
  const taken = [...routes.map(({ path }) => prefix + path), ...placed.map(({ address }) => address)];
  return placed.flatMap((page) => {
    const route = routes.find(({ path, method }) => method === "GET" && prefix + path === page.address);
    if (route === undefined) return [];
    const message = `${page.address} is the address of a built-in page (pageAddresses.${page.name}), and ${route.file}:${route.line} answers there too.`;
    const free = freeAddress(page, prefix, taken);
    return [
      finding("AUTH_D_PAGE_ADDRESS", {
        ...page.at,
        message,
        fix: `pageAddresses: { ${page.name}: "${free}" }`,
      }),
    ];
  });
}

function freeAddress({ name, address }: PlacedPage, prefix: string, taken: readonly string[]): string {
  const wanted = prefix + (others[name] ?? `${address.slice(prefix.length)}-2`);
  let free = wanted;
  for (let count = 2; taken.includes(free); count += 1) free = `${wanted}-${count}`;
  return free;
}
