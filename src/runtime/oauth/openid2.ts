/**
 * OpenID Authentication 2.0 for one known server: no discovery, no associations, the server itself is asked whether
 * an answer is its own (section 11.4.2). What an answer claims counts only when it is among what was signed.
 */
import { OAuthCallbackError } from "../errors/index.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { TokenExchange } from "./token-answer.js";
import { providerFetch, userAgent } from "./fetch.js";
import type { ReturnAddress, Server } from "./server.js";

const namespace = "http://specs.openid.net/auth/2.0";
/** Who signs in is the server's to find out (section 9.1). */
const anybody = `${namespace}/identifier_select`;
/** How far the clocks may be apart, and how long an answer may travel. */
const nonceMilliseconds = 5 * 60 * 1000;
const signedNames = ["op_endpoint", "claimed_id", "identity", "return_to", "response_nonce", "assoc_handle"];

/**
 * The address of the server's sign-in page.
 * @param state undefined: none is sent
 */
export function openid2Url(server: Server, route: ReturnAddress, state: string | undefined): string {
  const url = new URL(endpointOf(server));
  const fields = {
    ns: namespace,
    mode: "checkid_setup",
    claimed_id: anybody,
    identity: anybody,
    return_to: returnTo(route, state),
    realm: new URL(route.redirectUri).origin,
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(`openid.${name}`, value);
  return url.href;
}

/**
 * Judges what came back, and asks the server whether it said so.
 * @param state the one that this browser was sent away with; undefined: none was sent
 * @returns who signed in, as `proven.sub` and as `{callback.id}` of later addresses; no tokens
 * @throws OAuthCallbackError when the person or the server refused
 */
export async function assertedIdentity(
  { provider, server }: { readonly provider: OAuthProvider; readonly server: Server },
  answer: URLSearchParams,
  route: ReturnAddress,
  state: string | undefined,
): Promise<TokenExchange> {
  const names = [...answer.keys()];
  if (new Set(names).size !== names.length) throw new Error("A parameter of the answer is repeated");
  if (state !== undefined && answer.get("state") !== state) throw new Error("The state is another one");
  const said = (name: string) => answer.get(`openid.${name}`) ?? "";
  if (said("ns") !== namespace) throw new Error("The answer is not of OpenID 2.0");
  if (said("mode") === "cancel" || said("mode") === "error")
    throw new OAuthCallbackError("The provider answered with an error", {
      cause: { providerId: provider.id, error: said("mode") === "cancel" ? "access_denied" : "server_error" },
    });
  if (said("mode") !== "id_res") throw new Error("The answer isn't an assertion");
  const endpoint = endpointOf(server);
  if (said("op_endpoint") !== endpoint) throw new Error("The answer is of another server");
  if (said("return_to") !== returnTo(route, state)) throw new Error("The answer belongs to another sign-in");
  const signed = said("signed").split(",");
  const unsigned = signedNames.find((name) => !signed.includes(name) || said(name) === "");
  if (unsigned !== undefined) throw new Error(`The answer's ${unsigned} is not signed`);
  if (!isFresh(said("response_nonce"))) throw new Error("The answer is too old");
  const id = accountOf(provider, said("claimed_id"));
  if (id === undefined || said("identity") !== said("claimed_id"))
    throw new Error("The answer names nobody of this server");
  await askWhetherSaid(provider, endpoint, answer);
  return {
    tokens: {},
    claims: undefined,
    proven: { sub: id },
    authorizationServer: server.metadata,
    client: { client_id: provider.id },
    callback: new URLSearchParams({ id }),
  };
}

function endpointOf({ metadata }: Server): string {
  if (metadata.authorization_endpoint === undefined)
    throw new TypeError("OpenID 2.0 needs authorization.url");
  return metadata.authorization_endpoint;
}

/** The state travels in our own address, so the server signs it. */
const returnTo = ({ redirectUri }: ReturnAddress, state: string | undefined): string =>
  state === undefined ? redirectUri : `${redirectUri}?${new URLSearchParams({ state })}`;

/** Section 10.1: a nonce begins with the time in UTC. That it works once is the server's part. */
function isFresh(nonce: string): boolean {
  const [time] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.exec(nonce) ?? [];
  return time !== undefined && Math.abs(Date.now() - Date.parse(time)) <= nonceMilliseconds;
}

function accountOf({ openid2 }: OAuthProvider, claimed: string): string | undefined {
  return openid2 && new RegExp(`^(?:${openid2.identity})$`).exec(claimed)?.[1];
}

/** Section 11.4.2: everything goes back as it came, but for the mode. */
async function askWhetherSaid(
  provider: OAuthProvider,
  endpoint: string,
  answer: URLSearchParams,
): Promise<void> {
  const body = new URLSearchParams([...answer].filter(([name]) => name.startsWith("openid.")));
  body.set("openid.mode", "check_authentication");
  const response = await providerFetch(provider, "openid2")(endpoint, {
    method: "POST",
    headers: { accept: "text/plain", "user-agent": userAgent },
    body,
  });
  const lines = (await response.text()).split("\n").map((line) => line.trim());
  if (!response.ok || !lines.includes("is_valid:true"))
    throw new Error("The server does not know of this answer");
}
