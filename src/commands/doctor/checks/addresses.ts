/** Who vouches for the address of a person, beside something that proves one. */
import { catalog } from "../../../providers/catalog.js";
import type { CatalogEntry } from "../../../providers/kit/catalog-entry.js";
import type { ConfiguredProvider } from "../../../cli/source/configuration/auth-config.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";

/** Names the providers whose accounts of before wait for their owner's word once a mail has proven the address. */
export function checkAddresses({ configuration }: Survey): Finding[] {
  const { providers = [], plugins = [] } = configuration ?? {};
  const provesAddresses =
    plugins.some(({ id }) => id === "password") || providers.some((one) => typeOf(one) === "email");
  if (!provesAddresses) return [];
  return providers.filter(isSilent).map((one) => {
    const name = entryOf(one)?.name ?? one.id ?? one.name ?? "A provider";
    const message = `${name} does not say whether it has verified an address, and a mail can prove one here.`;
    return finding("AUTH_D_EMAIL_UNVOUCHED", { ...one.at, message });
  });
}

/** What is written out of sight may say it. */
function isSilent(provider: ConfiguredProvider): boolean {
  if (provider.hidesOptions || optionOf(provider, "emailVerified") !== undefined) return false;
  const entry = entryOf(provider);
  return entry ? entry.silent === true : ["oauth", "oidc"].includes(typeOf(provider) ?? "");
}

const entryOf = ({ module }: ConfiguredProvider): CatalogEntry | undefined =>
  catalog.find(({ id }) => id === module);

const typeOf = (provider: ConfiguredProvider): string | undefined =>
  entryOf(provider)?.type ?? optionOf(provider, "type")?.text;

const optionOf = ({ options }: ConfiguredProvider, name: string) => options.find(({ path }) => path === name);
