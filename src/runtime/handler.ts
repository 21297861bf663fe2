/** The core: one request, one config, one result. Both adapters and all programmatic operations end here. */
import { InvalidProvider, MissingCSRF, toError, UnknownAction } from "./errors/index.js";
import { type ActionRequest, wantsJson } from "./http/action-request.js";
import { affordable, type CookieChange, setCookie } from "./http/cookies.js";
import { asJson, badRequest, type FlowResult, methodNotAllowed, withCookies } from "./http/flow-result.js";
import { type RequestFacts, requestLogger } from "./callbacks/logger.js";
import { skipCSRFCheck } from "./types/symbols.js";
import { findRoute, parsePath, type Route, type RequestTarget } from "./routes.js";
import { createCsrf, csrfCookie, csrfFault, isForeign, readCsrf, verifyCsrf } from "./security/csrf.js";
import { randomHex } from "./security/random.js";
import { resolveRedirect } from "./security/redirects.js";
import { inDevelopment } from "./settings/development.js";
import { pageAnswers } from "./settings/with-parts.js";
import { addressMismatch, untrustedHostError } from "./settings/origin.js";
import type { AuthAction, FlowContext, RequestScope } from "./types/flow.js";
import type { InternalProvider } from "./types/finished-provider.js";

/** Loaded when something goes wrong. */
const failures = () => import("./error-response.js");

/** Answers a request. Never throws unless the options say so. */
export function handle(given: RequestScope): Promise<FlowResult> {
  const { resolved } = given;
  if (resolved.signOut)
    return resolved.signOut().then((part) => handle({ ...given, resolved: part.withSignOut(resolved) }));
  return resolved.config.pageAddresses
    ? pageAnswers().then((part) => part.atAddresses(given, handleBelow))
    : handleBelow(given);
}

/** Answers below the base path. */
async function handleBelow(given: RequestScope): Promise<FlowResult> {
  const { request, site } = given;
  const plugins = given.resolved.plugins;
  const target = plugins?.target(given) ?? parsePath(request.path);
  const logger = requestLogger(given.resolved.logger, factsOf(request, target));
  const scope: RequestScope = { ...given, resolved: { ...given.resolved, logger } };
  if (request.method !== "GET" && request.method !== "POST") {
    logger.error(new UnknownAction("Only GET and POST are answered"));
    return methodNotAllowed();
  }
  if (!target) {
    const where =
      request.path === ""
        ? `is not below ${site.basePath}: make basePath, and the path of AUTH_URL, that of the endpoints`
        : `leads to nothing below ${site.basePath}`;
    logger.error(new UnknownAction(`The URL ${where}`));
    return badRequest();
  }
  try {
    return await answer(scope, target);
  } catch (thrown) {
    return (await failures()).errorAnswer(scope, target, toError(thrown));
  }
}

async function answer(scope: RequestScope, target: RequestTarget): Promise<FlowResult> {
  const { resolved, site, request, options } = scope;
  if (request.method === "POST") await request.body();
  const problem = untrustedHostError(resolved, site.origin) ?? resolved.problem;
  if (problem !== undefined) {
    if (options?.throwErrors) throw problem;
    resolved.logger.error(problem);
    return (await failures()).configAnswer(scope, target.action);
  }
  if (target.action === "signin" && request.method === "POST") {
    const mismatch = addressMismatch(resolved, (name) => request.header(name));
    if (mismatch !== undefined) resolved.logger.warn(mismatch);
  }
  const result = await runFlow(scope, target);
  return result.kind === "redirect" && wantsJson(scope) ? asJson(result) : result;
}

/** A step of the pipeline: what it found, and the cookies that the answer carries because of it. */
interface Step<T> {
  readonly value: T;
  readonly cookies: readonly CookieChange[];
}

