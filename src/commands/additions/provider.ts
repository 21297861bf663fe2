import { catalog } from "../../providers/catalog.js";
import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import type { Framework } from "../../cli/project/framework.js";
import { packageName } from "../../cli/formats/own-package.js";
import type { ProviderChoice } from "../../templates/provider-choice.js";
import { supportOf } from "../../templates/frameworks/index.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { closest } from "../../cli/terminal/closest.js";
import { CliError, exitCodes, usageError } from "../../cli/terminal/errors.js";
import { isWrittenWhole } from "./provider-needs.js";
import { callbackUrl, noteSignOut } from "./registered-addresses.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

export interface ProviderAnswers {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly issuer?: string | undefined;
  readonly params?: Readonly<Record<string, string>>;
  readonly force?: boolean;
  /** Sends the mails of the provider `email`: the id of another provider. Default: nodemailer. */
  readonly transport?: string | undefined;
  /** It only sends the mails of plugins, and signs nobody in. */
  readonly isSender?: boolean;
  /** There is a configuration, which a provider can be added to with a file of its own beside it. */
  readonly isConfigured?: boolean;
}

/** What no command can decide. */
const byHand: Partial<Record<CatalogEntry["type"], { readonly needs: string; readonly help: string }>> = {
  credentials: {
    needs: "a file that compares passwords, so it is added to a configuration that is there",
    help: "Leave it out here, and run auth add-provider credentials afterwards.",
  },
  email: { needs: "code or a template of yours, so it is added by hand", help: guideText("email") },
  webauthn: {
    needs: "a decision of yours, so it is added by hand: passkey is the one for most apps",
    help: guideText("passkeys"),
  },
};

function guideText(guide: string): string {
  return `Import it from its module below "${packageName}/providers/" and put it into the providers list; the package's docs/guides/${guide}.md shows all of it.`;
}

/**
 * A provider by its id.
 * @throws CliError exit 2 for an unknown id or a missing parameter, exit 3 for a provider that is out of service
 */
export function chooseProvider(id: string, answers: ProviderAnswers = {}): ProviderChoice {
  const entry = id === "email" ? chooseTransport(answers) : catalog.find((one) => one.id === id);
  if (!entry) throw unknownProvider(id);
  assertWritable(entry, answers);
  if (entry.status === "dead" && !answers.force) {
    throw new CliError(
      "AUTH_E_PROVIDER_DEAD",
      `${entry.name} is out of service: ${entry.notes?.[0] ?? "it answers no more"}.`,
      {
        exitCode: exitCodes.conflict,
        hint: "Use --force to add it anyway.",
      },
    );
  }
  const params = answers.params ?? {};
  const unanswered = (entry.params ?? []).filter(
    (param) =>
      param.required &&
      param.default === undefined &&
      !param.env &&
      !(param.name in params) &&
      !answers.issuer &&
      !entry.env.issuer,
  );
  if (unanswered.length > 0) {
    const flags = unanswered.map(({ name, example }) => `--param ${name}=${example ?? "..."}`).join(" ");
    throw usageError(
      "AUTH_E_MISSING_PARAM",
      `${entry.name} needs ${unanswered.map(({ name }) => name).join(" and ")}.`,
      `Add ${flags}`,
    );
  }
  const unknown = Object.keys(params).find((name) => !entry.params?.some((param) => param.name === name));
  if (unknown) {
    const known = (entry.params ?? []).map(({ name }) => name).join(", ") || "none";
    throw usageError(
      "AUTH_E_UNKNOWN_PARAM",
      `${entry.name} has no parameter "${unknown}".`,
      `Its parameters: ${known}`,
    );
  }
  const members = [
    ...Object.entries(params).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(entry.type === "email" ? mailOptions(answers) : []),
  ];
  return {
    entry,
    specifier: `${packageName}/providers/${entry.id}`,
    name: identifierOf(entry.name),
    ...(members.length > 0 && { argument: `{ ${members.join(", ")} }` }),
    env: envOf(entry, answers),
    ...(answers.isSender && { isSender: true }),
  };
}

