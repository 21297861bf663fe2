import { randomBytes } from "node:crypto";
import path from "node:path";
import { catalog } from "../providers/catalog.js";
import type { CatalogEntry } from "../providers/kit/catalog-entry.js";
import { executePlan, recoverProject } from "../cli/execute-plan.js";
import { promptsFor, type CommandContext, type CommandResult } from "../cli/context.js";
import { planInit } from "../cli/plan/init.js";
import type { InitAnswers } from "../cli/plan/init-context.js";
import { noFramework } from "../cli/plan/no-framework.js";
import type { Plan } from "../cli/plan/plan.js";
import { keepsRows } from "../cli/plan/provider-needs.js";
import { chooseProvider } from "../cli/plan/provider.js";
import { openProject } from "../cli/open-configuration.js";
import type { ConfiguredProject } from "../cli/project/facts.js";
import { assertOneConfiguration } from "../cli/plan/auth-place.js";
import { projectPath } from "../cli/project/files.js";
import { replay } from "../cli/replay.js";
import { chooseStore, readStoreFlags, type StoreFlags } from "../cli/store-flags.js";
import { findApps } from "../cli/project/workspace.js";
import { closest } from "../cli/terminal/closest.js";
import { CliError, exitCodes, usageError } from "../cli/terminal/errors.js";
import type { Prompts } from "../cli/terminal/prompts.js";
import { packageName } from "../templates/package.js";
import { findFramework, frameworks, supportOf } from "../templates/frameworks/index.js";
import type { Framework } from "../templates/frameworks/framework.js";

/** Providers that stand first in the question; the others follow by name. */
const popular = [
  "github",
  "google",
  "nodemailer",
  "apple",
  "microsoft-entra-id",
  "facebook",
  "linkedin",
  "twitter",
  "discord",
  "gitlab",
];

/** Flags of `auth init`, each checked before anything is read. */
interface InitFlags {
  readonly framework: string | undefined;
  readonly store: StoreFlags;
  readonly ids: readonly string[];
  readonly force: boolean;
}

function readFlags({ options }: CommandContext): InitFlags {
  const framework = options.text("framework");
  if (framework !== undefined) frameworkFlag(framework);
  const store = readStoreFlags(options);
  const ids = options.list("provider");
  const force = options.is("force");
  for (const id of ids) chooseProvider(id, { force });
  return { framework, store, ids, force };
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
  const answers = await askAnswers({ ...context, cwd: app ?? context.cwd }, facts, flags, prompts);
  const { plan, esm } = await planOrOfferEsm(facts, answers, prompts);
  if (prompts.interactive) {
    const texts = {
      "--cwd": app ? path.relative(io.cwd, app) : options.text("cwd"),
      "--framework": answers.framework.id,
      "--provider": answers.providers.map(({ entry }) => entry.id),
      "--session": flags.store.session,
      "--adapter": answers.store?.support.id,
      "--dialect": answers.store?.dialect?.id,
    };
    const switches = { "--esm": esm, "--layout": answers.layout !== undefined };
    const same = replay("init", options, { texts, switches });
    output.code(`The same without questions: ${same}\n`);
  }
  await executePlan(context, plan, facts, prompts);
}

async function askAnswers(
  { options, cwd, output, io }: CommandContext,
  facts: ConfiguredProject,
  flags: InitFlags,
  prompts: Prompts,
): Promise<InitAnswers> {
  const { ids, store, force } = flags;
  const isAsked = store.support !== undefined || store.session === "database";
  const framework =
    flags.framework === undefined
      ? await chooseFramework(facts, prompts, io.cwd)
      : fits(facts, flags.framework);
  const chosen = facts.authFile || ids.length > 0 ? ids : await askProviders(prompts, isAsked);
  if (facts.authFile && ids.length > 0)
    output.note(`${facts.authFile} is there already; its providers are changed by auth add-provider.`);
  const layout = await askLayout(facts, framework, options.is("layout"), prompts);
  const envFile = options.text("env");
  const providers = [...new Set(chosen)].map((id) => chooseProvider(id, { force }));
  // Links that work once and keys are kept in a store.
  const needsStore = !facts.authFile && providers.some(({ entry }) => keepsRows(entry));
  return {
    framework,
    providers,
    secret: randomBytes(32).toString("base64"),
    session: store.support === undefined && !needsStore ? undefined : store.session,
    store: isAsked || needsStore ? await chooseStore(store, facts, prompts) : undefined,
    layout,
    env: envFile === undefined ? undefined : projectPath(facts.root, cwd, envFile),
    esm: options.is("esm"),
    install: !options.isOff("install"),
    force,
  };
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
    `${root} is no app itself; there ${apps.length === 1 ? "is one" : `are ${apps.length}`} below it.`,
    `Nothing was written. Choose one:\n  ${lines.join("\n  ")}`,
  );
}

async function chooseFramework(facts: ConfiguredProject, prompts: Prompts, from: string): Promise<Framework> {
  const [first, ...others] = facts.frameworks;
  if (first && others.length === 0) return first;
  if (!first) throw noFramework(facts, from);
  const choices = facts.frameworks.map(({ id, name }) => ({ value: id, label: name }));
  const id = await prompts.select({ message: "Which framework is meant?", flag: "--framework ID" }, choices);
  return findFramework(id) ?? first;
}

/** @param isStored whether a store is chosen: keys, which are of no use without one, are offered only then */
async function askProviders(prompts: Prompts, isStored: boolean): Promise<readonly string[]> {
  const first = popular.flatMap((id) => catalog.find((one) => one.id === id) ?? []);
  const others = catalog
    .filter((entry) => !popular.includes(entry.id) && isAddedWithoutFlags(entry))
    .filter(({ type }) => type !== "webauthn" || isStored)
    .sort((a, b) => a.name.localeCompare(b.name));
  return prompts.multiselect(
    { message: "Which providers?", flag: "--provider ID", initial: "github" },
    [...first, ...others].map(({ id, name, type }) =>
      type === "email"
        ? { value: id, label: `Sign-in link by mail: ${name}`, hint: "with a database" }
        : { value: id, label: name },
    ),
  );
}

/** Whether choosing it is all there is to say: a question that leads to a refusal is none. */
function isAddedWithoutFlags({ id, status }: CatalogEntry): boolean {
  if (status === "dead" || status === "deprecated") return false;
  try {
    chooseProvider(id);
    return true;
  } catch (error) {
    if (error instanceof CliError) return false;
    throw error;
  }
}
