/**
 * What opens an account (accounts, passkeys, a factor, password, address): whoever changes it in a session, or deletes
 * the user, must have proven just now who they are. Plugins say what that takes, and are told what was changed.
 */
import { toError } from "../../errors/index.js";
import { wantsJson } from "../../http/action-request.js";
import { type FlowResult, json, noStore, redirect } from "../../http/flow-result.js";
import { askAnewCookies } from "../../flows/max-age.js";
import { pageWithParams } from "../../security/redirects.js";
import { pageOf, pageUrl, type PageSite } from "../../security/page-url.js";
import type { FlowContext } from "../../types/flow.js";
import { AccountError } from "./account-error.js";
import { askPlugins } from "../host/ask-plugins.js";
import type {
  AuthenticatorChange,
  ChangeContext,
  ChangeQuestion,
  ChangeShortfall,
} from "./authenticator-change.js";
import type { FunctionCaller } from "../host/plugin.js";

/** The same error where a browser or a script has asked. */
export class ChangeRefused extends AccountError {
  readonly answer: FlowResult;
  constructor({ code, message, url }: AccountError, answer: FlowResult) {
    super(code as "stale", message, url);
    this.answer = answer;
  }
}

/** What the session lacks. Who signs in again shows the factor on the way, so that comes first. */
async function shortfallOf(question: ChangeQuestion): Promise<ChangeShortfall | undefined> {
  const { resolved } = question.context;
  const answers = await askPlugins(resolved, (plugin, own) => plugin.changeNeeds?.(own, question));
  const all = [...answers.values()];
  return all.find((one) => one !== undefined && "maxAge" in one) ?? all[0];
}

function errorOf(shortfall: ChangeShortfall, place: PageSite): AccountError {
  if ("maxAge" in shortfall)
    return new AccountError("stale", "Sign in again: this needs a sign-in of just now");
  return new AccountError(
    "factor",
    "Confirm with your second factor first",
    pageUrl(place, shortfall.factor),
  );
}

/**
 * Asks before the server's own code changes what a user signs in with.
 *
 * @throws AccountError with `stale` or `factor`
 */
export async function assertCallerMayChange(caller: FunctionCaller, userId: string): Promise<void> {
  const shortfall = await shortfallOf({ context: caller, userId });
  if (shortfall !== undefined) throw errorOf(shortfall, caller);
}

/**
 * Asks before a request changes it.
 *
 * @param back the page to come back to
 * @throws ChangeRefused
 */
export async function assertMayChange(
  context: FlowContext,
  question: Omit<ChangeQuestion, "context">,
  back = context.callbackUrl,
): Promise<void> {
  const shortfall = await shortfallOf({ ...question, context });
  if (shortfall !== undefined) throw await refusalOf(context, shortfall, back);
}

/**
 * Asks before the steps of a sign-in that adds an account: one of them may ask for a factor that is missing, but none for
 * another sign-in.
 *
 * @throws ChangeRefused
 */
export async function assertFresh(context: FlowContext, userId: string): Promise<void> {
  const shortfall = await shortfallOf({ context, userId });
  if (shortfall !== undefined && "maxAge" in shortfall)
    throw await refusalOf(context, shortfall, context.callbackUrl);
}

async function refusalOf(
  context: FlowContext,
  shortfall: ChangeShortfall,
  back: string,
): Promise<ChangeRefused> {
  const cookies = "maxAge" in shortfall ? await askAnewCookies(context, shortfall.maxAge) : [];
  const error = errorOf(shortfall, context);
  const address =
    error.url === undefined
      ? pageWithParams(pageOf(context, "signIn"), {
          error: "SessionRequired",
          callbackUrl: back,
        })
      : pageWithParams(error.url, { callbackUrl: back });
  if (isForPage(context)) return new ChangeRefused(error, redirect(address, cookies));
  const { code, message, url = address } = error;
  const extras = { status: error.status, headers: noStore, cookies };
  return new ChangeRefused(error, json({ error: code, message, url }, extras));
}

/** Scripts cannot follow a redirect to a page; options of passkeys are asked for by scripts alone. */
function isForPage(context: FlowContext): boolean {
  const accept = context.request.header("accept") ?? "";
  const asksForJson = /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
  return context.action !== "webauthn-options" && !wantsJson(context) && !asksForJson;
}

/** Tells the plugins what was changed: it is done, whatever they meet. */
export async function tellChange(context: ChangeContext, change: AuthenticatorChange): Promise<void> {
  const { resolved } = context;
  const { userId, of, is } = change;
  // Accounts are told where they are linked and unlinked.
  if (of !== "account") resolved.record({ action: `${of}.${is}`, userId });
  try {
    await askPlugins(resolved, (plugin, own) => plugin.changed?.(own, context, change));
  } catch (thrown) {
    resolved.logger.error(toError(thrown));
  }
}
