import { isLoopbackUrl } from "./loopback.js";
import { json, type PlayAnswer } from "./simulate.js";

/** A mail that was not sent. */
export interface CaughtMail {
  /** Id of the provider that would have sent it. */
  readonly provider: string;
  readonly to: string;
  readonly from: string;
  /** The sign-in link. */
  readonly url: string;
  readonly expires: string;
}

const keptMails = 50;
const longestField = 4096;

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
  take(fields: URLSearchParams): PlayAnswer {
    const [provider, to, from, url, expires] = ["provider", "to", "from", "url", "expires"].map((name) =>
      withoutControls(fields.get(name) ?? ""),
    );
    if (!provider || !to || !url || !isLoopbackUrl(url))
      return json({ error: "not_a_mail", error_description: "provider, to and a local url are needed" }, 400);
    const mail = { provider, to, from: from ?? "", url, expires: expires ?? "" };
    this.#mails.unshift(mail);
    this.#mails.length = Math.min(this.#mails.length, keptMails);
    this.#listen?.(mail);
    return json({ caught: true });
  }
}

/** A terminal obeys control characters, so none gets there. */
const withoutControls = (text: string): string => text.replaceAll(/\p{C}/gu, "").slice(0, longestField);
