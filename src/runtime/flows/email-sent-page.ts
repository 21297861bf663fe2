/** GET /verify-request: the mail is on its way, and its code can be typed here. */
import { type FlowResult, html } from "../http/flow-result.js";
import type { CodeProblem } from "../pages/code-texts.js";
import { pageHeaders } from "../pages/headers.js";
import { renderCodePage } from "../pages/mail-code.js";
import { pageUrl } from "../security/page-url.js";
import { pageWithParams } from "../security/redirects.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { checkEmailPage } from "./check-email-page.js";
import { addressOf, lookOf } from "./page-facts.js";
import { codeDigits, isOpen, readPendingCode } from "./pending-code.js";
import { linkLifeSeconds } from "./verification-token.js";

/** A refused code, and how that is answered. */
export interface RefusedCode {
  readonly problem: CodeProblem;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Nobody is left at the address that takes the code, where the page has one of its own. */
export const hasOwnAddress = ({ resolved }: FlowContext): boolean =>
  resolved.addresses?.of("/verify-request") !== undefined;

/** The page, with what it says of the code. */
export const refusedCodeUrl = (context: FlowContext<EmailConfig>, code: CodeProblem): string => {
  const { id: provider, type } = context.provider;
  return pageWithParams(pageUrl(context, "/verify-request"), { provider, type, code });
};

const codeProblems: readonly CodeProblem[] = ["wrong", "gone", "tries", "store"];

const problemOn = ({ request, provider }: FlowContext<EmailConfig>): CodeProblem | undefined =>
  provider.code === true
    ? codeProblems.find((problem) => problem === request.query().get("code"))
    : undefined;

export async function emailSentPage(
  context: FlowContext<EmailConfig>,
  refused?: RefusedCode,
): Promise<FlowResult> {
  const { resolved, site, request, provider, csrfToken, callbackUrl } = context;
  const pending = provider.code === true ? await readPendingCode(context) : undefined;
  const { problem = problemOn(context), status, headers } = refused ?? {};
  // Tokens of the app's own making may be codes that are typed.
  const isLink = provider.generateVerificationToken === undefined;
  if (pending === undefined && problem === undefined)
    return checkEmailPage(context, isLink ? linkLifeSeconds(provider) : undefined);
  const look = lookOf(resolved, request);
  const page = renderCodePage({
    ...look,
    base: site.base,
    csrfToken,
    callbackUrl,
    providerId: provider.id,
    address: pending?.identifier,
    isOpen: pending !== undefined && isOpen(pending) && problem !== "tries" && problem !== "gone",
    digits: codeDigits,
    problem,
    signIn: addressOf(context, "signIn"),
  });
  return html(page, { status, headers: { ...pageHeaders(look), ...headers } });
}
