import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import type { ConfiguredProject } from "../project/facts.js";
import { CliError, exitCodes } from "../terminal/errors.js";
import { planPackages, type Packages } from "./packages.js";
import type { Staging } from "./staging.js";

/** What a provider of sign-in links loads when it sends. */
const packagesOf: Readonly<Record<string, Packages>> = {
  nodemailer: { dependencies: { nodemailer: "^10.6.0" } },
};

/** Whether a provider sends links with nothing but variables: no function and no template of the app's own. */
export const isPlainMail = ({ type, status, env, needs }: CatalogEntry): boolean =>
  type === "email" && status === "active" && Object.keys(env).length > 0 && needs === undefined;

/** @throws CliError exit 3 where nothing keeps users and the tokens of links */
export function assertStore({ configuration }: ConfiguredProject, entries: readonly CatalogEntry[]): void {
  const mail = entries.find(({ type }) => type === "email");
  if (!mail || !configuration) return;
  const isKnown = configuration.options.some(({ path }) => path === "adapter");
  if (isKnown || configuration.unreadable.length > 0) return;
  throw new CliError(
    "AUTH_E_PROVIDER_NEEDS_STORE",
    `${mail.name} sends links that work once: users and links are kept in a store, and the configuration has none.`,
    {
      exitCode: exitCodes.conflict,
      hint: "Nothing was written. First: auth add-adapter kysely",
    },
  );
}

/** The package that sends, and where the key is made. */
export function planMail(
  context: { readonly staging: Staging; readonly facts: ConfiguredProject },
  { id, notes = [] }: CatalogEntry,
  install: boolean,
): void {
  const packages = packagesOf[id];
  if (packages) planPackages(context, packages, install);
  const key = notes.find((note) => note.startsWith("Keys: "));
  if (key) context.staging.next(`Make a key at ${key.slice("Keys: ".length)}`);
  context.staging.next("Set AUTH_URL where the app is deployed: links name the site");
}
