/** An authenticator in software: ES256, attestation "none", discoverable keys (Web Authentication Level 3 section 6). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface Key {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  readonly userHandle: string;
  counter: number;
}

export interface Ceremony {
  readonly action: "register" | "authenticate";
  readonly options: Record<string, never> & {
    readonly challenge: string;
    readonly user: { readonly id: string };
    readonly rpId: string;
    readonly rp: { readonly id: string };
    readonly allowCredentials?: { readonly id: string }[];
  };
}

export interface Conditions {
  /** Where the browser says that it is. */
  readonly origin?: string;
  /** Presence only, no PIN or finger. */
  readonly unverified?: boolean;
  /** An id of somebody's choice. */
  readonly credentialId?: Buffer;
  /** Replaces the signature counter. */
  readonly counter?: number;
}

const hash = (data: Buffer | string) => createHash("sha256").update(data).digest();
const text = (data: Buffer) => data.toString("base64url");

export class SoftwareAuthenticator {
  readonly keys: Key[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** One with the same keys, which count for themselves. */
  copy(): SoftwareAuthenticator {
    const copy = new SoftwareAuthenticator(this.#origin);
    copy.keys.push(...this.keys.map((key) => ({ ...key })));
    return copy;
  }

  /** What the page would post. */
  answer(ceremony: Ceremony, conditions: Conditions = {}): { action: string; data: string } {
    const { action } = ceremony;
    const made = action === "register" ? this.create(ceremony, conditions) : this.get(ceremony, conditions);
    return { action, data: JSON.stringify(made) };
  }

  create({ options }: Ceremony, conditions: Conditions = {}): object {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const jwk = publicKey.export({ format: "jwk" });
    const id = conditions.credentialId ?? randomBytes(32);
    this.keys.push({ id, privateKey, userHandle: options.user.id, counter: 0 });
    const cose = map([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(jwk.x ?? "", "base64url")],
      [-3, Buffer.from(jwk.y ?? "", "base64url")],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cose]);
    const authData = authenticatorData(options.rp.id, 0x40, conditions.counter ?? 0, conditions, attested);
    const attestationObject = map([
      ["fmt", "none"],
      ["attStmt", map([])],
      ["authData", authData],
    ]);
    return credential(id, {
      clientDataJSON: text(this.#clientData("webauthn.create", options.challenge, conditions)),
      attestationObject: text(attestationObject),
      transports: ["internal", "hybrid"],
    });
  }

  get({ options }: Ceremony, conditions: Conditions = {}): object {
    const allowed = options.allowCredentials?.map((each) => each.id);
    const key = this.keys.find((each) => allowed === undefined || allowed.includes(text(each.id)));
    if (key === undefined) throw new Error("no key for this");
    key.counter += 1;
    const authData = authenticatorData(options.rpId, 0, conditions.counter ?? key.counter, conditions);
    const clientData = this.#clientData("webauthn.get", options.challenge, conditions);
    return credential(key.id, {
      clientDataJSON: text(clientData),
      authenticatorData: text(authData),
      signature: text(sign("sha256", Buffer.concat([authData, hash(clientData)]), key.privateKey)),
      userHandle: key.userHandle,
    });
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Conditions): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}

function authenticatorData(
  rpId: string,
  flags: number,
  counter: number,
  { unverified = false }: Conditions,
  more = Buffer.alloc(0),
): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([hash(rpId), Buffer.from([flags | 0x01 | (unverified ? 0 : 0x04)]), count, more]);
}

function credential(id: Buffer, response: object) {
  return {
    id: text(id),
    rawId: text(id),
    type: "public-key",
    authenticatorAttachment: "platform",
    clientExtensionResults: {},
    response,
  };
}

type Item = number | string | Buffer;

/** The little CBOR that is needed (RFC 8949): a Buffer made by `map` stands for itself, others are byte strings. */
const maps = new WeakSet<Buffer>();

function map(entries: readonly (readonly [Item, Item])[]): Buffer {
  const made = Buffer.concat([head(5, entries.length), ...entries.flat().map(item)]);
  maps.add(made);
  return made;
}

function item(value: Item): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return maps.has(value) ? value : Buffer.concat([head(2, value.length), value]);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
