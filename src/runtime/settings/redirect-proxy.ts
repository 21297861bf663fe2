/** One registered callback for many previews: where it is, and which origins may get answers passed on. */
import type { RedirectProxy } from "../types/redirect-proxy.js";
import type { Env } from "./env.js";

/** The option, filled from the environment; undefined when there is no proxy. */
export function redirectProxyOf(
  given: string | RedirectProxy | undefined,
  env: Env = {},
): RedirectProxy | undefined {
  const option = given ?? env.AUTH_REDIRECT_PROXY_URL;
  if (option === undefined) return undefined;
  const { url, origins } = typeof option === "string" ? { url: option, origins: undefined } : option;
  const listed = origins ?? (env.AUTH_REDIRECT_PROXY_ORIGINS ?? "").split(/[\s,]+/).filter(Boolean);
  return { url, origins: listed };
}
