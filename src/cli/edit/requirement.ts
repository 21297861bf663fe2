/** What a guard asks for, as code. */

/** Members of the argument of `auth.require`; those that are undefined are not written. */
export type WrittenRequirement = Readonly<
  Partial<{
    /** Path that the guard itself tells from others, with everything below it. */
    path: string | undefined;
    /** The part of the path, or of the route, that names an organisation; or code that knows it. */
    organization: string | SlugInCode | undefined;
    /** Of several one is enough. */
    role: string | readonly string[] | undefined;
    /** Permissions in the organisation, all of them. */
    can: string | readonly string[] | undefined;
    /** Plugin whose factor has to be shown. */
    factor: string | undefined;
    /** Seconds since the sign-in, or since the factor was shown. */
    maxAge: number | undefined;
    /** Path that sign-in leads back to. */
    redirectTo: string | undefined;
  }>
>;

/** Code that stands for the slug of an organisation, such as `params.team`. */
export interface SlugInCode {
  readonly slug: string;
}

/** The argument of `auth.require` in the quotes of a file; "" where it asks for a user alone. */
export function requirementText(requirement: WrittenRequirement, quote: string): string {
  const written = Object.entries(requirement).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${literal(value, quote)}`],
  );
  return written.length === 0 ? "" : `{ ${written.join(", ")} }`;
}

type Written = NonNullable<WrittenRequirement[keyof WrittenRequirement]>;

function literal(value: Written, quote: string): string {
  if (typeof value === "object" && "slug" in value) return `{ slug: ${value.slug} }`;
  if (typeof value === "object") return `[${value.map((one) => literal(one, quote)).join(", ")}]`;
  const text = JSON.stringify(value);
  return text.includes("'") || text.includes("\\") ? text : text.replaceAll('"', quote);
}
