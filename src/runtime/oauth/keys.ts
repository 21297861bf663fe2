/** The keys of a provider: cached by the protocol library, and asked for again when a token names an unknown one. */
import * as oauth from "oauth4webapi";
import type { OAuthProvider } from "../types/finished-provider.js";
import { providerFetch } from "./fetch.js";
import type { Server } from "./server.js";
import { membersOf } from "../types/members.js";

/** Algorithms with a public key. `none` and HMAC are refused whatever a metadata document lists. */
export const publicKeyAlgorithms =
  "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");

/** Tokens with invented keys cost no more than one request in this time. */
const coolDownSeconds = 5;

/**
 * Verifies the signature of the ID token in this answer. A provider may replace its key from one moment to the next, so
 * an unknown key is looked for once more; the library alone would wait for a minute.
 */
export async function verifySignature(
  provider: OAuthProvider,
  server: Server,
  authorizationServer: oauth.AuthorizationServer,
  response: Response,
): Promise<void> {
  const { keys } = server;
  const verify = (): Promise<void> =>
    // A copy: the library remembers keys by the object too.
    oauth.validateApplicationLevelSignature({ ...authorizationServer }, response, {
      // Which protocols pass is decided by providerFetch, for all endpoints alike.
      [oauth.allowInsecureRequests]: true,
      [oauth.jwksCache]: keys,
      [oauth.customFetch]: providerFetch(provider, "keys"),
    });
  const used = keySetOf(keys);
  try {
    await verify();
  } catch (error) {
    const address = authorizationServer.jwks_uri;
    if (address === undefined || !isUnknownKey(error)) throw error;
    // Somebody else may have fetched them meanwhile.
    if (keySetOf(keys) === used && !(await refetched(provider, server, address))) throw error;
    await verify();
  }
}

const isUnknownKey = (error: unknown): boolean =>
  error instanceof oauth.OperationProcessingError && error.code === oauth.KEY_SELECTION;

const keySetOf = (keys: oauth.JWKSCacheInput): unknown => ("jwks" in keys ? keys.jwks : undefined);

/** Keys that are older may have been withdrawn; the protocol library counts so, too. */
const freshSeconds = 300;
/** For tokens that anybody may send. */
const strangersCoolDownSeconds = 30;

/**
 * The key set of a provider, for a token that did not come from its token endpoint.
 *
 * @param unknown a set that lacks the key of the token: another one is asked for, at most every 30 seconds
 * @throws Error when the provider has no keys, or does not answer
 */
export async function keySet(provider: OAuthProvider, server: Server, unknown?: object): Promise<KeySet> {
  const { keys, metadata } = server;
  const age = Date.now() / 1000 - ("uat" in keys ? keys.uat : 0);
  if (metadata.jwks_uri !== undefined && (age > freshSeconds || keySetOf(keys) === unknown))
    await refetched(provider, server, metadata.jwks_uri, strangersCoolDownSeconds);
  if (!("jwks" in keys)) throw new Error(`Provider "${provider.id}": its keys cannot be had`);
  return keys.jwks;
}

/** JWK Set (RFC 7517 section 5). */
export type KeySet = oauth.ExportedJWKSCache["jwks"];

/** @returns false when the keys are new already, or cannot be had */
async function refetched(
  provider: OAuthProvider,
  { keys, refetch }: Server,
  address: string,
  coolDown = coolDownSeconds,
): Promise<boolean> {
  const before = keySetOf(keys);
  const now = Date.now() / 1000;
  const fetchedAt = Math.max(refetch.at, "uat" in keys ? keys.uat : 0);
  // One request for all sign-ins that wait.
  if (now - fetchedAt >= coolDown)
    Object.assign(refetch, { at: now, end: fetchKeys(provider, keys, address) });
  await refetch.end.catch(() => undefined);
  return keySetOf(keys) !== before;
}

async function fetchKeys(
  provider: OAuthProvider,
  keys: oauth.JWKSCacheInput,
  address: string,
): Promise<void> {
  const response = await providerFetch(provider, "keys")(address, {
    headers: { accept: "application/json" },
  });
  const jwks = membersOf(await response.json());
  if (response.status !== 200 || !Array.isArray(jwks["keys"])) throw new Error("The answer holds no keys");
  Object.assign(keys, { jwks, uat: Math.floor(Date.now() / 1000) });
}
