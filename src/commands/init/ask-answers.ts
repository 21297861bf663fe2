/** What `auth init` asks, in this order: the framework, ways to sign in, what keeps people, a button, coding agents. */
import { randomBytes } from "node:crypto";
import type { CommandContext } from "../../cli/terminal/context.js";
import { readBasePath } from "../../cli/plan/endpoint-base.js";
import type { InitAnswers } from "../../templates/frameworks/init-context.js";
import { keepsRows } from "../additions/provider-needs.js";
import { assertPlugins } from "../additions/plugins.js";
import { chooseProvider } from "../additions/provider.js";
import type { ProviderChoice } from "../../templates/provider-choice.js";
import { askSignInWays, type SignInWays } from "./sign-in-ways.js";
import { askAgents } from "./ask-agents.js";
import { meantFramework } from "./meant-framework.js";
import { askTransport, noTransport, type TransportFlags } from "../steps/transport.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { projectPath } from "../../cli/project/files.js";
import { chooseStore, type StoreFlags } from "../steps/store-flags.js";
import type { StoreChoice } from "../../templates/stores/support.js";
import { usageError } from "../../cli/terminal/errors.js";
import type { Prompts } from "../../cli/terminal/prompts.js";
import { tablesOf } from "../../templates/plugins/index.js";
import { supportOf } from "../../templates/frameworks/index.js";
import type { Framework } from "../../cli/project/framework.js";
import type { PluginSupport } from "../../templates/plugins/plugin.js";

/** Flags of `auth init`, each checked before anything is read. */
export interface InitFlags {
  readonly framework: string | undefined;
  readonly store: StoreFlags;
  readonly ids: readonly string[];
  readonly plugins: readonly PluginSupport[];
  readonly mails: TransportFlags;
  readonly force: boolean;
}

/** The answers of the flags, and of whoever may be asked for the others. */
export async function askAnswers(
  { options, cwd, output, io }: CommandContext,
  facts: ConfiguredProject,
  flags: InitFlags,
  prompts: Prompts,
): Promise<InitAnswers> {
  const { ids, force } = flags;
  const isFresh = facts.authFile === undefined;
  const framework = await meantFramework(facts, flags.framework, prompts, io.cwd);
  const ways = isFresh ? await chooseWays(flags, prompts) : { ids, plugins: [] };
  if (!isFresh && ids.length > 0)
    output.note(`${facts.authFile} is there already; its providers are changed by auth add-provider.`);
  assertPlugins(facts, flags.plugins);
  const providers = await providersFor(ways, flags, prompts);
  const needsStore = isFresh && keepRows(ways, providers);
  const where = await storeFor(flags.store, needsStore, () => chooseStore(flags.store, facts, prompts));
  const layout = await askLayout(facts, framework, options.is("layout"), prompts);
  const agents = await askAgents(facts.files, options.is("agents"), prompts);
  const envFile = options.text("env");
  return {
    framework,
    providers,
    plugins: ways.plugins,
    secret: randomBytes(32).toString("base64"),
    ...where,
    layout,
    agents,
    basePath: readBasePath(facts, framework, options.text("basePath")),
    env: envFile === undefined ? undefined : projectPath(facts.root, cwd, envFile),
    esm: options.is("esm"),
    install: !options.isOff("install"),
    force,
  };
}

/** Links that work once, keys and the rows of plugins are kept in a store. */
const keepRows = ({ plugins }: SignInWays, providers: readonly ProviderChoice[]): boolean =>
  providers.some(({ entry }) => keepsRows(entry)) || tablesOf(plugins).length > 0;

/** The flags ask for a store. */
const isStored = ({ support, session }: StoreFlags): boolean =>
  support !== undefined || session === "database";

async function storeFor(
  flags: StoreFlags,
  needsStore: boolean,
  choose: () => Promise<StoreChoice>,
): Promise<Pick<InitAnswers, "session" | "store">> {
  if (!needsStore && !isStored(flags)) return {};
  const session = flags.support === undefined && !needsStore ? undefined : flags.session;
  return { session, store: await choose() };
}

/** What the flags say; somebody who names no way to sign in is asked for some. */
async function chooseWays({ ids, plugins, store }: InitFlags, prompts: Prompts): Promise<SignInWays> {
  if (ids.length > 0 || plugins.some(({ signIn }) => signIn !== undefined)) return { ids, plugins };
  const asked = await askSignInWays(prompts, isStored(store));
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
