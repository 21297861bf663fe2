/** The handler's endpoints as functions: the HTTP contract and nothing else. */
import type { PublicProvider, Session } from "../types/entities.js";
import { announce, store, type SessionEvent } from "./session-store.js";

/** Options of `getSession`. */
export interface GetSessionParams {
  /** Why the session is read; taken for the sake of older apps. */
  event?: SessionEvent;
  /** Taken for the sake of older apps; has no effect. */
  triggerEvent?: boolean;
  /** Default true: tell the other tabs. */
  broadcast?: boolean;
  /** Cookies of the visitor, when called while rendering on a server. */
  headers?: {
    /** The request's Cookie header. */
    cookie?: string;
  };
}

/** Further parameters of the provider's authorization request, such as `login_hint` or `prompt`. */
export type SignInAuthorizationParams = string | string[][] | Record<string, string> | URLSearchParams;

/** Options of `signIn`; further members are sent as fields of the form, such as `email` or `password`. */
export interface SignInOptions<Redirect extends boolean = true> extends Record<string, unknown> {
  /** Where to go after the sign-in; default: this page. */
  redirectTo?: string;
  /** @deprecated use `redirectTo` */
  callbackUrl?: string;
  /** false: stay on the page and get the answer. */
  redirect?: Redirect;
  /** Seconds since the provider has asked the person, at most: it asks anew, where it can be told so. */
  maxAge?: number;
}

/** What `signIn` gives with `redirect: false`. */
export interface SignInResponse {
  /** Code of what went wrong; undefined: nothing. */
  error: string | undefined;
  /** Of `CredentialsSignin`: what `authorize` said, such as `credentials`. */
  code: string | undefined;
  /** Status of the answer. */
  status: number;
  /** Whether the status is below 400. */
  ok: boolean;
  /** Where to go; null after an error. */
  url: string | null;
}

/** Options of `signOut`. */
export interface SignOutParams<Redirect extends boolean = true> {
  /** Where to go; default: this page. */
  redirectTo?: string;
  /** @deprecated use `redirectTo` */
  callbackUrl?: string;
  /**
   * Ends the session at the provider too, where that has `federatedSignOut`: the browser goes there and comes back. The id
   * of a provider: at that one. Default: here alone.
   */
  federated?: boolean | (string & {});
  /** false: stay on the page. */
  redirect?: Redirect;
}

/** What `signOut` gives with `redirect: false`. */
export interface SignOutResponse {
  /** Where to go. */
  url: string;
}

/** Address of the endpoints from where this code runs. */
export const base = (): string => (typeof window === "undefined" ? store.serverBase : store.basePath);

/** @returns undefined when the handler does not answer */
export async function readJson<T>(path: string, init: RequestInit = {}): Promise<T | undefined> {
  try {
    const response = await fetch(`${base()}/${path}`, {
      ...init,
      headers: { "Content-Type": "application/json", ...init.headers },
    });
    const data: unknown = await response.json();
    if (response.ok) return data as T;
    throw new Error(`${response.status} ${response.statusText}`);
  } catch (error) {
    // The page's console is all there is. The message names the endpoint, never what was sent.
    // oxlint-disable-next-line no-console
    console.error(`[auth] ${path}: ${error}`);
  }
  return undefined;
}

/**
 * The session of this visitor, or null; null too when the handler does not answer (the console says why).
 * @example const session = await getSession()
 */
export async function getSession(params?: GetSessionParams): Promise<Session | null> {
  const cookie = params?.headers?.cookie;
  const session = await readJson<Session>("session", cookie ? { headers: { cookie } } : {});
  if (params?.broadcast ?? true) announce("getSession");
  return session ?? null;
}

/** The token that every POST to the handler must carry; "" when the handler does not answer. */
export async function getCsrfToken(): Promise<string> {
  return (await readJson<{ csrfToken?: string }>("csrf"))?.csrfToken ?? "";
}

/** The configured providers by id; null when the handler does not answer. */
export async function getProviders(): Promise<Record<string, PublicProvider> | null> {
  return (await readJson<Record<string, PublicProvider>>("providers")) ?? null;
}

/** A form as the handler's pages send it, answered by an address in place of a redirect. */
export async function postForm(
  path: string,
  fields: Record<string, unknown>,
): Promise<{ response: Response; url: string | undefined }> {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) body.append(name, String(value));
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Auth-Return-Redirect": "1" },
    body,
  });
  const answer = (await response.json()) as { url?: string } | null;
  return { response, url: answer?.url };
}