async function runFlow(
  scope: RequestScope,
  { action, providerId, route: found }: RequestTarget,
): Promise<FlowResult> {
  const { resolved, site, request, options } = scope;
  const provider = providerId === undefined ? undefined : await findProvider(scope, providerId);
  const route = found ?? findRoute(request.method, action as AuthAction, provider, resolved);
  // Member by member: with a spread of the scope it costs a tenth of a session check more.
  const contextOf = (callbackUrl: string, csrfToken: string): FlowContext => ({
    resolved,
    site,
    request,
    options,
    cookies: site.cookies,
    cookieHeader: request.header("cookie"),
    action,
    provider,
    sessions: resolved.sessions,
    callbackUrl,
    csrfToken,
  });
  if (route.withoutState === true) return route.flow(contextOf(site.origin, ""));

  const csrf = await checkCsrf(scope, route);
  const callbackUrl = await resolveCallbackUrl(scope);
  const context = contextOf(callbackUrl.value, csrf.value);
  const result = await route.flow(context);
  const first = [...csrf.cookies, ...callbackUrl.cookies];
  return withCookies(result, affordable(first, result.cookies ?? [], site.cookies.callbackUrl.name));
}

const requestIdPattern = /^[\w.:-]{1,64}$/;

/** What the log says of a request; worked out when there is something to say. */
function factsOf(request: ActionRequest, target: RequestTarget | null | undefined): () => RequestFacts {
  let known: RequestFacts | undefined;
  return () =>
    (known ??= {
      id: requestId(request.header("x-request-id")),
      action: target?.action ?? "none",
      provider: target?.providerId && shortened(target.providerId),
    });
}

const requestId = (given: string | null): string =>
  given !== null && requestIdPattern.test(given) ? given : randomHex(4);

/** A name from a request, for the log: ids of providers are short. */
const shortened = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text);

async function findProvider({ resolved, site }: RequestScope, id: string): Promise<InternalProvider> {
  const provider = resolved.provider(id);
  if (provider === undefined) {
    const ids = resolved.providerIds.join(", ") || "none";
    throw new InvalidProvider(
      `There is no provider ${JSON.stringify(shortened(id))} in the configuration; there is: ${ids}`,
    );
  }
  return resolved.devIdp === undefined ? provider : inDevelopment(provider, resolved, site);
}

/** The token for forms. A route that asks for it gets its request refused when body and cookie do not agree. */
async function checkCsrf(
  { request, resolved, site, options }: RequestScope,
  route: Route,
): Promise<Step<string>> {
  if (options?.skipCsrf || resolved.config.skipCSRFCheck === skipCSRFCheck) return { value: "", cookies: [] };
  const cookie = site.cookies.csrfToken;
  const read = readCsrf(request.cookie(cookie.name), resolved.secrets, resolved.acceptedSecrets);
  const known = read instanceof Promise ? await read : read;
  if (route.csrf === true) {
    const body = await request.body();
    if (!verifyCsrf(body?.csrfToken, known?.token ?? null)) {
      const hasCookie = request.cookie(cookie.name) !== undefined;
      throw new MissingCSRF(csrfFault(site, { hasCookie, known, submitted: body?.csrfToken }));
    }
    if (isForeign((name) => request.header(name), site.origin)) {
      throw new MissingCSRF("The form was sent from another site");
    }
  }
  if (known?.isStale === false) return { value: known.token, cookies: [] };
  const fresh =
    known === null
      ? await createCsrf(resolved.secrets)
      : { token: known.token, cookie: await csrfCookie(known.token, resolved.secrets) };
  return { value: fresh.token, cookies: [setCookie(cookie, fresh.cookie)] };
}

/** Where the browser goes at the end: what the request asks for, else what the cookie remembers, else home. */
async function resolveCallbackUrl({ request, resolved, site }: RequestScope): Promise<Step<string>> {
  const cookie = site.cookies.callbackUrl;
  const remembered = request.cookie(cookie.name);
  const body = request.method === "POST" ? await request.body() : undefined;
  const asked = body?.callbackUrl ?? request.query().get("callbackUrl");
  const judged = resolveRedirect(asked || remembered, site.origin, resolved.callbacks.redirect);
  const url = typeof judged === "string" ? judged : await judged;
  return { value: url, cookies: url === remembered ? [] : [setCookie(cookie, url)] };
}
