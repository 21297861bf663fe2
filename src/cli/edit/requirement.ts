/** What a guard asks for, as code. */

/** Members of the argument of `auth.require`; those that are undefined are not written. */
export type WrittenRequirement = Readonly<
  Partial<{
    /** Path that the guard itself tells from others, with everything below it. */
    path: string | undefined;
    role: string | undefined;
    /** Plugin whose factor has to be shown. */
    factor: string | undefined;
    /** Seconds since the sign-in, or since the factor was shown. */
    maxAge: number | undefined;
    /** Path that sign-in leads back to. */
    redirectTo: string | undefined;
  }>
>;

/** The argument of `auth.require` in the quotes of a file; "" where it asks for a user alone. */
export function requirementText(requirement: WrittenRequirement, quote: string): string {
  const written = Object.entries(requirement).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${literal(value, quote)}`],
  );
  return written.length === 0 ? "" : `{ ${written.join(", ")} }`;
}

function literal(value: string | number, quote: string): string {
  const text = JSON.stringify(value);
  return text.includes("'") || text.includes("\\") ? text : text.replaceAll('"', quote);
}
