/**
 * Requests for the profile in a provider's own words, where a GET with a Bearer token (RFC 6750 section 2.1) is not what it
 * takes. It comes with the providers that need it.
 */
import { compact } from "../types/compact.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { ExtraUserRequest } from "../types/provider.js";
import { type Facts, fillIn } from "./server.js";
import { accessTokenOf, type TokenExchange } from "./token-answer.js";

/** What has been told so far, with the tokens. */
export type ToldFacts = Facts & Pick<TokenExchange, "tokens">;

/** The request for which the own words are asked. */
interface Asked {
  readonly provider: OAuthProvider;
  readonly facts: ToldFacts;
  /** undefined: the first one. */
  readonly extra: ExtraUserRequest | undefined;
}

interface Standard {
  readonly method: string;
  readonly headers: Record<string, string>;
}

/** @param url gets what belongs into the query */
export async function ownRequest(
  { method, headers: { authorization: _bearer, ...headers } }: Standard,
  url: URL,
  { provider, facts, extra }: Asked,
): Promise<RequestInit> {
  const { tokenIn = { scheme: "Bearer" }, sign, method: given } = provider.userinfo ?? {};
  const token = accessTokenOf(facts);
  const { type, body } = extra === undefined ? bodyOf(provider, facts) : jsonOf(extra.body);
  if (tokenIn !== "url") {
    if ("scheme" in tokenIn) headers["authorization"] = `${tokenIn.scheme} ${token}`.trim();
    else if ("header" in tokenIn) headers[tokenIn.header] = token;
    else if ("query" in tokenIn) url.searchParams.set(tokenIn.query, token);
    else if (body instanceof URLSearchParams) body.set(tokenIn.form, token);
  }
  await sign?.(url, { accessToken: token, clientSecret: provider.clientSecret ?? "" });
  const isPost = body !== undefined && (extra !== undefined || given === undefined);
  return compact({
    method: isPost ? "POST" : method,
    headers: compact({ "content-type": type, ...headers }) as Record<string, string>,
    body,
  }) as RequestInit;
}

interface Sent {
  readonly type?: string;
  readonly body?: string | URLSearchParams;
}

function bodyOf(provider: OAuthProvider, facts: Facts): Sent {
  const { body, form } = provider.userinfo ?? {};
  if (!form) return jsonOf(body);
  const fields = Object.entries(form).map(([name, value]) => [name, fillIn(value, provider, facts, "text")]);
  return { body: new URLSearchParams(fields) };
}

const jsonOf = (body: object | undefined): Sent =>
  body ? { type: "application/json", body: JSON.stringify(body) } : {};

/** The address of an answer, as it is. @throws Error when the token may not go there */
export function namedAddress(
  provider: OAuthProvider,
  { url, hosts }: ExtraUserRequest,
  facts: Facts,
): string | undefined {
  if (hosts === undefined) return undefined;
  const named = fillIn(url, provider, facts, "text");
  if (!hosts.includes(new URL(named).host)) throw new Error(`The token does not go to ${named}`);
  return named;
}

/** What the callback itself says of the person. Nobody has signed it. */
export function posted(
  names: readonly string[] | undefined,
  { callback }: TokenExchange,
): Record<string, unknown> {
  const members = (names ?? []).flatMap((name): [string, unknown][] => {
    try {
      return [[name, JSON.parse(callback.get(name) ?? "")]];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(members);
}

export async function dataUrl(response: Response): Promise<string | undefined> {
  const type = response.headers.get("content-type")?.split(";")[0] ?? "image/jpeg";
  if (!type.startsWith("image/")) return undefined;
  let binary = "";
  for (const byte of new Uint8Array(await response.arrayBuffer())) binary += String.fromCharCode(byte);
  return `data:${type};base64,${btoa(binary)}`;
}
