import { lineAt } from "../../../cli/source/text/layout.js";
import { handedOn, isDeployFile, leavesOut } from "../../../cli/formats/deploy-file.js";
import { envPlace } from "../../../cli/plan/places.js";
import { handedNames } from "../../additions/provider-variables.js";
import { isExampleFile, isNo, meansNo, withoutScheme, type EnvEntry } from "../../../cli/formats/env-file.js";
import { expanded } from "../../../cli/formats/env-variables.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import {
  configMember,
  configuredBasePath,
  envOf,
  isWritten,
  placeIn,
  textOf,
  type EnvFile,
  type SourceText,
  type Survey,
} from "../../../cli/findings/survey.js";
import { plugins } from "../../../templates/plugins/index.js";
import { idsOfType } from "../catalog-types.js";
import { deploymentOf } from "../../../cli/findings/deployment.js";
import { isSecretName, isSound } from "./secrets.js";
import { isNamedElsewhere, renaming } from "../rename.js";
import { packageName } from "../../../cli/formats/own-package.js";

/** Names that people write, and those that are read. */
const misnamed: Readonly<Record<string, string>> = {
  AUTH_TRUSTED_HOST: "AUTH_TRUST_HOST",
  AUTH_TRUSTHOST: "AUTH_TRUST_HOST",
  AUTH_TRUST_HOSTS: "AUTH_TRUST_HOST",
  NEXTAUTH_TRUST_HOST: "AUTH_TRUST_HOST",
  AUTH_BASE_URL: "AUTH_URL",
  AUTH_BASEURL: "AUTH_URL",
  AUTH_SITE_URL: "AUTH_URL",
  AUTHJS_URL: "AUTH_URL",
  AUTHJS_SECRET: "AUTH_SECRET",
  AUTH_SECRETS: "AUTH_SECRET",
  AUTH_SECRET_0: "AUTH_SECRET_1",
  AUTH_SECRET_4: "AUTH_SECRET_3",
  AUTH_SECRET_5: "AUTH_SECRET_3",
  AUTH_JWT_SECRET: "AUTH_SECRET",
  AUTH_PROXY_URL: "AUTH_REDIRECT_PROXY_URL",
};

type EntryCheck = (all: Survey, file: EnvFile, entry: EnvEntry, at: At) => Finding | undefined;
interface At {
  readonly path: string;
  readonly line: number;
}

export function checkEnvironment(all: Survey): Finding[] {
  const perEntry = all.envFiles
    .filter(({ path }) => !isExampleFile(path))
    .flatMap((file) =>
      file.entries
        .filter(({ value }) => value !== "")
        .flatMap((entry) => {
          const at = { path: file.path, line: lineAt(file.text, entry.start) };
          return entryChecks.flatMap((check) => check(all, file, entry, at) ?? []);
        }),
    );
  return [
    ...perEntry,
    ...all.envFiles.flatMap(repeated),
    ...leftOut(all),
    ...notLoaded(all),
    ...hostTrust(all),
    ...rootEndpoints(all),
    ...mailedHost(all),
  ];
}

/** `setEnvDefaults` takes the base path from AUTH_URL, "/" too, where the configuration names none. */
function rootEndpoints(all: Survey): Finding[] {
  if (configMember(all, "basePath") !== undefined) return [];
  return all.sources.flatMap((source) => {
    const call = source.calls.find(({ callee }) => callee === "setEnvDefaults");
    const isNamed = source.objects.some(({ members }) => members.some(({ path }) => path === "basePath"));
    if (call === undefined || isNamed) return [];
    return [finding("AUTH_D_ENV_DEFAULTS", placeIn(source, call.start))];
  });
}

/** `Auth` answers at the host that a request names, and mails links to it where nothing says which hosts are the app's. */
function mailedHost(all: Survey): Finding[] {
  if (isWritten(all, "AUTH_URL") || !all.sources.some(sendsMails)) return [];
  return all.sources.flatMap((source) => {
    const isCalled = source.imports.some(
      ({ specifier, names }) => specifier === packageName && names["Auth"],
    );
    const members = source.objects.flatMap((object) => object.members);
    const trust = members.find(({ path, value }) => path === "trustHost" && value === "true");
    return isCalled && trust ? [finding("AUTH_D_MAIL_HOST", placeIn(source, trust.start))] : [];
  });
}

const mailers = new Set([
  ...plugins.flatMap(({ sendsMail, subpath }) => (sendsMail ? [subpath] : [])),
  ...idsOfType("email").map((id) => `${packageName}/providers/${id}`),
]);
const sendsMails = ({ imports }: SourceText): boolean =>
  imports.some(({ specifier }) => mailers.has(specifier));

