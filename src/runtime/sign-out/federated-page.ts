/**
 * GET /signout/federated/:id: sends the browser to the provider by a form, so that no token stands in an address. It
 * submits itself; without JavaScript its button does.
 */
import { toError } from "../errors/index.js";
import { clearCookie } from "../http/cookies.js";
import { empty, type FlowResult, redirect, withCookies } from "../http/flow-result.js";
import { languageOf } from "../flows/language.js";
import { hidden } from "../pages/forms.js";
import { type Html, html } from "../pages/html.js";
import { leaveEnglish } from "../pages/leave-texts.js";
import { safeName } from "../pages/safe-values.js";
import { inlineScript } from "../pages/script.js";
import { textOf } from "../pages/text.js";
import type { PluginPage, PluginScope } from "../plugins/host/plugin.js";
import { inDevelopment } from "../settings/development.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { FlowContext } from "../types/flow.js";
import { endSessionAddress } from "./end-session.js";
import { hintCookie, readHint, type SignOutHint } from "./hint.js";
import { federatedProviders } from "./options.js";
import { clearRound, type Round, sealLeg, takeLeg } from "./round.js";

/** @param asked id of the provider in the address; null: none stands there */
export async function federatedPage(
  context: FlowContext,
  own: PluginScope,
  asked: string | null,
): Promise<FlowResult> {
  // Routers ask for a page by fetch before they go there (Next.js behind a server action): that spends nothing.
  if (!isNavigation(context.request)) return empty(204);
  const round = await takeLeg(context, "leave", asked);
  const hint = await readHint(context);
  const cleared = clearCookie(hintCookie(context));
  const done = [cleared, clearRound(context)];
  const id = asked ?? (hint === "broken" || hint === "none" ? undefined : hint.provider);
  const provider = await providerFor(context, id);
  // Nothing says that the session began at a provider, or at which: there is none to sign out of.
  if (hint === "none" || provider === undefined) return redirect(round.target, done);
  const address = await endSessionAddress(provider).catch(tellLog(context));
  if (address === undefined)
    return withCookies(own.show(context, herePage(context, provider, round.target)), done);
  const fields = await fieldsFor(context, provider, { round, hint });
  return withCookies(own.show(context, leavePage(context, { provider, address, fields })), [cleared]);
}

/** Browsers say what a request is for (Fetch Metadata); those that do not are taken at their word. */
const isNavigation = (request: FlowContext["request"]): boolean =>
  (request.header("sec-fetch-mode") ?? "navigate") === "navigate";

const tellLog =
  ({ resolved }: FlowContext) =>
  (thrown: unknown): undefined =>
    void resolved.logger.error(toError(thrown));

async function providerFor(
  { resolved, site }: FlowContext,
  id: string | undefined,
): Promise<OAuthProvider | undefined> {
  const provider = federatedProviders(resolved).find((each) => each.id === id);
  if (provider === undefined || resolved.devIdp === undefined) return provider;
  const simulated = await inDevelopment(provider, resolved, site);
  return "checks" in simulated ? simulated : provider;
}

/** RP-Initiated Logout 1.0, section 2. The token of another provider is none of this one's business. */
async function fieldsFor(
  context: FlowContext,
  { id, clientId, federatedSignOut }: OAuthProvider,
  { round, hint }: { readonly round: Round; readonly hint: SignOutHint | "broken" },
): Promise<readonly (readonly [name: string, value: string])[]> {
  const isOurs = hint !== "broken" && hint.provider === id;
  // By GET it would stand in the address.
  const idToken = isOurs && methodOf(federatedSignOut) === "post" ? hint.idToken : undefined;
  const fields = {
    id_token_hint: idToken,
    client_id: clientId,
    post_logout_redirect_uri: `${context.site.base}/signout/return/${encodeURIComponent(id)}`,
    state: await sealLeg(context, "return", { ...round, provider: id }),
  };
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

const methodOf = (option: OAuthProvider["federatedSignOut"]): "get" | "post" =>
  typeof option === "object" ? (option.method ?? "post") : "post";

const submit = `document.forms[0].requestSubmit();`;

/** Texts in the language of the request, with the name of the provider. */
function sayer({ resolved, request }: FlowContext, provider: OAuthProvider) {
  const text = textOf(languageOf(resolved, request), leaveEnglish);
  const values = { provider: safeName(provider.name) || provider.id };
  return (name: keyof typeof leaveEnglish): string => text(name, values);
}

interface Away {
  readonly provider: OAuthProvider;
  readonly address: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

function leavePage(context: FlowContext, { provider, address, fields }: Away): PluginPage {
  const say = sayer(context, provider);
  return {
    title: say("leaveTitle"),
    content: html`<h1>${say("leaveTitle")}</h1>
      <p class="center">${say("leaveText")}</p>
      <form action="${address}" method="${methodOf(provider.federatedSignOut)}">
        ${fields.map(([name, value]): Html => hidden(name, value))}
        <button type="submit" class="primary">${say("leaveOn")}</button>
      </form>`,
    script: (nonce) => inlineScript(nonce, submit, []),
  };
}

/** The provider has no such endpoint, or does not say which. */
function herePage(context: FlowContext, provider: OAuthProvider, target: string): PluginPage {
  const say = sayer(context, provider);
  return {
    title: say("leaveHere"),
    content: html`<h1>${say("leaveHere")}</h1>
      <p class="center">${say("leaveRest")}</p>
      <a class="button primary" href="${target}">${say("leaveOn")}</a>`,
  };
}
