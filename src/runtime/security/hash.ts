/** Hashes that bind a one-time value to the secret: CSRF tokens and mail tokens. */
import { sha256Hex } from "#crypto";
import type { Maybe } from "./crypto.js";

/** Hex SHA-256 of the token followed by the secrets, joined by commas: the form that rows and cookies hold. */
export function hashToken(token: string, secrets: readonly string[]): Maybe<string> {
  return sha256Hex(`${token}${secrets.join(",")}`);
}

/**
 * The hashes that were right before the newest secrets were put in front: the whole array first,
 * then each shorter tail. So adding a secret breaks no open form and no mail in flight.
 */
export async function* hashesOf(token: string, secrets: readonly string[]): AsyncGenerator<string> {
  for (let first = 0; first < secrets.length; first++) yield await hashToken(token, secrets.slice(first));
}

/** Are two texts equal? Takes the same time wherever they differ. */
export function sameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++)
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
