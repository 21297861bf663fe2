/**
 * Token requests in a provider's own words, where RFC 6749 section 4.1.3 is not what it takes. It comes with the providers
 * that need it.
 */
import type { AuthorizationServer } from "oauth4webapi";
import type { OAuthProvider } from "../types/finished-provider.js";
import { type ProviderFetch, providerFetch } from "./fetch.js";
import { fillIn } from "./server.js";

/**
 * `fetch` for the token endpoint, which makes the standard request into that of the provider.
 *
 * @param callback parameters of the callback, already judged
 */
export function tokenFetch(provider: OAuthProvider, callback: URLSearchParams): ProviderFetch {
  const send = providerFetch(provider, "token");
  const { format = "form", rename, body, headers, fromCallback, sign } = provider.token ?? {};
  const fill = (template: string) => fillIn(template, provider, {}, "text");
  return async (address, init) => {
    const standard = init as { body: URLSearchParams; headers: Record<string, string> };
    const fields = new URLSearchParams(standard.body);
    for (const name of fromCallback ?? []) {
      const value = callback.get(name);
      if (value !== null) fields.set(name, value);
    }
    for (const [name, template] of Object.entries(body ?? {})) fields.set(name, fill(template));
    const sent = Object.entries(renamed(fields, rename));
    const own = Object.entries(headers ?? {}).map(([name, template]) => [name, fill(template)] as const);
    const all = { ...standard.headers, ...Object.fromEntries(own) };
    if (format === "query") {
      const url = new URL(address);
      for (const [name, value] of sent) url.searchParams.set(name, value);
      await sign?.(url, { clientSecret: provider.clientSecret ?? "" });
      const { "content-type": _type, ...rest } = all;
      return send(url.href, { method: "GET", headers: rest });
    }
    if (format === "json")
      return send(address, {
        ...init,
        headers: { ...all, "content-type": "application/json" },
        body: JSON.stringify(Object.fromEntries(sent)),
      });
    return send(address, { ...init, headers: all, body: new URLSearchParams(sent) });
  };
}

function renamed(
  fields: URLSearchParams,
  names: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const pairs = [...fields].map(([name, value]) => [Object.hasOwn(names, name) ? names[name] : name, value]);
  return Object.fromEntries(pairs.filter(([name]) => name)) as Record<string, string>;
}

/**
 * The endpoints on the host that the callback names, when it is one of those that the provider declares. An endpoint at
 * a host of the app's own stays there.
 */
export function hostedMetadata(
  metadata: AuthorizationServer,
  { token }: OAuthProvider,
  callback: URLSearchParams,
): AuthorizationServer {
  const { param, hosts } = token?.hostFromCallback ?? {};
  const named = param === undefined ? null : callback.get(param);
  if (named === null || !URL.canParse(named)) return metadata;
  const { protocol, host } = new URL(named);
  if (protocol !== "https:" || !hosts?.includes(host)) return metadata;
  const moved = { ...metadata };
  for (const endpoint of ["token_endpoint", "userinfo_endpoint"] as const) {
    const address = metadata[endpoint] === undefined ? undefined : new URL(metadata[endpoint]);
    if (address && hosts.includes(address.host)) moved[endpoint] = Object.assign(address, { host }).href;
  }
  return moved;
}
