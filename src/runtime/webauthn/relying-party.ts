/** Where a ceremony takes place and who it is for: the provider's own answer, or what the URL and the form say. */
import { parseCookies } from "../http/cookies.js";
import { normalizeEmail } from "../security/email-address.js";
import type { StoreMethods } from "../types/adapter.js";
import type { FlowContext } from "../types/flow.js";
import type {
  RelyingParty,
  WebAuthnConfig,
  WebAuthnOptions,
  WebAuthnRequest,
  WebAuthnUserInfo,
} from "../types/provider.js";

/** A request to a passkey route: the provider and the store are known to be there. */
export interface PasskeyRequest {
  readonly context: FlowContext;
  readonly provider: WebAuthnConfig;
  readonly store: StoreMethods;
}

export function relyingPartyOf(subject: PasskeyRequest): RelyingParty {
  const { provider } = subject;
  const { url } = optionsOf(subject);
  if (provider.getRelayingParty !== undefined)
    return provider.getRelayingParty(optionsOf(subject), requestOf(subject));
  const { id, name, origin } = provider.relayingParty ?? {};
  return {
    id: firstOf(id) ?? url.hostname,
    name: firstOf(name) ?? url.host,
    origin: origin?.length ? origin : url.origin,
  };
}

/** Who is meant: the owner of the e-mail address in the query, or somebody new with that address. */
export async function userInfoOf(subject: PasskeyRequest): Promise<WebAuthnUserInfo | null> {
  const { context, provider, store } = subject;
  if (provider.getUserInfo !== undefined) return provider.getUserInfo(optionsOf(subject), requestOf(subject));
  const email = addressOf(context.request.query().get("email"));
  if (email === undefined) return null;
  const known = await store.getUserByEmail(email);
  return known === null ? { exists: false, user: { email } } : { exists: true, user: known };
}

function optionsOf({ context, provider, store }: PasskeyRequest): WebAuthnOptions {
  return { provider, adapter: store, url: new URL(context.site.base) };
}

function requestOf({ context: { request, site } }: PasskeyRequest): WebAuthnRequest {
  const query = request.query();
  return {
    url: new URL(`${site.base}${request.path}?${query}`),
    method: request.method,
    headers: Object.fromEntries(request.toRequest().headers),
    query: Object.fromEntries(query),
    cookies: parseCookies(request.header("cookie") ?? ""),
  };
}

/** In the form in which addresses are stored; what is no address names nobody. */
function addressOf(given: string | null): string | undefined {
  try {
    return normalizeEmail(given);
  } catch {
    return undefined;
  }
}

const firstOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
