import type { DialectDescriptor } from "../../templates/adapters.js";
import { packageName, packageVersion } from "../../templates/package.js";
import { setJson } from "../edit/json-file.js";
import type { ProjectFacts } from "../project/detect.js";
import { execPrefix, installCommand, scriptCommand } from "../project/package-manager.js";
import type { InitAnswers, InitContext } from "./init-context.js";
import { planExpress } from "./init-express.js";
import { planNext } from "./init-next.js";
import { envPlace, origin } from "./places.js";
import type { Plan } from "./plan.js";
import { noteProvider } from "./provider.js";
import { planSecret } from "./secret.js";
import { Staging } from "./staging.js";

/** `auth init`: dependency, env, configuration, mounting, guard, install. Files that are there already are kept. */
export async function planInit(facts: ProjectFacts, answers: InitAnswers): Promise<Plan> {
  const { framework, providers } = answers;
  const staging = new Staging(facts.files, { force: answers.force });
  const place = envPlace(framework, answers.env);
  const template = {
    door: `${packageName}/${framework.door}`,
    doorName: `${packageName}/${framework.door}`,
    basePath: framework.basePath,
    envFile: place.file,
    providers,
    elements: providers.map(({ name, argument }) => (argument ? `${name}(${argument})` : name)),
  };
  const context: InitContext = { staging, facts, answers, template };
  // With a configuration in place, its providers are the person's own choice.
  const fresh = facts.authFile === undefined;
  if (framework.id === "express") await planExpress(context);
  else planNext(context);
  if (answers.dialect) await planStore(context, answers.dialect);
  planSecret(staging, facts, place, answers.secret, fresh ? providers.flatMap(({ env }) => env) : []);
  planDependency(context);
  if (fresh) for (const choice of providers) noteProvider(staging, facts, framework, choice);
  notes(context, place.file);
  return staging.finish("init");
}

/** As `auth add-adapter` after `auth init` would, in one plan. */
async function planStore(
  { staging, facts, answers }: InitContext,
  dialect: DialectDescriptor,
): Promise<void> {
  const { planAdapter } = await import("./adapter.js");
  const file = facts.authFile ?? staging.created(/(?:^|\/)auth\.[cm]?[jt]s$/);
  const text = file === undefined ? undefined : staging.text(file);
  if (file === undefined || text === undefined) return;
  await planAdapter(staging, facts, answers.framework, { file, text }, { ...answers, dialect });
}

function planDependency({ staging, facts, answers }: InitContext): void {
  const { name } = facts.packageManager;
  const command = installCommand(name);
  const text = staging.text("package.json") ?? "{}";
  const edits = facts.declared
    ? []
    : setJson(text, ["dependencies", packageName], `^${packageVersion}`, { sorted: true });
  const words = {
    reason: `${packageName} ^${packageVersion}`,
    already: `${packageName} is there`,
    snippet: "",
  };
  staging.edit("package.json", { kind: "edits", edits }, { ...words, kind: "dependency" });
  if (facts.declared && facts.installed) {
    staging.step({
      kind: "install",
      status: "already",
      reason: `${packageName} ${facts.installed} is installed`,
    });
  } else if (answers.install) {
    staging.install(command, facts.root, command.join(" "));
  } else {
    staging.next(`Install the dependencies: ${command.join(" ")}`);
  }
}

function notes({ staging, facts, answers }: InitContext, envFile: string): void {
  const { name } = facts.packageManager;
  const script = ["dev", "start"].find((one) => one in facts.packageJson.scripts);
  const start = script ? scriptCommand(name, script).join(" ") : "your app";
  staging.next(`Put the client ids and secrets into ${envFile}`);
  staging.next(`Start ${start} and open ${origin(facts, answers.framework)}/account`);
  staging.next(`Nothing registered yet? ${execPrefix(name)} auth dev plays the providers on this machine`);
}
