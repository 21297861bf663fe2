/** Which store a command line or an answer means. */
import { dialects, type DialectDescriptor } from "../../templates/stores/kysely/dialects.js";
import { usualDialect } from "../../templates/stores/kysely/plan.js";
import { kysely } from "../../templates/stores/kysely/support.js";
import { findStore, stores } from "../../templates/stores/index.js";
import type { StoreChoice, StoreSupport } from "../../templates/stores/support.js";
import type { Options } from "../../cli/terminal/context.js";
import { meantStores } from "../additions/project-store.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { closest } from "../../cli/terminal/closest.js";
import { usageError } from "../../cli/terminal/errors.js";
import type { Prompts } from "../../cli/terminal/prompts.js";

/** `--adapter`, `--dialect` and `--session`, checked before anything is read. */
export interface StoreFlags {
  /** undefined: the project says. */
  readonly support: StoreSupport | undefined;
  readonly dialect: DialectDescriptor | undefined;
  readonly session: "jwt" | "database" | undefined;
}

/** @throws CliError exit 2 for a store, a database or a strategy that there is none of */
export function readStoreFlags(options: Options): StoreFlags {
  const session = sessionFlag(options.text("session"));
  const adapter = options.text("adapter");
  const database = options.text("dialect");
  const named = adapter === undefined ? undefined : assertAdapter(adapter);
  const dialect = dialectFlag(database, named ?? kysely);
  return { support: named ?? (dialect && kysely), dialect, session };
}

/** The store of a command line, else the one that goes with what the project uses; asks where several may be meant. */
export async function chooseStore(
  { support, dialect }: Pick<StoreFlags, "support" | "dialect">,
  facts: ConfiguredProject,
  prompts: Prompts,
): Promise<StoreChoice> {
  const chosen = support ?? (await askStore(prompts, facts));
  return { support: chosen, dialect: dialect ?? (await askDialect(prompts, chosen, facts)) };
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
      `The store ${store} takes no --dialect: which database it is, the store or the project says.`,
      "Leave --dialect out.",
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

/** What people are kept with, where the project uses several libraries for its data, or none. */
async function askStore(prompts: Prompts, facts: ConfiguredProject): Promise<StoreSupport> {
  const [usual = kysely, ...others] = meantStores(facts);
  if (others.length === 0) return usual;
  const choices = [usual, ...others].map(({ id, over }) => ({ value: id, label: over }));
  const id = await prompts.select(
    { message: "What keeps users and sessions?", flag: "--adapter ID", initial: usual.id },
    choices,
  );
  return others.find((one) => one.id === id) ?? usual;
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
