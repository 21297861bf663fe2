/** Is this config usable? The checks run once per config, in this order; the first failure is the answer. */
import {
  AuthError,
  InvalidEndpoints,
  MissingAdapter,
  MissingAdapterMethods,
  MissingAuthorize,
  MissingPlugin,
  MissingSecret,
  UnsupportedStrategy,
} from "../errors/index.js";
import { unusableOrigins } from "../security/listed-origins.js";
import type { Adapter } from "../types/adapter.js";
import type { AnyAuthConfig, LoggerInstance } from "../types/config.js";
import type { PluginHost } from "../plugins/host/plugin-host.js";
import type { RedirectProxy } from "../types/redirect-proxy.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { InternalProvider, OAuthProvider } from "../types/finished-provider.js";
import type { WebAuthnConfig } from "../types/provider.js";
import { noSecret, providerPrefix } from "./env.js";
import { neededMethods } from "./store-calls.js";

export const minSecretLength = 32;

export interface JudgedConfig {
  readonly config: AnyAuthConfig;
  readonly secrets: readonly string[];
  readonly mode: string | undefined;
  readonly providers: readonly InternalProvider[];
  readonly plugins: PluginHost | undefined;
  readonly redirectProxy: RedirectProxy | undefined;
  /** The local identity provider of `auth dev` plays the providers: an issuer may still be missing. */
  readonly isSimulated: boolean;
}

type Check = (subject: JudgedConfig) => AuthError | undefined;

const checks: readonly Check[] = [
  secret,
  proxy,
  endpoints,
  strategy,
  age,
  absoluteAge,
  authorize,
  adapter,
  webauthn,
  adapterMethods,
  extensions,
  signOut,
];

/** What is wrong with a config, and with reading sessions by it, for which no provider is needed. */
export function findProblems(
  subject: JudgedConfig,
  logger: Pick<LoggerInstance, "error">,
): Pick<ResolvedConfig, "problem" | "sessionProblem"> {
  const problem = findProblem(subject);
  const withoutProviders = { ...subject, providers: [], redirectProxy: undefined };
  const ofSessions = problem && findProblem(withoutProviders);
  let isTold = false;
  return {
    problem,
    sessionProblem() {
      if (problem === undefined || ofSessions !== undefined || isTold) return ofSessions;
      isTold = true;
      logger.error(problem);
      return undefined;
    },
  };
}

/** What is wrong with secrets and ages, which is all that tokens need: what extends a session would end it. */
export function findTokenProblem(subject: JudgedConfig): Pick<ResolvedConfig, "problem" | "sessionProblem"> {
  const problem = secret(subject) ?? age(subject);
  return { problem, sessionProblem: () => problem };
}

