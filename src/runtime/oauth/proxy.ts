import { InvalidCheck } from "../errors/index.js";
import { type FlowResult, redirect } from "../http/flow-result.js";
import { openingSecrets } from "../security/check-cookie.js";
import { isListed } from "../security/listed-origins.js";
import { unseal } from "../security/seal.js";
import type { RedirectProxy } from "../types/redirect-proxy.js";
import type { FlowContext } from "../types/flow.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import { isFormPost } from "./authorization.js";

/** Salt of the `state` parameter, which previews and their proxy both open. */
export const stateSalt = "encodedState";

/** Where the provider sends the browser, when previews share one registered callback. */
export interface ReturnRoute {
  readonly redirectUri: string;
  /** Own callback, for the proxy to find the way back; undefined when the provider returns here at once. */
  readonly origin: string | undefined;
  /** A proxy is configured, whether or not this is it. */
  readonly usesProxy: boolean;
  /** Set where this is the proxy: answers for others come by, and these others may have them. */
  readonly proxyFor: RedirectProxy | undefined;
}

/** @throws TypeError when `redirectProxyUrl` is no URL */
export function returnRoute({ resolved, site }: FlowContext, provider: OAuthProvider): ReturnRoute {
  const own = `${site.base}/callback/${provider.id}`;
  const proxy = proxyOf(resolved, provider);
  const usesProxy = proxy !== undefined;
  const direct = { redirectUri: own, origin: undefined, usesProxy, proxyFor: undefined };
  if (proxy === undefined) return direct;
  if (new URL(proxy.url).origin === site.origin) return { ...direct, proxyFor: proxy };
  const redirectUri = `${proxy.url.replace(/\/$/, "")}/callback/${provider.id}`;
  return { ...direct, redirectUri, origin: own };
}

/** A provider may name a proxy of its own; where it lists no origins, those of the configuration hold. */
function proxyOf(
  { redirectProxy }: FlowContext["resolved"],
  { redirectProxyUrl: given }: OAuthProvider,
): RedirectProxy | undefined {
  if (given === undefined) return redirectProxy;
  return { origins: redirectProxy?.origins, ...(typeof given === "string" ? { url: given } : given) };
}

/**
 * On the proxy: the way to the app that started this sign-in, or undefined when it was started here. Nothing is consumed.
 * Parameters go along in the address. What was posted is posted there by the browser, so that no log has it (307,
 * RFC 9110 section 15.4.8).
 * @throws InvalidCheck when the state was not sealed with our secret, or names an origin that is not listed: a
 * deployment that believes any Host header seals what a stranger wants
 */
export async function hopTo(
  context: FlowContext<OAuthProvider>,
  { proxyFor }: ReturnRoute,
  params: URLSearchParams,
): Promise<FlowResult | undefined> {
  const state = params.get("state");
  if (proxyFor === undefined || state === null) return undefined;
  const payload = await unseal(state, { secrets: openingSecrets(context), salt: stateSalt }).catch(
    (error: Error) => {
      throw new InvalidCheck("The state could not be opened", { cause: error });
    },
  );
  if (typeof payload["origin"] !== "string") return undefined;
  const target = new URL(payload["origin"]);
  if (target.origin === context.site.origin) return undefined;
  if (!isListed(proxyFor.origins ?? [], target.origin))
    throw new InvalidCheck(
      `A sign-in was begun at ${target.origin}, which may not have its answer. Is it yours? Add AUTH_REDIRECT_PROXY_ORIGINS=${target.origin} to the environment here, or list it in redirectProxyUrl: { url, origins }`,
    );
  if (isFormPost(context.provider)) return { ...redirect(target.href), status: 307 };
  target.search = params.toString();
  return redirect(target.href);
}
