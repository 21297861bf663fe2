/** What the core knows of the plugins of a configuration. Internal: the shape may change. */
import type { SignIn } from "../../accounts/sign-in.js";
import type { CookieChange } from "../../http/cookies.js";
import type { FlowResult } from "../../http/flow-result.js";
import type { Page } from "../../pages/page-table.js";
import type { GuardedRequest, Requirement } from "../../server-functions/guarded-place.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { LoggerInstance } from "../../types/config.js";
import type { Account, Session, User } from "../../types/entities.js";
import type { AuthAction, FlowContext, PluginPath, RequestScope } from "../../types/flow.js";
import type { ResolvedPlugins } from "../../types/plugin.js";
import type {
  ResolvedConfig,
  SessionContext,
  SessionRead,
  SessionStrategy,
} from "../../types/resolved-config.js";
import type { Site } from "../../types/site.js";

/** Who calls a server function. */
export interface FunctionCaller extends SessionContext {
  readonly site: Site;
}

/** That every step has let a sign-in pass, or where one of them sends the browser. */
export type StepsResult =
  | { readonly challenge: FlowResult }
  | {
      readonly challenge?: never;
      /**
       * Called just before there is a session: what refuses or leads sign-ins is asked once more.
       * @throws AccessDenied when the session would be another user's than the one that the steps were asked about, or a
       * step leads elsewhere now
       */
      confirm(user: User | AdapterUser, isNewUser: boolean | undefined): Promise<void>;
    };

/** Where a browser goes at a sign-out. */
export interface Departure {
  readonly location: string;
  readonly cookies: readonly CookieChange[];
}

/** A route of a plugin, or one of the core that a plugin has a say in, found for a request. */
export interface PluginTarget {
  readonly action: AuthAction | PluginPath;
  readonly providerId?: string | undefined;
  readonly route: {
    flow(context: FlowContext): Promise<FlowResult>;
    readonly csrf?: boolean | undefined;
    readonly withoutState?: true | undefined;
  };
}

/** What is asked of a session for `require({ factor })`. */
export interface FactorQuestion {
  readonly resolved: ResolvedConfig;
  readonly read: SessionRead;
  /** Seconds since the factor was shown, at most. */
  readonly maxAge: number | undefined;
}

/** Who comes to a guarded place, and what the place asks for. */
export interface GuardQuestion {
  readonly read: SessionRead;
  /** With where the guard stands. */
  readonly requirement: Requirement & {
    readonly path?: string | undefined;
    readonly redirectTo?: string | undefined;
  };
  readonly request: GuardedRequest;
  readonly resolved: ResolvedConfig;
}

/** What a guard lets in, beside the session. */
export interface Handed {
  /** Members for the session that the guard hands on; declared in `Session` by the plugin's module. */
  readonly adds?: Partial<Session> | undefined;
  /** The option `role` was meant for the plugin, and is answered. */
  readonly hasJudgedRole?: true;
}

/** The guard of a plugin lets nobody in. */
export interface PluginRefusal {
  /** Why, as the JSON of the answer has it: `not-found`, `conflict`, `scope`, `too-many`, `impersonating`. */
  readonly code: string;
  /** Where the same page is now. */
  readonly moved: string | undefined;
  answer(request: GuardedRequest, place: Pick<RequestScope, "resolved" | "site">): Promise<FlowResult>;
}

/** What the guards of all plugins say: nobody is let in, or what the session gets. */
export type GuardVerdict =
  | (Handed & { readonly refusal?: never })
  | { readonly refusal: PluginRefusal; readonly adds?: never; readonly hasJudgedRole?: never };

/** The guards of all plugins that have one. */
export interface PluginGuards {
  /** Names of the options that they know. */
  readonly options: ReadonlySet<string>;
  /** @throws AuthError for what a place asks for and no session could have */
  assertPossible(question: Omit<GuardQuestion, "read">): void;
  /** Who is let in without a session; undefined: nobody asks for that. */
  admits(
    question: Omit<GuardQuestion, "read">,
  ): Promise<{ readonly read: SessionRead } | { readonly refusal: PluginRefusal } | undefined>;
  judge(question: GuardQuestion): Promise<GuardVerdict>;
}

/** All plugins of one configuration, as the core sees them. */
export interface PluginHost extends ResolvedPlugins {
  /** Those of the core, with what plugins put around them. */
  readonly strategies: Readonly<Record<ResolvedConfig["strategy"], SessionStrategy>>;
  /** The route of a request: a plugin's, or one of the core that a plugin has a say in; undefined: none of these. */
  target(scope: Pick<RequestScope, "request" | "resolved">): PluginTarget | undefined;
  /** The path of the route that a GET at a path below the base path leads to; undefined: none of any plugin. */
  pageAt(path: string): PluginTarget["action"] | undefined;
  /** Pages of all plugins that can have addresses of their own, by their names in `pageAddresses`. */
  readonly pages: Readonly<Record<string, Page>>;
  /** First parts of the paths of all routes. */
  readonly routeParts: Pick<ReadonlySet<string>, "has" | "keys">;
  /** What a sign-out is asked for beyond the end of its session; called before that. */
  leave?(context: FlowContext): Promise<Departure>;
  /** Asks the steps about a sign-in. */
  askSteps(context: FlowContext, signIn: SignIn, cookies: readonly CookieChange[]): Promise<StepsResult>;
  /**
   * May this be added to what the user of the session signs in with? Counts it as one of the session's changes.
   * @throws AccountError with `stale` or `factor`, and TooManyAttempts
   */
  assertMayAdd(
    adding: {
      context: FlowContext;
      signIn: Pick<SignIn, "notes">;
      /** It is asked for only, and nothing written. */
      isStart?: true;
    },
    user: AdapterUser,
  ): Promise<void>;
  /** Tells the plugins that it was added. Never throws. */
  tellAddition(context: FlowContext, signIn: SignIn, user: User | AdapterUser): Promise<void>;
  /** Has any plugin a way to sign in for this user, or a factor that the user has set up? */
  hasWayIn(resolved: ResolvedConfig, userId: string): Promise<boolean>;
  /** Ends what plugins keep of a user whose address is proven now. @param takenBy id of a plugin that does so itself */
  addressProven(resolved: ResolvedConfig, userId: string, takenBy: string | undefined): Promise<void>;
  /** Tells all plugins that an account was unlinked. */
  accountUnlinked(
    resolved: ResolvedConfig,
    userId: string,
    account: Pick<Account, "provider" | "providerAccountId">,
  ): Promise<void>;
  /** The function of a plugin, by its name: `accessToken`, `sessions.list`. undefined: no plugin has it. */
  functionOf(
    name: string,
  ): ((caller: FunctionCaller, args: readonly unknown[]) => Promise<unknown>) | undefined;
  /**
   * Was this thrown because a table of the plugin is missing? Tells the log, the first time.
   * @returns false for everything else: that is an outage, or a fault of the plugin
   */
  isOff(plugin: { readonly id: string }, logger: Pick<LoggerInstance, "error">, thrown: unknown): boolean;
  /** What plugins answer at `/.well-known/` (RFC 8615). @returns undefined: none of them has that name, or nothing there now */
  document(place: Pick<RequestScope, "resolved" | "site">, name: string): Promise<FlowResult | undefined>;
  /** Undefined where no plugin has one. */
  readonly guards: PluginGuards | undefined;
  /** The factor of a plugin, by the plugin's id. undefined: no plugin has it. */
  factor(
    id: string,
  ): { readonly path: PluginPath; isProven(question: FactorQuestion): Promise<boolean> } | undefined;
}
