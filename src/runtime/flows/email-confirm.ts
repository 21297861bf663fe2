/**
 * The page behind the link of a mail, which asks for a press: of every link in a browser that did not ask for it, or in
 * which somebody else is signed in, and of all links where the provider has it so. Scanners follow links, they press
 * nothing.
 */
import { type HeldWay, heldWays } from "../accounts/held-ways.js";
import { compact } from "../types/compact.js";
import { wantsJson } from "../http/action-request.js";
import { type FlowResult, html, redirect } from "../http/flow-result.js";
import { behindLink, pageHeaders } from "../pages/headers.js";
import { type AskedPress, renderConfirm } from "../pages/email-pages.js";
import { heldField } from "../pages/held-ways.js";
import { hashesOf, hashToken, sameText } from "../security/hash.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import type { MailLink } from "./mail-start.js";
import { lookOf } from "./page-facts.js";
import { storeOf } from "./verification-token.js";

/**
 * Shows whom the link signs in, and asks for a press. The store is asked for nothing but the ways that the link of a
 * provider with `confirm` may name.
 *
 * @param asked why the link does not sign in at once; undefined: because the provider has it so
 */
export async function emailConfirm(
  context: FlowContext<EmailConfig>,
  link: MailLink,
  asked: Pick<AskedPress, "openSession" | "isElsewhere"> | undefined,
): Promise<FlowResult> {
  const { resolved, site, request, callbackUrl, csrfToken, provider } = context;
  const { token, email } = link;
  const action = `${site.base}/callback/${encodeURIComponent(provider.id)}`;
  const fields = compact({ token, email, callbackUrl });
  // A script gets the address of the page, which is that of the link.
  if (wantsJson(context)) {
    const proof = request.query().get("proof") ?? undefined;
    return redirect(`${action}?${new URLSearchParams(compact({ ...fields, proof }))}`);
  }
  const look = lookOf(resolved, request);
  const page = renderConfirm({
    action,
    fields: csrfToken === "" ? fields : { csrfToken, ...fields },
    more: heldField(await waysOf(context, link), look.language),
    asked: asked && { ...asked, address: email, hasCode: provider.code === true },
    ...look,
  });
  return html(page, { headers: { ...pageHeaders(look), ...behindLink } });
}

/** Ways to sign in that the owner may keep: named to whoever has the link of a mail, not to whoever writes an address. */
async function waysOf(
  context: FlowContext<EmailConfig>,
  { token, email }: MailLink,
): Promise<readonly HeldWay[]> {
  const proof = context.request.query().get("proof");
  if (proof === null || email === undefined) return [];
  const { resolved } = context;
  for await (const hash of hashesOf(proofText(token, email), resolved.acceptedSecrets))
    if (sameText(hash, proof)) return heldWays(resolved, await storeOf(resolved).getUserByEmail(email));
  return [];
}

const proofText = (token: string, email: string): string => JSON.stringify(["confirm", token, email]);

/** Says of a link that it is one of ours: its page looks at more than the address. */
export const proofOf = ({ resolved }: FlowContext, token: string, email: string) =>
  hashToken(proofText(token, email), resolved.secrets);
