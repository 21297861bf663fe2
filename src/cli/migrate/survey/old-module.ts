import { oldPackages } from "../rules/names.js";

/** Does this specifier belong to a package that goes? */
export const isOld = (specifier: string): boolean =>
  oldPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
