/** `--transport`: which provider sends the mails of a provider or a plugin. */
import type { Options } from "./context.js";
import { chooseProvider, type ProviderChoice, transports } from "./plan/provider.js";
import type { Prompts } from "./terminal/prompts.js";

/** The word for: an option of the app sends the mails of a plugin. */
export const noTransport = "none";

/** @throws CliError exit 2 for one that sends no mails */
export function transportFlag(options: Options): string | undefined {
  const given = options.text("transport");
  if (given !== undefined && given !== noTransport) chooseProvider("email", { transport: given });
  return given;
}

/** @returns the id of a provider */
export const askTransportId = (prompts: Prompts): Promise<string> =>
  prompts.select(
    { message: "What sends the mails?", flag: "--transport ID", initial: "nodemailer" },
    transports.map(({ id, name }) => ({ value: id, label: name })),
  );

/**
 * The provider that sends the mails of plugins.
 *
 * @param given what the flag says
 * @returns undefined: none is to be added
 */
export async function askTransport(
  given: string | undefined,
  prompts: Prompts,
): Promise<ProviderChoice | undefined> {
  const transport = given ?? (await askTransportId(prompts));
  return transport === noTransport ? undefined : chooseProvider("email", { transport });
}
