import path from "node:path";
import { supportOf } from "../../templates/frameworks/index.js";
import type { StoreChoice } from "../../templates/stores/support.js";
import { packageName } from "../../cli/formats/own-package.js";
import { developmentScript } from "../../cli/formats/script-line.js";
import { setJson } from "../../cli/formats/json-file.js";
import { hasPackage } from "../../cli/project/packages.js";
import { appNameOf } from "../../cli/project/app-name.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { addCommand, execPrefix, installCommand, scriptCommand } from "../../cli/project/package-manager.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import { tooOld } from "../../cli/project/framework-version.js";
import type { InitAnswers, InitContext } from "../../templates/frameworks/init-context.js";
import { noteFrontEnd } from "./seen.js";
import { assertNothingOld } from "../../cli/old-auth/old-auth.js";
import { choosePlaces, keptPlaces, type PagePlaces } from "../../cli/plan/page-places.js";
import { chooseBase } from "../../cli/plan/endpoint-base.js";
import type { Framework } from "../../cli/project/framework.js";
import { developmentAddress, endpointBase, envPlace, prefixOf } from "../../cli/plan/places.js";
import type { Plan } from "../../cli/plan/plan.js";
import { planAgentsSection } from "../additions/agents-section.js";
import { pageLinksOf } from "../additions/plugin-pages.js";
import { planPluginEntries } from "../additions/plugins.js";
import { planProduction } from "../additions/production.js";
import { planNeeds } from "../additions/provider-needs.js";
import { planWellKnown, wellKnownNames } from "../additions/well-known.js";
import { configuredVariables } from "../additions/provider-variables.js";
import { noteProvider } from "../additions/provider.js";
import { noteEmpty, noteOwnNames, planSecret, type EnvPair, type EnvPlace } from "../../cli/plan/secret.js";
import { noteJest, planStartScripts } from "./tools.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";

const nothingTaken = { addresses: [], mounts: [], unread: [] };

const startAnew = " Use --force to set up from scratch and replace what is in the way.";

/** `auth init`: dependency, env, configuration, mounting, guard, install. Files that are there already are kept. */
export async function planInit(facts: ConfiguredProject, given: InitAnswers): Promise<Plan> {
  if (facts.authFile === undefined && !given.force) await assertNothingOld(facts, startAnew);
  const builder = new PlanBuilder(facts, { force: given.force });
  const answers = { ...given, framework: await basedFramework(builder, given) };
  const { framework, providers } = answers;
  assertNewEnough(facts, framework);
  const place = envPlace(facts, framework, answers.env);
  // With a configuration in place, its providers are the person's own choice.
  const fresh = facts.authFile === undefined;
  const places = fresh ? newPlaces(builder, answers) : await placesOfPresent(facts, answers);
  const template = {
    subpath: `${packageName}/${framework.subpath}`,
    basePath: prefixOf(facts, framework) + framework.basePath,
    isMoved: framework.basePath !== given.framework.basePath,
    envFile: place.file,
    appName: appNameOf(facts.packageJson.name),
    providers,
    doors: pageLinksOf(answers.plugins ?? [], places.addressOf),
    pageAddresses: places.option,
    example: places.example,
    signOut: places.addressOf("/signout"),
    elements: providers.map(({ name, argument }) => (argument ? `${name}(${argument})` : name)),
  };
  const context: InitContext = { builder, answers, places, template };
  await supportOf(framework).plan(context);
  planStartScripts(context);
  if (answers.store) await planStore(context, answers.store);
  if (fresh) {
    await planPlugins(context);
    await planWellKnownOf(context);
  }
  const further = fresh ? providers.flatMap(({ env }) => env) : missingNames(context, place);
  planSecret(builder, place, { secret: answers.secret, further });
  planDependency(context);
  await noteFirstRun(context);
  if (fresh) for (const choice of providers) await noteProvider(builder, framework, choice);
  const file = configurationFile(context);
  if (fresh && file !== undefined)
    for (const { entry } of providers) planNeeds({ builder, install: answers.install }, entry);
  if (answers.agents && file !== undefined) planAgentsSection(builder, file);
  noteEmpty(builder, place, further);
  noteOwnNames(builder, place);
  await noteFrontEnd(builder, framework, places.addresses);
  noteJest(builder);
  await noteStart(context);
  return builder.finish("init");
}

/** The framework with the path at which the endpoints of this app are. */
async function basedFramework(
  builder: PlanBuilder<ConfiguredProject>,
  { framework, basePath: asked, plugins = [], taken = nothingTaken }: InitAnswers,
): Promise<Framework> {
  const { facts } = builder;
  const ids = plugins.map(({ id }) => id);
  const basePath =
    facts.authFile === undefined
      ? chooseBase(builder, framework, { asked, plugins: ids, taken })
      : await endpointBase(facts, framework);
  return { ...framework, basePath };
}

function assertNewEnough(facts: ConfiguredProject, framework: Framework): void {
  const old = facts.authFile === undefined ? tooOld(facts, framework) : undefined;
  if (old === undefined) return;
  const command = [...addCommand(facts.packageManager.name), `${framework.oldest?.package}@latest`];
  throw new CliError("AUTH_E_FRAMEWORK_OLD", `${old}.`, {
    exitCode: exitCodes.conflict,
    hint: `Nothing was changed. Bring it up to date first: ${command.join(" ")}`,
  });
}

