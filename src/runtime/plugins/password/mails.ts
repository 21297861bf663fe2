/** The mails of the plugin. Answers never wait for them: who waits could measure whether there was one. */
import { AuthError, toError } from "../../errors/index.js";
import { withoutValues } from "../../security/without-values.js";
import { type PluginMail, sendPluginMail } from "../mail/send-mail.js";
import { sayOf, signInUrl, urlOf } from "./answers.js";
import type { PasswordMessage } from "./messages.js";
import type { MailingCall } from "./options.js";

/** @throws AuthError where only a header of the request says which site the links would lead to */
export const assertKnownSite = async ({ context: { resolved, site } }: MailingCall): Promise<void> =>
  void (await resolved.mailedSite(site));

/** A mail that is written when it is sent. */
type LaterMail = () => Promise<PluginMail>;

/** Sends mails once the answer is on its way. What goes wrong is told to the log, without addresses and links. */
export function queueMails(call: MailingCall, mails: readonly LaterMail[]): void {
  const { context, settings } = call;
  const send = async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (const mail of mails)
      await sendOne(call, mail).catch((thrown: unknown) => {
        const cause = { err: toError(thrown) };
        context.resolved.logger.error(new AuthError("A mail of the plugin password was not sent", { cause }));
      });
  };
  const work = send();
  settings.waitUntil?.(work);
}

async function sendOne({ context, settings }: MailingCall, later: LaterMail): Promise<void> {
  const mail = await later();
  await sendPluginMail(context, mail, settings.sendMail).catch((thrown: unknown) => {
    throw withoutValues(toError(thrown), [mail.to, mail.url]);
  });
}

type Words = "Verify" | "Exists" | "Reset" | "Changed" | "Address" | "Taken" | "Move" | "Moved";

/** Mails that say what has happened, whether it was asked for or not. */
const notices: ReadonlySet<Words> = new Set<Words>(["Changed", "Move", "Moved"]);

const names: Readonly<Record<Words, PluginMail["name"]>> = {
  Verify: "verifyEmail",
  Exists: "accountExists",
  Reset: "resetPassword",
  Changed: "passwordChanged",
  Address: "confirmNewEmail",
  Taken: "emailTaken",
  Move: "emailChangeAsked",
  Moved: "emailChanged",
};

const mores: Readonly<Partial<Record<Words, PasswordMessage>>> = {
  Exists: "mailExistsMore",
  Reset: "mailResetMore",
  Address: "mailAddressMore",
  Changed: "mailChangedMore",
  Taken: "mailTakenMore",
  Move: "mailMoveMore",
  Moved: "mailMovedMore",
};

function write(
  call: MailingCall,
  to: string,
  { account = "", ...link }: Pick<PluginMail, "url" | "expires"> & { readonly account?: string },
  words: Words,
): PluginMail {
  const say = sayOf(call);
  const name = `mail${words}` as const;
  const more = mores[words];
  return {
    name: names[words],
    to,
    ...link,
    words: {
      subject: say(`${name}Subject`),
      heading: say(`${name}Heading`),
      more: more && say(more, { account }),
      button: say(`${name}Button`),
      closing: say(notices.has(words) ? "mailNotice" : "mailClosing"),
    },
  };
}

/** A link that ends. */
export interface Token {
  readonly token: string;
  readonly lifeSeconds: number;
}

const withToken = (url: string, { token, lifeSeconds }: Token) => ({
  url: `${url}?${new URLSearchParams({ token })}`,
  expires: new Date(Date.now() + lifeSeconds * 1000),
});

/** Its links lead where those of mails may. */
const written =
  <Facts extends readonly unknown[]>(make: (call: MailingCall, ...facts: Facts) => PluginMail) =>
  (call: MailingCall, ...facts: Facts): LaterMail =>
  async () => {
    const { context } = call;
    return make(
      { ...call, context: { ...context, site: await context.resolved.mailedSite(context.site) } },
      ...facts,
    );
  };

export const mails = {
  verify: written((call, to: string, token: Token) =>
    write(call, to, withToken(urlOf(call, "/verify"), token), "Verify"),
  ),
  exists: written((call, to: string) => write(call, to, { url: urlOf(call, "/forgot") }, "Exists")),
  reset: written((call, to: string, token: Token) =>
    write(call, to, withToken(urlOf(call, "/reset"), token), "Reset"),
  ),
  changed: written((call, to: string) => write(call, to, { url: urlOf(call, "/forgot") }, "Changed")),
  /** @param account that asks, as its owner knows it and nobody else needs to */
  confirmAddress: written((call, to: string, token: Token, account: string) =>
    write(call, to, { ...withToken(urlOf(call, "/confirm-address"), token), account }, "Address"),
  ),
  taken: written((call, to: string) => write(call, to, { url: signInUrl(call) }, "Taken")),
  moveAsked: written((call, to: string) => write(call, to, { url: urlOf(call, "/forgot") }, "Move")),
  moved: written((call, to: string) => write(call, to, { url: signInUrl(call) }, "Moved")),
};
