/** Tells the owner of an account by mail that what opens it was changed. */
import { AuthError, toError } from "../../errors/index.js";
import { withoutValues } from "../../security/without-values.js";
import { pageUrl } from "../../security/page-url.js";
import type { AuthenticatorChange, ChangeContext } from "../accounts/authenticator-change.js";
import type { PluginScope } from "../host/plugin.js";
import { canMail, mailTo, noRequest } from "../mail/mail-to.js";
import type { SendMail } from "../mail/send-mail.js";
import type { TextName } from "./texts.js";

const headings: Readonly<Record<AuthenticatorChange["of"], Record<AuthenticatorChange["is"], TextName>>> = {
  account: { added: "mailAccountAdded", removed: "mailAccountRemoved" },
  passkey: { added: "mailPasskeyAdded", removed: "mailPasskeyRemoved" },
  factor: { added: "mailFactorAdded", removed: "mailFactorRemoved" },
};

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
  if (!canMail(resolved)) return;
  let to: string | undefined;
  try {
    to = (await resolved.adapter?.getUser(userId))?.email || undefined;
    if (to === undefined) return;
    const site = await resolved.mailedSite(context.site);
    const url = pageUrl({ resolved, site }, "/account");
    const said = { resolved, request: request ?? noRequest };
    const say: SayOwner = (name, values) => own.message(said, name, values);
    const words = {
      subject: say("mailSubject"),
      heading: say("mailHeading"),
      more: more(say),
      button: say("mailButton"),
      closing: say("mailNotice"),
    };
    await mailTo({ ...said, site }, { name: "signInChanged", to, url, words }, given);
  } catch (thrown) {
    const err = withoutValues(toError(thrown), to === undefined ? [] : [to]);
    resolved.logger.error(
      new AuthError("The mail that tells of a change of sign-in was not sent", { cause: { err } }),
    );
  }
}
