/** Entry point `authwright/express`: Express 4 and 5. */
export { AuthError, CredentialsSignin } from "../errors/index.js";
export { customFetch } from "../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../index.js";
export { createAuth } from "./express-auth.js";
export type {
  AuthMiddleware,
  ExpressAuthFunctions,
  RequestWithAuth,
  ResponseWithLocals,
} from "./express-auth-types.js";
export {
  type ExpressRequest,
  type ExpressResponse,
  getSession,
  type GetSessionResult,
  MiddlewareAuth,
  MiddlewareAuth as ExpressAuth,
  type MiddlewareAuthConfig,
  type MiddlewareAuthConfig as ExpressAuthConfig,
} from "./express-middleware.js";
export type { PathRequirement } from "../server-functions/guarded-path.js";
export type { Requirement } from "../server-functions/guarded-place.js";