/** Mail scanners follow links, they press nothing; a code can be typed where the link cannot be opened. The runtime's own defaults are what older apps know. */
const mailOptions = ({ isSender }: ProviderAnswers): readonly string[] =>
  isSender ? ["signIn: false"] : ["confirm: true", "code: true"];

/** The providers that send mails with nothing but variables. */
export const transports: readonly CatalogEntry[] = catalog.filter(
  (entry) => entry.type === "email" && isWrittenWhole(entry),
);

/**
 * `email` stands for the provider that sends the mails: an old provider has this id, which new apps do not use.
 * @throws CliError exit 2 for one that sends no mails
 */
function chooseTransport({ transport = "nodemailer" }: ProviderAnswers): CatalogEntry {
  const found = transports.find(({ id }) => id === transport);
  if (found) return found;
  const ids = transports.map(({ id }) => id);
  const near = closest(transport, ids);
  throw usageError(
    "AUTH_E_TRANSPORT",
    `"${transport}" sends no mails.`,
    near ? `Did you mean ${near}?` : `There are: ${ids.join(", ")}`,
  );
}

/** @throws CliError exit 2 for a provider that no command can write whole */
function assertWritable(entry: CatalogEntry, { isConfigured }: ProviderAnswers): void {
  const { name, type } = entry;
  const hand = byHand[type];
  if (isWrittenWhole(entry) || hand === undefined) return;
  if (type === "credentials" && isConfigured) return;
  throw usageError("AUTH_E_PROVIDER_NEEDS_CODE", `${name} needs ${hand.needs}.`, hand.help);
}

/** A usage error with the nearest ids that exist. */
export function unknownProvider(id: string): CliError {
  const near = nearestProviders(id);
  return usageError(
    "AUTH_E_UNKNOWN_PROVIDER",
    `There is no provider "${id}".`,
    near.length > 0 ? `Did you mean ${near.join(", ")}?` : "Search with auth providers <words>",
    [
      ...near.map((one) => ({
        command: `npx auth add-provider ${one}`,
        why: `There is ${one}, and no ${id}.`,
      })),
      { command: "npx auth providers", why: "It lists all providers." },
    ],
  );
}

/** Up to three ids that a mistyped one may stand for, the nearest first. */
export function nearestProviders(id: string): readonly string[] {
  const near: string[] = [];
  for (
    let left = catalog.map((one) => one.id);
    near.length < 3;
    left = left.filter((one) => one !== near.at(-1))
  ) {
    const next = closest(id, left);
    if (next === undefined) break;
    near.push(next);
  }
  return near;
}

/** Every variable that a provider may be filled from. */
export function variablesOf({ env }: CatalogEntry): readonly string[] {
  const issuer = env.issuer ?? env.id?.replace(/_ID$/, "_ISSUER");
  return [env.id, env.secret, env.key, issuer, env.server, env.from, env.token, env.region].filter(
    (key) => key !== undefined,
  );
}

/** The line above the variables of a provider. */
export const envComment = (entry: CatalogEntry): string =>
  `${entry.name}${entry.console ? `: ${entry.console}` : ""}`;

/** The variables of a provider as its entry names them, with the values that are given. */
export function envOf(entry: CatalogEntry, answers: ProviderAnswers): ProviderChoice["env"] {
  const { id, secret, issuer, key, server, from, region } = entry.env;
  const variables = [
    ...[server, from].flatMap((name) => (name ? [{ key: name, value: "" }] : [])),
    ...(id ? [{ key: id, value: answers.clientId ?? "" }] : []),
    ...(secret ? [{ key: secret, value: answers.clientSecret ?? "" }] : []),
    ...(key ? [{ key, value: "" }] : []),
    ...(region ? [{ key: region, value: "" }] : []),
    ...(issuer || (answers.issuer && id)
      ? [{ key: issuer ?? id?.replace(/_ID$/, "_ISSUER") ?? "", value: answers.issuer ?? "" }]
      : []),
  ];
  return variables.map((variable, at) => (at === 0 ? { ...variable, comment: envComment(entry) } : variable));
}

