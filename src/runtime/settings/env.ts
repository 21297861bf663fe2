/** The only reader of the environment. Read on use, never at import; the integrations ask for it. */

export type Env = Readonly<Record<string, string | undefined>>;

/** The environment of the process; empty where there is none. */
export function processEnv(): Env {
  return typeof process === "undefined" ? {} : (process.env ?? {});
}

const handedOver = new WeakMap<object, Env>();

/** Says which environment a configuration belongs to, where a platform keeps it elsewhere than in the process. */
export const setEnvOf = (config: object, env: Env): void => void handedOver.set(config, env);

export const envOf = (config: object): Env => handedOverEnv(config) ?? processEnv();

/** Nothing is read from the environment of the process. */
export const handedOverEnv = (config: object): Env | undefined => handedOver.get(config);

/** NODE_ENV, written out so that bundlers can put the value in. */
export function nodeEnv(): string | undefined {
  try {
    return typeof process === "undefined" ? undefined : process.env.NODE_ENV;
  } catch {
    // Deno without --allow-env: an app that takes nothing else from the environment need not be granted it.
    return undefined;
  }
}

const isSet = (value: string | undefined): value is string => Boolean(value);

/** Secrets, newest first: AUTH_SECRET_3, _2, _1 in front of AUTH_SECRET, then the name of next-auth. */
export function envSecrets(env: Env): string[] {
  const found = ["_3", "_2", "_1", ""].map((suffix) => env[`AUTH_SECRET${suffix}`]).filter(isSet);
  return found.length === 0 ? [env.NEXTAUTH_SECRET].filter(isSet) : found;
}

export const noSecret =
  "AUTH_SECRET is not set. Run: npx auth secret generate --write. Is it in an env file? Then nothing loads that file: npx auth doctor";

/** The site's URL; undefined when there is none, or no http(s) URL. */
export function envUrl(env: Env): URL | undefined {
  const value = env.AUTH_URL ?? env.NEXTAUTH_URL;
  if (value === undefined || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

/** `app.example.com`, `*.example.com`, `localhost:3000`: a list of hosts, and no word for yes. */
const hostList = /^\s*[^,]*[.:][^,]*(?:,|$)/;

/**
 * Is the host trusted, or which hosts are? The first of these variables that is defined decides. A URL of next-auth 4
 * says where the app is as AUTH_URL does: the Host header is not asked then. An AUTH_URL that is no http(s) URL says
 * nothing.
 */
export function envTrustsHost(env: Env): boolean | readonly string[] {
  const site = envUrl(env);
  const url = site || !env.AUTH_URL ? env.AUTH_URL : undefined;
  const trust = env.AUTH_TRUST_HOST;
  if (url === undefined && trust !== undefined && hostList.test(trust))
    return trust
      .split(",")
      .map((host) => host.trim())
      .filter((host) => host !== "");
  const value = url ?? trust ?? (site && env.NEXTAUTH_URL) ?? env.VERCEL ?? env.CF_PAGES;
  if (value === undefined) return env.NODE_ENV !== "production";
  return value !== "" && value !== "false" && value !== "0";
}

/** Whom `trustHost`, or else the environment, believes; loopback only where the config says nothing. */
export function trustedHostsOf(
  { trustHost }: { readonly trustHost?: boolean | readonly string[] | undefined },
  env: Env | undefined,
): { trustHost: boolean; trustedHosts: readonly string[]; trustLoopback: boolean } {
  const trust = trustHost ?? (env !== undefined && envTrustsHost(env));
  return {
    trustHost: trust === true,
    trustedHosts: typeof trust === "boolean" ? [] : trust.map((host) => host.toLowerCase()),
    trustLoopback: env !== undefined && trustHost === undefined,
  };
}

/** Platforms that set the Host header themselves. */
export function envPlatform(env: Env): boolean {
  return Boolean(env.VERCEL) || Boolean(env.CF_PAGES);
}

/** The header in which the platform names the client; it overwrites what the client sends. */
export function envClientHeader(env: Env): string | undefined {
  if (env.VERCEL) return "x-real-ip";
  return env.CF_PAGES ? "cf-connecting-ip" : undefined;
}

/** What the variables of a provider begin with: `AUTH_MICROSOFT_ENTRA_ID` for `microsoft-entra-id`. */
export const providerPrefix = (id: string): string => `AUTH_${id.toUpperCase().replaceAll("-", "_")}`;

export interface ProviderEnv {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly issuer?: string;
  readonly apiKey?: string;
}

/** What AUTH_{ID}_ID, _SECRET, _ISSUER and _KEY give for a provider; unset ones are absent. */
export function providerEnv(env: Env, id: string): ProviderEnv {
  const name = providerPrefix(id);
  const values = {
    clientId: env[`${name}_ID`],
    clientSecret: env[`${name}_SECRET`],
    issuer: env[`${name}_ISSUER`],
    apiKey: env[`${name}_KEY`],
  };
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ""),
  );
}

/** Variables of a mail provider; `suffixes` says how the names of each option's variable ends. */
export function mailEnv(
  env: Env,
  id: string,
  suffixes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const prefix = providerPrefix(id);
  return Object.fromEntries(
    Object.entries(suffixes).flatMap(([option, suffix]) => {
      const value = env[`${prefix}_${suffix}`];
      return value === undefined || value === "" ? [] : [[option, value]];
    }),
  );
}
