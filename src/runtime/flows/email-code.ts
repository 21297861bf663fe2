/** POST /callback/:id with the code of a mail: good in the browser that asked for the mail, and once with its link. */
import {
  AdapterError,
  MissingCSRF,
  SessionTokenError,
  toError,
  TooManyAttempts,
  Verification,
} from "../errors/index.js";
import { wantsJson } from "../http/action-request.js";
import { causeOf, type FlowResult, redirect } from "../http/flow-result.js";
import type { CodeProblem } from "../pages/code-texts.js";
import { clientAddressOf } from "../security/client-address.js";
import { isForeign, verifyCsrf } from "../security/csrf.js";
import { pageWithParams } from "../security/redirects.js";
import type { VerificationToken } from "../types/adapter.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { finishEmailSignIn } from "./email-finish.js";
import { emailSentPage, hasOwnAddress, refusedCodeUrl } from "./email-sent-page.js";
import { codeLifeSeconds, isOpen, isRightCode, type PendingCode, readPendingCode } from "./pending-code.js";
import { codeThrottleOf, throttleOf } from "./tries.js";
import { isGood } from "./verification-token.js";

type Context = FlowContext<EmailConfig>;

export async function emailCode(context: Context, body: Record<string, unknown>): Promise<FlowResult> {
  assertOwnForm(context, body["csrfToken"]);
  try {
    return await finishEmailSignIn(context, await takeByCode(context, body["code"]), {
      body,
      isElsewhere: false,
    });
  } catch (thrown) {
    return refusalOf(context, toError(thrown));
  }
}

/** The route of links asks for no token: they come from mails. */
function assertOwnForm({ csrfToken, request, site }: Context, submitted: unknown): void {
  // Empty: the check is switched off.
  if (csrfToken === "") return;
  if (!verifyCsrf(submitted, csrfToken))
    throw new MissingCSRF(
      `The form with the code has no csrfToken of this browser. Take it from GET ${site.base}/csrf`,
    );
  if (isForeign((name) => request.header(name), site.origin))
    throw new MissingCSRF("The form was sent from another site");
}

/** @throws Verification, TooManyAttempts, AdapterError */
async function takeByCode(context: Context, code: unknown): Promise<VerificationToken> {
  const pending = await readPendingCode(context);
  if (pending === undefined || !isOpen(pending))
    throw gone("This browser waits for no code of this provider");
  const { resolved, provider } = context;
  const { identifier, row } = pending;
  const look = async () => {
    if (!(await isRightCode(pending, code))) throw new Verification("The code is wrong");
    return take(context, pending);
  };
  const isWrong = (error: unknown) => error instanceof Verification && !isGone(error);
  const who = { provider: provider.id, identifiers: [identifier], clientAddress: clientAddressOf(context) };
  return codeThrottleOf(resolved).attempt(
    { provider: provider.id, identifiers: [row], clientAddress: undefined, codeLifeSeconds },
    () => throttleOf(resolved).attempt(who, look, isWrong),
    isWrong,
  );
}

/** Uses up the row of the mail, and with it the link. */
async function take({ resolved }: Context, { identifier, row }: PendingCode): Promise<VerificationToken> {
  const found = await resolved.adapter?.useVerificationToken({ identifier, token: row });
  if (!found || !isGood(found, identifier)) throw gone("The mail was used already, or a newer one was sent");
  return found;
}

const gone = (message: string): Verification => new Verification(message, { cause: { reason: "expired" } });
const isGone = (error: Error): boolean => (error as Verification).cause?.["reason"] === "expired";

/** What the page says; undefined: this error has a page of its own. */
function problemOf(error: Error): CodeProblem | undefined {
  if (error instanceof Verification) return isGone(error) ? "gone" : "wrong";
  if (error instanceof TooManyAttempts) return error.limit === "code" ? "tries" : undefined;
  const cause = error instanceof SessionTokenError ? error.cause?.err : error;
  return cause instanceof AdapterError ? "store" : undefined;
}

const statuses = { wrong: 400, gone: 400, tries: 429, store: 503 } as const;

/** The page once more. @throws the error itself where nobody would see that page */
async function refusalOf(context: Context, thrown: Error): Promise<FlowResult> {
  const { resolved, provider, options } = context;
  const error = causeOf(thrown);
  const problem = problemOf(error);
  if (problem === undefined || options?.throwErrors === true || wantsJson(context)) throw thrown;
  const { verifyRequest } = resolved.pages;
  if (verifyRequest !== undefined && !(error instanceof Verification)) throw thrown;
  resolved.logger.error(error);
  if (error instanceof TooManyAttempts) {
    const { limit, retryAfterSeconds } = error;
    await resolved.emit("tooManyAttempts", { provider: provider.id, limit, retryAfterSeconds });
    if (hasOwnAddress(context)) return redirect(refusedCodeUrl(context, problem));
    return emailSentPage(context, {
      problem,
      status: statuses[problem],
      headers: { "retry-after": String(retryAfterSeconds) },
    });
  }
  await resolved.emit("signInFailure", { provider: provider.id, error: error as Verification });
  if (hasOwnAddress(context)) return redirect(refusedCodeUrl(context, problem));
  if (verifyRequest === undefined) return emailSentPage(context, { problem, status: statuses[problem] });
  const told = { provider: provider.id, type: provider.type, error: Verification.type };
  return redirect(pageWithParams(verifyRequest, told));
}
