import { envValue, parseEnv } from "../../cli/formats/env-file.js";
import type { TextEdit } from "../../cli/source/text/text-edit.js";
import { announcedName as stagedName, secretNames as names } from "../../cli/formats/secret-names.js";
import { lineEnd, lineStart } from "../../cli/source/text/layout.js";
import { numberOf } from "../../cli/source/configuration/literals.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { CliError, exitCodes, usageError } from "../../cli/terminal/errors.js";
import { noteLeftOut, planEnvValues, type EnvPlace } from "../../cli/plan/secret.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

const defaultMaxAgeSeconds = 30 * 24 * 60 * 60;

/** First of two steps: every process learns the new secret before the first one seals with it. */
export function planStage(builder: PlanBuilder<ConfiguredProject>, place: EnvPlace, secret: string): void {
  freeName(builder, place);
  planEnvValues(builder, place, [{ key: stagedName, value: secret }]);
  builder.next(`Add ${stagedName} to the environment of every server and start each of them anew`);
  builder.next("When the last one has it: auth secret rotate --promote");
}

/** Second step: the name of the announced secret becomes the next free one. Its value stays where it is. */
export function planPromote(builder: PlanBuilder<ConfiguredProject>, place: EnvPlace, now: Date): void {
  const { facts } = builder;
  const { file } = place;
  const text = builder.text(file) ?? "";
  const lines = parseEnv(text).filter(({ key, value }) => key === stagedName && value !== "");
  if (lines.length === 0) {
    throw usageError(
      "AUTH_E_NOT_STAGED",
      `There is no ${stagedName} in ${file}, so there is nothing to promote.`,
      "Stage a new secret first: auth secret rotate --stage",
    );
  }
  const { name, present } = freeName(builder, place);
  const edits = lines.map(({ start }) => {
    const at = text.indexOf(stagedName, lineStart(text, start));
    return { start: at, end: at + stagedName.length, text: name };
  });
  builder.replaceEnv(file, edits, `${stagedName} becomes ${name}`);
  noteLeftOut(builder, [name]);
  builder.next(`Rename ${stagedName} to ${name} in the environment of every server too; its value stays`);
  builder.next(dropNote(facts, name, now));
  builder.next(keepNote(present));
}

const keepNote = (present: readonly string[]) =>
  `Leave ${present.join(", ")} as ${present.length === 1 ? "it is" : "they are"}`;

/** A secret that is used from the time it was made. */
export interface NewSecret {
  readonly value: string;
  readonly madeAt: Date;
}

/** The new secret under the next free name. No value that is there moves, so the inverse is one cut. */
export function planRotate(
  builder: PlanBuilder<ConfiguredProject>,
  place: EnvPlace,
  { value, madeAt }: NewSecret,
): void {
  const { facts } = builder;
  if (envValue(builder.text(place.file) ?? "", stagedName)) {
    throw new CliError(
      "AUTH_E_STAGED",
      `${place.file} has ${stagedName}: a new secret is announced already.`,
      {
        exitCode: exitCodes.conflict,
        hint: "Nothing was written. Run auth secret rotate --promote once every server has it.",
      },
    );
  }
  const { name, present } = freeName(builder, place);
  planEnvValues(builder, place, [{ key: name, value }]);
  builder.next(
    `Add ${name} to the environment of every server too; leave ${present.join(", ")} as ${present.length === 1 ? "it is" : "they are"}`,
  );
  builder.next(
    "More than one process? One that lacks the new secret can't open what another seals with it. Two steps sign nobody out: auth undo, then auth secret rotate --stage, and --promote when all have it",
  );
  builder.next(dropNote(facts, name, madeAt));
}

function dropNote(facts: ConfiguredProject, name: string, now: Date): string {
  const seconds = maxAgeSeconds(facts);
  const until = new Date(now.getTime() + seconds * 1000).toISOString().slice(0, 10);
  return `A session is sealed anew whenever it is used. ${seconds / 86_400} days after the last server has ${name} (${until}, if that is today), nothing needs the older ones: auth secret rotate --drop-oldest`;
}

