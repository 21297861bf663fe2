/** `--transport`: which provider sends the mails of a provider or a plugin. */
import type { Options } from "../../cli/terminal/context.js";
import { chooseProvider, transports } from "../additions/provider.js";
import type { ProviderChoice } from "../../templates/provider-choice.js";
import { usageError } from "../../cli/terminal/errors.js";
import type { Prompts } from "../../cli/terminal/prompts.js";

/** The word for: an option of the app sends the mails of a plugin. */
export const noTransport = "none";

/** What the flags say of who sends mails. */
export interface TransportFlags {
  /** Id of a provider, or {@link noTransport}. */
  readonly transport: string | undefined;
  /** The provider that comes along with a plugin also signs in by links. */
  readonly links: boolean;
}

/** @throws CliError exit 2 for one that sends no mails, and for links that nobody would send */
export function transportFlags(options: Options): TransportFlags {
  const transport = options.text("transport");
  const links = options.is("signInLinks");
  if (transport !== undefined && transport !== noTransport) chooseProvider("email", { transport });
  if (links && transport === noTransport)
    throw usageError(
      "AUTH_E_TRANSPORT",
      "--transport none adds nothing that sends sign-in links.",
      "Leave --sign-in-links out, or name who sends them: --transport nodemailer",
    );
  return { transport, links };
}

/** A mail server of any kind first, then the services that most apps use. */
const usual = ["nodemailer", "resend", "postmark", "sendgrid", "mailgun"];

/** @returns the id of a provider */
export function askTransportId(prompts: Prompts): Promise<string> {
  const rank = (id: string) => (usual.includes(id) ? usual.indexOf(id) : usual.length);
  const sorted = [...transports].sort((a, b) => rank(a.id) - rank(b.id) || a.name.localeCompare(b.name));
  return prompts.select(
    { message: "What sends the mails?", flag: "--transport ID", initial: "nodemailer" },
    sorted.map(({ id, name }) => ({
      value: id,
      label: id === "nodemailer" ? `A mail server by SMTP (${name})` : name,
    })),
  );
}

/**
 * The provider that sends the mails of plugins: a way to sign in only where the flags ask for it.
 *
 * @returns undefined: none is to be added
 */
export async function askTransport(
  { transport: given, links }: TransportFlags,
  prompts: Prompts,
): Promise<ProviderChoice | undefined> {
  const transport = given ?? (await askTransportId(prompts));
  return transport === noTransport ? undefined : chooseProvider("email", { transport, isSender: !links });
}
