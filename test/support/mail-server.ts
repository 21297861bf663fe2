import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { vi } from "vitest";

/** A mail as it arrived: parsed, with the addresses of the envelope. */
export type Received = Email & { readonly recipients: readonly string[] };

/** An SMTP server on loopback that keeps what it gets. */
export class MailServer {
  readonly mails: Received[] = [];
  /** Every recipient is refused. */
  refuse = false;
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onRcptTo: (_address, _session, done) =>
        done(this.refuse ? Object.assign(new Error("no such mailbox"), { responseCode: 550 }) : undefined),
      onData: (stream, session, done) => {
        // oxlint-disable-next-line promise/no-callback-in-promise -- the server wants a callback
        void this.#keep(stream, session.envelope.rcptTo).then(() => done(), done);
      },
    });
  }

  async #keep(stream: AsyncIterable<Buffer>, to: readonly { address: string }[]): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const mail = await PostalMime.parse(Buffer.concat(chunks));
    this.mails.push({ ...mail, recipients: to.map(({ address }) => address) });
  }

  static async start(): Promise<MailServer> {
    const started = new MailServer();
    await new Promise<void>((resolve) => void started.#server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  /** Waits for a mail with this subject, to this address if one is named; takes it away, and gives its first link. */
  async takeLink(subject: RegExp, to?: string): Promise<string> {
    const find = () =>
      this.mails.findIndex(
        (one) => subject.test(one.subject ?? "") && (to === undefined || one.recipients.includes(to)),
      );
    await vi.waitUntil(() => find() >= 0, { timeout: 30_000, interval: 20 });
    const [found] = this.mails.splice(find(), 1);
    return /https?:\S+/.exec(found?.text ?? "")?.[0] ?? "";
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
