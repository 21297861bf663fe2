/** THE CORE: one request, one config, one result. Both edges and all programmatic operations end here. */
import { badRequest, configAnswer, errorAnswer, methodNotAllowed, tellFailure } from "./error-response.js";
import { InvalidProvider, MissingCSRF, toError, UnknownAction } from "./errors.js";
import { RequestRefused } from "./http/body.js";
import { lastProviderCookie } from "./flows/last-provider.js";
import { affordable, setCookie } from "./http/cookies.js";
import { causeOf, withCookies } from "./http/flow-result.js";
import { type RequestFacts, requestLogger } from "./logger.js";
import { skipCSRFCheck } from "./options.js";
import { findRoute, parsePath, type Route } from "./routes.js";
import { createCsrf, csrfCookie, csrfFault, isForeign, readCsrf, verifyCsrf } from "./security/csrf.js";
import { randomHex } from "./security/random.js";
import { judgeTarget } from "./security/redirects.js";
import { inDevelopment } from "./settings/development.js";
import { addressMismatch, distrust } from "./settings/origin.js";
import type {
  ActionRequest,
  AuthAction,
  Compiled,
  CookieChange,
  FlowContext,
  FlowResult,
  InternalProvider,
  Mount,
} from "./types/flow.js";

export interface HandleOptions {
  /** For calls from the server's own code: there is no browser whose intent must be proven. */
  readonly skipCsrf?: boolean;
  /** Errors go to the caller in place of an error page, as {@link FlowFailure} where cookies belong to them. */
  readonly throwErrors?: boolean;
}

/** Answers a request. Never throws unless the options say so. */
export async function handle(
  request: ActionRequest,
  config: Compiled,
  mount: Mount,
  options: HandleOptions = {},
): Promise<FlowResult> {
  const logger = requestLogger(config.logger, factsOf(request));
  const compiled: Compiled = { ...config, logger };
  if (request.method !== "GET" && request.method !== "POST") {
    logger.error(new UnknownAction("Only GET and POST are answered"));
    return methodNotAllowed();
  }
  const parsed = parsePath(request.path);
  if (parsed === null) {
    const where =
      request.path === ""
        ? `is not below ${mount.basePath}: make basePath, and the path of AUTH_URL, that of the endpoints`
        : `leads to nothing below ${mount.basePath}`;
    logger.error(new UnknownAction(`The URL ${where}`));
    return badRequest();
  }
  const { action, providerId } = parsed;
  let result: FlowResult;
  try {
    if (request.method === "POST") await request.body();
    const problem = distrust(compiled, mount.origin) ?? compiled.problem;
    if (problem !== undefined) {
      if (options.throwErrors === true) throw problem;
      logger.error(problem);
      return await configAnswer(request, action, compiled, mount);
    }
    if (action === "signin" && request.method === "POST") {
      const mismatch = addressMismatch(compiled, (name) => request.header(name));
      if (mismatch !== undefined) logger.warn(mismatch);
    }
    result = await answer(request, compiled, mount, action, providerId, options);
  } catch (thrown) {
    const error = toError(thrown);
    if (options.throwErrors === true && !(error instanceof RequestRefused)) {
      const cause = causeOf(error);
      logger.error(cause);
      if (action === "signin" || action === "callback") await tellFailure(cause, compiled, providerId);
      throw error;
    }
    const isJson = wantsJson(request);
    const failed = await errorAnswer(error, request, parsed, compiled, mount, isJson);
    return failed.kind === "redirect" && isJson ? { ...asJson(failed), headers: {} } : failed;
  }
  const isForClient = options.throwErrors !== true && wantsJson(request);
  return result.kind === "redirect" && isForClient ? asJson(result) : result;
}

const requestIdPattern = /^[\w.:-]{1,64}$/;

/** What the log says of a request; worked out when there is something to say. */
function factsOf(request: ActionRequest): () => RequestFacts {
  let known: RequestFacts | undefined;
  return () => {
    if (known !== undefined) return known;
    const { action, providerId } = parsePath(request.path) ?? { action: "none", providerId: undefined };
    const given = request.header("x-request-id");
    const id = given !== null && requestIdPattern.test(given) ? given : randomHex(4);
    return (known = { id, action, provider: providerId === undefined ? undefined : shortened(providerId) });
  };
}

