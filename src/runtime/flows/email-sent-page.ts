/** GET /verify-request of a mail provider: the mail is on its way, and its code can be typed here. */
import { type FlowResult, html } from "../http/flow-result.js";
import type { CodeProblem } from "../pages/code-texts.js";
import { pageHeaders } from "../pages/headers.js";
import { renderCodePage } from "../pages/mail-code.js";
import { renderVerifyRequest } from "../pages/messages.js";
import { lifeOf } from "../pages/texts.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { addressOf, lookOf } from "./page-facts.js";
import { isOpen, readPendingCode } from "./pending-code.js";
import { linkLifeSeconds } from "./verification-token.js";

/** A refused code, and how that is answered. */
export interface RefusedCode {
  readonly problem: CodeProblem;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function emailSentPage(
  context: FlowContext<EmailConfig>,
  refused?: RefusedCode,
): Promise<FlowResult> {
  const { resolved, site, request, provider, csrfToken, callbackUrl } = context;
  const look = lookOf(resolved, request);
  const signIn = addressOf(context, "signIn");
  const pending = provider.code === true ? await readPendingCode(context) : undefined;
  const { problem, status, headers } = refused ?? {};
  // Tokens of the app's own making may be codes that are typed.
  const isLink = provider.generateVerificationToken === undefined;
  const page =
    pending === undefined && problem === undefined
      ? renderVerifyRequest({
          life: isLink ? lifeOf(look.text, linkLifeSeconds(provider)) : undefined,
          signIn,
          home: site.origin,
          ...look,
        })
      : renderCodePage({
          ...look,
          base: site.base,
          csrfToken,
          callbackUrl,
          providerId: provider.id,
          address: pending?.identifier,
          isOpen: pending !== undefined && isOpen(pending) && problem !== "tries" && problem !== "gone",
          problem,
          signIn,
        });
  return html(page, { status, headers: { ...pageHeaders(look), ...headers } });
}
