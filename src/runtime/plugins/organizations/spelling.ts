/** How organisations may be called, and written in addresses. */
import { OrganizationError } from "./organization-error.js";

const longestName = 80;
const slugLike = /^[a-z0-9](?:-?[a-z0-9]){2,39}$/;

/** What mail programs make a link of: a name stands in mails to people who have never heard of it. */
const linkLike = /:\/\/|\bwww\.|\p{L}\.\p{L}{2}/iu;

/**
 * A name on one line; what turns the direction of text is dropped.
 *
 * @throws OrganizationError with `invalid`
 */
export function nameOf(given: unknown): string {
  const text = typeof given === "string" ? given.slice(0, 1000) : "";
  const name = text.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  if (name === "" || [...name].length > longestName || linkLike.test(name))
    throw new OrganizationError(
      "invalid",
      `A name has 1 to ${longestName} characters, and no address in it`,
      {
        field: "name",
      },
    );
  return name;
}

/**
 * `[a-z0-9-]`, 3 to 40 characters, each hyphen between two others.
 *
 * @param reserved parts that addresses of the app have in its place
 * @throws OrganizationError with `invalid`
 */
export function slugOf(given: unknown, reserved: ReadonlySet<string>): string {
  if (!isSlug(given) || reserved.has(given) || ownReserved.has(given))
    throw new OrganizationError(
      "invalid",
      "A slug has 3 to 40 of a-z, 0-9 and single hyphens, none at an end, and is no word of ours",
      { field: "slug" },
    );
  return given;
}

const isSlug = (given: unknown): given is string =>
  typeof given === "string" && given.length <= 40 && slugLike.test(given);

/** Words that an app may want for itself, or that look official. */
const ownReserved: ReadonlySet<string> = new Set(
  "about account admin all api app auth billing help invitation invitations login new null organization organizations security settings support system undefined www".split(
    " ",
  ),
);

/** The slug of an organisation whose maker has chosen none. */
export const slugFrom = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");

/** A name of a role, as the app writes it. */
export const isRoleName = (name: string): boolean => /^[a-z][\w-]{0,39}$/i.test(name);

/** `invoice:read`, `invoice:*`, or `*`. */
export const isPermission = (text: string): boolean =>
  /^(?:\*|[a-z][\w-]*(?::[a-z][\w-]*)*(?::\*)?)$/i.test(text);

/** A page has them in one field, JSON in a list. */
export const addressesIn = (given: unknown): unknown =>
  typeof given === "string" ? given.split(/[\s,;]+/).filter(Boolean) : given;

/** Only letters of ASCII have two cases here: the Kelvin sign is no k. @param address as `normalizeEmail` writes it */
export const isSameAddress = (email: string | null | undefined, address: string): boolean =>
  email?.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) === address;
