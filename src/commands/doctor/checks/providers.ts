import { usualStore } from "../../additions/project-store.js";
import { catalog } from "../../../providers/catalog.js";
import type { CatalogEntry } from "../../../providers/kit/catalog-entry.js";
import { packageName } from "../../../cli/formats/own-package.js";
import { readsToken } from "../../../cli/source/configuration/session-callback.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { closest } from "../../../cli/terminal/closest.js";
import { stringOf } from "../../../cli/source/configuration/literals.js";
import { rights } from "./provider-rights.js";
import { addCommand } from "../../../cli/project/package-manager.js";
import { idsOfType, providersOfType } from "../catalog-types.js";
import { finding, type Finding, type FindingParts } from "../../../cli/findings/finding.js";
import { otherNames } from "./provider-names.js";
import { retextOption } from "../../../cli/findings/retext.js";
import { isPlaceholder } from "../../../cli/formats/env-file.js";
import {
  configMember,
  envOf,
  isWritten,
  placeIn,
  type SurveyedProvider,
  type Survey,
} from "../../../cli/findings/survey.js";

type ProviderCheck = (
  all: Survey,
  provider: SurveyedProvider,
  entry: CatalogEntry,
) => Finding | readonly Finding[] | undefined;

export function checkProviders(all: Survey): Finding[] {
  const known = all.providers.flatMap((provider) => {
    const entry = catalog.find(({ id }) => id === provider.id);
    return entry ? checks.flatMap((check) => check(all, provider, entry) ?? []) : [];
  });
  return [...known, ...emptyList(all), ...imports(all), ...stores(all), ...linking(all), ...rights(all)];
}

const checks: readonly ProviderCheck[] = [
  (_all, { at, count, local }) =>
    count > 1
      ? finding("AUTH_D_PROVIDER_TWICE", { ...at, message: `${local} stands in the list ${count} times.` })
      : undefined,
  (_all, { at, id }, { status, name, notes }) => {
    if (status !== "dead" && status !== "deprecated") return undefined;
    const message = `${name} ${status === "dead" ? "is out of service" : "has a newer name"}${notes?.[0] ? `: ${notes[0]}` : ""}.`;
    return status === "dead"
      ? finding("AUTH_D_PROVIDER_DEAD", { ...at, message, fix: `npx auth remove-provider ${id}` })
      : finding("AUTH_D_PROVIDER_DEPRECATED", { ...at, message, fix: `npx auth providers show ${id}` });
  },
  (all, { at, members, hidesOptions }, { name, params, env }) => {
    if (hidesOptions) return undefined;
    const has = (path: string) => members.some((member) => member.path === path);
    const missing = (params ?? []).filter(
      (param) =>
        param.required &&
        param.default === undefined &&
        !(param.env && isWritten(all, param.env)) &&
        !has(param.name),
    );
    const issuer = env.issuer;
    if (missing.length === 0 || has("issuer") || (issuer && isWritten(all, issuer))) return undefined;
    // Other parameters than the issuer's come from the environment alone.
    if (!issuer && missing.every((param) => param.env)) return undefined;
    const words = missing.map((param) => param.name).join(" and ");
    const fix = issuer
      ? `${issuer}=https://…, or ${missing.map((param) => `${param.name}: "${param.example ?? "…"}"`).join(", ")} in its options`
      : `${missing.map((param) => `${param.name}: "${param.example ?? "…"}"`).join(", ")} in its options`;
    return finding("AUTH_D_PROVIDER_ISSUER", {
      ...at,
      message: `${name} has no ${words} and no issuer.`,
      fix,
    });
  },
  unreadIssuer,
  credentials,
];

/** The environment fills in what is left open. An issuer by default is not, once the provider is called. */
function unreadIssuer(
  all: Survey,
  { at, local, members, isCalled }: SurveyedProvider,
  { name, params, env: { issuer } }: CatalogEntry,
): Finding | undefined {
  // Those with an example are the ones that make an issuer.
  const ofIssuer = params?.filter(({ example }) => example !== undefined) ?? [];
  const hasDefault = ofIssuer.length > 0 && ofIssuer.every((param) => param.default !== undefined);
  if (!isCalled || !issuer || !hasDefault || !envOf(all, issuer)) return undefined;
  const spoken = ["issuer", ...ofIssuer.map((param) => param.name)];
  if (members.some(({ path }) => spoken.includes(path))) return undefined;
  return finding("AUTH_D_PROVIDER_ISSUER_UNREAD", {
    ...at,
    message: `${issuer} is set and not read: ${local}() has an issuer already, the one for everybody at ${name}.`,
    fix: `issuer: process.env.${issuer} in its options, or providers: [${local}] without a call`,
  });
}

