/** Entry point `authwright/jwt`: session tokens outside of a flow. */
import { MissingSecret } from "./errors/index.js";
import { readSessionCookies } from "./http/cookie-chunks.js";
import { legacyNames, unsealLegacy } from "./security/legacy-seal.js";
import { decodeToken, encodeToken } from "./security/token.js";
import { envSecrets, noSecret, processEnv } from "./settings/env.js";
import type { JWTDecodeParams, LoggerInstance } from "./types/config.js";
import type { Awaitable, JWT } from "./types/entities.js";

export { decodeToken as decode, encodeToken as encode };
export type { JWTDecodeParams, JWTEncodeParams, JWTOptions } from "./types/config.js";
export type { DefaultJWT, JWT } from "./types/entities.js";

/** Anything with request headers: a Request, a Node request, or just the headers. */
export type RequestLike =
  | Request
  | {
      /** By name, in lower case. */
      headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
      /** Read where `headers` has none: by name, or with `getAll()` as in Next.js. */
      cookies?: object | undefined;
    };

/** Options of `getToken`. */
export interface GetTokenParams<Raw extends boolean = false> {
  /** Request that holds the token. */
  req: RequestLike;
  /** Default: AUTH_SECRET (and AUTH_SECRET_1 to _3) of the environment. */
  secret?: string | string[] | undefined;
  /** Default: the cookie's name. */
  salt?: string | undefined;
  /** Default: the name for https; where the request's URL does not say https, then the one for http. */
  cookieName?: string | undefined;
  /** Look only for the name for https (true) or for http (false). Default: true where the request's URL says https. */
  secureCookie?: boolean | undefined;
  /** Give the token as it came, without opening it. */
  raw?: Raw | undefined;
  /** Opens the token in place of `decode`. Default: `decode`. */
  decode?: ((params: JWTDecodeParams) => Awaitable<JWT | null>) | undefined;
  /** Told why a token did not open. Default: nobody. */
  logger?: Pick<LoggerInstance, "debug"> | undefined;
}

/** The one for https first. */
const ownNames = ["__Secure-authjs.session-token", "authjs.session-token"] as const;

/**
 * The session token of a request: from its cookie, from the cookie of next-auth 4, or from `Authorization: Bearer`,
 * where tokens that next-auth 4 handed out open, too.
 *
 * @param params.req request, or an object with its `headers`
 * @returns the payload; with `raw` the token itself; null when there is none, or none that opens
 * @throws MissingSecret when there is a token, and no secret to open it with
 * @example const token = await getToken({ req });
 */
export function getToken(params: GetTokenParams<true> & { raw: true }): Promise<string | null>;
export function getToken(params: GetTokenParams): Promise<JWT | null>;
export async function getToken(params: GetTokenParams<boolean>): Promise<JWT | string | null> {
  const { req, salt, raw } = params;
  if (req?.headers === undefined && !(req && "cookies" in req))
    throw new Error("getToken({ req }) needs the request");
  const names = namesOf(params);
  const unseal = unsealerOf(params);
  const cookies = headerOf(req.headers, "cookie") ?? parsedCookies(req);
  let hasCookie = false;
  for (const name of names)
    for (const token of readSessionCookies(cookies, name).values) {
      hasCookie = true;
      const found = raw === true ? token : await unseal(token, name);
      if (found !== null) return found;
    }
  // A cookie that does not open is an answer: another person's token beside it must not take its place.
  if (hasCookie) return null;
  const bearer = bearerOf(headerOf(req.headers, "authorization"));
  if (bearer === null || raw === true) return bearer;
  for (const name of salt === undefined ? names : [salt]) {
    const found = await unseal(bearer, name);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Opens tokens, with secrets that are looked for when there is one to open. What has a name of next-auth 4 may be its
 * token, or ours: the app may have named its cookie so.
 */
function unsealerOf({
  salt: given,
  cookieName,
  decode = decodeToken,
  logger,
  secret,
}: GetTokenParams<boolean>) {
  return async (token: string, name: string): Promise<JWT | null> => {
    const salt = given ?? name;
    const params = { token, secret: secretOf(secret), salt };
    const isOld = name === cookieName || (legacyNames as readonly string[]).includes(name);
    try {
      return (isOld ? await unsealLegacy(token, [params.secret].flat()) : null) ?? (await decode(params));
    } catch {
      logger?.debug("A token does not open", { salt });
      return null;
    }
  };
}

/** A site beside this one can plant a cookie without a prefix; over https a browser sends ours with one. */
const isHttps = (req: RequestLike): boolean =>
  "url" in req && typeof req.url === "string" && req.url.startsWith("https:");

/**
 * Of the names for https and for http those that are looked for; neither said nor seen which: both. As in the handler,
 * an app may have named the cookie of next-auth 4 itself.
 */
function namesOf({ req, cookieName, secureCookie }: GetTokenParams<boolean>): readonly string[] {
  if (cookieName !== undefined) return [cookieName];
  const isSecure = secureCookie ?? (isHttps(req) || undefined);
  return [...ownNames, ...legacyNames].filter(
    (name) => isSecure === undefined || name.startsWith("__Secure-") === isSecure,
  );
}

function secretOf(given: string | string[] | undefined): string | string[] {
  const env = processEnv();
  const secret = given ?? envSecrets(env);
  if (secret.length === 0) throw new MissingSecret(noSecret);
  return given ?? [...secret, env["AUTH_SECRET_NEXT"] ?? ""].filter((each) => each !== "");
}

/** Cookies that a framework has read already, as a header. */
function parsedCookies(req: RequestLike): string | null {
  const cookies = "cookies" in req ? req.cookies : undefined;
  if (!cookies) return null;
  const pairs: readonly (readonly [string, unknown])[] =
    "getAll" in cookies && typeof cookies.getAll === "function"
      ? cookies.getAll().map(({ name, value }: { name: string; value: unknown }) => [name, value])
      : Object.entries(cookies);
  // A value is one value, whatever it holds.
  return pairs
    .map(([name, value]) => `${name}=${String(value).replaceAll("%", "%25").replaceAll(";", "%3B")}`)
    .join(";");
}

function headerOf(headers: GetTokenParams["req"]["headers"] | undefined, name: string): string | null {
  if (headers === undefined) return null;
  if (typeof (headers as Headers).get === "function") return (headers as Headers).get(name);
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === "object" ? value.join("; ") : (value ?? null);
}

function bearerOf(header: string | null): string | null {
  if (!header?.startsWith("Bearer ")) return null;
  try {
    return decodeURIComponent(header.slice(7)) || null;
  } catch {
    return null;
  }
}
