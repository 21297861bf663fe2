/** GET (or POST) /callback/:id of an e-mail provider: the link of the mail, or its code, good for one sign-in. */
import { CallbackRouteError } from "../errors/index.js";
import { wantsJson } from "../http/action-request.js";
import { empty, type FlowResult, redirect } from "../http/flow-result.js";
import type { ActionRequest } from "../http/action-request.js";
import { fullAddress, safeName } from "../pages/safe-values.js";
import { isForeign, verifyCsrf } from "../security/csrf.js";
import { pageUrl } from "../security/page-url.js";
import { pageWithParams } from "../security/redirects.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { emailCode } from "./email-code.js";
import { emailConfirm } from "./email-confirm.js";
import { reconnect } from "./email-reconnect.js";
import { finishEmailSignIn } from "./email-finish.js";
import { checkEmailPage } from "./check-email-page.js";
import { emailSentPage, hasOwnAddress } from "./email-sent-page.js";
import { beganHere, type MailLink } from "./mail-start.js";
import { storeOf, takeVerificationToken } from "./verification-token.js";

export async function emailCallback(context: FlowContext<EmailConfig>): Promise<FlowResult> {
  const { resolved, provider, request } = context;
  storeOf(resolved);
  // A browser that only looks ahead asks again when the person really goes there.
  if (isPrefetch(request)) return empty(503, { headers: { "cache-control": "no-store" } });
  const body = await request.body();
  if (provider.code === true && body?.["code"] !== undefined) return emailCode(context, body);
  const param = (name: string): string | undefined => {
    const value = body?.[name] ?? request.query().get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [token, email] = [param("token"), param("email")];
  if (token === undefined)
    throw new CallbackRouteError("The link has no token", { cause: { provider: provider.id } });
  const reconnected = await reconnect(context, token);
  if (reconnected !== undefined) return reconnected;
  const link = { token, email };
  const isElsewhere = !(await beganHere(context, link));
  if (!isPressed(context, body)) {
    const asked = await askedPress(context, link, isElsewhere);
    if (asked !== undefined || (provider.confirm === true && request.method === "GET"))
      return pageOf(context, link, asked);
  }
  const invite = await takeVerificationToken(context, provider, token, email);
  return finishEmailSignIn(context, invite, { body, isElsewhere });
}

type AskedWhy = Parameters<typeof emailConfirm>[2];

/** Why the link does not sign in at once. */
async function askedPress(context: Context, { email }: MailLink, isElsewhere: boolean): Promise<AskedWhy> {
  const openSession = await otherSession(context, email);
  return isElsewhere || openSession !== undefined ? { openSession, isElsewhere } : undefined;
}

/** The page that asks for a press, at its own address where it has one. */
function pageOf(context: Context, link: MailLink, asked: AskedWhy): FlowResult | Promise<FlowResult> {
  const { request, provider } = context;
  if (request.method !== "GET" || wantsJson(context) || !hasOwnAddress(context))
    return emailConfirm(context, link, asked);
  const query = Object.fromEntries(request.query());
  return redirect(pageWithParams(pageUrl(context, "/verify-request"), { ...query, provider: provider.id }));
}

/**
 * GET /verify-request: the mail is on its way, or the link of one asks for a press.
 *
 * @param provider undefined: the address of the page names none
 */
export async function verifyRequestPage(
  context: FlowContext,
  provider: EmailConfig | undefined,
): Promise<FlowResult> {
  if (provider === undefined) return checkEmailPage(context);
  const ofMail = { ...context, provider };
  const query = context.request.query();
  const token = query.get("token");
  if (!token) return emailSentPage(ofMail);
  const link = { token, email: query.get("email") || undefined };
  const isElsewhere = !(await beganHere(ofMail, link));
  return emailConfirm(ofMail, link, await askedPress(ofMail, link, isElsewhere));
}

type Context = FlowContext<EmailConfig>;

/** The button of our own page: no page of others can send its form with the token of this browser. */
const isPressed = ({ request, csrfToken, site }: FlowContext, body: Fields | undefined): boolean =>
  request.method === "POST" &&
  (csrfToken === "" || verifyCsrf(body?.["csrfToken"], csrfToken)) &&
  !isForeign((name) => request.header(name), site.origin);

/** Whose session is open in this browser, where the link is of somebody else's address; "": nobody knows a name. */
async function otherSession(context: FlowContext, email: string | undefined): Promise<string | undefined> {
  if (context.cookieHeader === null) return undefined;
  const user = await context.sessions.shown(context);
  if (user === null || (email !== undefined && user.email?.toLowerCase() === email.toLowerCase()))
    return undefined;
  return fullAddress(user.email) || safeName(user.name);
}

type Fields = Readonly<Record<string, unknown>>;

function isPrefetch(request: ActionRequest): boolean {
  return ["sec-purpose", "purpose", "x-purpose", "x-moz"].some((name) => {
    const value = request.header(name)?.toLowerCase() ?? "";
    return value.includes("prefetch") || value.includes("prerender") || value.includes("preview");
  });
}
