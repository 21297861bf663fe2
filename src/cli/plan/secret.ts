import { envValue, parseEnv, quoted, type EnvReader } from "../formats/env-file.js";
import { handedOn, isDeployFile, leavesOut } from "../formats/deploy-file.js";
import { addIgnore, isIgnored } from "../formats/ignore-file.js";
import { isCovered, isTracked } from "../project/git.js";
import { CliError, exitCodes, usageError } from "../terminal/errors.js";
import type { PlanBuilder } from "./plan-builder.js";

const secretName = "AUTH_SECRET";
/** Where the runtime of a project finds its variables; the first one is the file that we write. */
export interface EnvPlace {
  readonly file: string;
  /** Names of the variables, without values: it is committed. */
  readonly example: string;
  /** The app loads the example too: a name without a value would set the variable to nothing there. */
  readonly isExampleLoaded: boolean;
  readonly alsoRead: readonly string[];
  readonly reader: EnvReader;
}

export interface EnvPair {
  readonly key: string;
  /** Empty: a placeholder. */
  readonly value: string;
  readonly comment?: string;
}

/** Variables of the project: values for the env file, bare names for the example. */
export function planEnv(builder: PlanBuilder, place: EnvPlace, pairs: readonly EnvPair[]): void {
  planEnvValues(builder, place, pairs);
  if (place.isExampleLoaded) {
    const reason = "gets no names: the app loads it, and one without a value would count as set";
    builder.step({ kind: "env", path: place.example, status: "already", reason });
    return;
  }
  builder.env(
    place.example,
    pairs.map(({ key }) => ({ key, value: "" })),
    { secret: false, reason: (key) => `${key}, without a value` },
  );
}

/** The ignore entry first, then the values. */
export function planEnvValues(builder: PlanBuilder, place: EnvPlace, pairs: readonly EnvPair[]): void {
  const { facts } = builder;
  const { file } = place;
  if (isTracked(facts, file)) {
    throw new CliError(
      "AUTH_E_TRACKED_ENV",
      `${file} is tracked by git, so the command doesn't write a secret to it.`,
      {
        exitCode: exitCodes.conflict,
        hint: `Remove it from git first: git rm --cached ${file} (values in its history count as leaked).`,
      },
    );
  }
  planIgnore(builder, place);
  const missing = pairs.filter(
    ({ key }) => !place.alsoRead.some((other) => envValue(builder.text(other) ?? "", key)),
  );
  for (const pair of missing) assertWritable(pair, place.reader);
  builder.env(file, missing, {
    secret: true,
    reader: place.reader,
    reason: (key) => {
      if (key.startsWith(secretName)) return `${key}: a new random secret`;
      const isGiven = missing.some((pair) => pair.key === key && pair.value !== "");
      return isGiven ? `${key}: as given` : `${key}: to be filled in by you`;
    },
  });
  const keys = missing.map(({ key }) => key);
  noteLeftOut(builder, keys);
}

/** Files that list the variables of the app's containers, and would keep new ones from it. */
export function noteLeftOut(builder: PlanBuilder, keys: readonly string[]): void {
  const { files } = builder.facts;
  for (const file of files.list("").filter(isDeployFile)) {
    const text = builder.text(file) ?? "";
    for (const key of keys.filter((one) => leavesOut(file, text, one)))
      builder.next(`Add to ${file}, below ${secretName}: ${handedOn(text, key)}`);
  }
}

function assertWritable({ key, value }: EnvPair, reader: EnvReader): void {
  if (quoted(value, reader) !== undefined) return;
  throw usageError(
    "AUTH_E_ENV_VALUE",
    `The value for ${key} can't be written to an env file: however it is quoted, it isn't read back unchanged.`,
    reader.expands && value.includes("$")
      ? "Nothing was written. The framework replaces $ and what follows in env files, and other readers don't. Set it in the environment, or request another one from the provider."
      : "Nothing was written. Set it in the environment, or request another one from the provider.",
  );
}

function planIgnore(builder: PlanBuilder, { file, example }: EnvPlace): void {
  const { facts } = builder;
  const path = ".gitignore";
  const text = builder.text(path) ?? "";
  const step = { kind: "ignore", path } as const;
  if (isCovered(facts, file) || isIgnored(text, file)) {
    builder.step({ ...step, status: "already", reason: `${file} is covered` });
  } else {
    const edits = [addIgnore(text, file)];
    builder.edit(
      path,
      { kind: "edits", edits },
      { kind: "ignore", reason: `${file} holds secrets`, already: "", snippet: file },
    );
  }
  const now = builder.text(path) ?? "";
  if (isTracked(facts, example) || !isIgnored(now, example)) return;
  const edits = [addIgnore(now, `!${example}`)];
  const reason = `${example} is meant to be committed`;
  builder.edit(
    path,
    { kind: "edits", edits },
    { kind: "ignore", reason, already: "", snippet: `!${example}` },
  );
}

/** The session secret, unless one is there already; names of the predecessor are reported and left alone. */
export function planSecret(
  builder: PlanBuilder,
  place: EnvPlace,
  { secret, further = [] }: { readonly secret: string; readonly further?: readonly EnvPair[] },
): void {
  const files = [place.file, ...place.alsoRead];
  const legacy = files.find((file) => envValue(builder.text(file) ?? "", "NEXTAUTH_SECRET"));
  const own = files.some((file) => envValue(builder.text(file) ?? "", secretName));
  if (legacy && !own) {
    builder.warn(
      "AUTH_W_LEGACY_SECRET",
      `${legacy} has NEXTAUTH_SECRET. ${secretName} is read first: sessions sealed with the old value end.`,
    );
  }
  planEnv(builder, place, [
    { key: secretName, value: secret, comment: "Seals the sessions. Keep it secret." },
    ...further,
  ]);
}

/** A new env file has the names of sign-in alone; those of the app stand in the example, which people copy over it. */
export function noteOwnNames(builder: PlanBuilder, { file, example, isExampleLoaded }: EnvPlace): void {
  const { files } = builder.facts;
  if (isExampleLoaded || files.exists(file) || !files.exists(example)) return;
  const written = parseEnv(builder.text(file) ?? "").map(({ key }) => key);
  const own = parseEnv(files.read(example)?.text ?? "").filter(({ key }) => !written.includes(key));
  const names = [...new Set(own.map(({ key }) => key))];
  if (names.length > 0)
    builder.next(
      `${file} is new: add what the app reads from ${example} (${someOf(names)}) to it. Copied over it, ${example} would replace the secret`,
    );
}

const someOf = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(", ") : `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;

/** What stays to be done in the env file: names, so that nobody has to look for them. */
export function noteEmpty(
  builder: PlanBuilder,
  { file, alsoRead }: EnvPlace,
  pairs: readonly EnvPair[],
): void {
  const texts = [file, ...alsoRead].map((one) => builder.text(one) ?? "");
  const empty = pairs.filter(({ key }) => !texts.some((text) => envValue(text, key))).map(({ key }) => key);
  if (empty.length > 0) builder.next(`Fill in ${empty.join(", ")} in ${file}`);
}
