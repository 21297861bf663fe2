/** Entry point `authwright/vue`: the session in Vue, and the handler's endpoints as functions. */
export { getCsrfToken, getProviders, getSession, signIn, signOut } from "../client/endpoints.js";
export { ImpersonationBar, SignedIn, SignedOut, SignInButton, UserButton } from "./components.js";
export { authPlugin, useSession } from "./session.js";
export type {
  GetSessionParams,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from "../client/calls.js";
export type { ImpersonationBarOptions, SignInProps, UserButtonOptions } from "./components.js";
export type { AuthPluginOptions, UseSessionReturn } from "./session.js";
export type { Impersonation, Session } from "../types/entities.js";
export type { SessionOf } from "../types/session-of.js";
