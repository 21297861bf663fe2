import type { EmailConfig, Mail } from "../runtime/types/provider.js";
import { mailFlows } from "./kit/mail-flows.js";
import { signInMail } from "../runtime/mail/mail-body.js";
import type { PlainRecord } from "./kit/record.js";

/** What is known of Nodemailer, as data. */
export const record = {
  id: "nodemailer",
  name: "Nodemailer",
  type: "email",
  status: "active",
  docs: "https://nodemailer.com/smtp",
  notes: [
    "Sends sign-in links by SMTP. Needs an adapter and: npm install nodemailer",
    "server: smtp://user:password@smtp.example.com:587 (default: AUTH_NODEMAILER_SERVER), or the options of a nodemailer transport",
  ],
} as const satisfies PlainRecord;

/** Sign-in by mail over SMTP. */
export type NodemailerConfig = EmailConfig;

/** What the factory takes. */
export type NodemailerUserConfig = Partial<Omit<EmailConfig, "type" | "options" | "server" | "env">> & {
  /** Connection URL (`smtp://`, `smtps://`), options of a nodemailer transport, a transport or a transporter. */
  server?: string | object;
};

/** What is used of a nodemailer transporter. */
interface Transporter {
  sendMail(mail: object): Promise<{ rejected?: readonly unknown[]; pending?: readonly unknown[] }>;
  close(): void;
}

/**
 * Sign in by a link in a mail that is sent by SMTP.
 *
 * @param options `server` (default: `AUTH_NODEMAILER_SERVER`) and `from` (default: `AUTH_NODEMAILER_FROM`, or no-reply@
 * the site's host); `maxAge` of the link in seconds (default 86400), `sendVerificationRequest`,
 * `generateVerificationToken`, `normalizeIdentifier`, `secret`, `confirm`, `code`, `mail`
 * @example Nodemailer({ server: process.env.EMAIL_SERVER, from: "Example <no-reply@example.com>" })
 */
export default function Nodemailer(options: NodemailerUserConfig = {}): NodemailerConfig {
  return {
    id: record.id,
    name: record.name,
    type: record.type,
    env: { server: "SERVER", from: "FROM" },
    maxAge: 24 * 60 * 60,
    sendVerificationRequest: async (request) => send(await signInMail(request), request.provider),
    sendMail: send,
    flows: mailFlows,
    options: options as Partial<EmailConfig>,
  };
}

async function send({ to, subject, text, html, from }: Mail, { server }: EmailConfig): Promise<void> {
  if (!server)
    throw new Error(
      'Nodemailer needs a server: Nodemailer({ server: "smtp://..." }), or AUTH_NODEMAILER_SERVER=smtp://...',
    );
  const mail = { from, subject, text, html };
  const ready = isTransporter(server);
  const transporter = ready ? server : await createTransporter(server);
  try {
    // As an object the address is not parsed, so it cannot become a list.
    const { rejected, pending } = await transporter.sendMail({ ...mail, to: { name: "", address: to } });
    const failed = [...(rejected ?? []), ...(pending ?? [])].filter(Boolean).length;
    if (failed > 0) throw new Error("The mail server did not take the mail");
  } finally {
    if (!ready) transporter.close();
  }
}

function isTransporter(server: unknown): server is Transporter {
  return typeof (server as Partial<Transporter>).sendMail === "function";
}

async function createTransporter(server: unknown): Promise<Transporter> {
  const { createTransport } = await load();
  return createTransport(server as string) as Transporter;
}

async function load() {
  try {
    return await import("nodemailer");
  } catch (cause) {
    throw new Error("Mail by SMTP needs a package that is not installed. Run: npm install nodemailer", {
      cause,
    });
  }
}
