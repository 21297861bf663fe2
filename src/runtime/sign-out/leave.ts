/** POST /signout with `federated`: where the browser goes in place of its target, and what it takes along. */
import { InvalidProvider } from "../errors/index.js";
import { clearCookie } from "../http/cookies.js";
import type { Departure } from "../plugins/host/plugin-host.js";
import type { FlowContext } from "../types/flow.js";
import { hintCookie, readHint } from "./hint.js";
import { federatedProviders } from "./options.js";
import { endOf } from "./return-to.js";
import { beginRound, sealLeg } from "./round.js";

/** A sign-out that asks for no provider leaves no hint either: it is of the session that ends. */
export async function leave(context: FlowContext): Promise<Departure> {
  const { federated, callbackUrl: asked } = (await context.request.body()) ?? {};
  if (!isAsked(federated))
    return { location: context.callbackUrl, cookies: [clearCookie(hintCookie(context))] };
  const id = await providerOf(context, federated);
  const provider = federatedProviders(context.resolved).find((each) => each.id === id);
  const { round, cookie } = beginRound(context, id, endOf(provider, asked, context.callbackUrl));
  const path = id === null ? "" : `/${encodeURIComponent(id)}`;
  const state = await sealLeg(context, "leave", round);
  return { location: `${context.site.base}/signout/federated${path}?state=${state}`, cookies: [cookie] };
}

/** Texts of a form, or values of JSON. */
const isAsked = (federated: unknown): boolean =>
  federated === true || (typeof federated === "string" && federated !== "" && federated !== "false");

/**
 * The one that is named, that of the session where the browser says so, or the only one.
 *
 * @returns null: the hint tells, which comes with the next request only
 * @throws InvalidProvider for a name that is none
 */
async function providerOf(context: FlowContext, federated: unknown): Promise<string | null> {
  const ids = federatedProviders(context.resolved).map(({ id }) => id);
  if (typeof federated === "string" && federated !== "true") {
    if (ids.includes(federated)) return federated;
    throw new InvalidProvider(
      `federated: no provider with federatedSignOut has this id; there is: ${ids.join(", ")}`,
    );
  }
  const hint = await readHint(context);
  if (typeof hint === "object" && ids.includes(hint.provider)) return hint.provider;
  return ids.length === 1 ? (ids[0] ?? null) : null;
}