/** Client id and secret: set under the names that are read? */
function credentials(
  all: Survey,
  { id, at, members, count, local, hidesOptions }: SurveyedProvider,
  entry: CatalogEntry,
): Finding | readonly Finding[] | undefined {
  // One with an id of its own reads variables of that name.
  if (count === 0 && !hidesOptions) return undefined;
  // What else a mail service needs has option names of its own.
  const { id: clientId, secret } = entry.type === "email" ? {} : entry.env;
  const wanted = [
    [clientId, "clientId"],
    [secret, "clientSecret"],
    [entry.env.key, "apiKey"],
  ].flatMap(([key, option]) => (key && !members.some(({ path }) => path === option) ? [key] : []));
  const missing = wanted.filter((key) => !isWritten(all, key));
  if (missing.length === 0) return placeholders(all, wanted);
  if (hidesOptions) {
    const message = `The options of ${local} cannot be read: whether they have what ${missing.join(" and ")} would say is not known.`;
    const fix = `Write the options out in the call, or set ${missing.join(" and ")}.`;
    return finding("AUTH_D_UNREADABLE", { ...at, message, fix });
  }
  const other = otherNames(all, { id, entry, missing });
  if (other.length > 0) return other;
  // Some providers have public clients, and an issuer of one's own may need no secret.
  if (missing.every((key) => key === entry.env.secret) && entry.env.issuer) return undefined;
  const line = all.envFiles.flatMap(({ path, entries, text, isLoaded }) =>
    entries
      .filter(({ key }) => isLoaded && key === missing[0])
      .map(({ start }) => ({ path, line: lineAt(text, start) })),
  );
  const message = `${missing.join(" and ")} of ${entry.name} ${missing.length > 1 ? "are" : "is"} not set.`;
  const isHalf = missing.length < wanted.length;
  const fix = `${missing[0]}=… ${entry.console ? `(from ${entry.console})` : ""}`.trim();
  return finding(isHalf ? "AUTH_D_PROVIDER_ENV_HALF" : "AUTH_D_PROVIDER_ENV_EMPTY", {
    ...(line[0] ?? at),
    message,
    fix,
  });
}

function placeholders(all: Survey, keys: readonly string[]): Finding | undefined {
  for (const { path, entries, text, isLoaded } of all.envFiles) {
    const entry = entries.find(({ key, value }) => isLoaded && keys.includes(key) && isPlaceholder(value));
    if (!entry) continue;
    const message = `${entry.key} is a placeholder.`;
    return finding("AUTH_D_PROVIDER_ENV_PLACEHOLDER", { path, line: lineAt(text, entry.start), message });
  }
  return undefined;
}

/** Whether the list is there, is read to its end, and is empty. */
export function hasNoProvider(all: Survey): boolean {
  const { providers = [], unreadable = [] } = all.configuration ?? {};
  return configMember(all, "providers") !== undefined && providers.length === 0 && unreadable.length === 0;
}

function emptyList(all: Survey): Finding[] {
  const list = configMember(all, "providers");
  return list && hasNoProvider(all) ? [finding("AUTH_D_PROVIDERS_EMPTY", list.at)] : [];
}

function imports(all: Survey): Finding[] {
  return all.sources.flatMap((source) =>
    source.imports.flatMap(({ specifier, start, whole, names, typeOnly }) => {
      const id = new RegExp(`^${packageName}/providers/([\\w-]+)$`).exec(specifier)?.[1];
      if (id === undefined || typeOnly) return [];
      const at = placeIn(source, start);
      if (!catalog.some((entry) => entry.id === id)) {
        const near = closest(
          id,
          catalog.map((entry) => entry.id),
        );
        const message = `There is no provider "${id}".`;
        return [
          finding("AUTH_D_PROVIDER_UNKNOWN", {
            ...at,
            message,
            ...(near && { fix: `${packageName}/providers/${near}` }),
          }),
        ];
      }
      const local = whole ?? names["default"];
      const uses = source.names.get(local ?? "") ?? 0;
      if (source.path !== all.auth?.path || local === undefined || uses > 1) return [];
      return [finding("AUTH_D_PROVIDER_UNUSED", { ...at, message: `${local} is imported and not used.` })];
    }),
  );
}

