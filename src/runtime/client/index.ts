/** Entry point `authwright/client`: the session and the endpoints in a browser, for pages without React. */
export { createAuthClient, type AuthClient } from "./auth-client.js";
export { getCsrfToken, getProviders, getSession, signIn, signOut } from "./endpoints.js";
export type {
  GetSessionParams,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from "./calls.js";
export type { AuthClientOptions, ClientSession } from "./keep-session.js";
export type { Session } from "../types/entities.js";
export type { SessionOf } from "../types/session-of.js";
