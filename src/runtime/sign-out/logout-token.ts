/** Is a logout token what it claims to be? (OpenID Connect Back-Channel Logout 1.0, section 2.6) */
import {
  createLocalJWKSet,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyOptions,
  type JWTVerifyResult,
} from "jose";
import { InvalidCheck } from "../errors/index.js";
import { serverForCallback } from "../oauth/endpoints.js";
import { type KeySet, keySet, publicKeyAlgorithms } from "../oauth/keys.js";
import { unverifiedClaims } from "../oauth/token-answer.js";
import { isObject, membersOf } from "../types/members.js";
import type { Server } from "../oauth/server.js";
import { toleranceSeconds } from "../security/seal.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { ProviderSession } from "./provider-sessions.js";

/** A logout, by what its token says; `id` is its `jti`. */
export interface Logout extends ProviderSession {
  readonly id: string;
}

const event = "http://schemas.openid.net/event/backchannel-logout";
const required = ["iss", "aud", "iat", "jti", "events"];
/** Section 2.4 names the first; older servers say JWT, or nothing. */
const types: ReadonlySet<string> = new Set(["logout+jwt", "application/logout+jwt", "jwt"]);
/** Characters: no provider says so much. */
const longest = 16_384;

/** A token that is older is none that was just sent. */
export const maxAgeSeconds = 600;

/**
 * @param token as it came
 * @returns what it says of the session that is over
 * @throws InvalidCheck when anything about it is wrong
 * @throws Error when the provider cannot be asked for its keys
 */
export async function readLogoutToken(provider: OAuthProvider, token: unknown): Promise<Logout> {
  if (typeof token !== "string" || token === "" || token.length > longest)
    throw new InvalidCheck("The request carries no logout token");
  const server = await serverForCallback(provider);
  const { payload, protectedHeader } = await verified(provider, server, token);
  const { typ } = protectedHeader;
  if (typ !== undefined && !types.has(typ.toLowerCase())) throw refused("is a token for something else");
  return logoutOf(provider, payload);
}

const refused = (why: string): InvalidCheck => new InvalidCheck(`The logout token ${why}`);

function logoutOf(provider: OAuthProvider, claims: JWTPayload): Logout {
  const { iss, sub, iat, jti, sid, events } = claims;
  if (!isObject(membersOf(events)[event])) throw refused("is none: its events do not say so");
  if ("nonce" in claims) throw refused("has a nonce, as ID tokens have");
  if (!isText(sub) && !isText(sid)) throw refused("names neither a person nor a session");
  if ((sub !== undefined && !isText(sub)) || (sid !== undefined && !isText(sid)) || !isText(jti))
    throw refused("has claims that are no texts");
  return {
    provider: provider.id,
    issuer: String(iss),
    subject: sub,
    sid,
    issuedAt: new Date(Number(iat) * 1000),
    id: jti,
  };
}

const isText = (claim: unknown): claim is string => typeof claim === "string" && claim !== "";

/** Signature, issuer, audience and times. */
async function verified(provider: OAuthProvider, server: Server, token: string): Promise<JWTVerifyResult> {
  const { issuer } = server.metadata;
  const options: JWTVerifyOptions = {
    algorithms: publicKeyAlgorithms,
    issuer: provider.expectedIssuer?.(unverifiedClaims(token), issuer) ?? issuer,
    audience: provider.clientId ?? "",
    clockTolerance: toleranceSeconds,
    maxTokenAge: maxAgeSeconds,
    requiredClaims: required,
  };
  try {
    return provider.client?.["id_token_signed_response_alg"] === "HS256"
      ? await bySecret(provider, token, options)
      : await byNewestKeys(provider, server, { token, options });
  } catch (thrown) {
    // Only what it says goes on: the error itself holds all claims.
    throw thrown instanceof errors.JOSEError ? refused(`is not good: ${thrown.message}`) : thrown;
  }
}

const bySecret = ({ clientSecret }: OAuthProvider, token: string, options: JWTVerifyOptions) =>
  jwtVerify(token, new TextEncoder().encode(clientSecret), { ...options, algorithms: ["HS256"] });

interface Judged {
  readonly token: string;
  readonly options: JWTVerifyOptions;
}

/** A provider may replace its key from one moment to the next. */
async function byNewestKeys(
  provider: OAuthProvider,
  server: Server,
  judged: Judged,
): Promise<JWTVerifyResult> {
  const keys = await keySet(provider, server);
  try {
    return await byKeys(keys, judged);
  } catch (thrown) {
    const newer = thrown instanceof errors.JWKSNoMatchingKey ? await keySet(provider, server, keys) : keys;
    if (newer === keys) throw thrown;
    return byKeys(newer, judged);
  }
}

/** A token that names no key is tried with each that fits. */
async function byKeys(keys: KeySet, { token, options }: Judged): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, createLocalJWKSet(keys), options);
  } catch (thrown) {
    if (!(thrown instanceof errors.JWKSMultipleMatchingKeys)) throw thrown;
    for await (const key of thrown) {
      const tried = await jwtVerify(token, key, options).catch((error: unknown) => {
        if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
        throw error;
      });
      if (tried !== undefined) return tried;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
