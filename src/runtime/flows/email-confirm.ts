/** The page behind the link of a mail where the provider asks for a click: scanners follow links, they press nothing. */
import { compact } from "../compact.js";
import { type FlowResult, html } from "../http/flow-result.js";
import { codeEnglish } from "../pages/code-texts.js";
import { pageHeaders } from "../pages/headers.js";
import { renderConfirm } from "../pages/email-pages.js";
import { textOf } from "../pages/text.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { lookOf } from "./page-facts.js";
import { readPendingCode } from "./pending-code.js";

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
    note: isElsewhere ? textOf(look.language, codeEnglish)("codeElsewhere") : undefined,
    ...look,
  });
  return html(page, { headers: { ...pageHeaders(look), "referrer-policy": "no-referrer" } });
}
