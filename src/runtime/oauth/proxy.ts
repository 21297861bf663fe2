import { InvalidCheck } from "../errors.js";
import { checkSecrets } from "../security/check-cookie.js";
import { unseal } from "../security/seal.js";
import type { FlowContext, OAuthProvider } from "../types/flow.js";

/** Salt of the `state` parameter, which previews and their proxy both open. */
export const stateSalt = "encodedState";

/** Where the provider sends the browser, when previews share one registered callback. */
export interface ReturnRoute {
  readonly redirectUri: string;
  /** Own callback, for the proxy to find the way back; undefined when the provider returns here at once. */
  readonly origin: string | undefined;
  /** A proxy is configured, whether or not this is it. */
  readonly usesProxy: boolean;
}

export const isFormPost = (provider: OAuthProvider): boolean =>
  provider.authorization?.params?.["response_mode"] === "form_post";

/** @throws TypeError when `redirectProxyUrl` is no URL */
export function returnRoute({ compiled, mount }: FlowContext, provider: OAuthProvider): ReturnRoute {
  const own = `${mount.base}/callback/${provider.id}`;
  const proxy = provider.redirectProxyUrl ?? compiled.redirectProxyUrl;
  // A posted answer would lose its body on the way through the proxy.
  if (proxy === undefined || isFormPost(provider))
    return { redirectUri: own, origin: undefined, usesProxy: false };
  if (new URL(proxy).origin === mount.origin) return { redirectUri: own, origin: undefined, usesProxy: true };
  return { redirectUri: `${proxy.replace(/\/$/, "")}/callback/${provider.id}`, origin: own, usesProxy: true };
}

/**
 * On the proxy: the address of the app that started this sign-in, with all parameters, or undefined when it was
 * started here. Nothing is consumed.
 * @throws InvalidCheck when the state was not sealed with our secret
 */
export async function hopTarget(
  context: FlowContext,
  { usesProxy, origin: proxied }: ReturnRoute,
  params: URLSearchParams,
): Promise<string | undefined> {
  const state = params.get("state");
  if (!usesProxy || proxied !== undefined || state === null) return undefined;
  const payload = await unseal(state, { secrets: checkSecrets(context), salt: stateSalt }).catch(
    (error: Error) => {
      throw new InvalidCheck("The state could not be opened", { cause: error });
    },
  );
  const { origin } = payload;
  if (typeof origin !== "string" || new URL(origin).origin === context.mount.origin) return undefined;
  return `${origin}?${params}`;
}