/** The first thing that is wrong, or undefined. Host trust depends on the request: see `origin.ts`. */
function findProblem(subject: JudgedConfig): AuthError | undefined {
  for (const check of checks) {
    const problem = check(subject);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function secret({ secrets, mode }: JudgedConfig): AuthError | undefined {
  const first = secrets[0];
  if (first === undefined) return new MissingSecret(noSecret);
  if (secrets.includes("")) return new MissingSecret("A secret in the configuration is empty. Remove it.");
  if (mode === "production" && first.length < minSecretLength) {
    return new MissingSecret(
      `AUTH_SECRET has ${first.length} characters, production needs ${minSecretLength}. Run: npx auth secret generate --write`,
    );
  }
  return undefined;
}

/** A list that says more than its writer may mean is not guessed at. */
function proxy({ redirectProxy, providers }: JudgedConfig): AuthError | undefined {
  const given = [redirectProxy, ...providers.filter(isOAuth).map((provider) => provider.redirectProxyUrl)];
  const lists = given.flatMap((each) => (typeof each === "object" ? (each.origins ?? []) : []));
  const [wrong] = unusableOrigins(lists);
  return wrong === undefined
    ? undefined
    : new AuthError(
        `${JSON.stringify(wrong)} in AUTH_REDIRECT_PROXY_ORIGINS, or in redirectProxyUrl.origins, is no https origin. Examples: https://next.example.com, https://*.preview.example.com (a star needs three labels behind it)`,
      );
}

export const isOAuth = (provider: InternalProvider): provider is OAuthProvider =>
  provider.type === "oauth" || provider.type === "oidc";
const isEmail = ({ type }: InternalProvider): boolean => type === "email";
const isWebAuthn = (provider: InternalProvider): provider is WebAuthnConfig => provider.type === "webauthn";

function endpoints({ providers, isSimulated }: JudgedConfig): AuthError | undefined {
  for (const provider of providers) {
    if (isOAuth(provider) && provider.issuer === undefined && provider.wellKnown === undefined) {
      const missing = isSimulated && provider.type === "oidc" ? undefined : missingEndpoint(provider);
      if (missing !== undefined) {
        const variable = `${providerPrefix(provider.id)}_ISSUER`;
        return new InvalidEndpoints(
          `Provider "${provider.id}" has neither an issuer nor ${missing}. Set ${variable}, or its endpoints in the configuration`,
        );
      }
    }
    const problem = isWebAuthn(provider)
      ? provider.problems?.inOptions(provider, providers.filter(isWebAuthn))
      : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function missingEndpoint(provider: OAuthProvider): string | undefined {
  if (provider.authorization?.url === undefined) return "authorization";
  if (provider.token === undefined) return "token";
  const { url, request, from } = provider.userinfo ?? {};
  if ((url ?? request ?? from) === undefined) return "userinfo";
  return undefined;
}

/** What plugins sign in with keeps sessions of either kind. */
function strategy({ config, providers, plugins }: JudgedConfig): AuthError | undefined {
  return config.session?.strategy === "database" &&
    !plugins?.providers[0] &&
    providers[0] &&
    providers.every((provider) => provider.type === "credentials")
    ? new UnsupportedStrategy('Credentials alone cannot keep database sessions. Use session.strategy: "jwt"')
    : undefined;
}

/** Nobody could stay signed in. */
function age({ config }: JudgedConfig): AuthError | undefined {
  const wrong = (["session", "jwt"] as const).find((part) => !((config[part]?.maxAge ?? 1) > 0));
  return wrong && new AuthError(`${wrong}.maxAge: seconds, more than 0; left out it is 30 days`);
}

/** Rows of the session table do not tell when a session began. */
function absoluteAge({ config, plugins }: JudgedConfig): AuthError | undefined {
  const { absoluteMaxAge: seconds, strategy: kind = config.adapter && "database" } = config.session ?? {};
  if (seconds === undefined) return undefined;
  if (!(seconds > 0)) return new AuthError("session.absoluteMaxAge: seconds, more than 0");
  return kind === "database" && plugins?.keepsSessionTimes !== true
    ? new MissingPlugin(
        "session.absoluteMaxAge needs a plugin that keeps when a database session began. Run: npx auth add-plugin account",
      )
    : undefined;
}

function authorize({ providers }: JudgedConfig): AuthError | undefined {
  for (const provider of providers) {
    if (provider.type === "credentials" && typeof provider.authorize !== "function") {
      return new MissingAuthorize(`Provider "${provider.id}" has no authorize() function`);
    }
  }
  return undefined;
}

function adapter({ config, providers }: JudgedConfig): AuthError | undefined {
  if (config.adapter !== undefined) return undefined;
  if (providers.some(isEmail)) {
    return new MissingAdapter("Sign-in by e-mail needs an adapter. Run: npx auth add-adapter <id>");
  }
  if (config.session?.strategy === "database") {
    return new MissingAdapter("Database sessions need an adapter. Run: npx auth add-adapter <id>");
  }
  return undefined;
}

/** Passkeys bring what judges them. */
function webauthn({ config, providers }: JudgedConfig): AuthError | undefined {
  for (const { problems } of providers.filter(isWebAuthn)) {
    const problem = problems?.inConfig(config);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function adapterMethods({ config, providers }: JudgedConfig): AuthError | undefined {
  const store = config.adapter;
  if (store === undefined) return undefined;
  const needed = new Set<keyof Adapter>([
    ...(providers.some(isEmail)
      ? neededMethods.email
      : config.session?.strategy === "jwt"
        ? []
        : neededMethods.database),
    ...(providers.some(isWebAuthn) ? neededMethods.webauthn : []),
  ]);
  const missing = [...needed].filter((name) => !(name in store));
  return missing.length === 0
    ? undefined
    : new MissingAdapterMethods(`The adapter lacks these methods: ${missing.join(", ")}`);
}

/** Languages bring what judges them; without it they are left, and pages tell the log. */
function extensions({ config, plugins: host, providers }: JudgedConfig): AuthError | undefined {
  return config.plugins?.length && !host
    ? new AuthError("plugins: call factories of one release")
    : (host?.problem(providers) ?? config.messages?.[0]?.host?.(config).problem);
}

/** The options do nothing without what reads them. */
function signOut({ providers }: JudgedConfig): AuthError | undefined {
  const silent = providers
    .filter(isOAuth)
    .find((each) => (each.federatedSignOut || each.backchannelLogout) && !each.signOut);
  return silent && new AuthError(`Provider "${silent.id}": what ends sessions with it needs withSignOut()`);
}
