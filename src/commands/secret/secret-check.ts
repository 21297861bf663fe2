import type { CommandContext, CommandResult } from "../../cli/terminal/context.js";
import { docsOf, finding, type Finding } from "../../cli/findings/finding.js";
import { renderFindings, summaryOf } from "../doctor/report.js";
import { checkSecretFiles, isSecretName } from "../doctor/checks/secrets.js";
import { readEnvFiles } from "../steps/read-survey.js";
import { type EnvFile } from "../../cli/findings/survey.js";
import { lineAt } from "../../cli/source/text/layout.js";
import { docsFolder } from "../../cli/project/docs-folder.js";
import { detect } from "../steps/detect.js";
import { CliError } from "../../cli/terminal/errors.js";
import { isExampleFile } from "../../cli/formats/env-file.js";
import { announcedName } from "../../cli/formats/secret-names.js";

/** A secret that the runtime reads; its value is never shown. */
interface KnownSecret {
  readonly name: string;
  readonly from: string;
  readonly characters: number;
  /** The newest one: it seals, all of them open. */
  readonly seals: boolean;
}

/** `auth secret check`: the secrets in the order in which the runtime takes them, and what is wrong with them. */
export async function run({ cwd, io, output }: CommandContext): CommandResult {
  const facts = detect(cwd, { onRead: output.progress.reads });
  const framework = facts.frameworks[0];
  const envFiles = readEnvFiles(facts, framework, []);
  const secrets = knownSecrets(envFiles, io.env);
  const path = framework?.envFile ?? ".env";
  const findings: readonly Finding[] = [
    ...(secrets.length === 0 ? [finding("AUTH_D_SECRET_MISSING", { path })] : []),
    ...checkSecretFiles({ facts, framework, envFiles }),
  ];
  const rows = secrets.map(
    ({ name, from, characters, seals }) =>
      `${name.padEnd(15)} ${from}: ${characters} characters, ${seals ? "seals and opens" : "opens"}`,
  );
  const docs = docsFolder(cwd);
  const data = findings.map(({ repair, ...rest }) => ({
    ...rest,
    fixable: repair !== undefined,
    docs: docsOf(rest.code, docs),
  }));
  const text = [rows.join("\n"), renderFindings(findings, undefined, output.resultStyle, docs)];
  output.report({ secrets, findings: data }, text.filter((part) => part !== "").join("\n\n"));
  if (findings.some(({ level }) => level === "error"))
    throw new CliError("AUTH_E_FINDINGS", summaryOf(findings), {
      hint: "Fix each finding as it says.",
    });
  output.note(summaryOf(findings), findings.length === 0 ? "good" : "warn");
}

/** Newest first. Of one name the environment counts, then the files in the order of their names. */
function knownSecrets(
  envFiles: readonly EnvFile[],
  env: Readonly<Record<string, string | undefined>>,
): readonly KnownSecret[] {
  const inProcess = Object.entries(env).flatMap(([name, value = ""]) =>
    isSecretName(name) && value !== "" ? [{ name, from: "the environment", characters: value.length }] : [],
  );
  const inFiles = envFiles
    .filter(({ path }) => !isExampleFile(path))
    .flatMap(({ path, text, entries }) =>
      entries
        .filter(({ key, value }) => isSecretName(key) && value !== "")
        .map(({ key, value, start }) => ({
          name: key,
          from: `${path}:${lineAt(text, start)}`,
          characters: value.length,
        })),
    );
  const rank = ({ name }: { name: string }) =>
    name === announcedName ? -2 : name === "NEXTAUTH_SECRET" ? -1 : Number(/_(\d)$/.exec(name)?.[1] ?? 0);
  const all = [...inProcess, ...inFiles].sort((a, b) => rank(b) - rank(a));
  return all.map((one, at) => ({ ...one, seals: at === 0 && one.name !== announcedName }));
}
