import type { Framework } from "../../../cli/project/framework.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { isCovered, isTracked } from "../../../cli/project/git.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { envPlace } from "../../../cli/plan/places.js";
import type { SourcePlace } from "../../../cli/source/configuration/auth-config.js";
import { finding, type Finding, type Repair } from "../../../cli/findings/finding.js";
import { configMember, envOf, textOf, type EnvFile, type Survey } from "../../../cli/findings/survey.js";
import { envValue, isExampleFile, isPlaceholder, readsEnvElsewhere } from "../../../cli/formats/env-file.js";
import { expanded } from "../../../cli/formats/env-variables.js";
import { handedOn, isDeployFile, leavesOut, secretIn } from "../../../cli/formats/deploy-file.js";
import {
  announcedName as announced,
  laterSecretNames,
  secretNames,
} from "../../../cli/formats/secret-names.js";

/** What can be said of secrets without a look at the sources. */
interface SecretPlaces {
  readonly facts: ProjectFacts;
  readonly framework: Framework | undefined;
  readonly envFiles: readonly EnvFile[];
}

const minLength = 32;
const secretName = /^(?:AUTH_SECRET(?:_(?:[123]|NEXT))?|NEXTAUTH_SECRET)$/;
export const isSecretName = (key: string): boolean => secretName.test(key);
/** Names whose values nobody else may know. */
const sensitive = /^(?:AUTH_|NEXTAUTH_).*(?:SECRET|KEY)(?:_(?:[123]|NEXT))?$/;
export const isSensitive = (key: string): boolean => sensitive.test(key);
const publicName = /^(?:NEXT_PUBLIC_|VITE_|REACT_APP_|PUBLIC_|NUXT_PUBLIC_).*(?:AUTH_|CLIENT_)?SECRET/;
export function checkSecrets(all: Survey): Finding[] {
  return [...missing(all), ...inSource(all), ...checkSecretFiles(all)];
}

/** What env and deployment files say by themselves: no source is read. */
export function checkSecretFiles(all: SecretPlaces): Finding[] {
  return [
    ...all.envFiles.flatMap((file) => [...values(all, file), ...publicNames(file)]),
    ...inDeployFiles(all),
    ...leftOut(all),
    ...all.envFiles.flatMap((file) => keeping(all, file)),
  ];
}

function missing(all: Survey): Finding[] {
  const { envFiles, processEnv, facts, framework } = all;
  // One that is announced seals nothing.
  const seals = (key: string) => isSecretName(key) && key !== announced;
  const inFiles = envFiles.some(
    ({ path, entries }) =>
      !isExampleFile(path) && entries.some(({ key, value }) => seals(key) && value !== ""),
  );
  const inProcess = Object.entries(processEnv).some(([key, value]) => seals(key) && value);
  const option = configMember(all, "secret");
  // Another environment than the process's may be a platform's own.
  const [variable] = option?.value.includes("process.env") ? option.variables : [];
  const inConfig = option !== undefined && (variable === undefined || Boolean(envOf(all, variable)));
  if (inFiles || inProcess || !facts.authFile || inConfig) return [];
  // A second secret would open none of the sessions of the app whose file that is.
  if (readsEnvElsewhere(facts.packageJson.scripts)) return [];
  const path = framework?.envFile ?? ".env";
  const message = `No AUTH_SECRET in ${path}, in the configuration or in the environment.`;
  // A file that git tracks gets no secret; that is a finding of its own.
  const repair = isTracked(facts, path) ? undefined : ({ kind: "secret" } as const);
  return [finding("AUTH_D_SECRET_MISSING", { path, message, repair })];
}

