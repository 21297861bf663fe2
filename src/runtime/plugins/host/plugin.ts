/** What a plugin is made of. Internal: the shape may change until plugins have carried it. */
import type { AuthError } from "../../errors/index.js";
import type { Page } from "../../pages/page-table.js";
import type { ActionRequest } from "../../http/action-request.js";
import type { FlowResult } from "../../http/flow-result.js";
import type { ResolvedConfig, SessionStrategy } from "../../types/resolved-config.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { EventCallbacks, RecordedActions } from "../../types/callbacks.js";
import type { Account, Awaitable } from "../../types/entities.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { Text } from "../../types/messages.js";
import type { Site } from "../../types/site.js";
import type { InternalProvider } from "../../types/finished-provider.js";
import type { Plugin } from "../../types/plugin.js";
import type { Provider } from "../../types/provider.js";
import type { RecordTable } from "../../types/records.js";
import type {
  AuthenticatorChange,
  ChangeContext,
  ChangeQuestion,
  ChangeShortfall,
} from "../accounts/authenticator-change.js";
import type { PluginFactor } from "./plugin-factor.js";
import type { PluginGuard } from "./plugin-guard.js";
import type { FunctionCaller, PluginHost } from "./plugin-host.js";
import type { PluginStep } from "./plugin-step.js";
import type { SendMail } from "../mail/send-mail.js";
import type { AboutRow, AboutUse, AccountOwner, HelpName, PluginPage, PluginScope } from "./plugin-scope.js";

export type { FunctionCaller, PluginHost, PluginTarget, StepsResult } from "./plugin-host.js";
export type { PluginPage, PluginScope } from "./plugin-scope.js";
export type {
  Addition,
  Challenge,
  PluginStep,
  StepPassage,
  StepRank,
  StepSubject,
  StepUser,
} from "./plugin-step.js";

/** What is changed; `none`: nothing that a user has, as where a page asks for the second factor. */
export type ChangedThing =
  | "account"
  | "passkey"
  | "factor"
  | "address"
  | "password"
  | "user"
  | "data"
  | "key"
  | "membership"
  | "none";

/** What a route or a function changes: who forgets to say it is told by the compiler. */
export interface DeclaredChange {
  readonly of: ChangedThing;
  /** It may run while somebody acts for the user. Left out: it may not. */
  readonly impersonation?: "allow" | undefined;
}

/** A row of the table of routes. */
export type PluginRoute = ReadingRoute | ChangingRoute;

interface ReadingRoute extends AnyRoute {
  readonly method: "GET";
  /** It hands out what nobody may have who acts for the user. */
  readonly of?: "data" | undefined;
}

/** The body must carry the CSRF token; `csrf: "none"`: it proves by other means that its user sent it. */
type ChangingRoute = AnyRoute &
  DeclaredChange & { readonly method: "POST" } & (
    | { readonly csrf?: undefined }
    | { readonly csrf: "none"; /** Which means. */ readonly because: string }
  );

interface AnyRoute {
  /**
   * Below the base path, in letters, digits, `-` and `/`: `/two-factor`. Its first part is no action of the core. One part
   * behind it may be a name: `/teams/:slug/keys`; the flow finds what is asked for as `context.part`.
   */
  readonly path: PluginPath;
  /**
   * Counts answers that a flow throws `WrongAnswer` for, by client and by the user of the pending sign-in, with the
   * numbers of `throttle.credentials`.
   */
  readonly throttle?: "credentials";
  flow(context: FlowContext, own: PluginScope): Awaitable<FlowResult>;
}

/** JSON for everybody who asks, at a well-known address (RFC 8615). */
export interface PluginDocument {
  /** Seconds for which caches may keep it, for everybody. */
  readonly maxAge: number;
  /** @returns undefined: there is none now, and the app may answer */
  read(own: PluginScope, site: Site): Awaitable<object | undefined>;
}

/** What a plugin adds to `auth`: a function that only reads says so, another one what it changes. */
export type PluginFunction = ({ readonly of: "reading" } | DeclaredChange) & {
  call(caller: FunctionCaller, own: PluginScope, ...args: never[]): Promise<unknown>;
};

