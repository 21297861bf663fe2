import type { Framework } from "../../cli/project/framework.js";
import type { CommandContext } from "../../cli/terminal/context.js";
import type { VerifyStep } from "../steps/verify-provider.js";
import { envValue } from "../../cli/formats/env-file.js";
import { envPlace } from "../../cli/plan/places.js";
import type { ProviderAnswers } from "../additions/provider.js";
import type { ProviderChoice } from "../../templates/provider-choice.js";
import { callbackUrl } from "../additions/registered-addresses.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { CliError } from "../../cli/terminal/errors.js";

const timeoutMs = 10_000;

interface Verified {
  readonly provider: string;
  readonly steps: readonly VerifyStep[];
}

/**
 * Asks the providers themselves (`--verify`), with what the flags, the environment or the env file say.
 * @throws CliError exit 1 for the first that is wrong, before anything is written
 */
export async function verifyChoices(
  { output, io, holdSignals }: CommandContext,
  choices: readonly ProviderChoice[],
  project: {
    readonly facts: ConfiguredProject;
    readonly framework: Framework;
    readonly answers: ProviderAnswers;
    readonly env: string | undefined;
  },
): Promise<readonly Verified[]> {
  const [{ records }, { verifyProvider }] = await Promise.all([
    import("../../providers/records.js"),
    import("../steps/verify-provider.js"),
  ]);
  const { facts, framework, answers } = project;
  const place = envPlace(facts, framework, project.env);
  const texts = [place.file, ...place.alsoRead].map((file) => facts.files.read(file)?.text ?? "");
  const read = (text: string, name: string) =>
    place.reader.expands ? envValue(text, name)?.replaceAll("\\$", "$") : envValue(text, name);
  const known = (name: string | undefined) =>
    name === undefined
      ? undefined
      : [io.env[name], ...texts.map((text) => read(text, name))].find((value) => value);
  const all: Verified[] = [];
  for (const { entry } of choices) {
    const record = records[entry.id];
    if (record?.type !== "oauth" && record?.type !== "oidc") continue;
    const settings = {
      clientId: answers.clientId ?? known(entry.env.id),
      clientSecret: answers.clientSecret ?? known(entry.env.secret),
      issuer: answers.issuer ?? known(entry.env.issuer),
      params: answers.params ?? {},
      callbackUrl: await callbackUrl(facts, framework, entry.id),
    };
    output.note(`Asking ${entry.name} ...`, "dim");
    const steps = await holdSignals((signal) => verifyProvider(record, settings, { timeoutMs, signal }));
    all.push({ provider: entry.id, steps });
    for (const { step, ok, seen } of steps)
      output.note(`  ${ok === null ? "?" : ok ? "+" : "!"} ${step}: ${seen}`, ok === false ? "bad" : "dim");
    const wrong = steps.find(({ ok }) => ok === false);
    if (wrong) {
      output.result({ providers: [], verified: all }, "");
      throw new CliError(
        "AUTH_E_VERIFY",
        `${entry.name}, ${wrong.step}: ${wrong.seen}${[".", "?"].includes(wrong.seen.slice(-1)) ? "" : "."}`,
        {
          hint: `Nothing was written. Leave out --verify to add the provider anyway.${entry.console ? ` Its settings: ${entry.console}` : ""}`,
        },
      );
    }
  }
  return all;
}
