/** Bytes as the texts of stored hashes write them. */

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

export const utf8 = (text: string): Bytes => encoder.encode(text);

/** Base64 of any alphabet, also the one with "." for "+"; padding is optional. undefined: it is none. */
export function fromBase64(text: string): Bytes | undefined {
  const plain = text
    .replaceAll(/[.-]/g, "+")
    .replaceAll("_", "/")
    .replace(/={0,2}$/, "");
  if (plain.length % 4 === 1 || !/^[\w+/]+$/.test(plain) || plain.includes("_")) return undefined;
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
}

/** Without padding, as PHC strings have it. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll("=", "");

/** @param text pairs of hexadecimal digits, checked before */
export const fromHex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Takes the same time wherever two of the same length differ. */
export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}
