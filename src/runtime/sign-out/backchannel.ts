/** POST /backchannel-logout/:id: the provider says that a session is over (OpenID Connect Back-Channel Logout 1.0). */
import { sha256Hex } from "#crypto";
import { InvalidCheck, toError } from "../errors/index.js";
import { bodyKind } from "../http/body.js";
import { empty, type FlowResult, json } from "../http/flow-result.js";
import type { PluginScope } from "../plugins/host/plugin.js";
import { hostOf } from "../plugins/host/scope.js";
import { toleranceSeconds } from "../security/seal.js";
import type { FlowContext } from "../types/flow.js";
import { type Logout, maxAgeSeconds, readLogoutToken } from "./logout-token.js";
import { listeningProviders } from "./options.js";
import { pluginId } from "./plugin.js";
import { endProviderSessions } from "./provider-sessions.js";

/** Section 2.8. */
const headers = { "cache-control": "no-store" };

/** 200: no session goes on that the token means. 400: the token is not good, or its sessions could not be ended. */
export async function backchannelLogout(context: FlowContext, own: PluginScope): Promise<FlowResult> {
  const { resolved, provider } = context;
  const listening = listeningProviders(resolved).find(({ id }) => id === provider?.id);
  if (listening === undefined || resolved.adapter?.records === undefined) return empty(404, { headers });
  try {
    const logout = await readLogoutToken(listening, await tokenIn(context));
    await once(context, logout, () => endProviderSessions(resolved, own, logout));
    return empty(200, { headers });
  } catch (thrown) {
    if (hostOf(resolved).isOff({ id: pluginId }, resolved.logger, thrown)) return empty(404, { headers });
    resolved.logger.error(toError(thrown));
    const error = thrown instanceof InvalidCheck ? "invalid_request" : "temporarily_unavailable";
    return json({ error }, { status: 400, headers });
  }
}

/** Section 2.5: a form, and nothing else. */
async function tokenIn({ request }: FlowContext): Promise<unknown> {
  if (bodyKind(request.header("content-type")) !== "form")
    throw new InvalidCheck("A logout token comes in a form");
  return (await request.body())?.["logout_token"];
}

/** A token is good once, in all processes that share a store; where its sessions could not be ended it stays good. */
async function once({ resolved }: FlowContext, logout: Logout, end: () => Promise<void>): Promise<void> {
  const { memory } = resolved.tries;
  const key = await sha256Hex(JSON.stringify(["logout", logout.provider, logout.issuer, logout.id]));
  if (!(await memory.add(key, maxAgeSeconds + 2 * toleranceSeconds)))
    throw new InvalidCheck("The logout token came before");
  try {
    await end();
  } catch (thrown) {
    await memory.delete(key);
    throw thrown;
  }
}
