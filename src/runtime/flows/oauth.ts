/** Sign-in by OAuth and OpenID Connect: to the provider, and with it the way back. */
import { notesOf } from "../accounts/notes.js";
import { toError } from "../errors/index.js";
import { type FlowResult, redirect } from "../http/flow-result.js";
import type { CookieChange } from "../http/cookies.js";
import { assertHasClient, signInAddress } from "../oauth/authorization.js";
import { makeChecks } from "../oauth/checks.js";
import { providerFailure } from "../oauth/failure.js";
import { returnRoute } from "../oauth/proxy.js";
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
  const checks = await makeChecks(context, provider, server, { route, maxAge: await maxAgeIn(context) });
  const url = await signInAddress({ provider, server }, route, context.request.query(), checks);
  context.resolved.logger.debug("The browser goes to the provider", { provider: provider.id, url });
  const cookies = [...checks.cookies, ...(await noteEnd(context))];
  return redirect(provider.reroute?.(url) ?? url, cookies);
}

/** The button of the page that asks before an account is added says that the session is the person's own. */
async function noteEnd(context: FlowContext): Promise<readonly CookieChange[]> {
  if ((await context.request.body())?.["add"] !== "true") return [];
  return (await notesOf(context))?.clearNote(context) ?? [];
}

/** Within how many seconds the person is to have been asked, where the provider can be told so. */
async function maxAgeIn({ provider, request }: FlowContext<OAuthProvider>): Promise<number | undefined> {
  if (!provider.hasIdToken || provider.reauthentication !== "max_age") return undefined;
  const given = (await request.body())?.["maxAge"];
  const seconds = Number(given);
  return Number.isInteger(seconds) && seconds >= 0 && seconds < 1e9 && String(seconds) === String(given)
    ? seconds
    : undefined;
}

// In one file, since who asks for the one asks for the other.
export { oauthCallback as callback } from "./oauth-callback.js";
