/** Config and environment to one {@link ResolvedConfig}, once per config object. */
import { compact } from "../types/compact.js";
import { createEmitter, unheard } from "../callbacks/events.js";
import { cookiePolicy } from "../http/cookie-policy.js";
import { cleanPath } from "../http/path.js";
import { createLogger } from "../callbacks/logger.js";
import { lazyDatabaseSessions } from "../sessions/lazy-database-session.js";
import { epochClaim } from "../security/own-claims.js";
import { decodeToken, encodeToken } from "../security/token.js";
import { createRevokedSessions } from "../sessions/revoked-sessions.js";
import { jwtSessions } from "../sessions/jwt-session.js";
import type { AnyAuthConfig, LoggerInstance } from "../types/config.js";
import type { ResolvedConfig, SessionStrategy } from "../types/resolved-config.js";
import type { InternalProvider } from "../types/finished-provider.js";
import type { RevocationStore } from "../types/shared-store.js";
import { callbacksOf, defaultBasePath, defaultDeadlineSeconds, defaultTheme, sessionOf } from "./defaults.js";
import { developmentSecrets, devIdpOf, isSwitchFree, warnOfProviders } from "./development.js";
import {
  type Env,
  envClientHeader,
  envOf,
  handedOverEnv,
  envSecrets,
  trustedHostsOf,
  envUrl,
  nodeEnv,
  processEnv,
} from "./env.js";
import { lazyMailedSites } from "./lazy-mailed-site.js";
import { reportOf, withSignIns } from "./metrics.js";
import { lazyProviders } from "./lazy-providers.js";
import { redirectProxyOf } from "./redirect-proxy.js";
import {
  processMemory,
  revokedSessions,
  sharedMemory,
  sharedRevocation,
  spentValues,
  type StoreAccess,
  triesOf,
} from "./shared-stores.js";
import { wrapAdapter } from "./store-calls.js";
import { findProblems, findTokenProblem, minSecretLength } from "./validate.js";

// Memo tables: dropping them changes nothing but time.
const plain = new WeakMap<AnyAuthConfig, ResolvedConfig>();
const inferred = new WeakMap<AnyAuthConfig, ResolvedConfig>();
const ofTokens = new WeakMap<AnyAuthConfig, ResolvedConfig>();

/** What a configuration is made of that not everybody needs who reads sessions. */
interface Parts {
  readonly reportOf: typeof reportOf;
  readonly withSignIns: typeof withSignIns;
  readonly providersOf: typeof lazyProviders;
  readonly wrapAdapter: (...store: Parameters<typeof wrapAdapter>) => ResolvedConfig["adapter"];
  readonly strategies: Readonly<Record<ResolvedConfig["strategy"], SessionStrategy>>;
  readonly findProblems: typeof findProblems;
  readonly warnOf: typeof warnOf;
  readonly mailedSites: typeof lazyMailedSites;
  readonly extenderOf: (config: AnyAuthConfig) => ResolvedConfig["mayExtend"];
}

const whole: Parts = {
  reportOf,
  withSignIns,
  providersOf: lazyProviders,
  wrapAdapter,
  strategies: { jwt: jwtSessions, database: /* @__PURE__ */ lazyDatabaseSessions() },
  findProblems,
  warnOf,
  mailedSites: lazyMailedSites,
  // A counted session is ended in the store.
  extenderOf:
    ({ adapter }) =>
    (token) =>
      adapter !== undefined || token[epochClaim] === undefined,
};

/** Without providers and without a store: enough to read sessions that are in their cookie. */
const tokensAlone: Parts = {
  reportOf: () => undefined,
  withSignIns: (emit) => emit,
  providersOf: () => ({
    providerIds: [],
    providers: () => [],
    provider: () => undefined,
    signOut: undefined,
  }),
  wrapAdapter: () => undefined,
  strategies: { jwt: jwtSessions, database: jwtSessions },
  findProblems: findTokenProblem,
  warnOf: () => undefined,
  mailedSites: () => async (site) => site,
  // What one process remembers of sign-outs, this one does not know.
  extenderOf:
    ({ session, sharedStore }) =>
    (token) =>
      token[epochClaim] === undefined && (session?.revocation !== true || sharedStore !== undefined),
};

/** For `Auth`: what the config says, and nothing from the environment. */
export function resolveConfig(config: AnyAuthConfig): ResolvedConfig {
  return remembered(plain, config, undefined, whole);
}

/** For the integrations: what the config leaves open comes from the environment, read at first use. */
export function resolveConfigWithEnv(config: AnyAuthConfig): ResolvedConfig {
  return remembered(inferred, config, () => envOf(config), whole);
}

/** For who only reads sessions of strategy "jwt"; the rest of the environment holds as for the integrations. */
export function resolveTokenConfig(config: AnyAuthConfig): ResolvedConfig {
  return remembered(ofTokens, config, processEnv, tokensAlone);
}

function remembered(
  memo: WeakMap<AnyAuthConfig, ResolvedConfig>,
  config: AnyAuthConfig,
  readEnv: (() => Env) | undefined,
  parts: Parts,
): ResolvedConfig {
  const known = memo.get(config);
  if (known !== undefined) return known;
  const resolved = build(config, readEnv?.(), parts);
  memo.set(config, resolved);
  return resolved;
}

