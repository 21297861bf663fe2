/** What a plugin is made of. Internal: the shape may change until plugins have carried it. */
import type { AuthError } from "../errors.js";
import type { ActionRequest } from "../http/action-request.js";
import type { CookieChange } from "../http/cookies.js";
import type { FlowResult } from "../http/flow-result.js";
import type { Html } from "../pages/html.js";
import type { Site } from "../settings/origin.js";
import type { SignIn } from "../accounts/sign-in.js";
import type { AdapterUser } from "../types/adapter.js";
import type { SessionContext, SessionRead } from "../types/resolved-config.js";
import type { AuthConfig, LoggerInstance } from "../types/config.js";
import type { Account, Awaitable, User } from "../types/entities.js";
import type { FlowContext, PluginPath } from "../types/flow.js";
import type { ResolvedPlugins } from "../types/plugin.js";
import type { InternalProvider } from "../types/finished-provider.js";
import type { Provider } from "../types/provider.js";
import type { Records, RecordTable } from "../types/records.js";

/** Whom a step asks about: the user whom the session would belong to. */
export interface StepUser {
  /** Of the stored user; of a new one the id that it may get. */
  readonly id: string | undefined;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  /** Nobody is stored yet: this sign-in would make the user. */
  readonly isNew: boolean;
}

/** A sign-in that a step is asked about. */
export interface StepSubject {
  readonly user: StepUser;
  /** What was proven, without tokens. */
  readonly account: Pick<Account, "provider" | "providerAccountId" | "type">;
}

/** Where a step sends the browser before there is a session. */
export interface Challenge {
  /** A route of the plugin, below the base path. */
  readonly path: PluginPath;
}

/** What the code of a plugin gets beside its request: what is the plugin's own. */
export interface PluginScope {
  /**
   * Rows of one of the plugin's tables.
   * @throws TypeError for a table that the plugin does not declare
   */
  records(table: RecordTable): Records;
  /** One of the plugin's texts. @throws TypeError for a name that the plugin does not declare */
  message(name: string): string;
  /** One of the plugin's pages as an answer. @throws TypeError for a name that the plugin does not declare */
  page(context: FlowContext, name: string, status?: number): FlowResult;
}

/** A question between "who it is" and the session. */
export interface PluginStep {
  /** Unique among the steps of all plugins. */
  readonly id: string;
  /**
   * Asked once for each sign-in, in the order of the plugins, before any row, token or cookie of a session.
   * @returns undefined: go on
   * @throws what refuses the sign-in: an AuthError as it is, anything else as CallbackRouteError
   */
  ask(context: FlowContext, subject: StepSubject, own: PluginScope): Awaitable<Challenge | undefined>;
}

/** A row of the table of routes. */
export interface PluginRoute {
  readonly method: "GET" | "POST";
  /** Below the base path, in letters, digits, `-` and `/`: `/two-factor`. Its first part is no action of the core. */
  readonly path: PluginPath;
  /** The body must carry the CSRF token. */
  readonly csrf?: true;
  /**
   * Counts answers that a flow throws `WrongAnswer` for, by client and by the user of the pending sign-in, with the
   * numbers of `throttle.credentials`.
   */
  readonly throttle?: "credentials";
  flow(context: FlowContext, own: PluginScope): Awaitable<FlowResult>;
}

/** What a page of a plugin shows, inside of the layout that all built-in pages share. */
export interface PluginPage {
  readonly title: string;
  readonly content: Html;
}

/** Who calls a server function. */
export interface FunctionCaller extends SessionContext {
  readonly site: Site;
}

/** What a plugin adds to `auth.*`; two plugins can't add the same. */
export interface PluginFunctions {
  accessToken?(caller: FunctionCaller, own: PluginScope, providerId: string): Promise<string>;
  /** Does a session have the factor that `require({ factor })` asks for? */
  hasFactor?(read: SessionRead, factor: string): boolean;
  readonly sessions?: FunctionsOf<"list" | "revoke" | "revokeOthers" | "revokeAll">;
  readonly accounts?: FunctionsOf<"list" | "link" | "unlink">;
}

type FunctionsOf<Names extends string> = {
  readonly [Name in Names]: (caller: FunctionCaller, own: PluginScope, ...args: never[]) => Promise<unknown>;
};

/** What a plugin declares. */
export interface PluginDefinition {
  /** In kebab-case: its tables are `auth_<id>_…`, with `_` for `-`. */
  readonly id: string;
  readonly tables?: readonly RecordTable[];
  readonly routes?: readonly PluginRoute[];
  /** Further ways to sign in, behind those of the configuration. */
  readonly providers?: readonly Provider[];
  readonly steps?: readonly PluginStep[];
  readonly pages?: Readonly<Record<string, (context: FlowContext, own: PluginScope) => PluginPage>>;
  readonly messages?: Readonly<Record<string, string>>;
  readonly functions?: PluginFunctions;
  /**
   * What the plugin needs of the configuration and does not find.
   *
   * @param providers of the configuration and of the plugins, finished
   */
  findProblem?(providers: readonly InternalProvider[]): AuthError | undefined;
}

/** An extension of `Auth`, as a factory of `authwright/plugins/<id>` returns it. */
export interface Plugin extends PluginDefinition {
  /** Runs the plugins of a configuration: it comes with them, so that an app without plugins does not carry it. */
  readonly host: (config: AuthConfig) => PluginHost;
}

/** That every step has let a sign-in pass, or where one of them sends the browser. */
export type StepsResult =
  | { readonly challenge: FlowResult }
  | {
      readonly challenge?: never;
      /** @throws AccessDenied when the session would be another user's than the one that the steps were asked about */
      confirm(user: User | AdapterUser, isNewUser: boolean | undefined): void;
    };

/** A route of a plugin, found for a request. */
export interface PluginTarget {
  readonly action: PluginPath;
  readonly providerId: undefined;
  readonly route: {
    flow(context: FlowContext): Promise<FlowResult>;
    readonly csrf?: true | undefined;
    readonly withoutState?: undefined;
  };
}

/** All plugins of one configuration, as the core sees them. */
export interface PluginHost extends ResolvedPlugins {
  /** The route of a path below the base path; undefined: none of any plugin. */
  target(request: Pick<ActionRequest, "method" | "path">): PluginTarget | undefined;
  /** Asks the steps about a sign-in. */
  askSteps(context: FlowContext, signIn: SignIn, cookies: readonly CookieChange[]): Promise<StepsResult>;
  /** The function of a plugin, by its name: `accessToken`, `sessions.list`. undefined: no plugin has it. */
  functionOf(
    name: string,
  ): ((caller: FunctionCaller, args: readonly unknown[]) => Promise<unknown>) | undefined;
  /**
   * Was this thrown because a table of the plugin is missing? Tells the log, the first time.
   * @returns false for everything else: that is an outage, or a fault of the plugin
   */
  isOff(plugin: Pick<Plugin, "id">, logger: Pick<LoggerInstance, "error">, thrown: unknown): boolean;
  readonly hasFactor: PluginFunctions["hasFactor"];
}
