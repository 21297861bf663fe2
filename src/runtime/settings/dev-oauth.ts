/** Providers of OAuth and OpenID as `auth dev` plays them: with their own names, at addresses of this machine. */
import { createLogger } from "../callbacks/logger.js";
import { AuthError } from "../errors/index.js";
import { isLoopbackAddress } from "../security/client-address.js";
import { toBase64url } from "../security/crypto-web.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { Site } from "../types/site.js";
import { isLoopback } from "./origin.js";

/** Members of the configuration that decide about it: may `auth dev` stand in? */
export type DevelopmentMode = Pick<ResolvedConfig, "devIdp" | "mode" | "logger">;

/** The address of the app, and who asks it. */
export type AppPlace = Pick<Site, "origin" | "peer">;

/** Client id and secret of a provider that has none yet. */
const placeholder = "auth-dev";

/**
 * Address of the local identity provider, when `AUTH_DEV_IDP` names one and nothing but this machine is involved.
 * A value that may not be used is said to the log, and the real providers stay.
 */
export function devIdpFor(resolved: DevelopmentMode, { origin, peer }: AppPlace): string | undefined {
  const { devIdp } = resolved;
  if (devIdp === undefined || devIdp === "") return undefined;
  const refusal = refusalOf(devIdp, resolved.mode, origin) ?? refusalOfPeer(peer);
  if (refusal === undefined) return devIdp.replace(/\/+$/, "");
  resolved.logger.error(new AuthError(`AUTH_DEV_IDP is ignored: ${refusal}`));
  return undefined;
}

function refusalOf(devIdp: string, mode: string | undefined, origin: string): string | undefined {
  if (mode !== "development") return `NODE_ENV is ${mode ?? "not set"}. Set NODE_ENV=development`;
  if (!URL.canParse(devIdp) || !isLoopback(new URL(devIdp).origin))
    return "it isn't an address of this machine";
  return isLoopback(origin) ? undefined : `${origin} isn't an address of this machine`;
}

/** A Host header is a claim of the client; the connection is not. */
const refusalOfPeer = (peer: string | undefined): string | undefined =>
  peer === undefined || isLoopbackAddress(peer) ? undefined : "the request came from another machine";

/** For an app without a logger of its own: what may not be used is said to the console. */
export function played(
  provider: OAuthProvider,
  { devIdp, mode, origin }: Pick<DevelopmentMode, "devIdp" | "mode"> & Pick<AppPlace, "origin">,
): OAuthProvider {
  const address = devIdpFor({ devIdp, mode, logger: createLogger() }, { origin, peer: undefined });
  return address === undefined ? provider : simulated(provider, address);
}

/** The provider, with every address at the local identity provider. */
export function simulated(provider: OAuthProvider, devIdp: string): OAuthProvider {
  const address = provider.authorization?.url ?? provider.issuer;
  // A provider that runs on this machine stands for itself.
  if (address !== undefined && URL.canParse(address) && isLoopback(new URL(address).origin)) return provider;
  const issuer = issuerOf(provider);
  // The issuer travels along byte for byte: the address of a discovery document does not tell its last slash.
  const tail = issuer === undefined ? "" : `~${toBase64url(new TextEncoder().encode(issuer))}`;
  const name = `${encodeURIComponent(provider.factoryId ?? provider.id)}${tail}`;
  // Not every provider has a key, so its type does not know of one.
  const keyed: object = { apiKey: ("apiKey" in provider && provider.apiKey) || placeholder };
  return {
    ...provider,
    ...(issuer !== undefined && { issuer }),
    ...keyed,
    ...(needsSecret(provider) && {
      client: { ...provider.client, token_endpoint_auth_method: "client_secret_post" },
    }),
    // Without a key to sign calls with, a signature of no worth will do here.
    ...(!provider.clientSecret && provider.token?.sign && unsigned(provider)),
    clientId: provider.clientId || placeholder,
    clientSecret: secretOf(provider),
    reroute: (url) => {
      const { protocol, host, pathname, search } = new URL(url);
      // An address of the app's own does not show that the profile is asked for.
      const what = url.split("?")[0] === provider.userinfo?.url?.split("?")[0] ? "userinfo" : "play";
      return `${devIdp}/${what}/${name}/${protocol.slice(0, -1)}/${host}${pathname}${search}`;
    },
  };
}

function issuerOf({ id, issuer, hasIdToken, authorization }: OAuthProvider): string | undefined {
  const isNeeded = hasIdToken || authorization?.url?.includes("{issuer}");
  return issuer ?? (isNeeded ? `https://${id}.auth-dev.invalid` : undefined);
}

/** What the provider signs with the secret, the local one signs with a secret that both know. */
const secretOf = ({ authorization, clientSecret }: OAuthProvider): string =>
  (!authorization?.verify && clientSecret) || placeholder;

/** Without a key to sign with, a secret will do here; what is signed with the secret, it must have been told. */
const needsSecret = ({ client, clientSecret }: OAuthProvider): boolean =>
  client?.["id_token_signed_response_alg"] === "HS256" ||
  (!clientSecret && client?.token_endpoint_auth_method === "private_key_jwt");

function unsigned({ token, userinfo }: OAuthProvider): Partial<OAuthProvider> {
  const sign = (url: URL) => url.searchParams.set("sign", placeholder);
  return { token: { ...token, sign }, userinfo: { ...userinfo, sign } };
}
