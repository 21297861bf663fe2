/** GET /signin?add=<provider> of a passkey provider: where somebody who is signed in adds a passkey. */
import { type FlowResult, html, redirect } from "../http/flow-result.js";
import { pageHeaders } from "../pages/headers.js";
import { html as markup } from "../pages/html.js";
import { page, signedInText } from "../pages/page.js";
import { passkeyAddEnglish } from "../pages/passkey-english.js";
import { addPasskeyForm } from "../pages/passkey-form.js";
import { passkeyScript } from "../pages/passkey-script.js";
import { textOf } from "../pages/text.js";
import { pageUrl } from "../security/page-url.js";
import { pageWithParams } from "../security/redirects.js";
import type { FlowContext } from "../types/flow.js";
import type { WebAuthnConfig } from "../types/provider.js";
import { addressOf, lookOf, userLabelOf } from "./page-facts.js";

/** What the address of a page says when a passkey was added on it. */
export const addedMark = { passkey: "added" } as const;

export const isAdded = ({ request }: Pick<FlowContext, "request">): boolean =>
  request.query().get("passkey") === addedMark.passkey;

export async function passkeyAddPage(context: FlowContext<WebAuthnConfig>): Promise<FlowResult> {
  const { resolved, site, request, provider, callbackUrl, csrfToken } = context;
  const here = { add: provider.id, callbackUrl };
  const address = pageUrl(context, "/signin");
  const current = context.cookieHeader === null ? null : await context.sessions.current(context);
  if (current === null)
    return redirect(
      pageWithParams(addressOf(context, "signIn"), { callbackUrl: pageWithParams(address, here) }),
    );
  const hasAdded = isAdded(context);
  if (!hasAdded) {
    const asking = { ...context, callbackUrl: pageWithParams(address, here) };
    await resolved.plugins?.assertMayAdd({ context: asking, signIn: {}, isStart: true }, current.user);
  }
  const look = lookOf(resolved, request);
  const text = textOf(look.language, passkeyAddEnglish);
  const label = (await userLabelOf(context)) ?? "";
  const form = addPasskeyForm(provider, {
    base: site.base,
    csrfToken,
    callbackUrl: pageWithParams(address, { ...here, ...addedMark }),
    language: look.language,
    isAdded: false,
    isPrimary: true,
  });
  const shown = page(
    { title: text("addPasskey"), hasButton: true, ...look },
    markup`<h1>${text("addPasskey")}</h1>
      <p class="center">${signedInText(look, label)}</p>
      ${
        hasAdded
          ? markup`<p class="center" role="status">${text("passkeyAdded")}</p>`
          : markup`<p class="center">${text("addPasskeyText")}</p>
              ${form}`
      }
      <p><a class="button${hasAdded && " primary"}" href="${callbackUrl}">${look.text(hasAdded ? "continue" : "cancel")}</a></p>
      ${look.hasScript && passkeyScript(look.nonce, look.language)}`,
  );
  return html(shown, { headers: pageHeaders(look) });
}
