/** Changes of what users sign in with, as plugins are asked about them and told. */
import type { SessionContext } from "../../types/resolved-config.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";

/** A change of what users sign in with: an account, a passkey or a factor. */
export interface ChangeQuestion {
  /** Of the session in which it is changed. */
  readonly context: SessionContext;
  readonly userId: string;
  /** Of steps that were passed in the sign-in that changes it. */
  readonly notes?: Readonly<Record<string, unknown>> | undefined;
}

/** What a session lacks for it: a sign-in of so many seconds ago, or a factor, shown at a route of the plugin. */
export type ChangeShortfall = { readonly maxAge: number } | { readonly factor: PluginPath };

/** A change that was made. */
export interface AuthenticatorChange {
  readonly userId: string;
  readonly of: "account" | "passkey" | "factor";
  readonly is: "added" | "removed";
  /** Name of the account's provider. */
  readonly provider?: string | undefined;
}

/** Where a change was made; without a request, from the server's own code. */
export type ChangeContext = Pick<FlowContext, "resolved" | "site"> & Partial<Pick<FlowContext, "request">>;
