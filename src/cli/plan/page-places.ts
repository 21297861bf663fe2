/** Where the pages of a project stand: the built-in ones, and the example of a guarded one. */
import type { Framework } from "../project/framework.js";
import { freeAddress, placedPages, standardPages } from "../source/configuration/page-addresses.js";
import type { ConfiguredProject } from "../project/facts.js";
import { endpointBase, prefixOf } from "./places.js";
import type { PlanBuilder } from "./plan-builder.js";

export interface PagePlaces {
  /** What a new configuration sets `pageAddresses` to, as code; undefined: it has no such option. */
  readonly option: string | undefined;
  /** Addresses that a configuration with the option has to name, by page: the usual ones are taken. */
  readonly named: Readonly<Record<string, string>>;
  /** Of the built-in pages that do not stand below the path of the endpoints. */
  readonly addresses: readonly string[];
  /** Of the example, without what stands in front of every address of the app. */
  readonly example: string;
  /** @param path of a built-in page, below the path of the endpoints */
  addressOf(path: string): string;
}

/** Where `auth init` puts the example of a guarded page. */
const exampleAddress = "/dashboard";

/** What decides where the pages of a new configuration stand. */
interface Wanted {
  readonly framework: Framework;
  /** Ids of its plugins. */
  readonly plugins: readonly string[];
  /** Addresses at which the app answers already. */
  readonly taken: readonly string[];
  /** Why the built-in pages cannot leave the path of the endpoints. */
  readonly hindrance: string | undefined;
}

/** The places of the pages of a new configuration: each at its own address, or at the next free one, which is said. */
export function choosePlaces(
  builder: PlanBuilder<ConfiguredProject>,
  { framework, plugins, taken, hindrance }: Wanted,
): PagePlaces {
  const { facts } = builder;
  if (hindrance !== undefined) {
    const base = prefixOf(facts, framework) + framework.basePath;
    const example = freeAddress(exampleAddress, (one) => taken.includes(one));
    builder.next(
      `Built-in pages are below ${base}, not at addresses such as /sign-in: ${hindrance}`,
      "later",
    );
    return { option: undefined, named: {}, addresses: [], example, addressOf: (path) => base + path };
  }
  const used: string[] = [];
  const free = (address: string): string => {
    const found = freeAddress(address, (one) => taken.includes(one) || used.includes(one));
    used.push(found);
    return found;
  };
  const placed = standardPages(plugins).map((page) => ({
    ...page,
    standard: page.address,
    address: free(page.address),
  }));
  const named = namesOfMoved(builder, placed);
  const members = Object.entries(named).map(([name, address]) => `${name}: ${JSON.stringify(address)}`);
  return {
    option: members.length === 0 ? "true" : `{ ${members.join(", ")} }`,
    named,
    addresses: placed.map(({ address }) => address),
    example: free(exampleAddress),
    addressOf: (path) => placed.find((one) => one.path === path)?.address ?? framework.basePath + path,
  };
}

/** Says which pages do not get the address that is usual. */
function namesOfMoved(
  builder: PlanBuilder,
  pages: readonly { readonly name: string; readonly standard: string; readonly address: string }[],
): Readonly<Record<string, string>> {
  const moved = pages.filter(({ standard, address }) => address !== standard);
  for (const { standard, address } of moved)
    builder.warn(
      "AUTH_W_PAGE_ADDRESS",
      `This app answers at ${standard}: the built-in page is at ${address}.`,
    );
  return Object.fromEntries(moved.map(({ name, address }) => [name, address]));
}

/** The places that a configuration gives to its pages once it has further plugins. */
export async function placesWith(
  builder: PlanBuilder<ConfiguredProject>,
  framework: Framework,
  { plugins, taken }: Pick<Wanted, "plugins" | "taken">,
): Promise<PagePlaces> {
  const { facts } = builder;
  const present = placedPages(facts.configuration);
  const all = placedPages(facts.configuration, plugins);
  const used = all.map(({ address }) => address);
  const placed = all.map((page) => {
    const isThere = present.some(({ name }) => name === page.name);
    const isTaken = !isThere && taken.includes(page.address);
    const address = isTaken
      ? freeAddress(page.address, (one) => taken.includes(one) || used.includes(one))
      : page.address;
    return { ...page, standard: page.address, address };
  });
  return { ...(await placesOf(facts, framework, placed)), named: namesOfMoved(builder, placed) };
}

/**
 * The places of an app that is set up already: the example is where it stands, or where nothing else answers.
 *
 * @param taken addresses at which the code of the app answers
 */
export const keptPlaces = async (
  facts: ConfiguredProject,
  framework: Framework,
  taken: readonly string[],
): Promise<PagePlaces> => ({
  ...(await presentPlaces(facts, framework)),
  example: freeAddress(exampleAddress, (one) => taken.includes(one)),
});

/** The places that a configuration gives to its pages. */
export const presentPlaces = (facts: ConfiguredProject, framework: Framework): Promise<PagePlaces> =>
  placesOf(facts, framework, placedPages(facts.configuration));

async function placesOf(
  facts: ConfiguredProject,
  framework: Framework,
  placed: readonly { readonly path: string; readonly address: string }[],
): Promise<PagePlaces> {
  const base = prefixOf(facts, framework) + (await endpointBase(facts, framework));
  return {
    option: undefined,
    named: {},
    addresses: placed.map(({ address }) => address),
    example: exampleAddress,
    addressOf: (page) => placed.find(({ path }) => path === page)?.address ?? base + page,
  };
}
