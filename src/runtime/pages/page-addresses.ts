/** `pageAddresses`: pages at addresses of their own. Loaded by configurations that have the option. */
import { AuthError } from "../errors/index.js";
import type { OwnAddresses, ResolvedConfig } from "../types/resolved-config.js";
import { cleanPath } from "../http/path.js";
import { partOf, patternOf } from "../http/path-pattern.js";
import { type Page, pages } from "./page-table.js";

/** Whole parts of letters, digits, `-`, `_`, `.` and `~`, none of which begins with a dot: no reader changes such a path. */
const plainAddress = /^(?:\/(?:[\w~-][\w.~-]*|:\w+))+$/;

/** What has an address, and whether the configuration names it. */
interface Placed {
  readonly name: string;
  readonly address: string;
  readonly isNamed: boolean;
  /** undefined: neither the core nor a plugin of the configuration has it. */
  readonly page: Page | undefined;
}

/** Below the base path, with an address behind it: where a rewrite leads that leaves the address in the browser alone. */
export const rewrittenTo = "/at";

// Memo table: dropping it changes nothing but time.
const located = new WeakMap<ResolvedConfig, ResolvedConfig>();

/** The configuration with the addresses of its pages. */
export function withOwnAddresses(resolved: ResolvedConfig): ResolvedConfig {
  if (resolved.addresses !== undefined) return resolved;
  const known = located.get(resolved);
  if (known !== undefined) return known;
  const made = locate(resolved);
  located.set(resolved, made);
  return made;
}

function locate(resolved: ResolvedConfig): ResolvedConfig {
  try {
    return { ...resolved, addresses: addressesOf(placedPages(resolved), resolved) };
  } catch (thrown) {
    return {
      ...resolved,
      addresses: addressesOf([], resolved),
      problem: resolved.problem ?? (thrown as AuthError),
    };
  }
}

/** With what is judged once it is known where the endpoints are. */
export interface JudgedAddresses extends OwnAddresses {
  readonly placed: readonly Placed[];
}

function addressesOf(placed: readonly Placed[], { plugins }: ResolvedConfig): JudgedAddresses {
  const byPath = new Map<string | undefined, string>(
    placed.map(({ page, address }) => [page?.path, address]),
  );
  const byAddress = new Map(placed.map(({ page, address }) => [address, page?.path]));
  const named = placed.flatMap(({ page, address }) => {
    const pattern = patternOf(address);
    return pattern ? [[patternOf(page?.path ?? ""), pattern] as const] : [];
  });
  /** The other side of a page with a name in its address; "": nobody here knows it. */
  const moved = (asked: string, from: 0 | 1): string | undefined => {
    for (const sides of named) {
      const part = sides[from] && partOf(sides[from], asked);
      if (part) return sides[from ? 0 : 1]?.join(part) ?? "";
    }
    return undefined;
  };
  const isFixed = (path: string) => plugins?.pageAt(path) === path;
  const pageAt = (pathname: string) =>
    byAddress.has(pathname) ? byAddress.get(pathname) : moved(pathname, 1) || undefined;
  return {
    placed,
    all: placed.map(({ address }) => address),
    of(path) {
      const clean = cleanPath(path);
      const found = byPath.get(clean) ?? moved(path, 0);
      return byPath.has(clean) || !found || !isFixed(clean) ? found : undefined;
    },
    pageAt,
    rewrite(asked, basePath) {
      const address = cleanPath(asked.basePath + asked.pathname);
      if (!byAddress.has(address) && moved(address, 1) === undefined) return undefined;
      const url = asked.clone();
      // Of the two base paths Next puts its own in front again.
      const isBelow = `${basePath}/`.startsWith(`${url.basePath}/`);
      url.pathname = (isBelow ? basePath.slice(url.basePath.length) : basePath) + rewrittenTo + address;
      return url;
    },
  };
}

/** @throws AuthError for what is no address, and for two pages at one */
function placedPages(resolved: ResolvedConfig): readonly Placed[] {
  const { config, pages: ofApp, plugins } = resolved;
  const named = namedIn(config.pageAddresses);
  const known = new Map<string, Page>(Object.entries({ ...pages, ...plugins?.pages }));
  const placed: Placed[] = [];
  for (const name of new Set([...known.keys(), ...named.keys()])) {
    const [page, given] = [known.get(name), named.get(name)];
    const isReplaced = Object.hasOwn(ofApp, name) && ofApp[name as "signIn"] !== undefined;
    if (given !== undefined && isReplaced)
      throw new AuthError(
        `pages.${name} and pageAddresses.${name}: a page of the app stands in place of the built-in one. Remove one of the two`,
      );
    // What nobody named gives way: to a page of the app, and where the plugin does not answer there.
    const address = given ?? (isReplaced || !isThere(resolved, page) ? undefined : page?.standard);
    if (address === undefined) continue;
    assertPlain(name, address, page);
    const other = placed.find((each) => each.address === address)?.name ?? ownerOf(address, ofApp);
    if (other !== undefined)
      throw new AuthError(`pageAddresses.${name}: ${address} is the address of ${other} too`);
    placed.push({ name, address, isNamed: given !== undefined, page });
  }
  return placed;
}

/** @throws AuthError */
function namedIn(given: unknown): ReadonlyMap<string, unknown> {
  if (given === true) return new Map();
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new AuthError("pageAddresses is true, or an object of pages and their addresses");
  return new Map(Object.entries(given));
}

function assertPlain(name: string, address: unknown, page: Page | undefined): asserts address is string {
  const isNamed = String(address).includes("/:");
  if (
    typeof address === "string" &&
    plainAddress.test(address) &&
    (page === undefined || page.path.includes(":") === isNamed)
  )
    return;
  throw new AuthError(
    `pageAddresses.${name}: ${JSON.stringify(address)} is no path of letters, digits and -._~ such as "/sign-in"`,
  );
}

/** A page of the app that stands at this address. */
function ownerOf(address: string, ofApp: ResolvedConfig["pages"]): string | undefined {
  const found = Object.entries(ofApp).find(([, page]) => page === address);
  return found && `pages.${found[0]}`;
}

export const isOfCore = (path: string): boolean => Object.values(pages).some((page) => page.path === path);

export const isThere = ({ plugins }: ResolvedConfig, page: Page | undefined): boolean =>
  page !== undefined && (isOfCore(page.path) || plugins?.pageAt(exampleOf(page.path)) !== undefined);

/** A path that fits, where it has a name. */
const exampleOf = (path: string): string => path.replace("/:", "/");
