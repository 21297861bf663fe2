/**
 * Entry point `authwright/oauth`: sign-in with a provider for apps that keep their own sessions. No session, no cookie,
 * no store: the app keeps one text between the two requests.
 */
export { finish, type CallbackSource, type FinishOptions, type IdentifiedUser } from "./finish.js";
export type { OAuthSource, ProfileOf } from "./client-provider.js";
export type { KeepOptions } from "./keep.js";
export { refresh, revoke } from "./tokens.js";
export { LostAnswer, RefreshRefused } from "../oauth/refresh.js";
export { start, type SignInStart, type StartOptions } from "./start.js";
