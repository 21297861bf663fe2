import { adapterSwaps } from "./adapters.js";
import { oldPackages } from "./packages.js";

/** Does this specifier belong to a package that goes? */
export const isOld = (specifier: string): boolean =>
  Object.hasOwn(adapterSwaps, specifier) ||
  oldPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