/** The options of a provider that its variables stand for where the code leaves them out. */
const optionsByVariable = ({ env }: CatalogEntry): readonly (readonly [key: string, option: string])[] =>
  [
    [env.id, "clientId"],
    [env.secret, "clientSecret"],
    [env.key, "apiKey"],
    [env.issuer, "issuer"],
    [env.server, "server"],
    [env.from, "from"],
  ].flatMap(([key, option]) => (key !== undefined && option !== undefined ? [[key, option] as const] : []));

/**
 * A choice with the variables that the code reads: an option that the configuration gives comes from where it says, and
 * from no variable of ours.
 */
export function asRead<Choice extends Pick<ProviderChoice, "entry" | "env">>(
  { configuration }: ConfiguredProject,
  choice: Choice,
): Choice {
  const written = configuration?.providers.filter(({ id }) => id === choice.entry.id) ?? [];
  if (written.length === 0) return choice;
  const optionOf = new Map(optionsByVariable(choice.entry));
  const namesOf = (key: string): readonly string[] => {
    const given = written.map(({ options }) => options.find(({ path }) => path === optionOf.get(key)));
    return [...(given.includes(undefined) ? [key] : []), ...given.flatMap((one) => one?.variables ?? [])];
  };
  const comment = envComment(choice.entry);
  const env = choice.env
    .flatMap(({ key, value }) => namesOf(key).map((name) => ({ key: name, value })))
    .map((variable, at) => (at === 0 ? { ...variable, comment } : variable));
  const unread = choice.env.find(({ key, value }) => value !== "" && namesOf(key).length === 0);
  if (unread === undefined) return { ...choice, env };
  const [{ at: place } = { at: undefined }] = written;
  throw usageError(
    "AUTH_E_UNREAD_VALUE",
    `${choice.entry.name} has its ${optionOf.get(unread.key)} in the code, which reads no variable for it.`,
    `Nothing was written. Change it at ${place?.path}:${place?.line}, or take the option out there: ${unread.key} is read then.`,
  );
}

/** "GitLab (OIDC)" → GitLab: the name that an import of the provider gets. */
function identifierOf(name: string): string {
  const word = name.replace(/\(.*\)|\/.*$/g, "").replace(/[^A-Za-z0-9]/g, "");
  return /^[A-Za-z]/.test(word) ? word : `Provider${word}`;
}

/** Whether the provider sends people back to an address that it has to know before. */
export const hasCallback = ({ type }: CatalogEntry): boolean => type === "oauth" || type === "oidc";

/** What to do at the provider's side, and what to know about it. */
export async function noteProvider(
  builder: PlanBuilder<ConfiguredProject>,
  framework: Framework,
  choice: ProviderChoice,
): Promise<void> {
  const { facts } = builder;
  const { entry } = choice;
  if (!hasCallback(entry)) return;
  const where = entry.console ? ` at ${entry.console}` : "";
  builder.next(`Register ${await callbackUrl(facts, framework, entry.id)} as callback URL${where}`);
  await noteSignOut(builder, framework, entry);
  await supportOf(framework).acceptForm?.({ builder }, entry.id);
  const { rule, note } = entry.localhost ?? {};
  if (rule && rule !== "http-localhost" && rule !== "unknown") {
    builder.warn(
      "AUTH_W_LOCALHOST",
      `${entry.name} may refuse http://localhost callbacks${note ? `: ${note}` : ""}. Until it is set up, auth dev simulates it.`,
    );
  }
  if (entry.status !== "active") {
    builder.warn(
      "AUTH_W_PROVIDER_STATUS",
      `${entry.name} is ${entry.status}${entry.notes?.[0] ? `: ${entry.notes[0]}` : ""}.`,
    );
  }
}
