/** Tells the owner of an account by mail that what opens it was changed. */
import { AuthError, toError } from "../../errors/index.js";
import { withDeadline } from "../../callbacks/events.js";
import { withoutValues } from "../../security/without-values.js";
import { pageUrl } from "../../security/page-url.js";
import type { AuthenticatorChange, ChangeContext } from "../accounts/authenticator-change.js";
import type { PluginScope } from "../host/plugin.js";
import { pluginsOf } from "../host/scope.js";
import { canSend, type PluginMail, type SendMail, sendPluginMail } from "../mail/send-mail.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { TextName } from "./texts.js";

const deadlineMs = 10_000;

const headings: Readonly<Record<AuthenticatorChange["of"], Record<AuthenticatorChange["is"], TextName>>> = {
  account: { added: "mailAccountAdded", removed: "mailAccountRemoved" },
  passkey: { added: "mailPasskeyAdded", removed: "mailPasskeyRemoved" },
  factor: { added: "mailFactorAdded", removed: "mailFactorRemoved" },
};

/** From the server's own code there is no request: then the mail is in the language of those who say nothing. */
const silent = { header: () => null };

/** The plugin's option, or that of another plugin; undefined: a mail provider, where there is one. */
const senderOf = ({ config }: ResolvedConfig, given: SendMail | undefined): SendMail | undefined =>
  given ?? pluginsOf(config).find(({ sendMail }) => sendMail !== undefined)?.sendMail;

/** Is there anything that sends mails to owners? */
export const canTell = (resolved: ResolvedConfig): boolean =>
  senderOf(resolved, undefined) !== undefined || canSend(resolved);

/** @throws what the transport throws, without the address and the link */
export async function sendToOwner(
  from: Parameters<typeof sendPluginMail>[0],
  mail: PluginMail,
  given: SendMail | undefined,
): Promise<void> {
  const sent = sendPluginMail(from, mail, senderOf(from.resolved, given));
  await withDeadline(sent, deadlineMs, "The mail was not taken in time").catch((thrown: unknown) => {
    throw withoutValues(toError(thrown), [mail.to, mail.url]);
  });
}

type SayOwner = (name: TextName, values?: Readonly<Record<string, string>>) => string;

/** Tells of a change of what opens the account. */
export const tellOwner = (
  own: PluginScope,
  context: ChangeContext,
  { userId, of, is, provider = "" }: AuthenticatorChange,
  given: SendMail | undefined,
): Promise<void> =>
  tellOwnerThat(own, context, { userId, more: (say) => say(headings[of][is], { provider }) }, given);

/**
 * Sends the mail. Where nothing sends any, or the user has no address, nobody is told. What goes wrong is in the log: the
 * change is made already. It is not throttled: whoever asks for mails to the owner's address would silence it.
 */
export async function tellOwnerThat(
  own: PluginScope,
  context: ChangeContext,
  { userId, more }: { readonly userId: string; more(say: SayOwner): string },
  given: SendMail | undefined,
): Promise<void> {
  const { resolved, request } = context;
  if (!canTell(resolved)) return;
  let to: string | undefined;
  try {
    to = (await resolved.adapter?.getUser(userId))?.email || undefined;
    if (to === undefined) return;
    const site = await resolved.mailedSite(context.site);
    const url = pageUrl({ resolved, site }, "/account");
    const said = { resolved, request: request ?? silent };
    const say: SayOwner = (name, values) => own.message(said, name, values);
    const words = {
      subject: say("mailSubject"),
      heading: say("mailHeading"),
      more: more(say),
      button: say("mailButton"),
      closing: say("mailNotice"),
    };
    await sendToOwner({ ...said, site }, { name: "signInChanged", to, url, words }, given);
  } catch (thrown) {
    const err = withoutValues(toError(thrown), to === undefined ? [] : [to]);
    resolved.logger.error(
      new AuthError("The mail that tells of a change of sign-in was not sent", { cause: { err } }),
    );
  }
}
