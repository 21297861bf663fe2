import { createHash } from "node:crypto";
import { base64url, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

export const issuer = "https://op.example.com";
const keyPair = await generateKeyPair("ES256", { extractable: true });
const publicJwk: JWK = { ...(await exportJWK(keyPair.publicKey)), kid: "k1", use: "sig", alg: "ES256" };

type Json = Record<string, unknown>;
type Change<T> = (value: T) => T;

export interface Call {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly form: URLSearchParams;
}

/** What one test wants to be different. */
export interface Faults {
  discovery?: Change<Json> | undefined;
  claims?: Change<Json> | undefined;
  /** Makes the ID token in place of a proper signature. */
  sign?: ((claims: Json) => string | Promise<string>) | undefined;
  keys?: Change<JWK[]> | undefined;
  tokens?: Change<Json> | undefined;
  /** Whole answers by endpoint: discovery, jwks, token, userinfo, or a path. */
  answer?: Record<string, () => Response | Promise<Response>> | undefined;
  userinfo?: Change<Json> | undefined;
}

/**
 * An OpenID provider in memory, reached through the provider option `customFetch`. It verifies PKCE and client, signs
 * properly, and goes wrong only where the test says so.
 */
export class FakeProvider {
  readonly calls: Call[] = [];
  faults: Faults = {};
  readonly issuer: string;
  readonly #codes = new Map<
    string,
    { nonce: string | null; challenge: string | null; clientId: string | null }
  >();

  constructor(name = issuer) {
    this.issuer = name;
  }

  /** What the person's browser does at the authorization page. @returns the parameters of the callback */
  authorize(location: string): URLSearchParams {
    const query = new URL(location).searchParams;
    const code = `code-${this.#codes.size + 1}`;
    this.#codes.set(code, {
      nonce: query.get("nonce"),
      challenge: query.get("code_challenge"),
      clientId: query.get("client_id"),
    });
    const answer = new URLSearchParams({ code, iss: this.issuer });
    const state = query.get("state");
    if (state !== null) answer.set("state", state);
    return answer;
  }

  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const form = new URLSearchParams(
      typeof init.body === "string" ? init.body : (init.body as URLSearchParams | undefined),
    );
    const call = { url, method: init.method ?? "GET", headers: new Headers(init.headers), form };
    this.calls.push(call);
    const name = endpointName(url.pathname);
    return this.faults.answer?.[name]?.() ?? this.#answer(name, call);
  };

  called(name: string): number {
    return this.calls.filter(({ url }) => endpointName(url.pathname) === name).length;
  }

  lastCall(name: string): Call {
    const found = this.calls.filter(({ url }) => endpointName(url.pathname) === name).at(-1);
    if (!found) throw new Error(`no request to ${name}`);
    return found;
  }

  async #answer(name: string, call: Call): Promise<Response> {
    if (name === "discovery") return Response.json(changed(this.faults.discovery, metadataOf(this.issuer)));
    if (name === "jwks") return Response.json({ keys: changed(this.faults.keys, [publicJwk]) });
    if (name === "token") return this.#token(call);
    if (name === "userinfo") return Response.json(changed(this.faults.userinfo, person));
    return Response.json({ message: "not found" }, { status: 404 });
  }

  async #token({ form }: Call): Promise<Response> {
    const code = this.#codes.get(form.get("code") ?? "");
    if (!code) return Response.json({ error: "invalid_grant" }, { status: 400 });
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (code.challenge !== null && challenge !== code.challenge)
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    const now = Math.floor(Date.now() / 1000);
    const claims = changed(this.faults.claims, {
      ...person,
      iss: this.issuer,
      aud: code.clientId,
      iat: now,
      exp: now + 300,
      ...(code.nonce !== null && { nonce: code.nonce }),
    });
    const idToken = await (this.faults.sign ?? ((all: Json) => signed(all)))(claims);
    const tokens = {
      access_token: "at-1",
      token_type: "Bearer",
      expires_in: 3600,
      scope: "dummy",
      refresh_token: "rt-1",
      id_token: idToken,
    };
    return Response.json(changed(this.faults.tokens, tokens));
  }
}

export const person: Json = {
  sub: "user-1",
  name: "Olga Pavlova",
  email: "Olga@Example.com",
  picture: "https://p.example/1",
};

const metadataOf = (name: string): Json => ({
  issuer: name,
  authorization_endpoint: `${name}/authorize`,
  token_endpoint: `${name}/token`,
  userinfo_endpoint: `${name}/userinfo`,
  jwks_uri: `${name}/jwks`,
  response_types_supported: ["code"],
  code_challenge_methods_supported: ["S256"],
  id_token_signing_alg_values_supported: ["ES256"],
});

/** As this provider signs its tokens. */
export const signed = (claims: Json, header: Json = {}): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "k1", ...header }).sign(keyPair.privateKey);

/** What a stranger can know: the public key, as bytes that an HMAC could be made with. */
export const publicKeyText = JSON.stringify(publicJwk);

/** A proper token whose payload is replaced afterwards. */
export async function tampered(claims: Json, changes: Json): Promise<string> {
  const [header, , signature] = (await signed(claims)).split(".");
  return `${header}.${base64url.encode(JSON.stringify({ ...claims, ...changes }))}.${signature}`;
}

export const unsigned = (claims: Json): string =>
  `${base64url.encode('{"alg":"none"}')}.${base64url.encode(JSON.stringify(claims))}.`;

export const hmacSigned = (claims: Json, secret: string): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(secret));

export async function foreignKey(): Promise<JWK> {
  return {
    ...(await exportJWK((await generateKeyPair("ES256")).publicKey)),
    kid: "k2",
    use: "sig",
    alg: "ES256",
  };
}

const changed = <T>(change: Change<T> | undefined, value: T): T => (change ? change(value) : value);

function endpointName(path: string): string {
  if (path.endsWith("/.well-known/openid-configuration") || path === "/own-discovery") return "discovery";
  const name = path.split("/").at(-1) ?? "";
  return ["jwks", "token", "userinfo"].includes(name) ? name : path;
}
