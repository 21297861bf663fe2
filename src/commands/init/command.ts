import { askAgents } from "./ask-agents.js";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { idsOf, promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { planInit } from "./plan.js";
import { readBasePath } from "../../cli/plan/endpoint-base.js";
import type { InitAnswers } from "../../cli/plan/init-context.js";
import { assertNotOther, isAnsweredByOther, noFramework, seenOf } from "./seen.js";
import type { Plan } from "../../cli/plan/plan.js";
import { keepsRows } from "../additions/provider-needs.js";
import { assertPlugins, choosePlugin } from "../additions/plugins.js";
import { chooseProvider, type ProviderChoice } from "../additions/provider.js";
import { askSignInWays, type SignInWays } from "./sign-in-ways.js";
import { askTransport, noTransport, transportFlags, type TransportFlags } from "../steps/transport.js";
import { assertOneConfiguration, openProject } from "../steps/open-configuration.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { projectPath } from "../../cli/project/files.js";
import { replay } from "./replay.js";
import { chooseStore, readStoreFlags, type StoreFlags } from "../steps/store-flags.js";
import { takenAddresses } from "../steps/taken-addresses.js";
import { otherLibraries } from "../../cli/old-auth/other-libraries.js";
import { findApps } from "../../cli/project/workspace.js";
import { closest } from "../../cli/terminal/closest.js";
import { CliError, exitCodes, usageError } from "../../cli/terminal/errors.js";
import type { Prompts } from "../../cli/terminal/prompts.js";
import { packageName } from "../../cli/formats/own-package.js";
import { tablesOf } from "../../templates/plugins/index.js";
import { findFramework, frameworks, supportOf } from "../../templates/frameworks/index.js";
import type { Framework } from "../../templates/frameworks/framework.js";
import type { PluginSupport } from "../../templates/plugins/plugin.js";

/** Flags of `auth init`, each checked before anything is read. */
interface InitFlags {
  readonly framework: string | undefined;
  readonly store: StoreFlags;
  readonly ids: readonly string[];
  readonly plugins: readonly PluginSupport[];
  readonly mails: TransportFlags;
  readonly force: boolean;
}

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

async function askAnswers(
  { options, cwd, output, io }: CommandContext,
  facts: ConfiguredProject,
  flags: InitFlags,
  prompts: Prompts,
): Promise<InitAnswers> {
  const { ids, store, force } = flags;
  const isAsked = store.support !== undefined || store.session === "database";
  const isFresh = facts.authFile === undefined;
  const framework = await meantFramework(facts, flags.framework, prompts, io.cwd);
  const ways = isFresh ? await chooseWays(flags, prompts, isAsked) : { ids, plugins: [] };
  if (!isFresh && ids.length > 0)
    output.note(`${facts.authFile} is there already; its providers are changed by auth add-provider.`);
  assertPlugins(facts, flags.plugins);
  const providers = await providersFor(ways, flags, prompts);
  // Links that work once, keys and the rows of plugins are kept in a store.
  const needsStore =
    isFresh && (providers.some(({ entry }) => keepsRows(entry)) || tablesOf(ways.plugins).length > 0);
  const chosenStore = isAsked || needsStore ? await chooseStore(store, facts, prompts) : undefined;
  const layout = await askLayout(facts, framework, options.is("layout"), prompts);
  const agents = await askAgents(facts.files, options.is("agents"), prompts);
  const envFile = options.text("env");
  return {
    framework,
    providers,
    plugins: ways.plugins,
    secret: randomBytes(32).toString("base64"),
    session: store.support === undefined && !needsStore ? undefined : store.session,
    store: chosenStore,
    layout,
    agents,
    basePath: readBasePath(facts, framework, options.text("basePath")),
    env: envFile === undefined ? undefined : projectPath(facts.root, cwd, envFile),
    esm: options.is("esm"),
    install: !options.isOff("install"),
    force,
  };
}

/** What the flags say; somebody who names no way to sign in is asked for some. */
async function chooseWays(
  { ids, plugins }: InitFlags,
  prompts: Prompts,
  isStored: boolean,
): Promise<SignInWays> {
  if (ids.length > 0 || plugins.some(({ signIn }) => signIn !== undefined)) return { ids, plugins };
  const asked = await askSignInWays(prompts, isStored);
  return { ids: asked.ids, plugins: [...new Set([...asked.plugins, ...plugins])] };
}

/** The chosen ones, and one that sends the mails of the plugins where none of them does. */
async function providersFor(
  { ids, plugins }: SignInWays,
  { mails, force }: InitFlags,
  prompts: Prompts,
): Promise<readonly ProviderChoice[]> {
  const { transport } = mails;
  const answers = { force, ...(transport !== undefined && transport !== noTransport && { transport }) };
  const chosen = [...new Set(ids)].map((id) => chooseProvider(id, answers));
  const isSent = chosen.some(({ entry }) => entry.type === "email");
  if (isSent || !plugins.some(({ sendsMail }) => sendsMail)) return chosen;
  const sender = await askTransport(mails, prompts);
  return sender === undefined ? chosen : [...chosen, sender];
}

/** Where a button goes: into nothing that is there already, unless the flag or an answer says so. */
async function askLayout(
  facts: ConfiguredProject,
  framework: Framework,
  isGiven: boolean,
  prompts: Prompts,
): Promise<string | undefined> {
  const layout = await supportOf(framework).layoutFile?.(facts);
  if (isGiven && layout === undefined) {
    throw usageError(
      "AUTH_E_NO_LAYOUT",
      `${framework.name}: there is no layout around every page to put a button into.`,
      "Leave --layout out; docs/guides/sign-in-buttons.md of the package has buttons to copy.",
    );
  }
  if (isGiven || layout === undefined || facts.authFile !== undefined) return isGiven ? layout : undefined;
  const choices = [
    { value: "no", label: "No" },
    { value: "yes", label: `Yes, in ${layout}` },
  ];
  const answer = await prompts.select(
    { message: "A sign-in button on every page?", flag: "--layout", initial: "no" },
    choices,
  );
  return answer === "yes" ? layout : undefined;
}

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

function frameworkFlag(id: string): Framework {
  const found = findFramework(id);
  if (found) return found;
  assertNotOther(id);
  const known = frameworks.map((one) => one.id);
  const near = closest(id, [...known, ...frameworks.flatMap(({ aliases }) => aliases)]);
  throw usageError(
    "AUTH_E_UNKNOWN_FRAMEWORK",
    `There is no framework "${id}".`,
    near ? `Did you mean ${near}?` : `Known frameworks: ${known.join(", ")}`,
  );
}

/** A word that means several, such as "next", means the one that the project uses. */
function fits(facts: ConfiguredProject, given: string): Framework {
  const used = facts.frameworks.find(({ id, aliases }) => id === given || aliases.includes(given));
  if (used) return used;
  const framework = frameworkFlag(given);
  const { dependency } = framework;
  if (facts.frameworks.some((one) => one.dependency === dependency)) return framework;
  if (dependency === undefined) {
    throw usageError(
      "AUTH_E_NO_SERVER",
      `No file of this project makes a server of ${framework.name} alone.`,
      "Leave --framework out, or name the file that makes it: --server src/server.ts",
    );
  }
  throw new CliError("AUTH_E_FRAMEWORK_MISSING", `package.json does not name ${dependency}.`, {
    exitCode: exitCodes.usage,
    hint: `Install it first: ${facts.packageManager.name} install ${dependency}`,
  });
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

/** The one of a flag, or of an answer; none whose lines another framework would keep from every request. */
async function meantFramework(
  facts: ConfiguredProject,
  given: string | undefined,
  prompts: Prompts,
  from: string,
): Promise<Framework> {
  const framework = given === undefined ? await chooseFramework(facts, prompts, from) : fits(facts, given);
  if (isAnsweredByOther(facts, framework)) throw noFramework(facts, from);
  return framework;
}

async function chooseFramework(facts: ConfiguredProject, prompts: Prompts, from: string): Promise<Framework> {
  const [first, ...others] = facts.frameworks;
  if (!first) throw noFramework(facts, from);
  if (others.length === 0) return first;
  const choices = facts.frameworks.map(({ id, name }) => ({ value: id, label: name }));
  const id = await prompts.select({ message: "Which framework is meant?", flag: "--framework ID" }, choices);
  return findFramework(id) ?? first;
}
