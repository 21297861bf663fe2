/** Entry point `authwright/svelte`: the session in Svelte 5, and the handler's endpoints as functions. */
import type { Component, Snippet } from "svelte";
import type { HTMLAttributes, HTMLButtonAttributes } from "svelte/elements";
import type { Impersonation, Session } from "../types/entities.js";
import ImpersonationBarFile from "./ImpersonationBar.svelte";
import SessionProviderFile from "./SessionProvider.svelte";
import SignedInFile from "./SignedIn.svelte";
import SignedOutFile from "./SignedOut.svelte";
import SignInButtonFile from "./SignInButton.svelte";
import UserButtonFile from "./UserButton.svelte";

export { getCsrfToken, getProviders, getSession, signIn, signOut } from "../client/endpoints.js";
export { useSession, type SvelteSession } from "./session.js";
export type { AuthClientOptions, ClientSession } from "../client/keep-session.js";
export type {
  GetSessionParams,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from "../client/calls.js";
export type { Impersonation, Session } from "../types/entities.js";
export type { SessionOf } from "../types/session-of.js";

/** Props of {@link SessionProvider}. */
export interface SvelteSessionProviderProps {
  /** From the server, such as `data.session` of a layout; null: nobody. Without it the session is read after mounting. */
  session?: object | null | undefined;
  /** Path of the endpoints on the page's own origin. Default `/auth`. */
  basePath?: string | undefined;
  /** Seconds between two reads while somebody is signed in; 0 (default): none. */
  refetchInterval?: number | undefined;
  /** Default true: read again when the window is looked at. */
  refetchOnWindowFocus?: boolean | undefined;
  /** What can use the session. */
  children?: Snippet | undefined;
}

/**
 * Holds the session for `useSession` and the components below it.
 * @example <SessionProvider session={data.session}>{@render children()}</SessionProvider>
 */
export const SessionProvider: Component<SvelteSessionProviderProps> = SessionProviderFile;

/** Props of {@link SignedIn}. */
export interface SvelteSignedInProps {
  /** What a signed-in user sees; it gets the session. */
  children?: Snippet<[session: Session]> | undefined;
}

/**
 * Shows its children to who is signed in. It hides, and guards nothing: what nobody else may have stays on the server.
 * @example <SignedIn>{#snippet children(session)}Hello {session.user?.name}{/snippet}</SignedIn>
 */
export const SignedIn: Component<SvelteSignedInProps> = SignedInFile;

/** Props of {@link SignedOut}. */
export interface SvelteSignedOutProps {
  /** What somebody sees who is not signed in. */
  children?: Snippet | undefined;
}

/**
 * Shows its children to who is not signed in; nothing while that is not known yet.
 * @example <SignedOut><SignInButton /></SignedOut>
 */
export const SignedOut: Component<SvelteSignedOutProps> = SignedOutFile;

/** Props of {@link SignInButton}: those of a button, and where the sign-in goes. */
export interface SvelteSignInButtonProps extends Omit<HTMLButtonAttributes, "onclick" | "type"> {
  /** Id of a provider; without one the button leads to the sign-in page. */
  provider?: string | undefined;
  /** Where sign-in leads to; default: this page. */
  redirectTo?: string | undefined;
}

/**
 * A button that starts a sign-in. It takes one click: a second one would start another.
 * @example <SignInButton provider="github">Sign in with GitHub</SignInButton>
 */
export const SignInButton: Component<SvelteSignInButtonProps> = SignInButtonFile;

/** Props of {@link UserButton}. */
export interface SvelteUserButtonProps extends HTMLAttributes<HTMLDetailsElement> {
  /** Where sign-out leads to; default: this page. */
  redirectTo?: string | undefined;
  /** Text of the button. Default "Sign out". */
  signOutLabel?: string | undefined;
}

/**
 * The menu of who is signed in, with "Sign out" below rows of your own. Shows nothing while nobody is. Escape, a click
 * elsewhere and a link in it close it. `authwright/react/style.css` styles it.
 * @example <UserButton><a href="/account">Account</a></UserButton>
 */
export const UserButton: Component<SvelteUserButtonProps> = UserButtonFile;

/** Props of {@link ImpersonationBar}: those of its element, and what it says. */
export interface SvelteImpersonationBarProps extends Omit<
  HTMLAttributes<HTMLDivElement>,
  "children" | "role"
> {
  /** From the server. Default: that of `SessionProvider`; without one it is read after mounting. */
  session?: object | null | undefined;
  /** Path of the endpoints. Default: that of `SessionProvider` in a browser, else `/auth`. */
  basePath?: string | undefined;
  /** What it says; it gets the names. Default: "Root acts for Ada." */
  children?: Snippet<[names: Impersonation]> | undefined;
  /** Text of the button. Default "Stop". */
  stopLabel?: string | undefined;
}

/**
 * Says who acts for the user of the session, and ends it: of the plugin `admin`. Shows nothing in any other session. Without
 * JavaScript its button leads to the page that ends it.
 * @example <ImpersonationBar session={data.session} />
 */
export const ImpersonationBar: Component<SvelteImpersonationBarProps> = ImpersonationBarFile;
