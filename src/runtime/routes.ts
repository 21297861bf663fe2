/** Which URLs exist, as data: method, action and kind of provider to flow. */
import { InvalidProvider, MissingAdapter, UnknownAction } from "./errors/index.js";
import { csrfFlow } from "./flows/csrf.js";
import { providersFlow } from "./flows/providers.js";
import { sessionFlow } from "./flows/session.js";
import { sessionUpdate } from "./flows/session-update.js";
import { signOut } from "./flows/sign-out.js";
import { kindOf } from "./settings/provider.js";
import { isAuthAction, takesProvider } from "./http/actions.js";
import { firstPart } from "./http/path.js";
import type { PluginHost, PluginTarget } from "./plugins/host/plugin.js";
import type { AuthAction, FlowContext } from "./types/flow.js";
import type { ProviderFlows } from "./types/provider-parts.js";
import type { ResolvedConfig } from "./types/resolved-config.js";
import type { FlowResult } from "./http/flow-result.js";
import type { InternalProvider, OAuthProvider } from "./types/finished-provider.js";

type Answer = FlowResult | Promise<FlowResult>;

export interface Route {
  /** The last part of a route's key is the kind of its provider. */
  flow(context: FlowContext): Answer;
  /** The body must carry the CSRF token. */
  readonly csrf?: boolean | undefined;
  /** Answers without the pipeline: no CSRF cookie, no callback URL. */
  readonly withoutState?: true | undefined;
}

type OAuthContext = FlowContext<OAuthProvider>;

// Sign-in and pages are loaded when they are first asked for: a session check pays for none of them.
const oauth = () => import("./flows/oauth.js");
const pages = () => import("./flows/pages.js");

const routes = {
  "GET providers": { flow: providersFlow, withoutState: true },
  "GET csrf": { flow: csrfFlow },
  "GET session": { flow: sessionFlow },
  "POST session": {
    flow: sessionUpdate,
    csrf: true,
  },
  "GET signin": { flow: async (context) => (await pages()).signInPage(context) },
  "POST signin": { flow: toSignInPage, csrf: true },
  "POST signin:credentials": { flow: toSignInPage, csrf: true },
  "POST signin:webauthn": { flow: async (context) => (await pages()).passkeyStart(context), csrf: true },
  "POST signin:oauth": {
    flow: async (context: OAuthContext) => (await oauth()).start(context),
    csrf: true,
  },
  "GET callback:oauth": {
    flow: async (context: OAuthContext) => (await oauth()).callback(context),
  },
  "POST callback:oauth": {
    flow: async (context: OAuthContext) => (await oauth()).callback(context),
  },
  "POST callback:credentials": { flow: (context) => brought(context, "callback"), csrf: true },
  "POST signin:email": { flow: (context) => brought(context, "start"), csrf: true },
  "GET callback:email": { flow: (context) => brought(context, "callback") },
  "POST callback:email": { flow: (context) => brought(context, "callback") },
  "GET webauthn-options:webauthn": { flow: (context) => brought(context, "options") },
  "POST callback:webauthn": { flow: (context) => brought(context, "callback") },
  "GET signout": { flow: async (context) => (await pages()).signOutPage(context) },
  "POST signout": {
    flow: signOut,
    csrf: true,
  },
  "GET error": { flow: async (context) => (await pages()).errorPage(context) },
  "GET verify-request": {
    flow: async (context) => (await pages()).verifyRequestPage(context),
  },
} satisfies Readonly<Record<string, Route>>;

/** What is sent to the core, and may change something. */
export type CorePost = Extract<keyof typeof routes, `POST ${string}`>;

const routeAt: Readonly<Record<string, Route>> = routes;

/** A flow that comes with the provider: an app without such a provider does not carry it. */
async function brought(context: FlowContext, name: keyof RouteFlows): Promise<FlowResult> {
  const { provider } = context;
  const load = provider && "flows" in provider ? provider.flows : undefined;
  const flows: RouteFlows = load ? (loaded.get(load) ?? (await load())) : {};
  const flow = flows[name];
  if (load === undefined || flow === undefined)
    throw new InvalidProvider(`Provider "${provider?.id}": make it with WebAuthn() or Passkey()`);
  loaded.set(load, flows);
  return flow(context);
}

type RouteFlows = Partial<Pick<ProviderFlows, "start" | "callback" | "options">>;

/** Flows that are there already: to import them again would look their files up again. */
const loaded = new WeakMap<object, RouteFlows>();

/**
 * Letters, digits and `-._~` written as bytes (RFC 3986 section 2.3): nobody writes them so but who wants to get past
 * the limits that a proxy has for this path.
 */
const needlesslyEncoded = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i;

/** What a request is for. */
export type RequestTarget =
  | { readonly action: AuthAction; readonly providerId: string | undefined; readonly route?: undefined }
  | PluginTarget;

/** Characters of a path: no action with the id of a provider comes near. */
const longestPath = 4096;

/** Action and provider id of a path below the base path; empty segments are dropped. null: none of ours. */
export function parsePath(path: string): Exclude<RequestTarget, PluginTarget> | null {
  if (path.length > longestPath) return null;
  const [action, id, ...rest] = path.split("/").filter((segment) => segment !== "");
  if (action === undefined || !isAuthAction(action) || rest.length > 0) return null;
  if (id === undefined) return { action, providerId: undefined };
  if (!takesProvider(action) || needlesslyEncoded.test(id)) return null;
  // Clients that build the URL from a missing id mean none.
  return { action, providerId: id === "undefined" ? undefined : decode(id) };
}

/** Does a path below the base path begin with an action, or as a route of a plugin does? */
export function isOwnPath(path: string, plugins: Pick<PluginHost, "routeParts"> | undefined): boolean {
  const first = firstPart(path);
  return isAuthAction(first) || plugins?.routeParts.has(first) === true;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The action that a POST to begins a sign-in by this provider. */
export const signInAction = (provider: InternalProvider): AuthAction =>
  kindOf(provider) === "credentials" ? "callback" : "signin";

/** The route of a request, or the error that says why there is none. */
export function findRoute(
  method: string,
  action: AuthAction,
  provider: InternalProvider | undefined,
  resolved: ResolvedConfig,
): Route {
  const kind = provider === undefined ? "" : `:${kindOf(provider)}`;
  const route = routeAt[`${method} ${action}${kind}`];
  if (route !== undefined) return route;
  if (action === "webauthn-options" && method === "GET") {
    if (resolved.adapter === undefined) throw new MissingAdapter("WebAuthn needs an adapter");
    throw new InvalidProvider("The provider is not for passkeys");
  }
  if (action === "callback")
    throw new InvalidProvider("The callback URL names no provider that takes this request");
  if (action === "signin" && method === "GET") {
    const id = provider?.id ?? "";
    throw new UnknownAction(
      `GET /signin/${id}: a link starts no sign-in, because anybody can make one. Link to /signin, or POST: signIn("${id}")`,
    );
  }
  throw new UnknownAction(`There is no ${method} ${action}`);
}

function toSignInPage({ site }: FlowContext): FlowResult {
  return { kind: "redirect", location: `${site.base}/signin` };
}
