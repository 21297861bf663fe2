import { parseEnv } from "../../cli/formats/env-file.js";
import type { EnvPlace } from "../../cli/plan/secret.js";
import { catalog } from "../../providers/catalog.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { ConfiguredProvider } from "../../cli/source/configuration/auth-config.js";
import { asRead, envOf } from "./provider.js";
import type { ProviderChoice } from "../../templates/provider-choice.js";

type Variables = ProviderChoice["env"];

/** Options that are registered at a provider, and that an app has in its environment. */
const registered: ReadonlySet<string> = new Set(["clientId", "clientSecret", "issuer", "apiKey", "server"]);

/** The variables that the providers of a configuration read, each once and without a value. */
export function configuredVariables(facts: ConfiguredProject): Variables {
  const all = (facts.configuration?.providers ?? []).flatMap((one): Variables => {
    const entry = catalog.find(({ id }) => id === one.id && id === one.module);
    return entry ? asRead(facts, { entry, env: envOf(entry, {}) }).env : ownVariables(one);
  });
  return all.filter(({ key }, at) => all.findIndex((other) => other.key === key) === at);
}

/** Of a provider outside of the catalogue, or under an id of the app's own: those that its code names. */
const ownVariables = ({ options }: ConfiguredProvider): Variables =>
  options
    .filter(({ path }) => registered.has(path))
    .flatMap(({ variables }) => variables.map((key) => ({ key, value: "" })));

/** Variables that hold for one machine or one run. */
const local: readonly string[] = ["AUTH_DEV_IDP"];

/** Names that sign-in reads in a container too: those of the providers, and what the env files have for it. */
export function handedNames(facts: ConfiguredProject, { file, alsoRead }: EnvPlace): readonly string[] {
  const written = [file, ...alsoRead].flatMap((one) => parseEnv(facts.files.read(one)?.text ?? ""));
  const own = written.flatMap(({ key }) => (key.startsWith("AUTH_") && !local.includes(key) ? [key] : []));
  return [...new Set([...configuredVariables(facts).map(({ key }) => key), ...own])];
}
