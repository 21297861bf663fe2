/** Sends mail over HTTP, as a record says. */
import type { EmailConfig, Mail } from "../../runtime/types/provider.js";
import { mailFlows } from "./mail-flows.js";
import { signInMail } from "../../runtime/mail/mail-body.js";
import type { MailRecord } from "./record.js";

type Values = Readonly<Record<string, unknown>>;

/** Options of every mail service. */
export type MailUserConfig = Partial<Omit<EmailConfig, "type" | "options" | "server" | "env">>;

/** Signs a finished request with what the options hold. @returns all headers */
export type MailSigner = (
  request: { method: string; url: string; headers: Readonly<Record<string, string>>; body: string },
  options: Values,
) => Promise<Record<string, string>>;

const keyOnly = { apiKey: "KEY" };

const deadlineMilliseconds = 10_000;

/**
 * The provider of a mail service.
 * @param options what the user passed, kept as `options`; the environment fills what `env` of the record lists
 * @param sign for services whose requests are signed; their body is JSON
 */
export function fromMailRecord(record: MailRecord, options: MailUserConfig, sign?: MailSigner): EmailConfig {
  return {
    id: record.id,
    name: record.name,
    type: "email",
    env: record.env ?? keyOnly,
    maxAge: 24 * 60 * 60,
    sendVerificationRequest: async (request) =>
      send(record, await signInMail(request), request.provider, sign),
    ...(takesText(record) && { sendMail: (mail, provider) => send(record, mail, provider, sign) }),
    flows: mailFlows,
    options: options as Partial<EmailConfig>,
  };
}

/** Some services keep the text of the sign-in mail themselves: they can send no other one. */
const takesText = ({ body }: MailRecord): boolean => JSON.stringify(body).includes("{subject}");

async function send(record: MailRecord, mail: Mail, provider: EmailConfig, sign?: MailSigner): Promise<void> {
  const { endpoint, headers = {}, basic, body, format, name } = record;
  const values = valuesOf(record, mail, provider as unknown as Values);
  const filled = fill(body, values) as Record<string, unknown>;
  const url = String(fill(endpoint, values));
  const own = {
    accept: "application/json",
    ...(format === undefined && { "content-type": "application/json" }),
    ...(fill(headers, values) as Record<string, string>),
    ...(basic !== undefined && { authorization: `Basic ${btoa(String(fill(basic, values)))}` }),
  };
  const text = JSON.stringify(filled);
  const response = await fetch(url, {
    method: "POST",
    headers: sign ? await sign({ method: "POST", url, headers: own, body: text }, values) : own,
    body: format === "multipart" ? formOf(filled) : text,
    redirect: "error",
    signal: AbortSignal.timeout(deadlineMilliseconds),
  });
  // What the service says may hold the address; its status tells enough.
  if (!response.ok) throw new Error(`${name} did not take the mail: status ${response.status}`);
}

function valuesOf({ id, name, needs = [], env = keyOnly }: MailRecord, mail: Mail, provider: Values): Values {
  for (const option of [...("apiKey" in env ? ["apiKey"] : []), ...needs])
    if (!provider[option]) {
      const suffix = (env as Readonly<Record<string, string>>)[option];
      const variable = suffix ? `, or set AUTH_${id.toUpperCase()}_${suffix}` : "";
      throw new Error(`${name} needs "${option}": pass it as an option of the provider${variable}`);
    }
  const [, displayName = "", address = mail.from] =
    /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(mail.from) ?? [];
  return {
    domain: address.split("@").at(-1),
    ...provider,
    ...mail,
    code: mail.code,
    fromAddress: address,
    fromName: displayName || address,
  };
}

function fill(template: unknown, values: Values): unknown {
  if (typeof template === "string")
    return template.replace(/\{(\w+)\}/g, (_hole, name: string) => String(values[name] ?? ""));
  if (Array.isArray(template)) return template.map((each) => fill(each, values));
  if (typeof template !== "object" || template === null) return template;
  const members = Object.entries(template).filter(([, value]) => value !== "{code}" || values["code"]);
  return Object.fromEntries(members.map(([name, value]) => [name, fill(value, values)]));
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  return form;
}
