/** Keeps the mails that the app sends under `auth dev`, in place of sending them. */
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

  /** @param arrived as it stands in an address */
  find(arrived: string): CaughtMail | undefined {
    return this.#mails.find((mail) => String(mail.arrived) === arrived);
  }

  /** Only what is a mail with a link to this machine; the rest is refused. */
  take(members: Members): SimulatedResponse {
    const field = (name: string) => withoutControls(textOf(members[name])).slice(0, longestField);
    const [provider, to, url] = [field("provider"), field("to"), field("url")];
    if (!provider || !to || !isLoopbackUrl(url))
      return json({ error: "not_a_mail", error_description: "provider, to and a local url are needed" }, 400);
    const mail = {
      ...bodyOf(members),
      provider,
      to,
      url,
      code: field("code"),
      from: field("from"),
      expires: field("expires"),
      // Each its own: pages name mails by it.
      arrived: Math.max(Date.now(), (this.#mails[0]?.arrived ?? 0) + 1),
    };
    this.#mails.unshift(mail);
    this.#mails.length = Math.min(this.#mails.length, keptMails);
    this.#listen?.(mail);
    return json({ caught: true });
  }
}

function bodyOf(members: Members): Pick<CaughtMail, "subject" | "text" | "html"> {
  const given = (name: string) => textOf(members[name]).slice(0, longestBody);
  return {
    subject: withoutControls(given("subject")),
    text: given("text").replaceAll(/[^\P{C}\n\t]/gu, ""),
    html: given("html"),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** A terminal obeys control characters, so none gets there. */
const withoutControls = (text: string): string => text.replaceAll(/\p{C}/gu, "");
