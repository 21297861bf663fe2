/** The ways to sign in that `auth init` asks about: providers, and plugins that stand for one. */
import { catalog } from "../../providers/catalog.js";
import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import { plugins } from "../../templates/plugins/index.js";
import type { PluginSupport } from "../../templates/plugins/plugin.js";
import { chooseProvider } from "../additions/provider.js";
import { CliError } from "../../cli/terminal/errors.js";
import type { Choice, Prompts } from "../../cli/terminal/prompts.js";

/** Providers that stand first in the question, with the plugins between them; the others follow by name. */
const first = ["github", "google"];
const popular = [
  "nodemailer",
  "apple",
  "microsoft-entra-id",
  "facebook",
  "linkedin",
  "twitter",
  "discord",
  "gitlab",
];

/** What was chosen. */
export interface SignInWays {
  /** Of providers. */
  readonly ids: readonly string[];
  readonly plugins: readonly PluginSupport[];
}

const keptInStore = "with a database";

/** @param isStored whether a store is chosen: keys, which are of no use without one, are offered only then */
export async function askSignInWays(prompts: Prompts, isStored: boolean): Promise<SignInWays> {
  const entriesOf = (ids: readonly string[]) =>
    ids.flatMap((id) => catalog.find((one) => one.id === id) ?? []).map(choiceOf);
  const others = catalog
    .filter(({ id }) => !first.includes(id) && !popular.includes(id))
    .filter((entry) => isAddedWithoutFlags(entry) && (entry.type !== "webauthn" || isStored))
    .sort((a, b) => a.name.localeCompare(b.name));
  const offered = plugins.flatMap((plugin) =>
    plugin.signIn === undefined ? [] : [{ plugin, value: `plugin:${plugin.id}`, label: plugin.signIn }],
  );
  const byPlugin = offered.map(({ value, label }) => ({ value, label, hint: keptInStore }));
  const chosen = await prompts.multiselect(
    { message: "How do people sign in?", flag: "--provider ID", initial: "github" },
    [...entriesOf(first), ...byPlugin, ...entriesOf(popular), ...others.map(choiceOf)],
  );
  const isPlugin = (id: string) => offered.some(({ value }) => value === id);
  return {
    ids: chosen.filter((id) => !isPlugin(id)),
    plugins: offered.flatMap(({ plugin, value }) => (chosen.includes(value) ? [plugin] : [])),
  };
}

const choiceOf = ({ id, name, type }: CatalogEntry): Choice =>
  type === "email"
    ? { value: id, label: `Sign-in link by mail: ${name}`, hint: keptInStore }
    : { value: id, label: name };

/** Whether choosing it is all there is to say: a question that leads to a refusal is none. */
function isAddedWithoutFlags({ id, status }: CatalogEntry): boolean {
  if (status === "dead" || status === "deprecated") return false;
  try {
    chooseProvider(id);
    return true;
  } catch (error) {
    if (error instanceof CliError) return false;
    throw error;
  }
}
