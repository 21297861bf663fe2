import { packageName, packageVersion } from "../../cli/formats/own-package.js";
import type { CommandContext, CommandResult } from "../../cli/terminal/context.js";
import { parseEnv } from "../../cli/formats/env-file.js";
import { openProject } from "../steps/open-configuration.js";
import { placeText } from "../../cli/project/candidates.js";
import { coreName } from "../../cli/project/alias.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import type { Framework } from "../../cli/project/framework.js";
import { majorVersion } from "../../cli/project/versions.js";

/** `auth info`: what is known of the project. Names of variables, never their values. */
export async function run(context: CommandContext): CommandResult {
  const facts = await openProject(context);
  const usual = [".env", ".env.local", ".env.development", ".env.production"];
  const envFiles = [...new Set([...usual, ...facts.frameworks.map(({ envFile }) => envFile)])].filter(
    (file) => facts.files.exists(file),
  );
  const data = {
    name: packageName,
    version: packageVersion,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    root: facts.root,
    workspaceRoot: facts.workspaceRoot,
    frameworks: facts.frameworks.map((one) => ({ id: one.id, major: majorOf(facts, one) })),
    language: facts.language,
    moduleType: facts.moduleType,
    packageManager: facts.packageManager,
    package: { declared: facts.declared, installed: facts.installed },
    ...(facts.alias && { alias: { name: coreName, spec: facts.alias.spec } }),
    tsconfig: facts.tsconfig,
    appDir: facts.appDir,
    pagesDir: facts.pagesDir,
    authFile: facts.authFile,
    ...(facts.candidates.length > 0 && {
      candidates: facts.candidates.map(placeText),
    }),
    serverFile: facts.serverFile,
    env: envFiles.map((file) => ({
      file,
      variables: parseEnv(facts.files.read(file)?.text ?? "")
        .filter(({ key }) => /AUTH/.test(key))
        .map(({ key, value }) => ({ key, set: value !== "" })),
    })),
    git: facts.gitRoot !== undefined,
  };
  const rows = Object.entries({ ...data, ...inWords(data) }).map(
    ([key, value]) => `${key.padEnd(15)} ${value === undefined ? "-" : String(value)}`,
  );
  context.output.report(data, rows.join("\n"));
}

const majorOf = (facts: ProjectFacts, { oldest }: Framework): number | undefined =>
  oldest === undefined ? undefined : majorVersion(facts, oldest.package);

interface Structured {
  readonly frameworks: readonly { readonly id: string; readonly major: number | undefined }[];
  readonly packageManager: { readonly name: string; readonly from: string };
  readonly package: { readonly declared: boolean; readonly installed: string | undefined };
  readonly alias?: { readonly name: string; readonly spec: string };
  readonly tsconfig: { readonly path: string; readonly module?: string | undefined } | undefined;
  readonly env: readonly {
    readonly file: string;
    readonly variables: readonly { readonly key: string; readonly set: boolean }[];
  }[];
  readonly git: boolean;
}

/** What has parts, for people. */
function inWords({ frameworks, packageManager, package: ours, alias, tsconfig, env, git }: Structured) {
  const list = (words: readonly string[]) => (words.length === 0 ? undefined : words.join(", "));
  return {
    frameworks: list(frameworks.map(({ id, major }) => (major === undefined ? id : `${id} ${major}`))),
    packageManager: `${packageManager.name} (by ${packageManager.from})`,
    package: `${ours.installed ?? "not"} installed, ${ours.declared ? "" : "not "}in package.json`,
    ...(alias && { alias: `${alias.name} is ${alias.spec}` }),
    tsconfig: tsconfig && `${tsconfig.path}${tsconfig.module ? ` (module ${tsconfig.module})` : ""}`,
    env: list(
      env.map(({ file, variables }) => {
        const names = variables.map(({ key, set }) => `\n  ${key} ${set ? "is set" : "is empty"}`);
        return file + names.join("");
      }),
    ),
    git: git ? "yes" : "no",
  };
}
