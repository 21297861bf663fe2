/** What `auth add-provider` changes. */
import { packageName } from "../../cli/formats/own-package.js";
import type { StoreAnswers, StoreChoice, StoreContext } from "../../templates/stores/support.js";
import { addProviders } from "../../cli/edit/auth-file.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { stagedModules } from "../../cli/plan/staged-project.js";
import type { OpenConfiguration } from "../steps/open-configuration.js";
import { planWellKnown, wellKnownNames } from "./well-known.js";
import { passwordEntry, planPasswords } from "./passwords.js";
import { envPlace } from "../../cli/plan/places.js";
import type { Plan } from "../../cli/plan/plan.js";
import { planNeeds } from "./provider-needs.js";
import { noteProvider } from "./provider.js";
import type { ProviderChoice } from "../../templates/provider-choice.js";
import { noteEmpty, planEnv } from "../../cli/plan/secret.js";
import { planSignIn } from "./sender.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** The store that is added along, where a provider or a plugin keeps rows and nothing keeps them yet. */
export interface AddedStore extends StoreChoice {
  readonly session: StoreAnswers["session"];
}

/** `auth add-provider`: the configuration, the variables, a store where one is missing, what to register. */
export async function planAddProviders(
  facts: ConfiguredProject,
  { source, framework, env }: OpenConfiguration,
  given: readonly ProviderChoice[],
  { install, store }: { readonly install: boolean; readonly store: AddedStore | undefined },
): Promise<Plan> {
  const builder = new PlanBuilder(facts);
  const context = { builder, framework, source };
  const passwords = given.some(({ entry }) => entry.type === "credentials");
  const choices = given.map((one) =>
    one.entry.type === "credentials" ? { ...one, ...passwordEntry(context) } : one,
  );
  await planProviderEntries(context, choices, { env, install }, async () => {
    if (store) await planMissingStore(context, { ...store, env, install });
    if (passwords) await planPasswords(context);
  });
  const asked = given.map(({ entry }) => ({ module: entry.id }));
  await planWellKnown(context, source.file, wellKnownNames({ plugins: [], providers: asked }));
  return builder.finish("add-provider");
}

/**
 * Providers into the configuration, their variables and what else they need.
 *
 * @param between what is planned once they are in the configuration
 */
export async function planProviderEntries(
  context: StoreContext,
  choices: readonly ProviderChoice[],
  { env, install }: Pick<StoreAnswers, "env" | "install">,
  between: () => Promise<void> = async () => {},
): Promise<void> {
  const { builder, framework } = context;
  const { facts } = builder;
  await planList(context, choices);
  const place = envPlace(facts, framework, env);
  const pairs = choices.flatMap((choice) => choice.env);
  planEnv(builder, place, pairs);
  await between();
  for (const choice of choices) await noteProvider(builder, framework, choice);
  for (const { entry } of choices) planNeeds({ builder, install }, entry);
  noteEmpty(builder, place, pairs);
}

/** As `auth add-adapter` would. Whoever is signed in by a cookie stays so, unless a flag says otherwise. */
export async function planMissingStore(
  context: StoreContext,
  { support, session = "jwt", ...answers }: AddedStore & Pick<StoreAnswers, "env" | "install">,
): Promise<void> {
  const { file, text: before } = context.source;
  const text = context.builder.text(file) ?? before;
  await support.plan({ ...context, source: { file, text } }, { ...answers, session, force: false });
}

/** The entries of the list, with their imports; one that is there for the mails of plugins alone signs in from now on. */
async function planList(
  { builder, source }: StoreContext,
  choices: readonly ProviderChoice[],
): Promise<void> {
  const names = choices.map(({ entry }) => entry.id).join(", ");
  const signingIn = choices.flatMap(({ entry, isSender }) => (isSender ? [] : entry.id));
  await planSignIn(builder, signingIn);
  const current = { ...source, text: builder.text(source.file) ?? source.text };
  const edit = await addProviders(current, packageName, choices, stagedModules(builder));
  builder.edit(edit.file, edit, {
    reason: `adds ${names} to the providers`,
    already: `${names}: in the list`,
    snippet: choices
      .map(
        ({ specifier, name, argument }) =>
          `import ${name} from "${specifier}";\n// in providers: ${name}${argument ? `(${argument})` : ""}`,
      )
      .join("\n"),
  });
}
