import path from "node:path";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { idsOf, promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { planInit } from "./plan.js";
import type { InitAnswers } from "../../templates/frameworks/init-context.js";
import { seenOf } from "./seen.js";
import { askAnswers, type InitFlags } from "./ask-answers.js";
import { frameworkFlag } from "./meant-framework.js";
import type { Plan } from "../../cli/plan/plan.js";
import { choosePlugin } from "../additions/plugins.js";
import { chooseProvider } from "../additions/provider.js";
import { transportFlags } from "../steps/transport.js";
import { assertOneConfiguration, openProject } from "../steps/open-configuration.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { replay } from "./replay.js";
import { readStoreFlags } from "../steps/store-flags.js";
import { takenAddresses } from "../steps/taken-addresses.js";
import { otherLibraries } from "../../cli/old-auth/other-libraries.js";
import { findApps } from "../../cli/project/workspace.js";
import { CliError, usageError } from "../../cli/terminal/errors.js";
import type { Prompts } from "../../cli/terminal/prompts.js";
import { packageName } from "../../cli/formats/own-package.js";
import { frameworks } from "../../templates/frameworks/index.js";

function readFlags({ options }: CommandContext): InitFlags {
  const framework = options.text("framework");
  if (framework !== undefined) frameworkFlag(framework);
  const store = readStoreFlags(options);
  const ids = options.list("provider");
  const plugins = idsOf(options.list("plugin")).map(choosePlugin);
  const mails = transportFlags(options);
  const force = options.is("force");
  for (const id of ids) chooseProvider(id, { force });
  return { framework, store, ids, plugins, mails, force };
}

/** `auth init`: detect, ask, plan, preview, apply. */
export async function run(context: CommandContext): CommandResult {
  const { options, io, output } = context;
  const flags = readFlags(context);
  recoverProject(context);
  const prompts = await promptsFor(context);
  const here = await openProject(context);
  const app = await chooseApp(context, here, prompts);
  if (app) recoverProject({ ...context, cwd: app });
  const facts = app ? await openProject({ ...context, cwd: app }) : here;
  assertOneConfiguration(facts);
  if (facts.frameworks.length > 0) output.note(seenOf(facts));
  for (const line of otherLibraries(facts)) output.note(line);
  const answers = await askAnswers({ ...context, cwd: app ?? context.cwd }, facts, flags, prompts);
  const taken = await takenAddresses(facts, answers.framework, io.env);
  const { plan, esm } = await planOrOfferEsm(facts, { ...answers, taken }, prompts);
  if (prompts.interactive) {
    const texts = {
      "--cwd": app ? path.relative(io.cwd, app) : options.text("cwd"),
      "--framework": answers.framework.id,
      "--provider": answers.providers.flatMap(({ entry, isSender }) => (isSender ? [] : entry.id)),
      "--plugin": answers.plugins?.map(({ id }) => id),
      "--transport": senderOf(answers) ?? flags.mails.transport,
      "--session": flags.store.session,
      "--adapter": answers.store?.support.id,
      "--dialect": answers.store?.dialect?.id,
    };
    const switches = {
      "--esm": esm,
      "--layout": answers.layout !== undefined,
      "--agents": answers.agents === true,
    };
    const same = replay("init", options, { texts, switches });
    output.code(`The same without questions: ${same}\n`);
  }
  await executePlan(context, plan, facts, prompts);
}

const senderOf = ({ providers }: InitAnswers): string | undefined =>
  providers.find(({ isSender }) => isSender)?.entry.id;

/** A project that needs ES modules is asked whether it may become one. */
async function planOrOfferEsm(
  facts: ConfiguredProject,
  answers: InitAnswers,
  prompts: Prompts,
): Promise<{ readonly plan: Plan; readonly esm: boolean }> {
  try {
    return { plan: await planInit(facts, answers), esm: answers.esm };
  } catch (error) {
    const offer = error instanceof CliError && error.code === "AUTH_E_NEEDS_ESM" && prompts.interactive;
    if (!offer || !(await prompts.confirm(`${error.message} Make the edits for ES modules (--esm)?`)))
      throw error;
    return { plan: await planInit(facts, { ...answers, esm: true }), esm: true };
  }
}

/**
 * At the top of several packages, such as a workspace, one of those below is meant, unless the top is an app itself.
 * @returns its folder; nothing when the command is in the right place
 */
async function chooseApp(
  { io, options }: CommandContext,
  facts: ConfiguredProject,
  prompts: Prompts,
): Promise<string | undefined> {
  const { root, frameworks: used } = facts;
  // A server without a framework may be a tool at the top of the apps.
  if (used.some((one) => one.dependency !== undefined && one.home(facts) !== undefined)) return undefined;
  const given = options.text("framework");
  const wanted = given === undefined ? frameworks : [frameworkFlag(given)];
  const apps = findApps(
    root,
    wanted.flatMap(({ dependency }) => dependency ?? []),
  );
  if (apps.length === 0) return undefined;
  const choices = apps.map((app) => ({ value: app, label: app }));
  if (prompts.interactive) {
    const app = await prompts.select({ message: "Which app is meant?", flag: "--cwd DIR" }, choices);
    return path.join(root, app);
  }
  const lines = apps.map(
    (app) => `npx ${packageName} init --cwd ${path.relative(io.cwd, path.join(root, app)) || "."}`,
  );
  throw usageError(
    "AUTH_E_WHICH_APP",
    `${root} isn't an app; there ${apps.length === 1 ? "is one" : `are ${apps.length}`} below it.`,
    `Nothing was written. Choose one:\n  ${lines.join("\n  ")}`,
  );
}
