/** What stands in an address where a guard's path, or the route that was found, has a name. */
import { AuthError } from "../errors/index.js";
import type { GuardedRequest } from "./guarded-place.js";
import { partsOf, readingsOf } from "./guarded-path.js";

/**
 * All that the address can be read as has to agree, and the parameter of the route with it.
 *
 * @param name as the path and the route have it: "team" for `/teams/:team`; "*" for the one of `/teams/*`
 * @param path of the guard; undefined: it has none
 * @returns undefined: it is nobody's name, or a different one for different readers
 * @throws AuthError where neither the path nor the route has the name
 */
export function namedPart(
  name: string,
  path: string | undefined,
  { addresses = [], parameters = {} }: GuardedRequest,
): string | undefined {
  const wanted = partsOf(path ?? "");
  const at = wanted.indexOf(name === "*" ? name : `:${name}`);
  const ofRoute = Object.hasOwn(parameters, name) ? [parameters[name]] : [];
  if (at < 0 && ofRoute.length === 0)
    throw new AuthError(
      `require(): neither the path nor the route has :${name}. Write path: "/…/:${name}", or guard the route`,
    );
  const read = at < 0 ? [] : addresses.flatMap((address) => partsIn(address, wanted.slice(0, at)));
  const [value, ...others] = new Set([...read, ...ofRoute]);
  return others.length === 0 && isPlain(value) ? value : undefined;
}

/** Is it made of what no address writes in two ways? */
const isPlain = (key: unknown): key is string => typeof key === "string" && /^[a-z0-9-]+$/.test(key);

/** What each reading has behind the parts in front; undefined among them: there are too many readings. */
function partsIn(address: string | undefined, front: readonly string[]): readonly (string | undefined)[] {
  if (address === undefined) return [];
  return [...readingsOf(address)].flatMap((reading) => {
    if (reading === undefined) return [undefined];
    const [root, ...parts] = reading.split("/");
    const isBelow = front.every(
      (part, at) => part === "*" || part.startsWith(":") || isSame(part, parts[at]),
    );
    return root === "" && isBelow && parts.length > front.length ? [parts[front.length]] : [];
  });
}

/** Guards fold the case of fixed parts, as some routers do. */
const isSame = (part: string, asked: string | undefined): boolean =>
  part.toLowerCase() === asked?.toLowerCase();
