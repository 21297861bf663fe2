/** Sign-in by OAuth and OpenID Connect: to the provider, and with it the way back. */
import { noteEnd } from "../accounts/notes.js";
import { toError } from "../errors/index.js";
import { type FlowResult, redirect } from "../http/flow-result.js";
import { assertHasClient, signInAddress } from "../oauth/authorization.js";
import { makeChecks } from "../oauth/checks.js";
import { providerFailure } from "../oauth/failure.js";
import { returnRoute } from "../oauth/proxy.js";
import type { StartQuestion } from "./reauthentication.js";
import { serverForStart } from "../oauth/endpoints.js";
import type { FlowContext } from "../types/flow.js";
import type { OAuthProvider } from "../types/finished-provider.js";

/** POST /signin/:id of an OAuth or OIDC provider: to the provider's own sign-in page. */
export async function start(context: FlowContext<OAuthProvider>): Promise<FlowResult> {
  const { provider } = context;
  assertHasClient(provider);
  const route = returnRoute(context, provider);
  const server = await serverForStart(provider).catch((error: unknown) => {
    throw providerFailure(toError(error), provider);
  });
  const { question, cookies } =
    provider.reauthentication === "max_age"
      ? await (await import("./reauthentication.js")).questionOf(context)
      : unasked;
  const checks = await makeChecks(context, provider, server, { route, question });
  const url = await signInAddress({ provider, server }, route, context.request.query(), checks);
  context.resolved.logger.debug("The browser goes to the provider", { provider: provider.id, url });
  const isAddition = (await context.request.body())?.["add"] === "true";
  const all = [...checks.cookies, ...cookies, ...(isAddition ? await noteEnd(context) : [])];
  return redirect(provider.reroute?.(url) ?? url, all);
}

const unasked: StartQuestion = { question: undefined, cookies: [] };

// In one file, since who asks for the one asks for the other.
export { oauthCallback as callback } from "./oauth-callback.js";
