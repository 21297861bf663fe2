/** Config and environment to one frozen {@link Compiled}, once per config object. */
import { createEmitter } from "../events.js";
import { cookiePolicy } from "../http/cookie-policy.js";
import { createLogger } from "../logger.js";
import { randomHex } from "../security/random.js";
import { databaseSessions } from "../sessions/database-session.js";
import { createThrottle, memoryCounts, noThrottle } from "../security/throttle.js";
import { decodeToken, encodeToken } from "../security/token.js";
import { endedTokens, recentIds } from "../sessions/ended-tokens.js";
import { jwtSessions } from "../sessions/jwt-session.js";
import type { AuthConfig } from "../types/config.js";
import type { Compiled, InternalProvider } from "../types/flow.js";
import type { Provider } from "../types/provider.js";
import {
  callbacksOf,
  cleanPath,
  defaultBasePath,
  defaultDeadlineSeconds,
  defaultTheme,
  sessionOf,
} from "./defaults.js";
import {
  developmentSecretOf,
  type Env,
  envPlatform,
  envSecrets,
  envTrustsHost,
  envUrl,
  nodeEnv,
  processEnv,
} from "./env.js";
import { inferProvider, normalizeProvider, providerId } from "./provider.js";
import { redirectProxyOf } from "./redirect-proxy.js";
import { sharedCounts, sharedRevocation } from "./shared-stores.js";
import { wrapAdapter } from "./store-calls.js";
import { findProblems, minSecretLength } from "./validate.js";

// Memo tables: dropping them changes nothing but time.
const plain = new WeakMap<AuthConfig, Compiled>();
const inferred = new WeakMap<AuthConfig, Compiled>();

/** For the core door: what the config says, and nothing from the environment. */
export function compile(config: AuthConfig): Compiled {
  return remembered(plain, config, undefined);
}

/** For the integrations: what the config leaves open comes from the environment, read at first use. */
export function compileWithEnv(config: AuthConfig): Compiled {
  return remembered(inferred, config, processEnv);
}

function remembered(
  memo: WeakMap<AuthConfig, Compiled>,
  config: AuthConfig,
  readEnv: (() => Env) | undefined,
): Compiled {
  const known = memo.get(config);
  if (known !== undefined) return known;
  const compiled = build(config, readEnv?.());
  memo.set(config, compiled);
  return compiled;
}

function build(config: AuthConfig, env: Env | undefined): Compiled {
  const logger = createLogger(config.logger, config.debug === true);
  const mode = nodeEnv();
  const site = env === undefined ? undefined : envUrl(env);
  const secrets = secretsOf(config, env, mode, logger.warn);
  const session = sessionOf(config);
  const strategy = config.session?.strategy ?? (config.adapter === undefined ? "jwt" : "database");
  const providers = lazyProviders(config, env);
  const limitMs = (config.deadlineSeconds ?? defaultDeadlineSeconds) * 1000;
  const adapter = config.adapter === undefined ? undefined : wrapAdapter(config.adapter, logger, limitMs);
  const redirectProxy = redirectProxyOf(config.redirectProxyUrl, env);
  const { revocation } = config.session ?? {};

  if (config.debug === true) logger.warn("debug-enabled");
  if (config.experimental?.enableWebAuthn === true) logger.warn("experimental-webauthn");

  return Object.freeze({
    config,
    secrets,
    ...findProblems(
      {
        config,
        secrets,
        mode,
        providers: providers.all(),
        redirectProxy,
        isPlayed: Boolean(env?.AUTH_DEV_IDP) && mode !== "production",
      },
      logger,
    ),
    basePath: cleanPath(config.basePath ?? (site === undefined ? defaultBasePath : site.pathname)),
    siteOrigin: site?.origin,
    sitePath: site === undefined ? undefined : cleanPath(site.pathname),
    trustHost: config.trustHost ?? (env !== undefined && envTrustsHost(env)),
    onPlatform: env !== undefined && envPlatform(env),
    trustLoopback: env !== undefined && config.trustHost === undefined,
    redirectProxy,
    mode,
    devIdp: env?.AUTH_DEV_IDP,
    adapter,
    strategy,
    session,
    endedTokens: endedTokens(revocation && sharedRevocation(revocation, logger, limitMs)),
    usedChallenges: recentIds(),
    throttle:
      config.throttle === false
        ? noThrottle
        : createThrottle(
            config.throttle === undefined ? memoryCounts() : sharedCounts(config.throttle, logger, limitMs),
            secrets,
          ),
    sessions: strategy === "jwt" ? jwtSessions : databaseSessions,
    jwt: {
      // In the form that it was given in: who replaces encode() signs with it, and most libraries take one secret.
      secret: Array.isArray(config.secret) ? secrets : (oneOf(secrets) ?? secrets),
      maxAge: session.maxAge,
      encode: encodeToken,
      decode: decodeToken,
      ...defined(config.jwt),
    },
    callbacks: callbacksOf(config),
    emit: createEmitter(config.events ?? {}, logger, limitMs),
    pages: config.pages ?? {},
    theme: config.theme ?? defaultTheme,
    logger,
    policies: { http: cookiePolicy(false, config.cookies), https: cookiePolicy(true, config.cookies) },
    providerIds: providers.ids,
    providers: providers.all,
    provider: providers.provider,
  } satisfies Compiled);
}

/** Members that were given; an option set to undefined counts as absent. */
function defined<T extends object>(options: T | undefined): Partial<T> {
  const given = Object.entries(options ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<T>;
}

const oneOf = (secrets: readonly string[]): string | undefined =>
  secrets.length === 1 ? secrets[0] : undefined;

function secretsOf(
  config: AuthConfig,
  env: Env | undefined,
  mode: string | undefined,
  warn: (code: string) => void,
): string[] {
  const given = config.secret;
  const fromConfig =
    given === undefined || given === "" ? [] : typeof given === "string" ? [given] : [...given];
  const secrets = fromConfig.length > 0 || env === undefined ? fromConfig : envSecrets(env);
  const first = secrets[0];
  if (first === undefined && mode === "development") {
    const { secret, isNew } = developmentSecretOf(() => randomHex(32));
    if (isNew) {
      warn(
        "AUTH_SECRET is not set: a random one is used, sign-ins end at a restart. Run: npx auth secret generate --write",
      );
    }
    return [secret];
  }
  if (first !== undefined && first.length < minSecretLength && mode !== "production") {
    warn(
      `AUTH_SECRET has fewer than ${minSecretLength} characters: production refuses it. Run: npx auth secret generate --write`,
    );
  }
  return secrets;
}

/** Ids are known at once, each provider is finished on first use. */
function lazyProviders(
  config: AuthConfig,
  env: Env | undefined,
): Pick<Compiled, "provider"> & { ids: readonly string[]; all: () => readonly InternalProvider[] } {
  const written = new Map((config.providers ?? []).map((provider) => [providerId(provider), provider]));
  const finished = new Map<string, InternalProvider>();
  const finish = (id: string, provider: Provider): InternalProvider => {
    const known = finished.get(id);
    if (known !== undefined) return known;
    const made = normalizeProvider(inferProvider(provider, env ?? {}));
    finished.set(id, made);
    return made;
  };
  return {
    ids: Object.freeze([...written.keys()]),
    all: () => [...written].map(([id, provider]) => finish(id, provider)),
    provider(id) {
      const provider = written.get(id);
      return provider === undefined ? undefined : finish(id, provider);
    },
  };
}
