/** The provider's endpoint for sign-outs (`end_session_endpoint`, OpenID Connect RP-Initiated Logout 1.0 section 2.1). */
import { serverForCallback } from "../oauth/endpoints.js";
import { filledUrl } from "../oauth/server.js";
import { isLoopback } from "../settings/origin.js";
import type { OAuthProvider } from "../types/finished-provider.js";

/**
 * @returns undefined where the provider has none
 * @throws Error when its discovery document cannot be had, or names an address that no ID token may be sent to
 */
export async function endSessionAddress(provider: OAuthProvider): Promise<string | undefined> {
  const address = await declared(provider);
  if (address === undefined) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.origin));
  if (url === undefined || !isSafe)
    throw new Error(`Provider "${provider.id}": end_session_endpoint is no address of https`);
  return provider.reroute?.(url.href) ?? url.href;
}

async function declared(provider: OAuthProvider): Promise<string | undefined> {
  const { endSession, hasIdToken } = provider;
  if (endSession !== undefined) return filledUrl(provider, endSession);
  if (!hasIdToken) return undefined;
  const { metadata } = await serverForCallback(provider);
  return metadata.end_session_endpoint;
}
