/** The page behind the link of a mail where the provider asks for a click: scanners follow links, they press nothing. */
import { type HeldWay, heldWays } from "../accounts/held-ways.js";
import { compact } from "../types/compact.js";
import { type FlowResult, html } from "../http/flow-result.js";
import { codeEnglish } from "../pages/code-texts.js";
import { pageHeaders } from "../pages/headers.js";
import { renderConfirm } from "../pages/email-pages.js";
import { heldField } from "../pages/held-ways.js";
import { textOf } from "../pages/text.js";
import { hashesOf, hashToken, sameText } from "../security/hash.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { lookOf } from "./page-facts.js";
import { readPendingCode } from "./pending-code.js";
import { storeOf } from "./verification-token.js";

export async function emailConfirm(
  context: FlowContext<EmailConfig>,
  { token, email }: { token: string; email: string | undefined },
): Promise<FlowResult> {
  const { resolved, site, request, callbackUrl, provider } = context;
  const isElsewhere =
    provider.code === true && email !== undefined && (await readPendingCode(context))?.identifier !== email;
  const look = lookOf(resolved, request);
  const page = renderConfirm({
    action: `${site.base}/callback/${encodeURIComponent(provider.id)}`,
    fields: compact({ token, email, callbackUrl }),
    more: heldField(await waysOf(context, { token, email }), look.language),
    note: isElsewhere ? textOf(look.language, codeEnglish)("codeElsewhere") : undefined,
    ...look,
  });
  return html(page, { headers: { ...pageHeaders(look), "referrer-policy": "no-referrer" } });
}

/** Ways to sign in that the owner may keep: named to whoever has the link of a mail, not to whoever writes an address. */
async function waysOf(
  context: FlowContext<EmailConfig>,
  { token, email }: { readonly token: string; readonly email: string | undefined },
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