/** What needs a store, and has none. */
function stores(all: Survey): Finding[] {
  const settings = storeSettings(all);
  return [
    ...tokenReaders(all, settings),
    ...missingStore(all, settings),
    ...passkeys(all, settings),
    ...adapterPackage(all),
  ];
}

/** Where the configuration keeps sessions and people. */
interface StoreSettings {
  readonly hasAdapter: boolean;
  /** `session.strategy`, when it is written as plain text. */
  readonly strategy: string | undefined;
  readonly at: FindingParts;
}

function storeSettings(all: Survey): StoreSettings {
  const strategy = configMember(all, "session.strategy");
  return {
    hasAdapter: configMember(all, "adapter") !== undefined,
    strategy: stringOf(strategy?.value),
    at: strategy?.at ?? { path: all.auth?.path ?? "package.json" },
  };
}

/** With sessions in a database there is no token to read. */
function tokenReaders(all: Survey, { hasAdapter, strategy }: StoreSettings): Finding[] {
  const reader = all.configuration?.options.find(readsToken)?.at;
  const isDatabase = strategy === "database" || (hasAdapter && strategy === undefined);
  return reader && isDatabase ? [finding("AUTH_D_SESSION_TOKEN", reader)] : [];
}

function missingStore(all: Survey, { hasAdapter, strategy, at }: StoreSettings): Finding[] {
  const listed = all.configuration?.providers ?? [];
  const passwords = idsOfType("credentials");
  const onlyCredentials =
    listed.length > 0 && listed.every(({ module }) => module !== undefined && passwords.includes(module));
  if (strategy === "database" && onlyCredentials) {
    const option = configMember(all, "session.strategy");
    const repair = option && retextOption(all, option, "jwt");
    return [finding("AUTH_D_CREDENTIALS_DATABASE", { ...at, repair })];
  }
  if (hasAdapter) return [];
  if (strategy === "database") return [finding("AUTH_D_SESSION_ADAPTER", at)];
  const [email] = providersOfType(all, "email");
  return email ? [finding("AUTH_D_EMAIL_ADAPTER", { ...email.at, fix: addStore(all) })] : [];
}

/** As the command would choose it by itself. */
const addStore = ({ facts }: Survey): string => `npx auth add-adapter ${usualStore(facts).id}`;

function passkeys(all: Survey, { hasAdapter }: StoreSettings): Finding[] {
  const listed = providersOfType(all, "webauthn");
  const switched = listed.find(({ id }) => id === "webauthn");
  const passkey = switched ?? listed[0];
  const isOn = switched === undefined || configMember(all, "experimental.enableWebAuthn")?.value === "true";
  if (!passkey || (isOn && hasAdapter)) return [];
  const fix = isOn ? addStore(all) : "experimental: { enableWebAuthn: true }";
  // One that is there with other switches is for a person.
  const isFree = hasAdapter && configMember(all, "experimental") === undefined;
  const repair = isFree
    ? ({ kind: "option", name: "experimental", value: "{ enableWebAuthn: true }" } as const)
    : undefined;
  return [finding("AUTH_D_PASSKEY_OFF", { ...passkey.at, fix, repair })];
}

function adapterPackage(all: Survey): Finding[] {
  const { dependencies, devDependencies } = all.facts.packageJson;
  const declared = { ...devDependencies, ...dependencies };
  return all.sources.flatMap((source) =>
    source.imports.flatMap(({ specifier, start, typeOnly }) => {
      const needed =
        specifier === `${packageName}/adapters/kysely`
          ? "kysely"
          : /^@auth\/[\w-]+-adapter$/.exec(specifier)?.[0];
      if (needed === undefined || typeOnly || needed in declared) return [];
      const message = `${needed} is not in package.json.`;
      return [
        finding("AUTH_D_ADAPTER_PACKAGE", {
          ...placeIn(source, start),
          message,
          fix: [...addCommand(all.facts.packageManager.name), needed].join(" "),
        }),
      ];
    }),
  );
}

const linking = ({ providers }: Survey): Finding[] =>
  providers
    .flatMap(({ members }) => members)
    .filter(({ path, value }) => path === "allowDangerousEmailAccountLinking" && value === "true")
    .map(({ at }) => finding("AUTH_D_LINKING", at));
