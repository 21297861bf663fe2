/** Entry point `authwright/types`: the types of a configuration and of what callbacks get. It holds no code. */
export type { AuthAction } from "./flow.js";
export type { AuthConfig, LoggerInstance, PagesOptions, WarningCode } from "./config.js";
export type { Authenticator } from "./adapter.js";
export type { Callbacks, EventCallbacks } from "./callbacks.js";
export type {
  Account,
  Awaitable,
  DefaultSession,
  DefaultUser,
  Profile,
  PublicProvider,
  Session,
  TokenSet,
  User,
} from "./entities.js";
export type { CookieOption, CookiesOptions } from "./cookies.js";
export type { ErrorPageParam, SignInPageErrorParam } from "./page-errors.js";
export type { ResponseInternal } from "./response.js";
export type { Theme } from "./theme.js";
export type { WebAuthnOptionsResponseBody } from "./webauthn-answer.js";

/** What a promise holds. */
export type Awaited<T> = T extends Promise<infer U> ? U : T;

/** A version, such as `v9.0.1`. */
export type SemverString = `v${number}` | `v${number}.${number}` | `v${number}.${number}.${number}`;
