/** A provider of OpenID Connect that tells when its sessions are over (Back-Channel Logout 1.0). */
import { createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import { customFetch } from "authwright";
import OIDC from "authwright/providers/oidc";
import { type Actor, addresses } from "./book.js";
import { clock } from "./clock.js";

const issuer = "https://op.x.test";
export const issuerId = "ends";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** By RSA: the same claims have the same signature, so that equal states stay equal. */
function signed(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const input = `${part({ alg: "RS256", kid: "1", typ: "JWT" })}.${part({ iss: issuer, aud: issuerId, iat: seconds(), ...claims })}`;
  return `${input}.${createSign("RSA-SHA256").update(input).sign(privateKey, "base64url")}`;
}

const seconds = (): number => Math.floor(clock.now / 1000);

const subjectOf = (actor: Actor): string => `ends-${actor}`;

/** Does an address of it ask for a person who is asked anew? */
export function asksAnew(address: string, askedAt: number): boolean {
  const { searchParams } = new URL(address, issuer);
  const maxAge = searchParams.get("max_age");
  const isOld = maxAge !== null && clock.now - askedAt > Number(maxAge) * 1000;
  return isOld || searchParams.get("prompt") === "login";
}

/** What it sends when a session of its own is over; without `sid`: all sessions of the person. */
export const logoutToken = (actor: Actor, sid?: string): string =>
  signed({
    ...(sid === undefined ? { sub: subjectOf(actor) } : { sid }),
    exp: seconds() + 120,
    jti: randomUUID(),
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  });

/** The code says who signs in, in which session of the provider, and when it asked: `owner.3.1767225600`. */
async function answer(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (pathname.endsWith("/jwks"))
    return Response.json({
      keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }],
    });
  if (!pathname.endsWith("/token"))
    return Response.json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    });
  const form = new URLSearchParams(init.body as URLSearchParams | string);
  const [actor, sid, askedAt] = (form.get("code") ?? "").split(".") as [Actor, string, string];
  const person = { sub: subjectOf(actor), email: addresses[actor], email_verified: true };
  const idToken = signed({
    ...person,
    sid: `sid-${sid}`,
    auth_time: Number(askedAt),
    exp: seconds() + 3600,
  });
  return Response.json({ access_token: "t", token_type: "Bearer", id_token: idToken, expires_in: 3600 });
}

export const issuerProvider = () => ({
  ...OIDC({
    id: issuerId,
    name: issuerId,
    issuer,
    clientId: issuerId,
    clientSecret: `${issuerId}-secret`,
    checks: ["state"],
    backchannelLogout: { cacheSeconds: 0 },
  }),
  [customFetch]: answer,
});
