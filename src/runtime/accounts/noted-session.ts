/**
 * Sessions that a stranger may have begun in this browser: by a link that another browser asked for. The browser carries
 * a note, sealed and bound to the user of the session. While it does, an account is added only after its owner has said so.
 */
import { AccountNotLinked } from "../errors/index.js";
import { clearCookie, type CookieChange, setCookie } from "../http/cookies.js";
import { redirect } from "../http/flow-result.js";
import { checkSecrets, openingSecrets } from "../security/check-cookie.js";
import { pageUrl } from "../security/page-url.js";
import { withParams } from "../security/redirects.js";
import { seal, unseal } from "../security/seal.js";
import type { CookieOption } from "../types/cookies.js";
import type { FlowContext } from "../types/flow.js";

/** Its name may not begin as that of the session: readers of others take such names for parts of it. */
function cookieOf({ cookies: { mailStart } }: FlowContext): CookieOption {
  return { name: `${mailStart.name}.session`, options: { ...mailStart.options, httpOnly: true } };
}

/**
 * The note about a session that begins now.
 *
 * @param begun the cookies of the session
 */
export async function noteSession(
  context: FlowContext,
  begun: readonly CookieChange[],
): Promise<readonly CookieChange[]> {
  const cookieHeader = begun
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  const holder = await holderOf({ ...context, cookieHeader });
  if (holder === undefined) return [];
  const cookie = cookieOf(context);
  const { maxAge: maxAgeSeconds } = context.resolved.session;
  const sealed = await seal({ holder }, { secrets: checkSecrets(context), salt: cookie.name, maxAgeSeconds });
  return [setCookie(cookie, sealed, { expires: new Date(Date.now() + maxAgeSeconds * 1000) })];
}

/** Is there a note about the session that is open? */
export async function isNoted(context: FlowContext): Promise<boolean> {
  const { name } = cookieOf(context);
  const cookie = context.request.cookie(name);
  if (!cookie) return false;
  const opened = await unseal(cookie, { secrets: openingSecrets(context), salt: name }).catch(
    () => undefined,
  );
  const holder = opened?.["holder"];
  return typeof holder === "string" && holder === (await holderOf(context));
}

/** Whose session it is: its token does not tell, another one takes its place when the second factor is shown. */
async function holderOf(context: FlowContext): Promise<string | undefined> {
  const { resolved, sessions } = context;
  if (resolved.strategy === "jwt") return sessions.sessionBinding(context);
  const current = await sessions.current(context);
  return current === null ? undefined : String(current.user.id);
}

/** The owner has said that the session is their own. */
export function clearNote(context: FlowContext): readonly CookieChange[] {
  const cookie = cookieOf(context);
  return context.request.cookie(cookie.name) === undefined ? [] : [clearCookie(cookie)];
}

/**
 * @param provider of the account that would be added
 * @throws AccountNotLinked, which leads to a page that asks
 */
export async function assertOwnSession(context: FlowContext, provider: string): Promise<void> {
  if (!(await isNoted(context))) return;
  const { callbackUrl, site } = context;
  const page = withParams(pageUrl(context, "/signin"), { add: provider, callbackUrl }, site.origin);
  const text = "The session was begun by a link that another browser asked for: its owner is asked first";
  throw Object.assign(new AccountNotLinked(text, { cause: { provider } }), { answer: redirect(page) });
}
