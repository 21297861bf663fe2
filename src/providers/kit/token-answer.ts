import type { TokenEndpoint } from "../../runtime/types/provider.js";
import { compilePath } from "../../runtime/oauth/profile-path.js";
import type { ProviderRecord } from "./record.js";

type Answer = Record<string, unknown>;

/** Turns the token answer of a provider into one that RFC 6749 section 5.1 knows. */
export function conformToken({ tokenDefaults, tokenAnswer }: ProviderRecord): TokenEndpoint["conform"] {
  if (!tokenDefaults && !tokenAnswer) return undefined;
  const { prefix = "", unwrap, rename = {} } = tokenAnswer ?? {};
  const inner = unwrap === undefined ? undefined : compilePath(unwrap);
  return async (response) => {
    if (!response.ok) return undefined;
    const text = await response.clone().text();
    const whole = parse(text.startsWith(prefix) ? text.slice(prefix.length) : text);
    const found = (inner?.(whole) ?? whole) as Answer;
    const named = Object.entries(found).map(([name, value]) => [
      Object.hasOwn(rename, name) ? rename[name] : name,
      value,
    ]);
    // Headers stay behind: some servers send a challenge along with success.
    return Response.json(standard({ ...tokenDefaults, ...(Object.fromEntries(named) as Answer) }));
  };
}

function parse(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

function standard({ scope, expires_in: seconds, expires_at: end, ...rest }: Answer): Answer {
  const left = typeof end === "string" ? Math.floor((Date.parse(end) - Date.now()) / 1000) : NaN;
  const lifetime = Number(seconds ?? left);
  const scopes = Array.isArray(scope) ? scope.join(" ") : scope;
  return {
    ...rest,
    ...(typeof scopes === "string" && { scope: scopes }),
    ...(lifetime > 0 && { expires_in: lifetime }),
  };
}
