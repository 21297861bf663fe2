/** scrypt (RFC 7914), where the runtime has the `crypto` of Node. It runs in Node's threads: nothing waits for it. */
import type { Bytes } from "./bytes.js";
import type { ScryptCost } from "./parse-hash.js";

interface NodeCrypto {
  scrypt(
    password: Uint8Array,
    salt: Uint8Array,
    length: number,
    options: ScryptCost & { maxmem: number },
    done: (error: Error | null, key: Uint8Array) => void,
  ): void;
}

interface NodeProcess {
  getBuiltinModule?(name: string): Partial<NodeCrypto> | undefined;
}

/** Asked for in this way, no bundler takes the module along, or looks for it where there is none. */
const nodeScrypt = (): NodeCrypto["scrypt"] | undefined =>
  (globalThis as { process?: NodeProcess }).process?.getBuiltinModule?.("crypto")?.scrypt;

export const hasScrypt = (): boolean => nodeScrypt() !== undefined;

/** @throws Error where the runtime has none */
export function scrypt(password: Bytes, salt: Bytes, length: number, cost: ScryptCost): Promise<Bytes> {
  const derive = nodeScrypt();
  if (derive === undefined)
    return Promise.reject(new Error("The stored hash needs scrypt, which this runtime does not have"));
  // Node refuses more than 32 MiB unless it is told.
  const maxmem = 2 * 128 * cost.N * cost.r + 128 * cost.r * cost.p;
  return new Promise((resolve, reject) => {
    derive(password, salt, length, { ...cost, maxmem }, (error, key) => {
      if (error === null) resolve(Uint8Array.from(key));
      else reject(error);
    });
  });
}
