/**
 * An account that was there before its owner proved the address, and that nobody vouches for, or one whose provider
 * vouches for the address of a row that its word alone does not prove: the owner is asked by mail. The link is good in
 * the browser that tried to sign in: nothing is stored, the cookie knows the rest.
 */
import { proveAddress } from "../accounts/prove-address.js";
import { vouchFor } from "../accounts/proof.js";
import type { Linking } from "../accounts/sign-in.js";
import { toError } from "../errors/index.js";
import { clearCookie, type CookieChange } from "../http/cookies.js";
import { type FlowResult, redirect } from "../http/flow-result.js";
import { heldEnglish } from "../pages/held-texts.js";
import { textOf } from "../pages/text.js";
import { inOwnWords } from "../mail/own-mail.js";
import { safeName } from "../pages/safe-values.js";
import { makeCheckCookie, takeCheckCookie } from "../security/check-cookie.js";
import { hashToken, sameText } from "../security/hash.js";
import { randomHex } from "../security/random.js";
import { withParams } from "../security/redirects.js";
import { withoutValues } from "../security/without-values.js";
import type { AdapterUser } from "../types/adapter.js";
import type { CookieOption } from "../types/cookies.js";
import type { Account } from "../types/entities.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { languageOf } from "./language.js";
import { addressOf } from "./page-facts.js";
import { countMail, throttleOf } from "./tries.js";
import { storeOf } from "./verification-token.js";

/** What the cookie holds. */
interface Held {
  readonly account: Pick<Account, "provider" | "providerAccountId">;
  readonly userId: string;
  /** The user's, to which the mail went; cookies of older releases lack it. */
  readonly email?: string;
  /** Of the token in the link. */
  readonly hash: string;
}

/** With `__Host-` no sibling host can plant one. */
function cookieOf({ cookies: { sessionToken }, site: { secure } }: FlowContext): CookieOption {
  const name = sessionToken.name.replace(/^__(?:Host|Secure)-/, "");
  return {
    name: `${secure ? "__Host-" : ""}${name}.reconnect`,
    options: { httpOnly: true, sameSite: "lax", path: "/", secure },
  };
}

const hashOf = (token: string) => hashToken(`reconnect:${token}`, []);

/**
 * Mails the owner a link that connects the account again. What fails is in the log: the sign-in is refused all the same.
 *
 * @returns the cookie of the browser that tried
 */
export async function askOwner(
  { context: given, signIn }: Linking,
  owner: AdapterUser,
): Promise<readonly CookieChange[]> {
  const { resolved } = given;
  const { provider, providerAccountId } = signIn.account;
  const mailers = resolved.providers("email");
  const mailer = mailers.find(({ sendMail }) => sendMail !== undefined) ?? mailers[0];
  if (mailer === undefined || !owner.email) return [];
  const to = owner.email;
  const token = randomHex(32);
  const ask = async () => {
    const mailed = { ...given, site: await resolved.mailedSite(given.site) };
    await countMail(given, to);
    const held: Held = {
      account: { provider, providerAccountId },
      userId: String(owner.id),
      email: to,
      hash: await hashOf(token),
    };
    const value = { value: JSON.stringify(held), sessionBinding: undefined };
    const cookie = await makeCheckCookie(given, mailer, cookieOf(given), value);
    await send(mailed, mailer, { to, token, name: signIn.provider?.name ?? provider });
    return [cookie];
  };
  try {
    // While its link is good no other one goes out for the account, whoever tries.
    return await throttleOf(resolved).bounded(
      "reconnect-mails",
      JSON.stringify([provider, providerAccountId]),
      ask,
    );
  } catch (thrown) {
    resolved.logger.error(withoutValues(toError(thrown), [to, token]));
    return [];
  }
}

const lifeMs = 15 * 60_000;

async function send(
  { resolved, site, request, callbackUrl }: FlowContext,
  mailer: EmailConfig,
  { to, token, name }: Readonly<Record<"to" | "token" | "name", string>>,
): Promise<void> {
  const params = new URLSearchParams({ callbackUrl, token, email: to });
  const url = `${site.base}/callback/${encodeURIComponent(mailer.id)}?${params}`;
  const { theme } = resolved;
  const language = languageOf(resolved, request);
  const expires = new Date(Date.now() + lifeMs);
  if (mailer.sendMail === undefined)
    return mailer.sendVerificationRequest({
      identifier: to,
      url,
      expires,
      token,
      theme,
      provider: mailer,
      request: request.toRequest(),
      ...(language !== undefined && { language }),
    });
  const text = textOf(language, heldEnglish);
  const named = { provider: safeName(name) };
  const { writeMail } = await import("../mail/mail-body.js");
  const asked = { identifier: to, url, theme, provider: mailer, language, expires };
  const builtIn = writeMail(asked, {
    subject: text("heldSubject", named),
    heading: text("heldHeading", named),
    more: text("heldMore", named),
    button: text("heldButton"),
    closing: text("heldClosing"),
  });
  const mail = await inOwnWords("reconnectAccount", resolved.config.mails?.reconnectAccount, asked, builtIn);
  return mailer.sendMail(mail, mailer);
}

/**
 * The link of such a mail, in the browser that tried: the owner vouches for the account. Where nobody has it, and nobody
 * had proven the user's address, the link is the proof, and the account may join from now on.
 *
 * @returns undefined: it is another link
 */
export async function reconnect(
  context: FlowContext<EmailConfig>,
  token: string,
): Promise<FlowResult | undefined> {
  const cookie = cookieOf(context);
  if (context.request.cookie(cookie.name) === undefined) return undefined;
  const { provider, resolved, site, callbackUrl } = context;
  const value = await takeCheckCookie(context, provider, cookie.name, "reconnect").catch(() => undefined);
  if (value === undefined) return undefined;
  const { account, userId, email, hash } = JSON.parse(value) as Held;
  if (!sameText(hash, await hashOf(token))) return undefined;
  const store = storeOf(resolved);
  const owner = await store.getUserByAccount(account);
  if (owner !== null && String(owner.id) === userId) await vouchFor({ context, store }, account, owner);
  const asked = owner === null && email !== undefined ? await store.getUserByEmail(email) : null;
  if (asked !== null && String(asked.id) === userId && !asked.emailVerified)
    await proveAddress(context, store, asked);
  return redirect(withParams(addressOf(context, "signIn"), { callbackUrl }, site.origin), [
    clearCookie(cookie),
  ]);
}