const entryChecks: readonly EntryCheck[] = [
  (all, file, { key }, at) => {
    const right = misnamed[key];
    if (right === undefined || isNamedElsewhere(all, key)) return undefined;
    // What makes the app trust more is a person's to say.
    const repair = right === "AUTH_URL" ? renaming(all, file, key, right) : undefined;
    const message = `${key} is never read.`;
    return finding("AUTH_D_ENV_NAME", { ...at, message, fix: `Rename it: ${right}=…`, repair });
  },
  legacyName,
  devProvider,
  (_all, _file, { key, value }, at) =>
    key === "AUTH_TRUST_HOST" && meansNo(value) && value !== "false"
      ? finding("AUTH_D_TRUST_HOST_VALUE", { ...at, message: `AUTH_TRUST_HOST=${value} trusts every host.` })
      : undefined,
  (all, _file, { key, value }, at) =>
    key === "AUTH_TRUST_HOST" && isNo(value) && !envOf(all, "AUTH_URL")
      ? finding("AUTH_D_TRUST_HOST", {
          ...at,
          message: `AUTH_TRUST_HOST=${value} trusts no host, and AUTH_URL does not name one: in production nobody can sign in.`,
        })
      : undefined,
  siteUrl,
];

/** Names of next-auth 4; the client of the browser reads its addresses still. */
function legacyName(all: Survey, file: EnvFile, { key, value }: EnvEntry, at: At): Finding | undefined {
  if (!/^NEXTAUTH_(?:SECRET|URL(?:_INTERNAL)?)$/.test(key)) return undefined;
  const right = key === "NEXTAUTH_SECRET" ? "AUTH_SECRET" : "AUTH_URL";
  const message = `${key} is a name of next-auth 4.`;
  const isSame =
    key === "NEXTAUTH_SECRET" ? isSound(value) : key === "NEXTAUTH_URL" && !all.sources.some(usesClient);
  const repair = isSame ? renaming(all, file, key, right) : undefined;
  return finding("AUTH_D_LEGACY_ENV", { ...at, message, fix: `Rename it: ${right}=…`, repair });
}

const clients = [`${packageName}/react`, `${packageName}/client`];
const usesClient = ({ imports }: SourceText): boolean =>
  imports.some(({ specifier }) => clients.includes(specifier));

function devProvider(_all: Survey, file: EnvFile, { key, value }: EnvEntry, at: At): Finding | undefined {
  if (key !== "AUTH_DEV_IDP") return undefined;
  // A line that says more than an address is not remembered anywhere, so a person takes it out.
  const line = file.text.split("\n")[at.line - 1] ?? "";
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url?.username === "" && url.password === "" && url.search === "" && !line.includes("#");
  const repair = isPlain ? ({ kind: "variable", file: file.path, key } as const) : undefined;
  return finding("AUTH_D_DEV_IDP", { ...at, fix: "Remove the line AUTH_DEV_IDP=…", repair });
}

/** AUTH_URL, as the app gets it. */
function siteUrl(all: Survey, file: EnvFile, { key, value }: EnvEntry, at: At): Finding | undefined {
  if (key !== "AUTH_URL") return undefined;
  const read = all.framework?.envExpands ? expanded(value, (name) => envOf(all, name)) : value;
  // A variable may be set where the app runs.
  if (read === undefined) return undefined;
  const url = URL.canParse(read) ? new URL(read) : undefined;
  if (url && ["http:", "https:"].includes(url.protocol)) return siteAddress(all, file, url, at);
  const host = withoutScheme(read);
  const scheme = /^(?:localhost|127\.)/.test(host) ? "http" : "https";
  const message = "AUTH_URL is no address that begins with https:// or http://.";
  return finding("AUTH_D_URL_INVALID", { ...at, message, fix: `AUTH_URL=${scheme}://${host}` });
}

