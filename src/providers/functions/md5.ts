/** Rotations of the four rounds. */
const rotations = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/**
 * MD5 as hexadecimal text (RFC 1321). Only for APIs that still sign with it: it protects nothing, and Web Crypto
 * does not have it.
 */
export function md5(text: string): string {
  const state = new Uint32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  const words = padded(new TextEncoder().encode(text));
  for (let block = 0; block < words.length; block += 16) addBlock(state, words.subarray(block, block + 16));
  return [...new Uint8Array(littleEndian(state).buffer)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** Section 3.1 and 3.2: a one, zeros, and the length in bits. */
function padded(message: Uint8Array): Uint32Array {
  const view = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / 64) * 64));
  for (const [at, byte] of message.entries()) view.setUint8(at, byte);
  view.setUint8(message.length, 0x80);
  view.setUint32(view.byteLength - 8, message.length * 8, true);
  return Uint32Array.from({ length: view.byteLength / 4 }, (_, at) => view.getUint32(at * 4, true));
}

/** Section 3.4. */
function addBlock(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (let step = 0; step < 64; step += 1) {
    const [mixed, word] = mix(step, b, c, d);
    const constant = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
    const sum = (a + mixed + constant + (words[word % 16] ?? 0)) | 0;
    const turn = rotations[step >> 4]?.[step % 4] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0];
  }
  for (const [at, value] of [a, b, c, d].entries()) state[at] = (state[at] ?? 0) + value;
}

function mix(step: number, b: number, c: number, d: number): [mixed: number, word: number] {
  const round = step >> 4;
  if (round === 0) return [(b & c) | (~b & d), step];
  if (round === 1) return [(d & b) | (~d & c), 5 * step + 1];
  if (round === 2) return [b ^ c ^ d, 3 * step + 5];
  return [c ^ (b | ~d), 7 * step];
}

function littleEndian(words: Uint32Array): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(words.byteLength));
  for (const [at, word] of words.entries()) view.setUint32(at * 4, word, true);
  return view;
}
