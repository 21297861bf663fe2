/** The way to what only development needs. A bundler that puts NODE_ENV in drops it from production builds. */
import { isThenable } from "../callbacks/events.js";
import { AuthError } from "../errors/index.js";
import type { Callbacks } from "../types/callbacks.js";
import type { JWT } from "../types/entities.js";
import type { InternalProvider, OAuthProvider } from "../types/finished-provider.js";
import type { Theme } from "../types/theme.js";
import type { AppPlace, DevelopmentMode } from "./dev-oauth.js";
import { droppedValues } from "./dropped-values.js";
import type { Env } from "./env.js";
import { randomHex } from "../security/random.js";
import { isLoopback } from "./origin.js";
import { isOAuth } from "./validate.js";

/** What `auth dev` tells every app that it starts; those too that take nothing else from the environment. */
export function devIdpOf(env: Env | undefined): string | undefined {
  try {
    if (process.env.NODE_ENV !== "production") return (env ?? process.env).AUTH_DEV_IDP;
  } catch {
    // There is no `process`, or it may not be read.
  }
  return env?.AUTH_DEV_IDP;
}

/** The provider as flows see it, where `AUTH_DEV_IDP` is set. */
export async function inDevelopment(
  provider: InternalProvider,
  resolved: DevelopmentMode,
  site: AppPlace,
): Promise<InternalProvider> {
  if (process.env.NODE_ENV !== "production") {
    const { devIdpFor, devProvider } = await import("./dev-endpoints.js");
    const address = devIdpFor(resolved, site);
    return address === undefined ? provider : devProvider(provider, address);
  }
  if (resolved.devIdp)
    resolved.logger.error(new AuthError("AUTH_DEV_IDP is ignored: NODE_ENV is production"));
  return provider;
}

/** The same of OAuth alone, without what catches mails; outside of development nothing is said. */
export async function oauthInDevelopment(
  provider: OAuthProvider,
  devIdp: string,
  origin: string,
): Promise<OAuthProvider> {
  if (process.env.NODE_ENV !== "production") {
    const { played } = await import("./dev-oauth.js");
    return played(provider, { devIdp, mode: process.env.NODE_ENV, origin });
  }
  return provider;
}

/** Says what may not be meant; in production only what puts people at risk. */
export function warnOfProviders(
  theme: Theme | undefined,
  providers: readonly InternalProvider[],
  warn: (text: string) => void,
): void {
  try {
    if (process.env.NODE_ENV !== "production") {
      sayOf("page-value-dropped", droppedValues(theme, providers), "; ", warn);
      sayOf("email-not-vouched", silentProviders(providers), ", ", warn);
    } else {
      sayOf("provider-without-https", unprotectedProviders(providers), ", ", warn);
    }
  } catch {
    // There is no `process`, or it may not be read.
  }
}

/** Passkeys that ask for no switch. */
export const isSwitchFree = (provider: InternalProvider): boolean =>
  "problems" in provider && provider.problems?.isSwitchFree === true;

/** Asked without https elsewhere than on this machine: whoever is on the way reads tokens and puts in keys. */
function unprotectedProviders(providers: readonly InternalProvider[]): readonly string[] {
  const found = providers.filter(isOAuth).flatMap((provider) => {
    const { id, issuer, wellKnown, token, userinfo, jwks_endpoint: keys } = provider;
    return [issuer, wellKnown, token?.url, userinfo?.url, keys].flatMap((address) => {
      if (address === undefined || !URL.canParse(address)) return [];
      const { protocol, origin } = new URL(address);
      return protocol === "http:" && !isLoopback(origin) ? [`${id} (${origin})`] : [];
    });
  });
  return [...new Set(found)];
}

/** In development the log says when the `session` callback returns nothing, which clients cannot read. */
export function watchInDevelopment(callbacks: Callbacks<JWT, unknown>, warn: (text: string) => void): void {
  try {
    if (process.env.NODE_ENV !== "production") callbacks.session = notingNothing(callbacks.session, warn);
  } catch {
    // There is no `process`, or it may not be read.
  }
}

type SessionCallback = Callbacks<JWT, unknown>["session"];

/** Says so once. */
function notingNothing(session: SessionCallback, warn: (text: string) => void): SessionCallback {
  let isTold = false;
  const note = <T>(shown: T): T => {
    if (shown === undefined && !isTold) {
      isTold = true;
      warn(
        'session-undefined: callbacks.session returned nothing, and nobody seems signed in. End it with "return session"',
      );
    }
    return shown;
  };
  return (params) => {
    const shown = session(params);
    return isThenable(shown) ? shown.then(note) : note(shown);
  };
}

function sayOf(code: string, found: readonly string[], between: string, warn: (text: string) => void): void {
  if (found.length > 0) warn(`${code}: ${found.join(between)}`);
}

/**
 * Providers that do not say whether they have verified an address, beside something that proves one: their accounts wait
 * for the owner's word after a proof.
 */
function silentProviders(providers: readonly InternalProvider[]): string[] {
  if (!providers.some(({ type, id }) => type === "email" || id === "password")) return [];
  return providers.flatMap((each) => ("checks" in each && each.emailVerified === undefined ? [each.id] : []));
}

const developmentSecret = Symbol.for("authwright.development-secret");

/**
 * A secret for this process, for development without AUTH_SECRET. It stands under a global symbol because the bundles of
 * one development server must share it.
 */
export function developmentSecrets(warn: (text: string) => void): string[] {
  if (process.env.NODE_ENV !== "production") {
    const store = globalThis as { [developmentSecret]?: string };
    if (store[developmentSecret] === undefined)
      warn(
        "AUTH_SECRET is not set: a random one is used, sign-ins end at a restart. Run: npx auth secret generate --write",
      );
    return [(store[developmentSecret] ??= randomHex(32))];
  }
  return [];
}
