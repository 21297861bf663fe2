import { dialects, type DialectDescriptor } from "../templates/stores/kysely/dialects.js";
import { openConfiguration, openProject } from "../cli/open-configuration.js";
import { carryOut, recoverProject } from "../cli/carry-out.js";
import { promptsFor, type CommandContext, type CommandResult } from "../cli/context.js";
import { usualDialect } from "../templates/stores/kysely/plan.js";
import { findStore, stores } from "../templates/stores/index.js";
import type { StoreSupport } from "../templates/stores/support.js";
import type { ConfiguredProject } from "../cli/project/facts.js";
import { Staging } from "../cli/plan/staging.js";
import { closest } from "../cli/terminal/closest.js";
import { usageError } from "../cli/terminal/errors.js";
import type { Prompts } from "../cli/terminal/prompts.js";

/** `auth add-adapter`: a store for people, accounts and sessions. */
export async function run(context: CommandContext): CommandResult {
  const { options, args } = context;
  const [id = ""] = args;
  const store = assertAdapter(id);
  const session = sessionFlag(options.text("session"));
  const chosen = dialectFlag(options.text("dialect"), store);
  recoverProject(context);
  const facts = await openProject(context);
  const { source, framework, env } = openConfiguration(context, facts);
  const prompts = await promptsFor(context);
  const force = options.is("force");
  const staging = new Staging(facts.files, { force });
  const answers = {
    dialect: chosen ?? (await askDialect(prompts, store, facts)),
    session,
    env,
    install: !options.isOff("install"),
    force,
  };
  await store.plan({ staging, facts, framework, source }, answers);
  await carryOut(context, staging.finish("add-adapter"), facts, prompts);
}

/** @throws CliError exit 2 when the command line has no such store */
export function assertAdapter(id: string): StoreSupport {
  const found = findStore(id);
  if (found) return found;
  const near = closest(
    id,
    stores.map((one) => one.id),
  );
  throw usageError(
    "AUTH_E_UNKNOWN_ADAPTER",
    `There is no adapter "${id}" that comes with the package.`,
    near
      ? `Did you mean ${near}?`
      : `There are: ${stores.map((one) => one.id).join(", ")}. Another adapter made for @auth/core is added by hand: adapter: YourAdapter()`,
  );
}

export function sessionFlag(text: string | undefined): "jwt" | "database" | undefined {
  if (text === undefined || text === "jwt" || text === "database") return text;
  throw usageError(
    "AUTH_E_SESSION",
    `There is no session strategy "${text}".`,
    "Use --session jwt or --session database.",
  );
}

/** @throws CliError exit 2 when there is no such database, or the store leaves no choice */
export function dialectFlag(
  text: string | undefined,
  { id: store, dialects: choices }: StoreSupport,
): DialectDescriptor | undefined {
  if (text !== undefined && choices.length === 0)
    throw usageError(
      "AUTH_E_UNKNOWN_DIALECT",
      `${store} leaves no choice of a database.`,
      "Leave out --dialect.",
    );
  const found = dialects.find(({ id }) => id === text);
  if (text === undefined || found) return found;
  const known = dialects.map(({ id }) => id);
  const near = closest(text, known);
  throw usageError(
    "AUTH_E_UNKNOWN_DIALECT",
    `There is no database "${text}".`,
    near ? `Did you mean ${near}?` : `Known: ${known.join(", ")}`,
  );
}

/** Which database, where the store leaves a choice. */
export async function askDialect(
  prompts: Prompts,
  store: StoreSupport,
  facts: ConfiguredProject,
): Promise<DialectDescriptor | undefined> {
  if (store.dialects.length === 0) return undefined;
  const usual = usualDialect(facts);
  const choices = store.dialects.map(({ id, name }) => ({ value: id, label: name }));
  const id = await prompts.select(
    { message: "Which database?", flag: "--dialect NAME", initial: usual.id },
    choices,
  );
  return store.dialects.find((one) => one.id === id) ?? usual;
}