function build(config: AnyAuthConfig, env: Env | undefined, parts: Parts): ResolvedConfig {
  const logger = createLogger(config.logger, config.debug === true);
  const mode = nodeEnv();
  const limitMs = (config.deadlineSeconds ?? defaultDeadlineSeconds) * 1000;
  const access = { logger, limitMs };
  const secrets = secretsOf(config, env, mode, logger.warn);
  const session = sessionOf(config);
  const strategy = config.session?.strategy ?? (config.adapter === undefined ? "jwt" : "database");
  const report = parts.reportOf(config, logger);
  // Any one of them brings what runs them all.
  const plugins = config.plugins?.[0]?.host?.(config, parts, env);
  const made = parts.providersOf(config, env, report, plugins);
  const providers = made.providers();
  const memory = sharedMemory(config.sharedStore, access);
  const redirectProxy = redirectProxyOf(config.redirectProxyUrl, env);
  const devIdp = devIdpOf(env);
  const isSimulated = Boolean(devIdp) && mode === "development";
  const place = siteOf(config, env);

  parts.warnOf(config, providers, logger);

  // Not frozen: each request gets a copy, and a frozen object is copied ten times slower.
  return {
    config,
    ...keysOf(config, env, secrets, session.maxAge),
    ...parts.findProblems({ config, secrets, mode, providers, plugins, redirectProxy, isSimulated }, logger),
    ...place,
    // `Auth` takes it from the environment that `setEnvDefaults` was given.
    mailedSite: parts.mailedSites({ ...place, mode, logger }, env ?? handedOverEnv(config) ?? {}),
    redirectProxy,
    mode,
    devIdp,
    adapter: config.adapter && parts.wrapAdapter(config.adapter, access, report, plugins),
    plugins,
    strategy,
    session,
    mayExtend: parts.extenderOf(config),
    revokedSessions: createRevokedSessions(revocationOf(config, access), secrets),
    spent: spentValues(config.sharedStore && memory),
    tries: triesOf(config.throttle, memory, access),
    sessions: (plugins ?? parts).strategies[strategy],
    callbacks: callbacksOf(config, logger.warn),
    emit: parts.withSignIns(createEmitter(config.events ?? {}, logger, limitMs), report, made.providerIds),
    record: unheard,
    pages: config.pages ?? {},
    theme: config.theme ?? defaultTheme,
    logger,
    policies: { http: cookiePolicy(false, config.cookies), https: cookiePolicy(true, config.cookies) },
    ...made,
  };
}

/** Who seals and opens, with what. */
function keysOf(
  config: AnyAuthConfig,
  env: Env | undefined,
  secrets: string[],
  maxAge: number,
): Pick<ResolvedConfig, "secrets" | "acceptedSecrets" | "decodeSecret" | "jwt"> {
  const { jwt = {} } = config;
  const acceptedSecrets = [...nextSecretOf(config, env), ...secrets];
  // In the form that it was given in: who replaces encode() signs with it, and most libraries take one secret.
  const secret = (Array.isArray(config.secret) ? undefined : oneOf(secrets)) ?? secrets;
  return {
    secrets,
    acceptedSecrets,
    decodeSecret:
      jwt.secret ?? (jwt.decode === undefined || Array.isArray(secret) ? acceptedSecrets : secret),
    jwt: { secret, maxAge, encode: encodeToken, decode: decodeToken, ...compact(jwt) },
  };
}

/** Where the app is reached, and whom it believes that. */
function siteOf(config: AnyAuthConfig, env: Env | undefined) {
  const site = env && envUrl(env);
  const sitePath = cleanPath(site?.pathname ?? "");
  return {
    // An AUTH_URL without a path names the host; the endpoints stay where they are.
    basePath: cleanPath(config.basePath ?? (sitePath || defaultBasePath)),
    siteOrigin: site?.origin,
    sitePath,
    ...trustedHostsOf(config, env),
    clientHeader: env && envClientHeader(env),
  };
}

function revocationOf(
  { session, sharedStore }: AnyAuthConfig,
  access: StoreAccess,
): RevocationStore | undefined {
  const revocation = session?.revocation;
  if (revocation === undefined) return undefined;
  const store = revocation === true ? revokedSessions(sharedStore ?? processMemory()) : revocation;
  return sharedRevocation(store, access);
}

const oneOf = (secrets: readonly string[]): string | undefined =>
  secrets.length === 1 ? secrets[0] : undefined;

/** Opens and verifies, never seals; a secret of the list needs no announcement. */
function nextSecretOf(config: AnyAuthConfig, env: Env | undefined): string[] {
  const next = config.nextSecret ?? env?.AUTH_SECRET_NEXT;
  return next === undefined || next === "" || [config.secret].flat().includes(next) ? [] : [next];
}

function secretsOf(
  config: AnyAuthConfig,
  env: Env | undefined,
  mode: string | undefined,
  warn: (code: string) => void,
): string[] {
  const given = config.secret;
  const fromConfig =
    given === undefined || given === "" ? [] : typeof given === "string" ? [given] : [...given];
  const secrets = fromConfig.length > 0 || env === undefined ? fromConfig : envSecrets(env);
  const first = secrets[0];
  if (first === undefined && mode === "development") return developmentSecrets(warn);
  if (first !== undefined && first.length < minSecretLength && mode !== "production") {
    warn(
      `AUTH_SECRET has fewer than ${minSecretLength} characters: production refuses it. Run: npx auth secret generate --write`,
    );
  }
  return secrets;
}

/** What runs and may not be meant. */
function warnOf(
  { debug, experimental, theme }: AnyAuthConfig,
  providers: readonly InternalProvider[],
  { warn }: LoggerInstance,
): void {
  if (debug === true) warn("debug-enabled");
  if (experimental?.enableWebAuthn === true && !providers.some(isSwitchFree)) warn("experimental-webauthn");
  warnOfProviders(theme, providers, warn);
}
