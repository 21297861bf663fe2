/** Entry point `authwright`: the handler over web Request and Response, and what belongs to it. */
import { compact } from "./types/compact.js";
import { handle } from "./handler.js";
import { causeOf, type FlowResult } from "./http/flow-result.js";
import { contentTypes, cutUrl, fromWebRequest, toWebResponse } from "./http/web.js";
import { raw } from "./types/symbols.js";
import { resolveConfig } from "./settings/resolve-config.js";
import { siteAt } from "./settings/origin.js";
import type { AuthConfig } from "./types/config.js";
import type { Health } from "./types/health.js";
import type { ResponseInternal } from "./types/response.js";

export { customFetch, raw, skipCSRFCheck } from "./types/symbols.js";
export { isAuthAction } from "./http/actions.js";
export { createActionURL, setEnvDefaults } from "./settings/infer.js";
export type {
  AuthConfig,
  LoggerInstance,
  PagesOptions,
  RevocationStore,
  SharedStore,
  ThrottleCount,
  ThrottleLimit,
  ThrottleOptions,
  ThrottleStore,
  WarningCode,
} from "./types/config.js";
export type { CookieOption, CookiesOptions } from "./types/cookies.js";
export type { MailFacts, MailName, MailTemplate, MailTemplates } from "./types/mail-templates.js";
export type { Theme } from "./types/theme.js";
export type { Callbacks, EventCallbacks } from "./types/callbacks.js";
export type { SessionOf } from "./types/session-of.js";
export type { Organizations } from "./types/organizations.js";
// Of what `auth` of every framework has: declarations of an app name them.
export type {
  AccountInfo,
  PluginServerFunctions,
  SessionInfo,
  SessionPlace,
} from "./server-functions/plugin-functions.js";
export type {
  Account,
  AuthorizationDetails,
  Awaitable,
  DefaultSession,
  DefaultUser,
  Profile,
  PublicProvider,
  Session,
  TokenSet,
  User,
} from "./types/entities.js";
export type { AuthAction } from "./types/flow.js";
export type { ResponseInternal } from "./types/response.js";
// What factories of providers and plugins return: declarations of a file that holds a configuration name them by this.
export type { Plugin } from "./types/plugin.js";
export type {
  CredentialsConfig,
  EmailConfig,
  OAuth2Config,
  OIDCConfig,
  WebAuthnConfig,
} from "./types/provider.js";
export type { Health, StoreHealth } from "./types/health.js";
export type {
  Metric,
  ProviderMetric,
  ProviderStep,
  SignInMetric,
  StoreMetric,
  ThrottleMetric,
} from "./types/metric.js";
export type { DefaultJWT, JWT } from "./jwt.js";

/**
 * Answers one request below the base path.
 *
 * @param request a web Request; its URL says origin and path
 * @param config never changed; keep one object per app, because what is worked out from it is kept with it
 * @returns the Response; with `config.raw` the answer as data, and `AuthError`s are thrown
 * @example
 * const config = { basePath: "/auth", providers: [GitHub({ clientId, clientSecret })], secret, trustHost: true };
 * export const handler = (request: Request) => Auth(request, config);
 */
export function Auth(request: Request, config: AuthConfig & { raw: typeof raw }): Promise<ResponseInternal>;
export function Auth(request: Request, config: Omit<AuthConfig, "raw">): Promise<Response>;
export async function Auth(request: Request, config: AuthConfig): Promise<Response | ResponseInternal> {
  const resolved = resolveConfig(config);
  const site = siteAt(resolved, cutUrl(request.url).origin, { isVouchedFor: true });
  const scope = { resolved, site, request: fromWebRequest(request, site.basePath) };
  if (config.raw === raw) {
    const result = handle({ ...scope, options: { throwErrors: true } });
    return toInternal(await result.catch((thrown: Error) => Promise.reject(causeOf(thrown))));
  }
  return toWebResponse(await handle(scope));
}

/**
 * Is everything there that sign-ins need? Asks each store one cheap question within `deadlineSeconds`. Costs nothing
 * until it is called.
 *
 * @param config the same object as the handler's
 * @returns what is well and what is not, without a secret; it never rejects
 * @example
 * const { ok, problems } = await health(config);
 * return Response.json({ ok, problems }, { status: ok ? 200 : 503 });
 */
export async function health(config: AuthConfig): Promise<Health> {
  const { checkHealth } = await import("./health.js");
  return checkHealth(() => resolveConfig(config));
}

function toInternal(result: FlowResult): ResponseInternal {
  const { kind, status, cookies } = result;
  const type = kind === "json" || kind === "html" ? { "content-type": contentTypes[kind] } : undefined;
  const headers = { ...result.headers, ...type };
  return {
    ...compact({
      status,
      headers: Object.keys(headers).length === 0 ? undefined : headers,
      cookies: cookies && [...cookies],
      redirect: result.kind === "redirect" ? result.location : undefined,
    }),
    ...("body" in result && { body: result.body }),
  };
}
