/** The functions of `auth.*` that plugins provide: the same names in every framework, whether a plugin is there or not. */
import type { FunctionCaller } from "../plugins/host/plugin.js";
import type { ResolvedSite } from "./admit.js";
import { missingPlugin } from "./missing-plugin.js";

/** Names of functions by what they stand in. */
const groups = {
  sessions: "list revoke revokeOthers revokeAll",
  accounts: "list link unlink",
  users: "list signOut ban unban get create remove",
  organizations: "list get create rename remove leave",
  members: "list setRole remove handOver",
  invitations: "send list resend withdraw",
};

/**
 * Functions of `auth` that plugins of this package have, by name: every app finds them, so that one without the plugin is
 * told which is missing. A name that is none of a plugin's is no member of `auth`, whatever asks for it.
 */
export const functionNames = (): readonly string[] => [
  "accessToken",
  "impersonate",
  ...Object.entries(groups).flatMap(([group, names]) => names.split(" ").map((name) => `${group}.${name}`)),
];

export const isFunctionName = (name: string): boolean => functionNames().includes(name);

/** Where a user was at sign-in, as the platform in front of the app says it. */
export interface SessionPlace {
  /** As the platform writes it; null: not known. */
  readonly city: string | null;
  /** `DE` (ISO 3166-1 alpha-2); null: not known. */
  readonly country: string | null;
}

/** A session of a user, as lists show it. */
export interface SessionInfo {
  /** Names the session in `revoke`; no secret. */
  readonly id: string;
  /** End of the session. */
  readonly expires: Date;
  /** It is the session that asks. */
  readonly isCurrent: boolean;
  /** `Chrome on Windows`; null: the browser did not say. */
  readonly device: string | null;
  /** `203.0.113.0/24`; null: not known. */
  readonly addressRange: string | null;
  /** Left out where it is not known, and without the option `place` of the plugin. */
  readonly place?: SessionPlace;
  /** When the user signed in; null: unknown, from before sessions were watched. */
  readonly createdAt: Date | null;
  /** Within 5 minutes; null: not since sessions are watched. */
  readonly lastSeen: Date | null;
}

/** An account of a user at a provider, as lists show it: without tokens. */
export interface AccountInfo {
  /** Id of the provider. */
  readonly provider: string;
  /** The user's id there. */
  readonly providerAccountId: string;
  /** It was there before the address was proven, and nobody has vouched for it: it may be a stranger's, and opens nothing. */
  readonly isHeld?: true;
}

/**
 * Functions of the user who is signed in. A plugin whose functions have types of its own merges them into this interface.
 *
 * @typeParam From what names the request: nothing where the framework knows it, else the request itself
 */
export interface PluginServerFunctions<From extends readonly unknown[]> {
  /**
   * A valid access token of the user for a provider's API (RFC 6749 section 1.4).
   * @throws MissingPlugin when no plugin of the configuration provides it
   */
  accessToken(...args: [...From, providerId: string]): Promise<string>;
  /** The user's sessions. Each function throws MissingPlugin when no plugin of the configuration provides it. */
  readonly sessions: {
    /** All of them that have not ended. */
    list(...args: [...From]): Promise<readonly SessionInfo[]>;
    /** Ends one, by its `id`. */
    revoke(...args: [...From, sessionId: string]): Promise<void>;
    /** Ends all but the one that asks. */
    revokeOthers(...args: [...From]): Promise<void>;
    /** Ends all of them. */
    revokeAll(...args: [...From]): Promise<void>;
  };
  /** The user's accounts. Each function throws MissingPlugin when no plugin of the configuration provides it. */
  readonly accounts: {
    /** All that are linked. */
    list(...args: [...From]): Promise<readonly AccountInfo[]>;
    /** Begins to link one. @returns the address to send the browser to */
    link(...args: [...From, providerId: string]): Promise<string>;
    /** Removes one. */
    unlink(...args: [...From, account: AccountInfo]): Promise<void>;
  };
}

/** Whoever calls: the site, and the cookies of the request. */
export interface Caller {
  readonly scope: ResolvedSite;
  readonly cookieHeader: string | null;
}

/**
 * @param callerOf finds the caller by what names the request
 * @param leading how many arguments name the request
 */
export function pluginFunctions<From extends readonly unknown[]>(
  callerOf: (...from: From) => Promise<Caller>,
  leading: From["length"],
): PluginServerFunctions<From> {
  const named =
    (name: string) =>
    async (...args: readonly unknown[]): Promise<never> => {
      const { scope, cookieHeader } = await callerOf(...(args.slice(0, leading) as unknown as From));
      const { resolved, site } = scope;
      const found = resolved.plugins?.functionOf(name);
      if (found === undefined) throw missingPlugin(`auth.${name}()`);
      const caller: FunctionCaller = { resolved, site, cookies: site.cookies, cookieHeader };
      return (await found(caller, args.slice(leading))) as never;
    };
  const functions: Record<string, unknown> = {
    accessToken: named("accessToken"),
    impersonate: named("impersonate"),
  };
  for (const [group, names] of Object.entries(groups))
    functions[group] = Object.fromEntries(names.split(" ").map((name) => [name, named(`${group}.${name}`)]));
  return functions as unknown as PluginServerFunctions<From>;
}
