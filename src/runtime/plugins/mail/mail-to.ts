/** Mails that a plugin owes somebody: by its own option, that of another plugin, or a mail provider. */
import { withDeadline } from "../../callbacks/events.js";
import { toError } from "../../errors/index.js";
import { withoutValues } from "../../security/without-values.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { pluginsOf } from "../host/scope.js";
import { canSend, type PluginMail, type SendMail, sendPluginMail } from "./send-mail.js";

const deadlineMs = 10_000;

/** From the server's own code there is no request: then a mail is in the language of those who say nothing. */
export const noRequest = { header: () => null };

/** The plugin's option, or that of another plugin; undefined: a mail provider, where there is one. */
const senderOf = ({ config }: ResolvedConfig, given: SendMail | undefined): SendMail | undefined =>
  given ?? pluginsOf(config).find(({ sendMail }) => sendMail !== undefined)?.sendMail;

/** Is there anything that sends mails of plugins? */
export const canMail = (resolved: ResolvedConfig): boolean =>
  senderOf(resolved, undefined) !== undefined || canSend(resolved);

/** @throws what the transport throws, without the address and the link */
export async function mailTo(
  from: Parameters<typeof sendPluginMail>[0],
  mail: PluginMail,
  given: SendMail | undefined,
): Promise<void> {
  const sent = sendPluginMail(from, mail, senderOf(from.resolved, given));
  await withDeadline(sent, deadlineMs, "The mail was not taken in time").catch((thrown: unknown) => {
    throw withoutValues(toError(thrown), [mail.to, mail.url]);
  });
}