/**
 * Where the browser may go: http and https. Anything else would be run as a script in this page, and callers often
 * take the address from a query; the start of the site takes its place, as on the server.
 */
function safeTarget(url: string): string {
  const { href, origin } = window.location;
  if (!URL.canParse(url, href)) return origin;
  return /^https?:$/.test(new URL(url, href).protocol) ? url : origin;
}

/** Leaves the page. With a fragment the browser would only scroll, so the page is made anew. */
export function leaveTo(url: string): void {
  const target = safeTarget(url);
  window.location.href = target;
  if (target.includes("#")) window.location.reload();
}

/** What a caller with `redirect: false` gets; the address may be relative. */
export async function signInResponse(response: Response, url: string | undefined): Promise<SignInResponse> {
  const target = url === undefined ? undefined : new URL(safeTarget(url), window.location.href);
  const said = (name: string) => target?.searchParams.get(name) ?? undefined;
  const error = said("error");
  if (response.ok) await store.refetch("storage");
  return {
    error,
    code: said("code"),
    status: response.status,
    ok: response.ok,
    url: error === undefined ? (target?.href ?? null) : null,
  };
}

const formActions: Readonly<Record<string, "signin" | "callback">> = {
  oauth: "signin",
  oidc: "signin",
  email: "signin",
  credentials: "callback",
};

/** Where the form of a provider is posted; undefined: it has none, but a ceremony of the browser. */
export const formAction = ({ type }: PublicProvider): "signin" | "callback" | undefined => formActions[type];

/**
 * Starts a sign-in from the browser.
 *
 * @param provider id; without one, or with an unknown one, the browser goes to the sign-in page
 * @param options `redirectTo`, `redirect`, and the fields of a credentials or email form
 * @param authorizationParams query parameters for the provider's authorization endpoint
 * @returns with `redirect: false` the answer; otherwise the browser leaves the page
 * @throws TypeError for a webauthn provider, which has a `signIn` of its own
 * @example const { error } = await signIn("credentials", { username, password, redirect: false })
 */
export async function signIn(
  provider: string | undefined,
  options: SignInOptions<false>,
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse>;
export async function signIn(
  provider?: string,
  options?: SignInOptions,
  authorizationParams?: SignInAuthorizationParams,
): Promise<void>;
export async function signIn(
  provider?: string,
  options: SignInOptions<boolean> = {},
  authorizationParams?: SignInAuthorizationParams,
): Promise<SignInResponse | void> {
  const {
    callbackUrl,
    redirectTo = callbackUrl ?? window.location.href,
    redirect = true,
    ...fields
  } = options;
  const providers = await getProviders();
  if (!providers) return leaveTo(`${base()}/error`);
  const chosen = provider !== undefined && Object.hasOwn(providers, provider) && providers[provider];
  if (!chosen) return leaveTo(`${base()}/signin?${new URLSearchParams({ callbackUrl: redirectTo })}`);
  const action = formAction(chosen);
  if (action === undefined) {
    throw new TypeError(`"${chosen.id}" needs the webauthn entry point`);
  }
  const csrfToken = await getCsrfToken();
  const { response, url } = await postForm(
    `${base()}/${action}/${encodeURIComponent(chosen.id)}?${new URLSearchParams(authorizationParams)}`,
    { ...fields, csrfToken, callbackUrl: redirectTo },
  );
  if (redirect) return leaveTo(url ?? redirectTo);
  return signInResponse(response, url);
}

/**
 * Ends the session of this visitor, in all tabs.
 * @returns with `redirect: false` where the browser would have gone
 */
export async function signOut(options: SignOutParams<false>): Promise<SignOutResponse>;
export async function signOut(options?: SignOutParams): Promise<void>;
export async function signOut(options: SignOutParams<boolean> = {}): Promise<SignOutResponse | void> {
  const {
    callbackUrl,
    redirectTo = callbackUrl ?? window.location.href,
    redirect = true,
    federated,
  } = options;
  const csrfToken = await getCsrfToken();
  const answer = await postForm(`${base()}/signout`, { csrfToken, callbackUrl: redirectTo, federated });
  const url = safeTarget(answer.url ?? redirectTo);
  announce("signout");
  if (redirect) return leaveTo(url);
  await store.refetch("storage");
  return { url };
}
