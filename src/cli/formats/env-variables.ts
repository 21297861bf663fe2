/** Variables inside of the values of env files. */

const variable = /\\?\$(?:\{([A-Za-z_]\w*)(?::?-([^}]*))?\}|([A-Za-z_]\w*))/g;

/**
 * A value with the variables in it, as a reader gives it that replaces them.
 *
 * @param valueOf of a variable; undefined: nobody knows it
 * @returns undefined where one of them is not known
 */
export function expanded(value: string, valueOf: (key: string) => string | undefined): string | undefined {
  let isKnown = true;
  const text = value.replaceAll(
    variable,
    (found: string, braced?: string, other?: string, plain?: string) => {
      if (found.startsWith("\\")) return found.slice(1);
      const own = valueOf(braced ?? plain ?? "") ?? other;
      isKnown &&= own !== undefined;
      return own ?? "";
    },
  );
  return isKnown ? text : undefined;
}
