/** What `createAuth` of `authwright/sveltekit` returns, and what it puts into `event.locals`. */
import type { ActionFailure, Handle, RequestEvent } from "@sveltejs/kit";
import type { PathRequirement } from "../../server-functions/guarded-path.js";
import type { PluginServerFunctions } from "../../server-functions/plugin-functions.js";
import type { Requirement } from "../../server-functions/guarded-place.js";
import type { Session, User } from "../../types/entities.js";
import type { Health } from "../../types/health.js";
import type { SessionOf, ShowsSession } from "../../types/session-of.js";

/** What surrounds the app. */
export interface SvelteKitAuthOptions {
  /**
   * The environment, as `$env/dynamic/private` gives it: in development it has what stands in `.env`, on platforms what
   * they give. Default: `process.env`.
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * IP address of the client, where no client can choose it. By default what Kit says: with adapter-node ADDRESS_HEADER
   * names the header of a proxy.
   */
  readonly clientAddress?: ((event: RequestEvent) => string | undefined) | undefined;
}

/** Where a sign-in leads, and the fields of its form. */
export interface SignInFields extends Record<string, unknown> {
  /** Path to go to after the sign-in; default: the page whose form was sent. */
  redirectTo?: string | undefined;
}

/** Where a sign-out leads. */
export interface SignOutFields {
  /** Path to go to; default: the page whose form was sent. */
  redirectTo?: string | undefined;
  /**
   * Ends the session at the provider too, where that has `federatedSignOut`. The id of a provider: at that one. Default:
   * here alone.
   */
  federated?: boolean | (string & {}) | undefined;
}

/** What a form gets back where a sign-in failed: `form` of the page. */
export interface SignInFailure {
  /** Code of what went wrong, such as `CredentialsSignin` or `TooManyAttempts`; `Configuration` where the log says more. */
  readonly error: string;
  /** Of `CredentialsSignin`: what `authorize` said. */
  readonly code: string | undefined;
}

/** The functions that know their request: `event.locals.auth`. */
export interface RequestAuthFunctions<Shown = Session> extends PluginServerFunctions<[]> {
  /** Who is signed in; null for nobody, or while the store cannot tell. The store is asked once for each request. */
  (): Promise<Shown | null>;
  /**
   * Guards a load function, an action, an endpoint or a remote function. A page leads to sign-in and back, a `fetch` gets
   * 401 or 403 as JSON, and while the store is down the answer is 503: the nearest `+error.svelte` shows it.
   *
   * @param requirement what a session must have beside a user; nothing by default
   * @throws what `redirect` and `error` of Kit throw
   * @throws UnsupportedStrategy for `maxAge` with database sessions
   * @throws Error while a page is prerendered, when nobody can be asked who they are
   * @example export const load = async ({ locals }) => ({ session: await locals.auth.require({ role: "admin" }) });
   */
  require(requirement?: Requirement): Promise<Shown>;
  /**
   * Signs in from an action of the app's own.
   * @param provider id; without one the browser goes to the sign-in page
   * @throws what `redirect` of Kit throws, with the address to go to
   * @throws AuthError when the sign-in fails
   */
  signIn(provider?: string, choice?: SignInFields): Promise<never>;
  /**
   * Signs out from an action of the app's own.
   * @throws what `redirect` of Kit throws, with the address to go to
   */
  signOut(choice?: SignOutFields): Promise<never>;
  /** Hands `data` to the callbacks as the client's update does; null when nobody is signed in. */
  update(data: Partial<Shown> | { user: Partial<User> }): Promise<Shown | null>;
  /** Is everything there that sign-ins need? It never rejects. */
  health(): Promise<Health>;
}

/**
 * Type of `locals.auth`.
 *
 * @typeParam Auth `typeof auth`
 * @example
 * declare global { namespace App { interface Locals { auth: LocalAuth<typeof import("$lib/server/auth").auth> } } }
 */
export type LocalAuth<Auth> = RequestAuthFunctions<SessionOf<Auth>>;

/** What `createAuth` returns. */
export interface SvelteKitAuth<Shown = Session> extends ShowsSession<Shown> {
  /**
   * For `hooks.server.ts`: answers the endpoints and the pages of `pageAddresses`, and puts the functions that know their
   * request into `event.locals.auth`.
   * @example export const handle = auth.handle;
   * @example export const handle = sequence(auth.handle, handleLanguage);
   */
  readonly handle: Handle;
  /**
   * Guards a part of the app behind `auth.handle`, by the address or the route. A page leads to sign-in and back, a
   * `fetch` gets 401 or 403 as JSON, and while the store is down the answer is 503. Remote functions have no address:
   * those guard themselves, by `locals.auth.require()`.
   * @param requirement the path, and what a session must have beside a user; every path and nothing by default
   * @example export const handle = sequence(auth.handle, auth.require({ path: "/dashboard" }));
   */
  require(requirement?: PathRequirement): Handle;
  /**
   * A form action: `providerId`, `redirectTo` and the fields of the provider's form. Without `providerId` it leads to the
   * sign-in page.
   * @example export const actions = { signIn: auth.signIn };
   */
  signIn(event: RequestEvent): Promise<ActionFailure<SignInFailure>>;
  /**
   * A form action: `redirectTo`, and `federated` for the provider's session too.
   * @example export const actions = { signOut: auth.signOut };
   */
  signOut(event: RequestEvent): Promise<never>;
  /** Is everything there that sign-ins need? It never rejects. `event` is for a configuration that is made from it. */
  health(event?: RequestEvent): Promise<Health>;
}
