/** Signs the ID tokens of simulated providers, with a good key or, for a fault, with another one. */
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

const algorithm = "RS256";

/** The provider's key pair, made at the first use and for this process only. */
export class Signing {
  readonly #good = lazy(() => generateKeyPair(algorithm));
  /** Signs tokens that must be refused; never published. */
  readonly #foreign = lazy(() => generateKeyPair(algorithm));

  async jwks(): Promise<{ keys: JWK[] }> {
    const { publicKey } = await this.#good();
    return { keys: [{ ...(await exportJWK(publicKey)), kid: "local-1", use: "sig", alg: algorithm }] };
  }

  async sign(
    claims: Record<string, unknown>,
    options: { foreign?: boolean; secret?: string } = {},
  ): Promise<string> {
    if (options.secret !== undefined) {
      const key = new TextEncoder().encode(options.foreign ? `another ${options.secret}` : options.secret);
      return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
    }
    const { privateKey } = await (options.foreign ? this.#foreign() : this.#good());
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: "local-1", typ: "JWT" })
      .sign(privateKey);
  }
}

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
