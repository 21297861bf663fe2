/** Sends the sign-in mail over HTTP, as a record says. */
import type { EmailConfig } from "../../runtime/types/provider.js";
import { signInMail } from "./mail-body.js";
import type { MailRecord } from "./record.js";

type Request = Parameters<EmailConfig["sendVerificationRequest"]>[0];
type Values = Readonly<Record<string, unknown>>;

/** Options of every mail service. */
export type MailUserConfig = Partial<Omit<EmailConfig, "type" | "options" | "server">>;

const deadlineMilliseconds = 10_000;

/**
 * The provider of a mail service.
 * @param options what the user passed, kept as `options`; `apiKey` comes from the environment otherwise
 */
export function fromMailRecord(record: MailRecord, options: MailUserConfig): EmailConfig {
  return {
    id: record.id,
    name: record.name,
    type: "email",
    maxAge: 24 * 60 * 60,
    sendVerificationRequest: (request) => send(record, request),
    options: options as Partial<EmailConfig>,
  };
}

async function send(record: MailRecord, request: Request): Promise<void> {
  const { endpoint, headers = {}, basic, body, format, name } = record;
  const values = valuesOf(record, request);
  const filled = fill(body, values) as Record<string, unknown>;
  const response = await fetch(String(fill(endpoint, values)), {
    method: "POST",
    headers: {
      accept: "application/json",
      ...(format === undefined && { "content-type": "application/json" }),
      ...(fill(headers, values) as Record<string, string>),
      ...(basic !== undefined && { authorization: `Basic ${btoa(String(fill(basic, values)))}` }),
    },
    body: format === "multipart" ? formOf(filled) : JSON.stringify(filled),
    redirect: "error",
    signal: AbortSignal.timeout(deadlineMilliseconds),
  });
  // What the service says may hold the address; its status tells enough.
  if (!response.ok) throw new Error(`${name} did not take the mail: status ${response.status}`);
}

function valuesOf({ id, name, needs = [] }: MailRecord, request: Request): Values {
  const provider = request.provider as unknown as Values;
  for (const option of ["apiKey", ...needs])
    if (!provider[option]) {
      const variable = option === "apiKey" ? `, or set AUTH_${id.toUpperCase()}_KEY` : "";
      throw new Error(`${name} needs "${option}": pass it as an option of the provider${variable}`);
    }
  const mail = signInMail(request);
  const [, displayName = "", address = mail.from] =
    /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(mail.from) ?? [];
  return {
    domain: address.split("@").at(-1),
    ...provider,
    ...mail,
    url: request.url,
    fromAddress: address,
    fromName: displayName || address,
  };
}

function fill(template: unknown, values: Values): unknown {
  if (typeof template === "string")
    return template.replace(/\{(\w+)\}/g, (_hole, name: string) => String(values[name] ?? ""));
  if (Array.isArray(template)) return template.map((each) => fill(each, values));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, fill(value, values)]));
}

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  return form;
}
