/** Time-based one-time passwords (RFC 6238 over RFC 4226): HMAC-SHA-1, 6 digits, steps of 30 seconds. */
import { sameText } from "../../security/hash.js";
import { randomBytes } from "../../security/random.js";

type Bytes = Uint8Array<ArrayBuffer>;

const stepSeconds = 30;
/** Of a code. */
export const codeDigits = 6;
/** As long as the hash (RFC 4226 section 4, R6). */
const secretBytes = 20;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 without padding (RFC 4648 section 6), as authenticator apps read it. */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet[(held >>> (bits - 5)) & 31] ?? "";
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + (alphabet[(held << (5 - bits)) & 31] ?? "");
}

/** @throws TypeError for a character that base32 does not have */
export function fromBase32(text: string): Bytes {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let [held, bits, at] = [0, 0, 0];
  for (const character of text) {
    const value = alphabet.indexOf(character);
    if (value < 0) throw new TypeError("This is no base32");
    held = (held << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >>> bits;
    held &= (1 << bits) - 1;
  }
  return bytes;
}

/** 160 random bits in base32. */
export const newSecret = (): string => toBase32(randomBytes(secretBytes));

/** The time step of a moment. @param now milliseconds since 1970 */
export const stepAt = (now: number): number => Math.floor(now / 1000 / stepSeconds);

/** @returns makes the code of a step, with as many digits as asked for */
async function coderOf(secret: Bytes): Promise<(step: number, length?: number) => Promise<string>> {
  const { subtle } = crypto;
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  return async (step, length = codeDigits) => {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setBigUint64(0, BigInt(step));
    const hash = new DataView(await subtle.sign("HMAC", key, counter.buffer));
    // Dynamic truncation (RFC 4226 section 5.3).
    const offset = hash.getUint8(hash.byteLength - 1) & 15;
    const number = hash.getUint32(offset) & 0x7f_ff_ff_ff;
    return String(number % 10 ** length).padStart(length, "0");
  };
}

/** The code of a time step. @param length digits; default 6 */
export const codeAt = async (secret: string, step: number, length?: number): Promise<string> =>
  (await coderOf(fromBase32(secret)))(step, length);

/**
 * The time step that a code is of: the present one, or the one before or behind it, as clocks differ (RFC 6238 section
 * 5.2). All three are compared, whichever fits.
 *
 * @param code digits; blanks are dropped
 * @param after steps up to this one are used up
 * @returns undefined when the code is of none of them
 */
export async function matchingStep(
  secret: string,
  code: string,
  { now, after }: { readonly now: number; readonly after: number },
): Promise<number | undefined> {
  const typed = code.slice(0, 32).replaceAll(/[\s-]/g, "");
  if (!/^\d{6}$/.test(typed)) return undefined;
  const present = stepAt(now);
  const codeOf = await coderOf(fromBase32(secret));
  let found: number | undefined;
  for (const step of [present - 1, present, present + 1])
    if (sameText(await codeOf(step), typed) && step > after) found ??= step;
  return found;
}

/** What authenticator apps read from a QR code. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  // A colon divides the two.
  const [by, who] = [issuer, account].map((text) => encodeURIComponent(text.replaceAll(":", " ")));
  return `otpauth://totp/${by}:${who}?secret=${secret}&issuer=${by}&algorithm=SHA1&digits=${codeDigits}&period=${stepSeconds}`;
}
