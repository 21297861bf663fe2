/** What a flow is given. Internal: nothing here but the names of the actions is exported from the package. */
import type { ActionRequest } from "../http/action-request.js";
import type { Site } from "./site.js";
import type { ResolvedConfig, SessionContext, SessionStrategy } from "./resolved-config.js";
import type { InternalProvider } from "./finished-provider.js";

/** First part of the path below the base path. */
export type AuthAction =
  | "providers"
  | "session"
  | "csrf"
  | "signin"
  | "signout"
  | "callback"
  | "verify-request"
  | "error"
  | "webauthn-options";

/** Path of a plugin's route, below the base path. */
export type PluginPath = `/${string}`;

/** How a request is answered, where it is not a browser's. */
export interface AnswerOptions {
  /** For calls from the server's own code: there is no browser whose intent must be proven. */
  readonly skipCsrf?: boolean;
  /** Errors go to the caller in place of an error page, as `FlowFailure` where cookies belong to them. */
  readonly throwErrors?: boolean;
}

/** One request, and the configuration and site that it is answered for: what the adapter of a framework makes. */
export interface RequestScope {
  readonly resolved: ResolvedConfig;
  readonly site: Site;
  readonly request: ActionRequest;
  readonly options?: AnswerOptions | undefined;
}

/** The one argument of every flow. */
export interface FlowContext<P extends InternalProvider | undefined = InternalProvider | undefined>
  extends SessionContext, RequestScope {
  readonly site: Site;
  readonly action: AuthAction | PluginPath;
  readonly provider: P;
  readonly sessions: SessionStrategy;
  /** Judged and absolute: where the browser goes at the end. */
  readonly callbackUrl: string;
  /** Token for the forms of this answer; empty when the check is switched off. */
  readonly csrfToken: string;
  /** What stands in the address where the route of a plugin has its `:name`: `[A-Za-z0-9_-]{1,64}`. */
  readonly part?: string | undefined;
}
