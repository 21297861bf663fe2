/** Where a configuration with `pageAddresses` puts its pages. */
import { type Page, pages } from "../../../runtime/pages/page-table.js";
import { pluginPages } from "../../../runtime/plugins/registry.js";
import type { AuthConfigModel, SourcePlace } from "./auth-config.js";
import { optionOf } from "./literals.js";

/** A built-in page at an address of the app. */
export interface PlacedPage {
  /** Its key in `pageAddresses`. */
  readonly name: string;
  /** Below the path of the endpoints. */
  readonly path: string;
  readonly address: string;
  /** Where the address is written, or the option that gives it its default. */
  readonly at: SourcePlace;
}

/** All pages that can have addresses of their own, with the plugin that has them. */
const known: readonly (Page & { readonly name: string; readonly plugin?: string })[] = [
  ...Object.entries(pages).map(([name, page]) => ({ name, ...page })),
  ...Object.entries(pluginPages).flatMap(([plugin, own]) =>
    Object.entries(own).map(([name, page]) => ({ name, plugin, ...page })),
  ),
];

/** The built-in pages that a configuration with these plugins has, with the addresses that are theirs by default. */
export const standardPages = (
  plugins: readonly string[],
): readonly { readonly name: string; readonly path: string; readonly address: string }[] =>
  known
    .filter(({ plugin }) => plugin === undefined || plugins.includes(plugin))
    .map(({ name, path, standard }) => ({ name, path, address: standard }));

/**
 * @param added ids of plugins that the configuration is about to get
 * @returns nothing without the option, and where it is no plain object: its addresses are not in sight then
 */
export function placedPages(
  model: AuthConfigModel | undefined,
  added: readonly string[] = [],
): readonly PlacedPage[] {
  const option = optionOf(model, "pageAddresses");
  if (option === undefined || !(option.value === "true" || option.value.startsWith("{"))) return [];
  const plugins = [...added, ...(model?.plugins ?? []).map(({ id }) => id)];
  return known.flatMap(({ name, path, standard, plugin }) => {
    const named = optionOf(model, `pageAddresses.${name}`);
    const isThere = plugin === undefined || plugins.includes(plugin);
    if (named === undefined && (!isThere || optionOf(model, `pages.${name}`) !== undefined)) return [];
    const address = named === undefined ? standard : named.text;
    return address === undefined ? [] : [{ name, path, address, at: (named ?? option).at }];
  });
}

/** Better names than one with a number, for addresses that an app often has. */
const others: Readonly<Record<string, string>> = {
  "/sign-in": "/login",
  "/sign-out": "/log-out",
  "/sign-up": "/register",
  "/account": "/my-account",
  "/dashboard": "/my-dashboard",
};

/** The address itself where it is free, else the next one that is. */
export function freeAddress(address: string, isTaken: (address: string) => boolean): string {
  const wanted = isTaken(address) ? (others[address] ?? `${address}-2`) : address;
  let free = wanted;
  for (let count = 2; isTaken(free); count += 1) free = `${wanted}-${count}`;
  return free;
}
