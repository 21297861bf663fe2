import { signInText } from "../../providers/kit/mail-body.js";
import { isLoopbackUrl } from "./loopback.js";
import { json, type SimulatedResponse } from "./simulate.js";

/** A mail that was not sent. */
export interface CaughtMail {
  /** Id of the provider that would have sent it. */
  readonly provider: string;
  readonly to: string;
  readonly from: string;
  /** The link: to sign in, or what a plugin mails for. */
  readonly url: string;
  /** What can be typed in place of the link; "" when there is none. */
  readonly code: string;
  readonly expires: string;
  readonly arrived: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const keptMails = 50;
const longestField = 4096;
const longestBody = 48 * 1024;

type Members = Readonly<Record<string, unknown>>;

/** Takes the mails of the app, keeps the newest in memory, and tells whoever listens. */
export class MailCatcher {
  readonly #mails: CaughtMail[] = [];
  readonly #listen: ((mail: CaughtMail) => void) | undefined;

  constructor(listen?: (mail: CaughtMail) => void) {
    this.#listen = listen;
  }

  /** Newest first. */
  get mails(): readonly CaughtMail[] {
    return this.#mails;
  }

  /** Only what is a mail with a link to this machine; the rest is refused. */
  take(members: Members): SimulatedResponse {
    const field = (name: string) => withoutControls(textOf(members[name])).slice(0, longestField);
    const [provider, to, url] = [field("provider"), field("to"), field("url")];
    if (!provider || !to || !isLoopbackUrl(url))
      return json({ error: "not_a_mail", error_description: "provider, to and a local url are needed" }, 400);
    const mail = {
      ...bodyOf(members, to, url),
      provider,
      to,
      url,
      code: field("code"),
      from: field("from"),
      expires: field("expires"),
      arrived: Date.now(),
    };
    this.#mails.unshift(mail);
    this.#mails.length = Math.min(this.#mails.length, keptMails);
    this.#listen?.(mail);
    return json({ caught: true });
  }
}

/** What was given, or the mail that the providers of this package send. */
function bodyOf(members: Members, to: string, url: string): Pick<CaughtMail, "subject" | "text" | "html"> {
  const given = (name: string) => textOf(members[name]).slice(0, longestBody);
  if (given("subject") || given("text") || given("html"))
    return {
      subject: withoutControls(given("subject")),
      text: given("text").replaceAll(/[^\P{C}\n\t]/gu, ""),
      html: given("html"),
    };
  type Mail = Parameters<typeof signInText>[0];
  const theme = Object.fromEntries(
    Object.entries(members["theme"] ?? {}).filter(([, value]) => typeof value === "string"),
  );
  // Sender and the rest of the provider are shown beside the mail.
  const code = withoutControls(given("code")) || undefined;
  return signInText({ identifier: to, url, provider: {} as Mail["provider"], theme }, code);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A terminal obeys control characters, so none gets there. */
const withoutControls = (text: string): string => text.replaceAll(/\p{C}/gu, "");
