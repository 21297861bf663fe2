/** The mails of the plugin. Answers never wait for them: who waits could measure whether there was one. */
import { AuthError, toError } from "../../errors/index.js";
import { withoutValues } from "../../security/without-values.js";
import { type PluginMail, sendPluginMail } from "../send-mail.js";
import { sayOf, signInUrl, urlOf } from "./answers.js";
import type { PasswordMessage } from "./messages.js";
import type { PasswordCall } from "./options.js";

/** @throws AuthError where only a header of the request says which site the links would lead to */
export function assertKnownSite({ context: { site } }: PasswordCall): void {
  if (site.isOriginTrusted) return;
  throw new AuthError(
    `No mail was sent: nothing but a header of the request says that the site is ${site.origin}. Set AUTH_URL=${site.origin}`,
  );
}

/** Sends mails once the answer is on its way. What goes wrong is told to the log, without addresses and links. */
export function queueMails({ context, settings }: PasswordCall, mails: readonly PluginMail[]): void {
  const { logger } = context.resolved;
  const send = async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (const mail of mails)
      await sendPluginMail(context, mail, settings.sendMail).catch((thrown: unknown) => {
        const cause = withoutValues(toError(thrown), [mail.to, mail.url]);
        logger.error(new AuthError("A mail of the plugin password was not sent", { cause: { err: cause } }));
      });
  };
  const work = send();
  settings.waitUntil?.(work);
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
  call: PasswordCall,
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

export const mails = {
  verify: (call: PasswordCall, to: string, token: Token) =>
    write(call, to, withToken(urlOf(call, "/verify"), token), "Verify"),
  exists: (call: PasswordCall, to: string) => write(call, to, { url: urlOf(call, "/forgot") }, "Exists"),
  reset: (call: PasswordCall, to: string, token: Token) =>
    write(call, to, withToken(urlOf(call, "/reset"), token), "Reset"),
  changed: (call: PasswordCall, to: string) => write(call, to, { url: urlOf(call, "/forgot") }, "Changed"),
  /** @param account that asks, as its owner knows it and nobody else needs to */
  confirmAddress: (call: PasswordCall, to: string, token: Token, account: string) =>
    write(call, to, { ...withToken(urlOf(call, "/confirm-address"), token), account }, "Address"),
  taken: (call: PasswordCall, to: string) => write(call, to, { url: signInUrl(call) }, "Taken"),
  moveAsked: (call: PasswordCall, to: string) => write(call, to, { url: urlOf(call, "/forgot") }, "Move"),
  moved: (call: PasswordCall, to: string) => write(call, to, { url: signInUrl(call) }, "Moved"),
};
