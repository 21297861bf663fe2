/** One e-mail address, or none: mailers read more into odd strings than we do. */

// Quotes, lists, comments, routes and white space all let a mailer see a second recipient.
const forbidden = /[\s"`,;:<>()[\]\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * The canonical form of an address: NFKC, lower case, exactly one @ with text on both sides, at most
 * 254 characters (RFC 5321 section 4.5.3.1.3).
 * @throws Error without the address in its text
 */
export function normalizeEmail(input: unknown): string {
  if (typeof input !== "string") throw new Error("An e-mail address is needed");
  const parts = input.normalize("NFKC").trim().toLowerCase().split("@");
  const local = parts[0];
  // What follows a comma would be a second recipient. Only the first one ever gets mail.
  const domain = parts[1]?.split(",", 1)[0];
  const address = `${local}@${domain}`;
  if (parts.length !== 2 || !local || !domain || address.length > 254 || forbidden.test(address)) {
    throw new Error("Not an e-mail address");
  }
  return address;
}
