import { InvalidCheck } from "../errors.js";
import { openingSecrets } from "../security/check-cookie.js";
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
  /** This is the proxy: answers for others come by. */
  readonly isProxy: boolean;
}

/** Does the provider post its answer? Said among the parameters, or in the address itself. */
export function isFormPost({ authorization }: OAuthProvider): boolean {
  const { url, params } = authorization ?? {};
  const mode = params?.["response_mode"];
  if (mode !== undefined || url === undefined) return mode === "form_post";
  return new URL(url).searchParams.get("response_mode") === "form_post";
}

/** @throws TypeError when `redirectProxyUrl` is no URL */
export function returnRoute({ compiled, mount }: FlowContext, provider: OAuthProvider): ReturnRoute {
  const own = `${mount.base}/callback/${provider.id}`;
  const proxy = provider.redirectProxyUrl ?? compiled.redirectProxyUrl;
  // A posted answer would lose its body on the way through the proxy.
  const usesProxy = proxy !== undefined;
  if (proxy === undefined || isFormPost(provider))
    return { redirectUri: own, origin: undefined, usesProxy, isProxy: false };
  if (new URL(proxy).origin === mount.origin)
    return { redirectUri: own, origin: undefined, usesProxy, isProxy: true };
  const redirectUri = `${proxy.replace(/\/$/, "")}/callback/${provider.id}`;
  return { redirectUri, origin: own, usesProxy, isProxy: false };
}

/**
 * On the proxy: the address of the app that started this sign-in, with all parameters, or undefined when it was
 * started here. Nothing is consumed.
 * @throws InvalidCheck when the state was not sealed with our secret
 */
export async function hopTarget(
  context: FlowContext,
  { isProxy }: ReturnRoute,
  params: URLSearchParams,
): Promise<string | undefined> {
  const state = params.get("state");
  if (!isProxy || state === null) return undefined;
  const payload = await unseal(state, { secrets: openingSecrets(context), salt: stateSalt }).catch(
    (error: Error) => {
      throw new InvalidCheck("The state could not be opened", { cause: error });
    },
  );
  const { origin } = payload;
  if (typeof origin !== "string" || new URL(origin).origin === context.mount.origin) return undefined;
  return `${origin}?${params}`;
}