function values(all: SecretPlaces, file: EnvFile): Finding[] {
  const { path, text, entries } = file;
  return entries.flatMap(({ key, value, start }) => {
    if (!isSecretName(key) || value === "") return [];
    const at = { path, line: lineAt(text, start) };
    if (isExampleFile(path)) {
      return isPlaceholder(value)
        ? []
        : [finding("AUTH_D_SECRET_IN_EXAMPLE", { ...at, message: `${key} has a value in ${path}.` })];
    }
    const fix = `${key}=<the output of: npx auth secret generate --raw>`;
    if (isPlaceholder(value)) {
      // What is public may stay in the journal; a secret doesn't go into a file that git tracks.
      const repair = isTracked(all.facts, path) ? undefined : ({ kind: "replace", file: path, key } as const);
      const message = `${key} is a placeholder.`;
      return [finding("AUTH_D_SECRET_PLACEHOLDER", { ...at, fix, message, repair })];
    }
    const read = all.framework?.envExpands ? expanded(value, (name) => envValue(text, name)) : value;
    const flaw = flawOf(read ?? value);
    return flaw === undefined ? [] : [guessable(all, file, { key, flaw, at, fix })];
  });
}

interface Flaw {
  readonly code: "AUTH_D_SECRET_SHORT" | "AUTH_D_SECRET_WEAK";
  readonly what: string;
  /** What there should be instead. */
  readonly wanted?: string;
}

function flawOf(value: string): Flaw | undefined {
  const what = `has ${value.length} characters`;
  if (value.length < minLength)
    return { code: "AUTH_D_SECRET_SHORT", what, wanted: `production needs ${minLength}` };
  return entropyBits(value) >= 80
    ? undefined
    : { code: "AUTH_D_SECRET_WEAK", what: "is long and hardly random" };
}

/** Whether nothing is to be said against a secret. */
export const isSound = (value: string): boolean => !isPlaceholder(value) && flawOf(value) === undefined;

/** Names in the order in which they are taken: the newest seals. */
const order: readonly string[] = secretNames;

interface GuessableSecret {
  readonly key: string;
  readonly flaw: Flaw;
  readonly at: SourcePlace;
  readonly fix: string;
}

/** Production refuses a short secret that seals; one behind it only opens, and goes when nothing needs it any more. */
function guessable(all: SecretPlaces, file: EnvFile, { key, flaw, at, fix }: GuessableSecret): Finding {
  const together = [file, ...all.envFiles.filter(({ isLoaded }) => isLoaded)];
  const set = together.flatMap(({ entries }) =>
    entries.flatMap((one) => (one.value === "" ? [] : [one.key])),
  );
  const later = order.slice(order.indexOf(key) + 1);
  if (order.includes(key) && later.some((name) => set.includes(name))) {
    const message = `${key} ${flaw.what} and still opens sessions.`;
    return finding("AUTH_D_SECRET_OLD_SHORT", { ...at, message });
  }
  const { file: written, alsoRead } = envPlace(all.facts, all.framework, undefined);
  const isRotatable =
    order.includes(key) &&
    later.length > 0 &&
    [written, ...alsoRead].includes(file.path) &&
    !set.includes(announced) &&
    !isTracked(all.facts, written);
  const repair = isRotatable ? ({ kind: "rotate" } as const) : undefined;
  const message = `${[`${key} ${flaw.what}`, flaw.wanted].filter(Boolean).join(", ")}.`;
  return finding(flaw.code, { ...at, fix, message, repair });
}

/** Shannon's measure over the characters: 80 bits are far below any 32 random characters. */
function entropyBits(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let perCharacter = 0;
  for (const count of counts.values())
    perCharacter -= (count / value.length) * Math.log2(count / value.length);
  return perCharacter * value.length;
}

function publicNames({ path, text, entries }: EnvFile): Finding[] {
  return entries
    .filter(({ key, value }) => publicName.test(key) && value !== "")
    .map(({ key, start }) =>
      finding("AUTH_D_SECRET_PUBLIC", {
        path,
        line: lineAt(text, start),
        message: `${key} is built into the code that browsers get.`,
      }),
    );
}

/** Texts that a provider's own documentation has in place of a secret: BoxyHQ SAML knows its clients by tenant and product. */
const publicSecrets: Readonly<Record<string, string>> = { "boxyhq-saml": "dummy" };

