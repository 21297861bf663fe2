/** Where a sign-in goes: what the provider declares, or what it says of itself (discovery). */
import type { OAuthProvider } from "../types/finished-provider.js";
import { declaredServer, type Server } from "./server.js";

/** Endpoints for the first leg: no request when the authorization address is declared. */
export function serverForStart(provider: OAuthProvider): Promise<Server> {
  return provider.authorization?.url === undefined
    ? discover(provider)
    : Promise.resolve(declaredServer(provider));
}

/** Endpoints for the second leg. ID tokens need the key set, which only discovery tells. */
export function serverForCallback(provider: OAuthProvider): Promise<Server> {
  const isComplete =
    !provider.hasIdToken &&
    provider.token?.url !== undefined &&
    (provider.userinfo?.url ?? provider.userinfo?.request ?? provider.userinfo?.from) !== undefined;
  return isComplete ? Promise.resolve(declaredServer(provider)) : discover(provider);
}

const discover = async (provider: OAuthProvider): Promise<Server> =>
  (await import("./openid-connect.js")).discover(provider);