/** A name from a request, for the log: ids of providers are short. */
const shortened = (text: string): string => (text.length > 64 ? `${text.slice(0, 64)}…` : text);

const wantsJson = (request: ActionRequest): boolean => request.header("x-auth-return-redirect") !== null;

/** Clients that call by fetch cannot follow a redirect to another site: they get the address. */
function asJson({ location, cookies }: FlowResult & { kind: "redirect" }): FlowResult {
  return { kind: "json", body: { url: location }, headers: { location }, ...(cookies && { cookies }) };
}

async function answer(
  request: ActionRequest,
  compiled: Compiled,
  mount: Mount,
  action: AuthAction,
  providerId: string | undefined,
  options: HandleOptions,
): Promise<FlowResult> {
  const provider = providerId === undefined ? undefined : await findProvider(compiled, mount, providerId);
  const route = findRoute(request.method, action, provider, compiled);
  const contextOf = (callbackUrl: string, csrfToken: string): FlowContext => ({
    compiled,
    mount,
    cookies: mount.cookies,
    cookieHeader: request.header("cookie"),
    request,
    action,
    provider,
    sessions: compiled.sessions,
    callbackUrl,
    csrfToken,
  });
  if (route.bare === true) return route.flow(contextOf(mount.origin, ""));

  const changes: CookieChange[] = [];
  const csrfToken = await checkCsrf(request, compiled, mount, route, options, changes);
  const callbackUrl = await resolveCallbackUrl(request, compiled, mount, changes);
  const context = contextOf(callbackUrl, csrfToken);
  const result = await route.flow(context);
  changes.push(...lastProviderCookie(context));
  return withCookies(result, affordable(changes, result.cookies ?? [], mount.cookies.callbackUrl.name));
}

async function findProvider(compiled: Compiled, mount: Mount, id: string): Promise<InternalProvider> {
  const provider = compiled.provider(id);
  if (provider === undefined) {
    const ids = compiled.providerIds.join(", ") || "none";
    throw new InvalidProvider(
      `There is no provider ${JSON.stringify(shortened(id))} in the configuration; there is: ${ids}`,
    );
  }
  return compiled.devIdp === undefined ? provider : inDevelopment(provider, compiled, mount);
}

/** The token for forms. A route that asks for it gets its request refused when body and cookie do not agree. */
async function checkCsrf(
  request: ActionRequest,
  compiled: Compiled,
  mount: Mount,
  route: Route,
  options: HandleOptions,
  changes: CookieChange[],
): Promise<string> {
  if (options.skipCsrf === true || compiled.config.skipCSRFCheck === skipCSRFCheck) return "";
  const cookie = mount.cookies.csrfToken;
  const read = readCsrf(request.cookies()[cookie.name], compiled.secrets, compiled.acceptedSecrets);
  const known = read instanceof Promise ? await read : read;
  if (route.csrf === true) {
    const body = await request.body();
    if (!verifyCsrf(body?.csrfToken, known?.token ?? null)) {
      const hasCookie = request.cookies()[cookie.name] !== undefined;
      throw new MissingCSRF(csrfFault(mount, { hasCookie, known, submitted: body?.csrfToken }));
    }
    if (isForeign((name) => request.header(name), mount.origin)) {
      throw new MissingCSRF("The form was sent from another site");
    }
  }
  if (known?.isStale === false) return known.token;
  if (known !== null) {
    changes.push(setCookie(cookie, await csrfCookie(known.token, compiled.secrets)));
    return known.token;
  }
  const created = await createCsrf(compiled.secrets);
  changes.push(setCookie(cookie, created.cookie));
  return created.token;
}

/** Where the browser goes at the end: what the request asks for, else what the cookie remembers, else home. */
async function resolveCallbackUrl(
  request: ActionRequest,
  compiled: Compiled,
  mount: Mount,
  changes: CookieChange[],
): Promise<string> {
  const cookie = mount.cookies.callbackUrl;
  const remembered = request.cookies()[cookie.name];
  const body = request.method === "POST" ? await request.body() : undefined;
  const asked = body?.callbackUrl ?? request.query().get("callbackUrl");
  const judged = judgeTarget(asked || remembered, mount.origin, compiled.callbacks.redirect);
  const url = typeof judged === "string" ? judged : await judged;
  if (url !== remembered) changes.push(setCookie(cookie, url));
  return url;
}