function newPlaces(builder: PlanBuilder<ConfiguredProject>, answers: InitAnswers): PagePlaces {
  const { facts } = builder;
  const { framework, plugins = [], taken = nothingTaken, store } = answers;
  return choosePlaces(builder, {
    framework,
    plugins: plugins.map(({ id }) => id),
    taken: taken.addresses,
    hindrance: supportOf(framework).pagesStay?.(facts, store !== undefined),
  });
}

/** Where files answer, the framework's part finds the one at the address of the example. */
const placesOfPresent = (
  facts: ConfiguredProject,
  { framework, taken = nothingTaken }: InitAnswers,
): Promise<PagePlaces> =>
  keptPlaces(facts, framework, supportOf(framework).addresses === undefined ? taken.addresses : []);

/** Names for the first env file of a clone: its configuration came along, its values did not. */
function missingNames({ builder }: InitContext, { file, alsoRead }: EnvPlace): readonly EnvPair[] {
  const { facts } = builder;
  const isThere = [file, ...alsoRead].some((one) => builder.text(one) !== undefined);
  return isThere ? [] : configuredVariables(facts);
}

/** The file with the configuration: the one that is there, else the one that the steps so far make. */
const configurationFile = ({ builder }: InitContext): string | undefined =>
  builder.facts.authFile ?? builder.created((name) => /(?:^|\/)auth\.[cm]?[jt]s$/.test(name));

/** As `auth add-adapter` after `auth init` would, in one plan. */
async function planStore(context: InitContext, { support, dialect }: StoreChoice): Promise<void> {
  const { builder, answers } = context;
  const file = configurationFile(context);
  const text = file === undefined ? undefined : builder.text(file);
  if (file === undefined || text === undefined) return;
  const source = { file, text };
  await support.plan({ builder, framework: answers.framework, source }, { ...answers, dialect });
}

/** As `auth add-plugin` after `auth init` would, in one plan. */
async function planPlugins({ answers, ...context }: InitContext): Promise<void> {
  const { builder } = context;
  const file = configurationFile({ answers, ...context });
  const text = file === undefined ? undefined : builder.text(file);
  const { framework, plugins = [] } = answers;
  if (file === undefined || text === undefined || plugins.length === 0) return;
  await planPluginEntries({ ...context, framework, source: { file, text } }, plugins);
}

/** What the plugins and providers answer outside of the base path. */
async function planWellKnownOf(context: InitContext): Promise<void> {
  const { framework, plugins = [], providers } = context.answers;
  const asked = providers.map(({ entry }) => ({ module: entry.id }));
  const file = configurationFile(context);
  if (file !== undefined)
    await planWellKnown({ ...context, framework }, file, wellKnownNames({ plugins, providers: asked }));
}

function planDependency({ builder, answers }: InitContext): void {
  const { facts } = builder;
  const { name } = facts.packageManager;
  const command = installCommand(name);
  const text = builder.text("package.json") ?? "{}";
  const edits = facts.declared
    ? []
    : setJson(text, ["dependencies", packageName], facts.ownRange, { sorted: true });
  const words = {
    reason: `${packageName} ${facts.ownRange}`,
    already: `${packageName} is there`,
    snippet: "",
  };
  builder.edit("package.json", { kind: "edits", edits }, { ...words, kind: "dependency" });
  const moved = planProduction(builder);
  if (facts.declared && facts.installed && !moved) {
    builder.step({
      kind: "install",
      status: "already",
      reason: `${packageName} ${facts.installed} is installed`,
    });
  } else if (answers.install) {
    builder.install(command, facts.root, command.join(" "));
  } else {
    builder.next(`Install the dependencies: ${command.join(" ")}`, "install");
  }
}

/** What starts an app without a script for it. */
function startOf(facts: ConfiguredProject): string {
  const { serverFile = "" } = facts;
  if (path.extname(serverFile).endsWith("js")) return `node ${serverFile}`;
  const isRunByTsx = serverFile !== "" && hasPackage(facts, "tsx");
  return isRunByTsx ? `${execPrefix(facts.packageManager.name)} tsx ${serverFile}` : "<what starts your app>";
}

/** The shortest way to see it: nothing has to be registered or filled in before. */
async function noteFirstRun({ builder, answers, places }: InitContext): Promise<void> {
  const { facts } = builder;
  const rest = developmentScript(facts.packageJson.scripts) ? "" : ` -- ${startOf(facts)}`;
  const page = `${await developmentAddress(facts, answers.framework)}${places.example}`;
  builder.next(
    `Try it: ${execPrefix(facts.packageManager.name)} auth dev${rest}, then open ${page}. The providers are simulated on this machine`,
    "trial",
  );
}

/** Once the providers know the app. */
async function noteStart({ builder, answers: { framework, providers } }: InitContext): Promise<void> {
  const { facts } = builder;
  const script = developmentScript(facts.packageJson.scripts);
  const start = script ? scriptCommand(facts.packageManager.name, script).join(" ") : "your app";
  // Node.js alone starts in production mode, where a header is not believed to name the site.
  const isMailed = framework.resolution === "node" && providers.some(({ entry }) => entry.type === "email");
  const address = await developmentAddress(facts, framework);
  const site = isMailed ? `. Its mails need AUTH_URL=${address}, or NODE_ENV=development` : "";
  builder.next(`Start ${start}, without auth dev${site}`);
}