function siteAddress(all: Survey, file: EnvFile, url: URL, at: At): Finding | undefined {
  const isProduction = file.path.startsWith(".env.production");
  const isLocal = /^(?:localhost|127\.|\[::1\]|0\.0\.0\.0|.*\.localhost$)/.test(url.hostname);
  if (isProduction && isLocal) return finding("AUTH_D_URL_LOCALHOST", at);
  if (isProduction && url.protocol === "http:") {
    return finding("AUTH_D_URL_HTTP", { ...at, fix: `AUTH_URL=https://${url.host}` });
  }
  const path = url.pathname.replace(/\/+$/, "");
  const base = configuredBasePath(all) ?? all.framework?.basePath;
  // Express takes the base path from the mount; a path here still decides about links.
  if (path === "" || base === undefined || path === base || path.endsWith(base)) return undefined;
  const message = `AUTH_URL ends in ${path}, the endpoints are at ${base}.`;
  return finding("AUTH_D_URL_PATH", { ...at, message, fix: `AUTH_URL=${url.origin}` });
}

/** The entry behind each that sets the same variable once more. */
function nextOfKey(entries: readonly EnvEntry[]): ReadonlyMap<EnvEntry, EnvEntry> {
  const last = new Map<string, EnvEntry>();
  const next = new Map<EnvEntry, EnvEntry>();
  for (const entry of entries) {
    const before = last.get(entry.key);
    if (before) next.set(before, entry);
    last.set(entry.key, entry);
  }
  return next;
}

function repeated({ path, text, entries }: EnvFile): Finding[] {
  const next = nextOfKey(entries);
  return entries.flatMap((entry) => {
    const { key, value, start } = entry;
    const later = next.get(entry);
    if (!later || later.value === value || !/^(?:AUTH|NEXTAUTH)_/.test(key)) return [];
    const lines = [start, later.start].map((one) => lineAt(text, one));
    const message = `${key} is set in line ${lines[0]} and again in line ${lines[1]}, which counts.`;
    return [finding("AUTH_D_ENV_TWICE", { path, line: lines[0], message, fix: `Remove line ${lines[0]}` })];
  });
}

/** Files with sign-in variables that nobody reads. */
function notLoaded(all: Survey): Finding[] {
  const { envFiles, framework, facts } = all;
  if (!facts.authFile) return [];
  const ours = envFiles.filter(
    ({ path, entries }) =>
      !isExampleFile(path) && entries.some(({ key, value }) => key.startsWith("AUTH_") && value !== ""),
  );
  const unread = ours.filter(({ isLoaded }) => !isLoaded);
  const isByCode = framework !== undefined && framework.loadedEnvFiles === undefined;
  return unread.map((file) => {
    const line = lineAt(file.text, file.entries.find(({ key }) => key.startsWith("AUTH_"))?.start ?? 0);
    if (isByCode && file.path === ".env" && !ours.some(({ isLoaded }) => isLoaded)) {
      const fix = `if (existsSync(".env")) process.loadEnvFile(".env"); at the top of ${facts.authFile}`;
      const repair = { kind: "load", file: facts.authFile ?? "" } as const;
      return finding("AUTH_D_ENV_NEVER_LOADED", { path: file.path, line, fix, repair });
    }
    const message = `Nothing loads ${file.path}.`;
    const fix = `Move its lines to ${framework?.envFile ?? ".env"}, or start with: node --env-file=${file.path} …`;
    return finding("AUTH_D_ENV_NOT_LOADED", { path: file.path, line, message, fix });
  });
}

function hostTrust(all: Survey): Finding[] {
  const deployment = deploymentOf(all);
  if (deployment === undefined || deployment.isHostTrusted) return [];
  const { path, why } = deployment;
  const message = `${why}, and neither AUTH_URL nor AUTH_TRUST_HOST is set for it.`;
  return [finding("AUTH_D_TRUST_HOST", { path, message })];
}

/** What says where an app runs: a deployment has values of its own. */
const setByDeployments: readonly string[] = ["AUTH_URL", "AUTH_TRUST_HOST"];

/** A compose file that lists AUTH_SECRET, and not what the providers read: their containers get neither. */
function leftOut(all: Survey): Finding[] {
  const { files } = all.facts;
  const names = handedNames(all.facts, envPlace(all.facts, all.framework, undefined));
  const set = names.filter((key) => envOf(all, key) && !isSecretName(key) && !setByDeployments.includes(key));
  return files
    .list("")
    .filter(isDeployFile)
    .flatMap((path) => {
      const text = textOf(all.facts, path);
      const keys = set.filter((key) => leavesOut(path, text, key));
      if (keys.length === 0) return [];
      const line = lineAt(text, text.indexOf("AUTH_SECRET"));
      const message = `${path} hands on AUTH_SECRET, and not ${keys.join(", ")}, which sign-in reads.`;
      const fix = keys.map((key) => handedOn(text, key)).join("\n");
      return [finding("AUTH_D_ENV_LEFT_OUT", { path, line, message, fix })];
    });
}