/** The next name in order, and those that are taken. */
function freeName(
  builder: PlanBuilder,
  place: EnvPlace,
): { readonly name: string; readonly present: readonly string[] } {
  const present = presentNames(builder, place);
  const newest = present.at(-1);
  if (!newest) throw nothingToRotate(builder, place);
  const name = names[names.indexOf(newest) + 1];
  if (name) return { name, present };
  throw new CliError("AUTH_E_SECRETS_FULL", `${newest} is taken, and the runtime reads no other variable.`, {
    exitCode: exitCodes.conflict,
    hint: "Nothing was written. Run auth secret rotate --drop-oldest once no session needs the oldest secret.",
  });
}

/** Takes the oldest secret away and moves the names of the others down, so that there is room again. */
export function planDropOldest(builder: PlanBuilder, place: EnvPlace): void {
  const { file } = place;
  const text = builder.text(file) ?? "";
  const present = names.filter((name) => envValue(text, name));
  const [oldest, ...kept] = present;
  if (!oldest) throw nothingToRotate(builder, place);
  if (kept.length === 0) {
    throw new CliError(
      "AUTH_E_LAST_SECRET",
      `${oldest} is the only secret in ${file}: without it nobody is signed in.`,
      {
        exitCode: exitCodes.conflict,
        hint: "Nothing was written. Add a new secret first: auth secret rotate",
      },
    );
  }
  const elsewhere = place.alsoRead.find((other) =>
    names.some((name) => envValue(builder.text(other) ?? "", name)),
  );
  if (elsewhere) {
    throw new CliError("AUTH_E_SECRET_PLACES", `${elsewhere} holds a secret besides ${file}.`, {
      exitCode: exitCodes.conflict,
      hint: "Nothing was written. Remove the oldest line by hand, or keep all secrets in one file.",
    });
  }
  const moves = kept.map((name, at) => `${name} becomes ${names[at]}`).join(", ");
  builder.dropSecrets(file, dropEdits(text, oldest, kept), `${oldest} goes; ${moves}`);
  builder.warn(
    "AUTH_W_DROPS_SECRET",
    "Sessions, forms and mail links that only the oldest secret opens end now, and auth undo cannot bring it back.",
  );
  builder.next(`Do the same on every server: ${moves}; the old value of ${oldest} is not needed`);
}

function dropEdits(text: string, oldest: string, kept: readonly string[]): TextEdit[] {
  return parseEnv(text).flatMap(({ key, start, end }): TextEdit[] => {
    const line = lineStart(text, start);
    if (key === oldest) return [{ start: line, end: lineEnd(text, end), text: "" }];
    const at = kept.indexOf(key);
    if (at === -1) return [];
    const name = text.indexOf(key, line);
    return [{ start: name, end: name + key.length, text: names[at] ?? key }];
  });
}

function presentNames(builder: PlanBuilder, place: EnvPlace): (typeof names)[number][] {
  const texts = [place.file, ...place.alsoRead].map((file) => builder.text(file) ?? "");
  return names.filter((name) => texts.some((text) => envValue(text, name)));
}

function nothingToRotate(builder: PlanBuilder, place: EnvPlace): CliError {
  const legacy = [place.file, ...place.alsoRead].find((file) =>
    envValue(builder.text(file) ?? "", "NEXTAUTH_SECRET"),
  );
  return legacy
    ? new CliError(
        "AUTH_E_LEGACY_SECRET",
        `${legacy} has its secret under NEXTAUTH_SECRET, which is read only alone.`,
        {
          exitCode: exitCodes.conflict,
          hint: "Rename it to AUTH_SECRET (the same value), here and on every server, then rotate.",
        },
      )
    : usageError(
        "AUTH_E_NO_SECRET",
        `There is no AUTH_SECRET in ${place.file}, so there is nothing to rotate.`,
        "Create the first one: auth secret generate --write",
      );
}

/** Life of a session: the longest `maxAge` that the configuration writes as plain numbers, or the default. */
function maxAgeSeconds({ configuration }: ConfiguredProject): number {
  const found = (configuration?.options ?? [])
    .filter(({ path }) => path === "session.maxAge" || path === "jwt.maxAge")
    .flatMap(({ value }) => numberOf(value) ?? []);
  return found.length > 0 ? Math.max(...found) : defaultMaxAgeSeconds;
}