function inSource(all: Survey): Finding[] {
  const secret = configMember(all, "secret");
  const found: Finding[] = [];
  if (secret?.text) found.push(finding("AUTH_D_SECRET_IN_SOURCE", secret.at));
  const clientSecrets = all.providers.flatMap(({ id, members }) =>
    members.filter(({ path, text }) => path === "clientSecret" && text && text !== publicSecrets[id]),
  );
  return [...found, ...clientSecrets.map(({ at }) => finding("AUTH_D_CLIENT_SECRET_IN_SOURCE", at))];
}

function inDeployFiles({ facts }: { readonly facts: ProjectFacts }): Finding[] {
  return facts.files
    .list("")
    .filter(isDeployFile)
    .flatMap((path) => {
      const text = textOf(facts, path);
      const found = secretIn(text);
      if (found === undefined) return [];
      const message = `${found.name} stands in ${path}.`;
      return [finding("AUTH_D_SECRET_IN_DEPLOY", { path, line: lineAt(text, found.offset), message })];
    });
}

/** A rotated secret, and a file that keeps it from the app. */
function leftOut({ facts, envFiles }: SecretPlaces): Finding[] {
  const later = envFiles
    .filter(({ path }) => !isExampleFile(path))
    .flatMap(({ entries }) => entries.flatMap(({ key, value }) => (value === "" ? [] : [key])))
    .filter((key) => laterSecretNames.includes(key));
  const keptBack = (text: string, path: string) => later.filter((key) => leavesOut(path, text, key));
  return facts.files
    .list("")
    .filter(isDeployFile)
    .flatMap((path) => {
      const text = textOf(facts, path);
      const [name, ...more] = [...new Set(keptBack(text, path))];
      if (name === undefined) return [];
      const line = lineAt(text, text.indexOf("AUTH_SECRET"));
      const message = `${path} hands on AUTH_SECRET, and not ${[name, ...more].join(", ")}.`;
      const fix = [name, ...more].map((key) => handedOn(text, key)).join("\n");
      return [finding("AUTH_D_SECRET_LEFT_OUT", { path, line, message, fix })];
    });
}

/** Who can read the file: git, and others on this machine. */
function keeping(
  { facts }: { readonly facts: ProjectFacts },
  { path, text, entries }: EnvFile,
): readonly Finding[] {
  if (isExampleFile(path)) return [];
  const secret = entries.find(({ key, value }) => isSensitive(key) && value !== "");
  if (!secret) return [];
  const lacks = unkept(facts, path).map((repair) =>
    repair.kind === "ignore"
      ? finding("AUTH_D_ENV_NOT_IGNORED", {
          path,
          message: `.gitignore does not cover ${path}.`,
          fix: `Add this line to .gitignore: ${path}`,
          repair,
        })
      : finding("AUTH_D_ENV_MODE", {
          path,
          message: `Others on this machine can read ${path} (mode ${modeOf(facts, path).toString(8)}).`,
          fix: `chmod 600 ${path}`,
          repair,
        }),
  );
  if (!isTracked(facts, path)) return lacks;
  const fix = `git rm --cached ${path}\nCommit that, and replace its secrets: whoever has the repository has them.`;
  const line = lineAt(text, secret.start);
  return [finding("AUTH_D_ENV_TRACKED", { path, line, fix, message: `git tracks ${path}.` }), ...lacks];
}

const modeOf = (facts: ProjectFacts, file: string): number => (facts.files.read(file)?.mode ?? 0) & 0o777;

/** What an env file with secrets lacks. */
export function unkept(facts: ProjectFacts, file: string): Extract<Repair, { kind: "ignore" | "mode" }>[] {
  // git sets the mode of what it tracks.
  const isOpen =
    process.platform !== "win32" && (modeOf(facts, file) & 0o077) !== 0 && !isTracked(facts, file);
  return [
    ...(isCovered(facts, file) ? [] : [{ kind: "ignore", file } as const]),
    ...(isOpen ? [{ kind: "mode", file } as const] : []),
  ];
}
