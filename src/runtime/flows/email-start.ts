/** POST /signin/:id of an e-mail provider: a one-time link is stored and sent. */
import { AuthError, CallbackRouteError, toError } from "../errors/index.js";
import { type FlowResult, redirect } from "../http/flow-result.js";
import type { CookieChange } from "../http/cookies.js";
import { withoutValues } from "../security/without-values.js";
import { normalizeEmail } from "../security/email-address.js";
import { randomHex, randomId } from "../security/random.js";
import { pageUrl } from "../security/page-url.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { keepCode, type PendingCode, randomCode, readPendingCode } from "./pending-code.js";
import { askSignIn } from "./complete-sign-in.js";
import { proofOf } from "./email-confirm.js";
import { rememberStart } from "./mail-start.js";
import { isTypedCode, storedHash, storeOf, tokenLifeSeconds } from "./verification-token.js";
import { languageOf } from "./language.js";
import { countMail, throttleOf } from "./tries.js";

export async function emailStart(context: FlowContext<EmailConfig>): Promise<FlowResult> {
  const { resolved, provider } = context;
  const store = storeOf(resolved);
  const forms = await formsAround(context);
  const own = forms.flatMap(({ ownFields = [] }) => ownFields);
  const typed = Object.entries((await context.request.body()) ?? {});
  const body = Object.fromEntries(typed.filter(([name]) => !own.includes(name)));
  const email = await identifierOf(provider, body.email).catch(async (thrown: unknown) => {
    const cause = { provider: provider.id, reason: "address" };
    const error = new CallbackRouteError(toError(thrown), { cause });
    // A form that holds several ways to sign in says itself what is wrong with the address.
    const form = forms.find(({ wrongAddress }) => wrongAddress !== undefined);
    throw (await form?.wrongAddress?.(context, error)) ?? error;
  });
  await countMail(context, email);
  const user = (await knownUser(context, store, email)) ?? { id: randomId(), email, emailVerified: null };
  const elsewhere = await askSignIn(context, {
    user,
    account: { providerAccountId: email, userId: user.id, type: "email", provider: provider.id },
    email: { verificationRequest: true },
  });
  if (elsewhere !== null) return redirect(elsewhere);
  const cookies = await send({ ...context, site: await resolved.mailedSite(context.site) }, email, body);
  const params = new URLSearchParams({ provider: provider.id, type: provider.type });
  return redirect(`${pageUrl(context, "/verify-request")}?${params}`, cookies);
}

/** Only the app's own callback is told who it is: reading the row takes time, which would tell it to everybody. */
const knownUser = ({ resolved }: FlowContext, store: ReturnType<typeof storeOf>, email: string) =>
  resolved.config.callbacks?.signIn === undefined ? undefined : store.getUserByEmail(email);

/** The forms that may hold the button of this one. */
const formsAround = async ({ resolved }: FlowContext) =>
  (await Promise.all(resolved.providers("credentials").map(({ flows }) => flows?.()))).filter(
    (form) => form !== undefined,
  );

async function identifierOf(provider: EmailConfig, given: unknown): Promise<string> {
  if (provider.normalizeIdentifier === undefined) return normalizeEmail(given);
  if (typeof given !== "string") throw new Error("An e-mail address is needed");
  // Meant to be synchronous; one that is not would otherwise reject with nobody to catch it.
  const identifier: unknown = await provider.normalizeIdentifier(given);
  if (typeof identifier === "string" && identifier !== "") return identifier;
  throw new Error("normalizeIdentifier() gave no address");
}

/**
 * A link's row and mail go their ways at once. A code's mail waits for the row: a code that is taken, or could not be
 * stored, must not be sent. Each failure is caught where it begins, and either one ends the sign-in.
 */
async function send(
  context: FlowContext<EmailConfig>,
  email: string,
  body: Record<string, unknown>,
): Promise<readonly CookieChange[]> {
  const { resolved, site, request, provider } = context;
  const token = (await provider.generateVerificationToken?.()) ?? randomHex(32);
  const expires = new Date(Date.now() + tokenLifeSeconds(provider, token) * 1000);
  const callback = `${site.base}/callback/${encodeURIComponent(provider.id)}`;
  const params = new URLSearchParams({ callbackUrl: context.callbackUrl, token, email });
  if (provider.confirm === true) params.set("proof", await proofOf(context, token, email));
  const hash = await storedHash(context, provider, token, email);
  const code = provider.code === true && !isTypedCode(token) ? randomCode() : undefined;
  const language = languageOf(resolved, request);
  // How the provider brings its flows is nothing for the app's code.
  const { flows: _flows, ...shown } = provider;
  const own = resolved.config.mails?.signIn;
  const mail = async () =>
    provider.sendVerificationRequest({
      identifier: email,
      url: `${callback}?${params}`,
      expires,
      // Providers written for the reference read these two.
      provider: {
        ...shown,
        signinUrl: `${site.base}/signin/${provider.id}`,
        callbackUrl: callback,
        ...(provider.mail === undefined && own !== undefined && { mail: own }),
      } as EmailConfig,
      token,
      theme: resolved.theme,
      ...(language !== undefined && { language }),
      request: request.toRequest(body),
      ...(code !== undefined && { code }),
    });
  const row = async () =>
    resolved.adapter?.createVerificationToken({ identifier: email, token: hash, expires });
  const typedCode = async () => {
    await row();
    await throttleOf(resolved).newCode(provider.id, email);
    await mail();
  };
  const outcomes = await Promise.allSettled(isTypedCode(token) ? [typedCode()] : [mail(), row()]);
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    // An error of ours has a type of its own: that of the store, or what the mailer chose to say.
    if (outcome.reason instanceof AuthError) throw outcome.reason;
    const cause = { provider: provider.id, reason: "mail" };
    // Mailers quote what they were given.
    const error = toError(outcome.reason);
    throw new CallbackRouteError(code === undefined ? error : withoutValues(error, [code]), { cause });
  }
  const start = await rememberStart(context, { token, email }, expires);
  return code === undefined
    ? [start]
    : [start, ...(await keepNewest(context, { identifier: email, row: hash }, code))];
}

/**
 * This browser waits for the new mail, and the one before it to the same address ends. The new one is under way already:
 * a store that fails now leaves the link of the other one to its own end.
 */
async function keepNewest(
  context: FlowContext<EmailConfig>,
  sent: Pick<PendingCode, "identifier" | "row">,
  code: string,
): Promise<readonly CookieChange[]> {
  const before = await readPendingCode(context);
  if (before !== undefined && before.identifier === sent.identifier)
    await Promise.resolve(
      context.resolved.adapter?.useVerificationToken({ identifier: sent.identifier, token: before.row }),
    ).catch(() => undefined);
  return [await keepCode(context, sent, code)];
}
