/** Tells the owner of an account by mail that what opens it was changed. */
import { AuthError, toError } from "../../errors/index.js";
import { withDeadline } from "../../callbacks/events.js";
import { withoutValues } from "../../security/without-values.js";
import { pageUrl } from "../../security/page-url.js";
import type { AuthenticatorChange, ChangeContext } from "../authenticator-change.js";
import type { PluginScope } from "../plugin.js";
import { pluginsOf } from "../scope.js";
import { canSend, type SendMail, sendPluginMail } from "../send-mail.js";
import type { TextName } from "./texts.js";

const deadlineMs = 10_000;

const headings: Readonly<Record<AuthenticatorChange["of"], Record<AuthenticatorChange["is"], TextName>>> = {
  account: { added: "mailAccountAdded", removed: "mailAccountRemoved" },
  passkey: { added: "mailPasskeyAdded", removed: "mailPasskeyRemoved" },
  factor: { added: "mailFactorAdded", removed: "mailFactorRemoved" },
};

/** From the server's own code there is no request: then the mail is in the language of those who say nothing. */
const silent = { header: () => null };

/**
 * Sends the mail, by the plugin's option, that of another plugin, or a mail provider. Where there is none, or the user has
 * no address, nobody is told. What goes wrong is in the log: the change is made already. It is
 * not throttled: whoever asks for mails to the owner's address would silence it.
 */
export async function tellOwner(
  own: PluginScope,
  context: ChangeContext,
  change: AuthenticatorChange,
  given: SendMail | undefined,
): Promise<void> {
  const { resolved, request } = context;
  const send = given ?? pluginsOf(resolved.config).find(({ sendMail }) => sendMail !== undefined)?.sendMail;
  if (send === undefined && !canSend(resolved)) return;
  let to: string | undefined;
  try {
    to = (await resolved.adapter?.getUser(change.userId))?.email || undefined;
    if (to === undefined) return;
    const site = await resolved.mailedSite(context.site);
    const url = pageUrl({ resolved, site }, "/account");
    const said = { resolved, request: request ?? silent };
    const say = (name: TextName, values?: Readonly<Record<string, string>>) =>
      own.message(said, name, values);
    const words = {
      subject: say("mailSubject"),
      heading: say("mailHeading"),
      more: say(headings[change.of][change.is], { provider: change.provider ?? "" }),
      button: say("mailButton"),
      closing: say("mailNotice"),
    };
    const sent = sendPluginMail({ ...said, site }, { name: "signInChanged", to, url, words }, send);
    await withDeadline(sent, deadlineMs, "The mail was not taken in time");
  } catch (thrown) {
    const err = withoutValues(toError(thrown), to === undefined ? [] : [to]);
    resolved.logger.error(
      new AuthError("The mail that tells of a change of sign-in was not sent", { cause: { err } }),
    );
  }
}
