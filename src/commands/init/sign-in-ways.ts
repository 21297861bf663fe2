/** The ways to sign in that `auth init` asks about: providers, and plugins that stand for one. */
import { catalog } from "../../providers/catalog.js";
import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import { plugins } from "../../templates/plugins/index.js";
import type { PluginSupport } from "../../templates/plugins/plugin.js";
import { chooseProvider } from "../additions/provider.js";
import { CliError } from "../../cli/terminal/errors.js";
import type { Choice, Prompts } from "../../cli/terminal/prompts.js";

/** Providers that stand first in the question; the others follow by name. */
const popular = [
  "github",
  "google",
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
  const first = popular.flatMap((id) => catalog.find((one) => one.id === id) ?? []);
  const others = catalog
    .filter((entry) => !popular.includes(entry.id) && isAddedWithoutFlags(entry))
    .filter(({ type }) => type !== "webauthn" || isStored)
    .sort((a, b) => a.name.localeCompare(b.name));
  const offered = plugins.flatMap((plugin) =>
    plugin.signIn === undefined ? [] : [{ plugin, value: `plugin:${plugin.id}`, label: plugin.signIn }],
  );
  const [providers, more] = [first.map(choiceOf), others.map(choiceOf)];
  const chosen = await prompts.multiselect(
    { message: "Which providers?", flag: "--provider ID", initial: "github" },
    [...providers, ...offered.map(({ value, label }) => ({ value, label, hint: keptInStore })), ...more],
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
