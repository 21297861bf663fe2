"use client";
/** Entry point `authwright/react`: the session in React, and the handler's endpoints as functions. */
export { getCsrfToken, getProviders, getSession, signIn, signOut, store as __NEXTAUTH } from "./calls.js";
export { ImpersonationBar, SignedIn, SignedOut, SignInButton, UserButton } from "./components.js";
export { SessionContext, SessionProvider, useSession } from "./session-provider.js";
export { UserMenu } from "./user-menu.js";
export type {
  GetSessionParams,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from "../client/calls.js";
export type {
  ImpersonationBarProps,
  SignedInProps,
  SignInButtonProps,
  UserButtonProps,
} from "./components.js";
export type {
  SessionContextValue,
  SessionProviderProps,
  UpdateSession,
  UseSessionOptions,
} from "./session-provider.js";
export type { MenuUser, UserMenuClasses, UserMenuProps } from "./user-menu.js";
export type { Impersonation, Session } from "../types/entities.js";
export type { SessionOf } from "../types/session-of.js";