/** A deletion that a plugin is asked about. */
export interface AskedDeletion {
  readonly resolved: ResolvedConfig;
  /** `click`: somebody asks for it. `due`: it was planned, and its day has come. */
  readonly at: "click" | "due";
}

/** What is the plugin's own, at a session. */
export interface AroundSessions {
  scope(resolved: ResolvedConfig): PluginScope;
  /**
   * Runs what needs the plugin's tables.
   * @returns undefined where one of them is missing: the plugin is off, and the log is told once
   */
  unlessOff<T>(resolved: ResolvedConfig, run: (own: PluginScope) => Promise<T>): Promise<T | undefined>;
}

/** An administrator asks for it. */
export interface AskedHelp {
  readonly context: FunctionCaller & { readonly request?: ActionRequest | undefined };
  readonly user: AdapterUser;
  /** As the row has it. */
  readonly value: string;
  /** Id of the administrator. */
  readonly by: string;
}

/** What a plugin declares. */
export interface PluginDefinition {
  /** In kebab-case: its tables are `auth_<id>_…`, with `_` for `-`. */
  readonly id: string;
  readonly tables?: readonly RecordTable[];
  readonly routes?: readonly PluginRoute[];
  /** Further ways to sign in; the sign-in page shows them in front of those of the configuration. */
  readonly providers?: readonly Provider[];
  readonly steps?: readonly PluginStep[];
  readonly pages?: Readonly<Record<string, (context: FlowContext, own: PluginScope) => PluginPage>>;
  /** Its pages that can have addresses of their own, by their names in `pageAddresses`. */
  readonly addresses?: Readonly<Record<string, Page>>;
  /** Its texts in English, by name; a language has those of the plugin under its id. */
  readonly messages?: Readonly<Record<string, Text>>;
  /** What it answers at `/.well-known/`, by the name there; two plugins can't have the same, and none is one of the core's. */
  readonly documents?: Readonly<Record<string, PluginDocument>>;
  /** By the name in `auth`; two plugins can't add the same. */
  readonly functions?: Readonly<Record<string, PluginFunction>>;
  /** What guarded places ask of whoever is let in; two plugins can't have the same option. */
  readonly guard?: PluginGuard;
  /** What `require({ factor })` with the plugin's id asks for. */
  readonly factor?: PluginFactor;
  /** Ways to sign in that the plugin keeps for a user, in its tables: a password is one. Accounts count themselves. */
  readonly waysIn?: (own: PluginScope, userId: string) => Promise<number>;
  /** Name of the plugin's provider by which users without anything else get in: by a link mailed to their address. */
  readonly mailedWayIn?: string | undefined;
  /** Events of the configuration that are told of what the plugin records, by its actions. */
  readonly events?: { readonly [Action in keyof RecordedActions]?: keyof EventCallbacks };
  /**
   * May the user be deleted? Asked before anything is written, and again when a planned deletion is due. What it throws,
   * and no answer within 10 seconds, keeps the user.
   *
   * @returns a code that says why not, with a text `kept-<code>` in `messages`; undefined: yes
   */
  readonly mayForget?: (
    own: PluginScope,
    userId: string,
    deletion: AskedDeletion,
  ) => Promise<string | undefined>;
  /** Called before a user is deleted, for the app's own code to delete what it keeps. What it throws keeps the user. */
  readonly beforeForget?: (user: AdapterUser) => Promise<void>;
  /**
   * Deletes what the plugin keeps of a user, before the user is deleted.
   *
   * @param address of the user; null: there is none
   */
  readonly forgetUser?: (
    own: PluginScope,
    userId: string,
    address: string | null,
    resolved: ResolvedConfig,
  ) => Promise<void>;
  /** Is the user out of reach for the app, for a while or for good: to be deleted on a day? Nobody counts on them then. */
  readonly isAway?: (own: PluginScope, userId: string) => Promise<boolean>;
  /**
   * Called when a user has another password or address, or lost one of them to somebody for a while: what was granted to
   * browsers on the word of the old one ends. Sessions end by themselves.
   */
  readonly credentialsChanged?: (own: PluginScope, userId: string) => Promise<void>;
  /** Called when a user has another address. @param before null: there was none */
  readonly addressChanged?: (own: PluginScope, userId: string, before: string | null) => Promise<void>;
  /**
   * Called when a mail proves the address of a user whose row says that nobody had: what the plugin keeps of the user may
   * be a stranger's, and ends.
   */
  readonly addressProven?: (own: PluginScope, userId: string, resolved: ResolvedConfig) => Promise<void>;
  /**
   * Called when a press on a mailed link has shown that the user reads the mails of the address, and signs nobody in: one
   * to choose a password by.
   */
  readonly mailboxProven?: (own: PluginScope, userId: string) => Promise<void>;
  /**
   * Called when an administrator takes the user's factor off, before it goes: a link that would have asked for it opens
   * nothing any more.
   */
  readonly factorRemoved?: (own: PluginScope, userId: string) => Promise<void>;
  /** Called when the user has shown a factor in a sign-in, just before there is a session. */
  readonly signedInWithFactor?: (own: PluginScope, userId: string) => Promise<void>;
  /** Called when an account of a user was unlinked: what the plugin keeps for it ends. */
  readonly accountUnlinked?: (
    own: PluginScope,
    userId: string,
    account: Pick<Account, "provider" | "providerAccountId">,
  ) => Promise<void>;
  /**
   * Puts something around all plugins of a configuration: has a say in which route answers, and in what functions do.
   *
   * @param host what it is put around
   */
  readonly aroundHost?: (host: PluginHost, plugins: readonly DefinedPlugin[]) => PluginHost;
  /** What a session lacks for a change of what its user signs in with. @returns undefined: nothing */
  readonly changeNeeds?: (own: PluginScope, question: ChangeQuestion) => Promise<ChangeShortfall | undefined>;
  /** Called when what a user signs in with was changed. Must not throw. */
  readonly changed?: (own: PluginScope, context: ChangeContext, change: AuthenticatorChange) => Promise<void>;
  /** Sends the plugin's mails in place of a mail provider; other plugins send theirs by it, too. */
  readonly sendMail?: SendMail | undefined;
  /** What there is to say of a user, for pages of other plugins. @param use who reads it */
  readonly about?: (
    own: PluginScope,
    userId: string,
    use: AboutUse,
    resolved: ResolvedConfig,
  ) => Promise<readonly AboutRow[]>;
  /** What an administrator may have it do for a user, as its rows say. Who asks was judged before. */
  readonly helps?: { readonly [Name in HelpName]?: (own: PluginScope, asked: AskedHelp) => Promise<void> };
  /** Rows of the account page that only lead elsewhere. Nothing of them may need a row of the store. */
  readonly links?: (context: FlowContext & { readonly owner: AccountOwner }) => readonly AboutRow[];
  /** Members of the account's JSON: what `about` says, as data. No secrets, and nothing that JSON cannot hold. */
  readonly overview?: (own: PluginScope, userId: string) => Promise<Readonly<Record<string, unknown>>>;
  /** What the plugin keeps of a user, for the user to download: no secrets, and nothing that JSON cannot hold. */
  readonly exportUser?: (
    own: PluginScope,
    userId: string,
    resolved: ResolvedConfig,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /**
   * Puts something around the sessions of the configuration: sees each of them begin, be read and end.
   *
   * @param sessions those of the strategy, with what earlier plugins have put around them
   * @param around what is the plugin's own, for the configuration that is in use
   */
  readonly aroundSessions?: (sessions: SessionStrategy, around: AroundSessions) => SessionStrategy;
  /**
   * What the plugin needs of the configuration and does not find.
   *
   * @param providers of the configuration and of the plugins, finished
   */
  findProblem?(providers: readonly InternalProvider[]): AuthError | undefined;
}

/** A plugin with all that it declares, as `definePlugin` makes it. */
export type DefinedPlugin = Plugin & PluginDefinition;
